"""SIGKILL at any moment of a writing process: what was acknowledged is there once, nothing half.

A process writes and says aloud what was acknowledged; it is killed at a random moment,
again and again on the same home. On a folder the process is all there is; on PostgreSQL
it is the client of a server that lives on.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import an_event, select, there
from tests.contract.test_sealed import MARKED, found_first
from tests.durability.replay import differences
from wakeline.model.session import Handoff, Session

ROOT = Path(__file__).parents[2]
FEW, MANY = 5, 100
FEW_OR_MANY = [
    pytest.param(FEW, id="few", marks=pytest.mark.short),
    pytest.param(MANY, id="many", marks=[pytest.mark.slow, pytest.mark.timeout(900)]),
]
SOME_OR_MORE = [
    pytest.param(1, id="few", marks=pytest.mark.short),
    pytest.param(12, id="many", marks=[pytest.mark.slow, pytest.mark.timeout(600)]),
]
# Each leaves thousands of turns, which are indexed and derived again at the end.
SOME_IMPORTS = [
    pytest.param(1, id="few", marks=pytest.mark.short),
    pytest.param(5, id="many", marks=[pytest.mark.slow, pytest.mark.timeout(600)]),
]
ROOM = 100_000  # numbers that each round has for itself
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


def said_before_it_was_killed(
    what: str, location: str, first: int, chance: random.Random, most_seconds: float
) -> list[list[str]]:
    """Run a writer, kill it at a random moment after its first word, and hear it out."""
    writer = subprocess.Popen(
        [sys.executable, "-m", "tests.durability.writer", what, location, str(first)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert writer.stdout is not None
    assert writer.stderr is not None
    with writer.stdout, writer.stderr:
        heard = os.read(writer.stdout.fileno(), 1 << 16)
        if heard:
            time.sleep(chance.random() * most_seconds)
        writer.kill()
        while more := os.read(writer.stdout.fileno(), 1 << 16):
            heard += more
        complaint = writer.stderr.read().decode()
    writer.wait()
    assert heard, complaint
    assert complaint == ""
    lines = heard.decode().splitlines(keepends=True)
    return [line.split() for line in lines if line.endswith("\n")]


def opened(location: str) -> wakeline.Home:
    return wakeline.open(location)


def whole(agent: wakeline.Agent) -> None:
    """The store agrees with itself: log, state, full text, and archive once it has caught up."""
    assert differences(agent.place.store) == []
    assert agent.settle().failed == ()
    report = agent.verify()
    assert report.ok, [check for check in report.checks if not check.ok]


@pytest.mark.parametrize("times", FEW_OR_MANY)
def test_every_acknowledged_exchange_is_there_once_and_none_is_half(
    location: str, times: int
) -> None:
    chance = random.Random(times)
    acknowledged: dict[str, tuple[str, str]] = {}
    for killed in range(times):
        said = said_before_it_was_killed("exchanges", location, killed * ROOM, chance, 0.2)
        acknowledged |= {number: (first, second) for number, first, second in said}
        with opened(location) as home:
            ash = home.agent("ash", create=False)
            _exchanges_are_whole(ash, acknowledged, most_more=killed + 1)
            number, *ids = said[-1]
            assert _said(ash, number) == set(ids)
    assert len(acknowledged) > 3 * times, "it was always killed too early to show anything"
    with opened(location) as home:
        ash = home.agent("ash", create=False)
        for number in chance.sample(sorted(acknowledged), min(50, len(acknowledged))):
            assert _said(ash, number) == set(acknowledged[number])
        whole(ash)


def _said(ash: wakeline.Agent, number: str) -> set[str]:
    """The turns that full text finds by the words of one exchange."""
    asked = f"question{number} answer{number}"
    found = ash.recall(asked, k=3, kinds=["conversation"], strategy="fulltext")
    return {hit.id for hit in found}


def _exchanges_are_whole(
    ash: wakeline.Agent, acknowledged: dict[str, tuple[str, str]], *, most_more: int
) -> None:
    rows = select(ash, "SELECT exchange_id, role, id, text FROM episodes ORDER BY seq")
    exchanges: dict[str, list[Any]] = {}
    for exchange_id, *turn in rows:
        exchanges.setdefault(exchange_id, []).append(turn)
    kept = {}
    for turns in exchanges.values():
        assert [role for role, _, _ in turns] == ["user", "agent"], f"half an exchange: {turns}"
        number = turns[0][2].removeprefix("What about question").rstrip("?")
        assert turns[1][2] == f"That is answer{number}."
        assert number not in kept, f"question {number} is there twice"
        kept[number] = (turns[0][1], turns[1][1])
    assert {number: kept.get(number) for number in acknowledged} == acknowledged
    # One that was under way when the kill came may be there as well.
    assert len(kept) - len(acknowledged) <= most_more


@pytest.mark.parametrize("times", SOME_IMPORTS)
def test_every_acknowledged_batch_of_an_import_is_there_once_and_none_is_half(
    location: str, times: int
) -> None:
    chance = random.Random(times)
    acknowledged: set[int] = set()
    for killed in range(times):
        said = said_before_it_was_killed("imports", location, killed * ROOM, chance, 0.15)
        acknowledged |= {int(number) for (number,) in said}
        with opened(location) as home:
            ash = home.agent("ash", create=False)
            sources = [int(row[0][1:]) for row in select(ash, "SELECT source_id FROM episodes")]
            assert len(sources) == len(set(sources))
            batches = Counter(number - number % 1000 for number in sources)
            assert set(batches.values()) == {1000}, "half a batch"
            assert acknowledged <= set(batches)
            assert len(batches) - len(acknowledged) <= killed + 1
            hit = ash.recall(f"token{max(acknowledged)}")[0]
            assert hit.source_id == f"s{max(acknowledged)}"
    with opened(location) as home:
        ash = home.agent("ash", create=False)
        first = min(acknowledged)
        again = ash.observe_many(
            [an_event(n, source_id=f"s{n}") for n in range(first, first + 1000)]
        )
        assert (again.new, again.duplicates) == (0, 1000)
        whole(ash)


@pytest.mark.parametrize("times", SOME_OR_MORE)
def test_every_acknowledged_agent_is_there_and_none_is_half(location: str, times: int) -> None:
    chance = random.Random(times)
    acknowledged: dict[str, str] = {}
    for killed in range(times):
        said = said_before_it_was_killed("agents", location, killed * ROOM, chance, 0.15)
        acknowledged |= {line[0]: line[1] for line in said}
        with opened(location) as home:
            found = {identity.name: identity.id for identity in home.agents()}
            assert {name: found.get(name) for name in acknowledged} == acknowledged
            assert len(found) - len(acknowledged) <= killed + 1
            last = home.agent(said[-1][0], create=False)
            assert "first wake" in last.wake().text
            last.end(summary="done")
            whole(last)
            again = home.agent(f"agent{killed * ROOM + len(said)}")  # the one it died over
            assert again.wake().session_id
            acknowledged[again.identity.name] = again.identity.id


@pytest.mark.feature("B41")
@pytest.mark.parametrize("times", SOME_OR_MORE)
def test_a_session_that_was_ended_left_its_handoff_and_one_that_was_not_left_none(
    location: str, times: int
) -> None:
    chance = random.Random(times)
    acknowledged: dict[str, str] = {}
    for killed in range(times):
        said = said_before_it_was_killed("sessions", location, killed * ROOM, chance, 0.3)
        acknowledged |= {line[0]: line[1] for line in said}
        with opened(location) as home:
            ash = home.agent("ash", create=False)
            assert differences(ash.place.store) == []
            _handoffs_are_whole(ash, acknowledged)
            woken = ash.wake(thread="garden")
            number = said[-1][1]
            told = f"message{number}", f"question{int(number) + 1}", f"message{int(number) + 1}"
            assert any(words in woken.text for words in told)
            ash.end(summary="looked around")
            acknowledged[there(woken.session_id)] = ""
    with opened(location) as home:
        ash = home.agent("ash", create=False)
        assert ash.status().open_sessions == ()
        whole(ash)


def _handoffs_are_whole(ash: wakeline.Agent, acknowledged: dict[str, str]) -> None:
    with ash.place.store.reading() as view:
        sessions = {s.id: s for s in view.all(Session, "sessions.latest", limit=100_000)}
        handoffs = view.all(Handoff, "integrity.handoffs")
    own = Counter(h.session_id for h in handoffs if h.author == "agent")
    for session in sessions.values():
        assert own[session.id] == (1 if session.state == "ended" else 0), session
    left = {h.session_id: h for h in handoffs if h.author == "agent"}
    for session_id, number in acknowledged.items():
        assert sessions[session_id].state == "ended"
        assert not number or left[session_id].summary == f"summary{number}"


@pytest.mark.parametrize(
    "times",
    [
        pytest.param(1, id="few", marks=pytest.mark.short),
        pytest.param(8, id="many", marks=[pytest.mark.slow, pytest.mark.timeout(600)]),
    ],
)
def test_every_acknowledged_turn_is_found_after_a_kill_while_indexing(
    location: str, times: int
) -> None:
    chance = random.Random(times)
    acknowledged: list[int] = []
    for killed in range(times):
        said = said_before_it_was_killed("indexed", location, killed * ROOM, chance, 3.0)
        acknowledged += [int(number) for (number,) in said]
        with opened(location) as home:
            ash = home.agent("ash", create=False)
            for number in acknowledged[-3:]:
                marked = number + MARKED * chance.randrange(10)
                assert found_first(ash, [marked]) == []
    with opened(location) as home:
        ash = home.agent("ash", create=False)
        assert ash.settle().failed == ()
        report = ash.verify()
        assert report.ok, [check for check in report.checks if not check.ok]
    with opened(location) as home:
        ash = home.agent("ash", create=False)
        assert found_first(ash, [number + MARKED for number in acknowledged]) == []
