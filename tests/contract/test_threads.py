"""A thread lasts; sessions come and go in it, and what they write carries its name."""

from __future__ import annotations

from datetime import timedelta

import pytest

import wakeline
from tests.builders import Homes, select
from tests.contract.life import tables
from wakeline.base.errors import Invalid, NotFound

# Every store in which a session writes.
STORES = (
    "checkpoints", "decisions", "drifts", "episodes", "facts", "guards", "handoffs", "hints",
    "journal", "knowledge", "letters", "memories", "messages", "principles", "restarts",
    "session_evals", "sessions", "tasks", "tellings", "thread_handoffs", "thresholds", "wakes",
)  # fmt: skip


def write_everywhere(ash: wakeline.Agent) -> None:
    """Leave a row in every store that a session writes to."""
    ash.record(user="I live in Porto and plant roses.", agent="Gladly.", thread="garden")
    ash.facts.set("bed.length", "4 m")
    ash.memories.add("The roses are Bolero roses.")
    ash.knowledge.add("Roses want lime.")
    ash.tasks.add("order lime")
    ash.hints.add("ask about the frost")
    ash.messages.send("Mind the frost.", sender="ash", origin="agent_inferred")
    ash.decisions.add("no peat in the beds", reason="it dries out")
    ash.principles.add("it freezes", "cover the roses")
    ash.comms.told("Anna", "The beds are ready.")
    ash.guards.claim("mail-1", "a mail to Anna")
    ash.guards.done("mail-1")
    ash.letters.write(whats_next="Water them.")
    ash.journal.write("I like the long bed.")
    ash.evals.add(focus=4, depth=4, restraint=5, learning=3, honesty=5)
    ash.liminal.detect_drift("mood", "Mel", "not calm at all", "calm")
    ash.liminal.mark_threshold("realization", "here", "there")
    ash.restarts.begin("weeding", session_key="s1", message="Go on.", budget=2)


def threads_of(ash: wakeline.Agent, table: str) -> set[str | None]:
    return {thread for (thread,) in select(ash, f"SELECT thread_id FROM {table}")}


@pytest.mark.feature("B29")
def test_whatever_a_session_writes_carries_its_thread_and_keeps_it_when_restored(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.wake(thread="garden")
    write_everywhere(ash)
    ash.checkpoint("planting")
    assert threads_of(ash, "checkpoints") == {"garden"}
    ash.end(summary="planted")
    ash.wake(thread="garden")
    ash.checkpoint("planting on")
    assert {table: threads_of(ash, table) for table in STORES} == {
        table: {"garden"} for table in STORES
    }
    before = tables(ash)
    ash.rebuild()
    assert tables(ash) == before
    assert ash.verify().ok
    home = open_home()
    home.copy("ash", "oak")
    oak = home.agent("oak", create=False)
    assert all(threads_of(oak, table) == {"garden"} for table in STORES)


@pytest.mark.feature("B29")
def test_what_is_written_outside_of_a_thread_has_none(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.tasks.add("before any session")
    ash.wake()
    ash.facts.set("bed.length", "4 m")
    ash.end(summary="measured")
    for table in ("tasks", "facts", "wakes", "handoffs"):
        assert threads_of(ash, table) == {None}
    assert ash.threads.all() == []


@pytest.mark.feature("B29")
def test_what_an_agent_writes_about_itself_is_listed_by_thread(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake(thread="garden")
    letter, entry = ash.letters.write(whats_next="Dig."), ash.journal.write("I like to dig.")
    assert (ash.letters.all(thread="garden"), ash.letters.all(thread="attic")) == ([letter], [])
    assert ash.letters.all(session_id=letter.session_id, thread="attic") == []
    assert (ash.journal.all(thread="garden"), ash.journal.all(thread="attic")) == ([entry], [])
    judged = ash.evals.add(focus=4, depth=4, restraint=5, learning=3, honesty=5)
    assert (ash.evals.all(thread="garden"), ash.evals.all(thread="attic")) == ([judged], [])


@pytest.mark.feature("B29")
def test_a_thread_is_no_mode_and_outlives_its_sessions(open_home: Homes) -> None:
    ash = open_home.agent()
    last = open_home.clock.now()
    for mode in ("chat", "code", "chat"):
        ash.wake(thread="garden", mode=mode)
        ash.tasks.add(f"something in {mode}")
        ash.end(summary="done")
        last = open_home.later(days=1)
    ash.wake(thread="kitchen")
    ash.tasks.add("paint the shelf")
    garden, kitchen = ash.threads.all()
    assert (garden.thread.id, garden.sessions, garden.modes) == ("garden", 3, ("chat", "code"))
    assert garden.last_began_at == last - timedelta(days=1)
    assert (kitchen.thread.id, kitchen.sessions) == ("kitchen", 1)
    assert [each.thread.id for each in ash.threads.all(after="garden", limit=1)] == ["kitchen"]
    assert [task.title for task in ash.tasks.all(thread="kitchen")] == ["paint the shelf"]
    assert len(ash.tasks.all(thread="garden")) == 3
    whole = ash.threads.get("garden")
    assert [session.mode for session in whole.latest_sessions] == ["chat", "code", "chat"]
    assert (whole.written["tasks"], whole.written["handoffs"]) == (3, 3)
    assert whole.warm_start is not None
    with pytest.raises(NotFound, match="no thread 'attic'"):
        ash.threads.get("attic")
    with pytest.raises(Invalid):
        ash.threads.get("")


@pytest.mark.feature("B29")
def test_recall_keeps_to_a_thread_in_every_store(open_home: Homes) -> None:
    ash = open_home.agent()
    for thread, colour in (("garden", "red"), ("kitchen", "blue")):
        ash.wake(thread=thread)
        ash.tasks.add(f"paint the shelf {colour}")
        ash.facts.set(f"{thread}.shelf", colour)
        ash.hints.add(f"the shelf is {colour} now")
        ash.end(summary="done")
    ash.settle()
    kinds = ["task", "fact", "hint"]
    found = ash.recall("shelf", thread="kitchen", kinds=kinds)
    assert {hit.kind for hit in found} == set(kinds)
    assert all("blue" in hit.text for hit in found)


def test_a_fact_that_a_turn_told_is_of_the_thread_of_the_turn(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake(thread="garden")
    ash.record(user="I live in Porto.", thread="garden")
    ash.end(summary="done")
    open_home.later(days=1)
    ash.consolidate()
    (fact,) = ash.facts.all()
    assert (fact.value, fact.thread_id) == ("Porto", "garden")
