"""Letters, documents, tasks, hints and projects are found like everything else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import wakeline
from tests.builders import Homes, select
from wakeline.flows.identity.documents import write_document
from wakeline.model.recall import Filed

STRATEGIES = ("default", "rrf", "fulltext")


def _handoff(ash: wakeline.Agent) -> str:
    ash.wake()
    ash.record(user="Good morning.", agent="Good morning.")
    return str(ash.end(summary="quiet", message_to_next="Mind the zeppelin.").handoff.id)


def _thread(ash: wakeline.Agent) -> str:
    ash.record(user="The zeppelin needs a mooring mast.", agent="Noted.", thread="airship")
    return str(ash.compact_thread("airship").thread_id)


def _document(ash: wakeline.Agent) -> str:
    text = "I build one zeppelin after another."
    return str(write_document(ash.place, "soul", text, actor="Mel", confirmed=True).id)


def _attachment(ash: wakeline.Agent) -> str:
    return str(ash.attachments.add(__file__, observation="A plan of the zeppelin.").id)


KINDS: dict[str, Callable[[wakeline.Agent], str]] = {
    "handoff": _handoff,
    "summary": _thread,
    "document": _document,
    "task": lambda ash: str(ash.tasks.add("Paint the zeppelin").id),
    "hint": lambda ash: str(ash.hints.add("Ask about the zeppelin").id),
    "project": lambda ash: str(ash.projects.add("z", title="The zeppelin", summary="A hull").id),
    "message": lambda ash: str(ash.messages.send("How is the zeppelin?", sender="Ana").id),
    "knowledge": lambda ash: str(ash.knowledge.add("A zeppelin floats on helium.").entries[0].id),
    "attachment": _attachment,
    "memory": lambda ash: str(ash.memories.add("The zeppelin was silver.").id),
    "fact": lambda ash: str(ash.facts.set("zeppelin.colour", "silver").id),
}


def _saying(ash: wakeline.Agent, word: str, strategy: str) -> list[str]:
    """The kinds of the rows that are found by a word and say it."""
    return [hit.kind for hit in ash.recall(word, strategy=strategy) if word in hit.text]


@pytest.mark.parametrize("kind", KINDS)
def test_rows_of_every_kind_are_found_before_and_after_indexing(
    open_home: Homes, kind: str
) -> None:
    ash = open_home.agent()
    ash.observe_many([{"text": f"Nothing to see here, number {n}."} for n in range(20)])
    wanted = KINDS[kind](ash)
    for _ in range(2):
        for strategy in STRATEGIES:
            found = ash.recall("zeppelin", kinds=[kind], strategy=strategy)
            assert [(hit.id, hit.kind) for hit in found] == [(wanted, kind)], strategy
            assert "zeppelin" in found[0].text
            everything = ash.recall("zeppelin", strategy=strategy)
            assert wanted in {hit.id for hit in everything}, strategy
        ash.settle()
    assert ash.verify().ok


def test_a_row_whose_words_stay_keeps_its_place_and_one_that_changes_moves(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    task = ash.tasks.add("Paint the zeppelin")
    before = select(ash, "SELECT seq, kind, id FROM filed")
    ash.tasks.move(task.id, "done")
    assert select(ash, "SELECT seq, kind, id FROM filed") == before
    write_document(ash.place, "soul", "I fly a zeppelin.", actor="Mel", confirmed=True)
    write_document(ash.place, "soul", "I sail a brigantine.", actor="Mel", confirmed=True)
    ash.settle()
    for strategy in STRATEGIES:
        assert _saying(ash, "zeppelin", strategy) == ["task"]
        assert _saying(ash, "brigantine", strategy) == ["document"]
    assert ash.verify().ok


def test_a_letter_is_read_at_a_wake_and_stays_where_it_was_filed(open_home: Homes) -> None:
    ash = open_home.agent()
    _handoff(ash)
    before = select(ash, "SELECT seq, kind, id FROM filed")
    ash.wake()
    assert select(ash, "SELECT seq, kind, id FROM filed") == before
    assert ash.verify().ok


def test_a_letter_that_a_cut_off_session_never_wrote_is_found_too(open_home: Homes) -> None:
    homes = open_home
    ash = homes.agent()
    ash.wake()
    ash.record(user="I promise to moor the zeppelin tomorrow.", agent="Good.")
    homes.later(days=1)
    ash.session_id = None
    other = homes.agent()
    other.wake()
    assert "handoff" in {hit.kind for hit in other.recall("zeppelin")}
    assert other.verify().ok


def test_of_letters_the_newest_that_says_it_comes_first(open_home: Homes) -> None:
    ash = open_home.agent()
    ids = []
    for _ in range(3):
        ids.append(_handoff(ash))
        open_home.later(days=20)
    ash.settle()
    for strategy in STRATEGIES:
        found = ash.recall("zeppelin", kinds=["handoff"], strategy=strategy)
        assert [hit.id for hit in found] == ids[::-1], strategy


def test_what_a_letter_told_of_a_forgotten_turn_is_not_found_in_it(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake(thread="airship")
    ash.record(user="I will moor the zeppelin at noon, I promise.", agent="Fine.")
    kept = ash.record(user="I will water the fern at noon, I promise.", agent="Fine.")
    assert kept.exchange_id is not None
    ash.end()
    ash.settle()
    assert ash.recall("fern", kinds=["handoff", "summary"], strategy="fulltext")
    ash.forget(kept.exchange_id)
    for strategy in STRATEGIES:
        assert _saying(ash, "fern", strategy) == []
    assert ash.recall("zeppelin", kinds=["handoff"], strategy="fulltext")
    ash.settle()
    assert ash.verify().ok


def test_rows_that_were_never_filed_are_filed_when_somebody_settles(open_home: Homes) -> None:
    """As they stand in a home that an earlier version wrote."""
    ash = open_home.agent()
    wanted = {make(ash) for kind, make in KINDS.items() if kind not in ("memory", "fact")}
    ash.settle()
    with ash.place.store.writing(ash.place.by()) as unit:
        for filed in unit.all(Filed, "recall.all_filed"):
            unit.unindex(filed.seq)
        unit.run("recall.clear_filed")
        unit.run("recall.drop_mark", name="filed")
    fresh = open_home.agent()
    assert not wanted & {hit.id for hit in fresh.recall("zeppelin", k=50)}
    fresh.settle()
    fresh.settle()
    assert wanted <= {hit.id for hit in fresh.recall("zeppelin", k=50)}
    assert fresh.verify().ok


def test_a_place_that_is_wrong_or_lost_is_noticed_and_rebuilt(open_home: Homes) -> None:
    ash = open_home.agent()
    task = ash.tasks.add("Paint the zeppelin")
    ash.settle()
    with ash.place.store.writing(ash.place.by()) as unit:
        unit.run("recall.unfile", kind="task", id=task.id)
    report = ash.verify()
    assert [check.name for check in report.checks if not check.ok and check.name == "filed"]
    ash.rebuild()
    assert ash.verify().ok
    assert [hit.id for hit in ash.recall("zeppelin")] == [task.id]
