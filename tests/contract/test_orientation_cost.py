"""What it costs to find one's way in a session, read from the log; on both engines."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.builders import Homes, an_exchange, values
from wakeline.base.errors import NotFound
from wakeline.flows.liminal.orientation_cost import session_cost
from wakeline.liminal.orientation_cost import PRODUCTIVE
from wakeline.model.log import Episode
from wakeline.model.session import Session


@pytest.mark.feature("E11")
def test_the_cost_is_time_tokens_and_exchanges_up_to_the_first_productive_action(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    number = ash.tasks.add("water the beds").number
    ash.wake()
    ash.end(summary="nothing yet")
    open_home.later(hours=5)
    woken = ash.wake()
    for n in (1, 2):
        open_home.later(minutes=2)
        an_exchange(ash, n)
    open_home.later(minutes=3)
    ash.tasks.move(number, "done")
    open_home.later(minutes=9)
    an_exchange(ash, 3)
    ash.facts.set("beds", "watered")
    cost = ash.orientation_cost()
    assert cost.session_id == ash.session_id
    assert cost.action is not None
    assert cost.action.kind == "task.moved"
    assert cost.time == timedelta(minutes=7)
    assert cost.exchanges == 2
    turns = values(ash, Episode, "log.of_session", session_id=ash.session_id, limit=100)
    assert cost.tokens == woken.tokens + sum(turn.tokens for turn in turns[:4])


@pytest.mark.feature("E11")
def test_a_session_that_only_reads_and_talks_has_spent_but_not_acted(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.messages.send("Which host?", wants_reply=True)
    memory = ash.memories.add("the blue card hangs behind the door")
    ash.wake(thread="garden")
    an_exchange(ash)
    ash.recall_text("blue card")
    ash.memories.reflect(memory.id)
    ash.messages.read(ash.messages.all()[0].id)
    cost = ash.orientation_cost()
    assert (cost.action, cost.time, cost.exchanges) == (None, None, 1)
    assert cost.tokens > 0


def test_what_others_do_meanwhile_is_not_the_agents_action(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    first = ash.session_id
    ash.facts.set("host", "heron", actor="Mel")
    open_home.later(minutes=4)
    other = open_home.agent()
    other.facts.set("host", "stork")  # outside any session of its own
    assert ash.orientation_cost().action is None
    open_home.later(minutes=1)
    ash.hints.add("ask about the concert")
    cost = ash.orientation_cost(first)
    assert (cost.action and cost.action.kind, cost.time) == ("hint.added", timedelta(minutes=5))


def test_a_tool_that_answered_is_an_action_and_one_that_failed_is_not(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.record(user="Is it up?")
    open_home.later(seconds=20)
    ash.observe("connection refused", kind="error", speaker="curl")
    assert ash.orientation_cost().action is None
    open_home.later(seconds=20)
    ash.observe("200 OK", kind="tool_result", speaker="curl")
    cost = ash.orientation_cost()
    assert (cost.action and cost.action.kind, cost.exchanges) == ("tool_result", 1)
    assert cost.time == timedelta(seconds=40)


def test_an_action_of_a_later_session_is_not_taken_for_one_of_this(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    first = ash.session_id
    an_exchange(ash)
    ash.end(summary="talked")
    ash.wake()
    ash.memories.add("the roof leaks")
    assert ash.orientation_cost(first).action is None
    assert ash.orientation_cost().action is not None


def test_a_clock_that_went_back_costs_no_time(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    open_home.later(hours=-3)
    ash.facts.set("host", "heron")
    assert ash.orientation_cost().time == timedelta(0)


def test_an_agent_that_was_renamed_since_still_did_what_it_did(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    session_id = ash.session_id
    ash.facts.set("host", "heron")
    ash.end(summary="done")
    ash.close()
    open_home().rename("ash", "rowan")
    cost = open_home.agent("rowan").orientation_cost(session_id)
    assert cost.action is not None


def test_many_sessions_are_asked_in_one_snapshot(open_home: Homes) -> None:
    ash = open_home.agent()
    for n in range(3):
        ash.wake()
        open_home.later(minutes=n)
        ash.facts.set("round", str(n))
        ash.end(summary="done")
        open_home.later(days=1)
    with ash.place.store.reading() as view:
        sessions = view.all(Session, "sessions.latest", limit=10)
        found = [session_cost(view, session).time for session in sessions]
    assert found == [timedelta(minutes=n) for n in (2, 1, 0)]


def test_a_session_that_does_not_exist_is_named(open_home: Homes) -> None:
    with pytest.raises(NotFound):
        open_home.agent().orientation_cost("nobody")


def test_nothing_that_opens_closes_or_reads_counts_as_productive() -> None:
    bookkeeping = {"session", "wake", "handoff", "thread", "thread_handoff", "use"}
    assert not {kind for kind in PRODUCTIVE if kind.split(".")[0] in bookkeeping}
