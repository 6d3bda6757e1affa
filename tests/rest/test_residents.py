"""Agents that a server has open, under threads."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import wakeline
from tests.builders import QUICK
from wakeline.base.errors import NotFound
from wakeline.interfaces.rest.residents import Residents


@pytest.fixture
def residents(location: str) -> Iterator[Residents]:
    with wakeline.open(location, settings=QUICK) as home:
        home.agent("ash", person="Mel").record(user="hello")
        found = Residents(home, most=1)
        yield found
        found.close()


def test_an_agent_that_is_not_there_leaves_nothing_open(residents: Residents) -> None:
    for name in ("nobody", "../ash", "a b", "", "con", "x" * 500):
        with pytest.raises(NotFound), residents.using("default", name):
            pass
    assert len(residents) == 0


def test_an_agent_in_use_is_not_closed_when_others_come(residents: Residents) -> None:
    residents.root.agent("birch").record(user="hello")
    with residents.using("default", "ash") as ash:
        with residents.using("default", "birch") as birch:
            assert birch.status().turns == 1
        with residents.using("default", "birch") as birch:
            assert birch.status().turns == 1
        assert ash.status().turns == 1
    assert len(residents) <= 1


def test_two_callers_share_what_is_open_and_no_session(residents: Residents) -> None:
    with (
        residents.using("default", "ash") as one,
        residents.using("default", "Ash") as other,
    ):
        assert one.place.store is other.place.store
        assert one.place.current.held is other.place.current.held
        one.session_id = "mine"
        assert other.session_id is None
        assert one.place.holder.name != other.place.holder.name


def test_threads_that_open_one_agent_at_once_open_it_once(residents: Residents) -> None:
    begin = threading.Barrier(8)

    def visit(_: int) -> int:
        begin.wait()
        with residents.using("default", "ash") as agent:
            return id(agent.place.store)

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(visit, range(8)))) == 1


def test_what_is_derived_catches_up_whoever_asks_and_however_often(residents: Residents) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: residents.settle_soon("default", "ash"), range(8)))
    residents.idle()
    with residents.using("default", "ash") as agent:
        assert agent.status().waiting_jobs == 0
    residents.root.agent("ash").record(user="more")
    residents.settle_soon("default", "ash")
    residents.idle()
    with residents.using("default", "ash") as agent:
        assert agent.status().waiting_jobs == 0


def test_an_agent_that_is_gone_when_it_should_catch_up_is_told_of_and_no_more(
    residents: Residents, caplog: pytest.LogCaptureFixture
) -> None:
    residents.settle_soon("default", "nobody")
    residents.idle()
    assert "what is derived of nobody has to wait" in caplog.text
