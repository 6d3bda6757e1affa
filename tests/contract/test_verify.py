"""Verify finds one planted defect of each kind; rebuild mends what is derived."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import wakeline
from tests.builders import START, Homes, select
from tests.contract.life import (
    answers,
    archive_days,
    archive_folder,
    change,
    live,
    plant,
    tables,
    writing,
)
from wakeline.base.clock import FixedClock
from wakeline.base.errors import Damaged, WakelineError
from wakeline.model.memory import Entity, Relationship
from wakeline.model.stored import Table
from wakeline.model.tables import state_tables

Defect = Callable[[wakeline.Agent], None]


def failed(agent: wakeline.Agent) -> dict[str, tuple[int, int, int]]:
    """The checks that failed: missing, extra, different."""
    report = agent.verify()
    found = {c.name: (c.missing, c.extra, c.different) for c in report.checks if not c.ok}
    assert report.ok is (not found)
    assert all(check.examples for check in report.checks if not check.ok)
    return found


A_TURN = 21  # a sequence that is a turn's in these lives


def run(sql: str) -> Defect:
    return lambda agent: change(agent, sql)


def put(row: Any) -> Defect:
    return lambda agent: plant(agent, row)


def indexed(do: Callable[[Any], None]) -> Defect:
    def planted(agent: wakeline.Agent) -> None:
        with writing(agent.place) as unit:
            do(unit)

    return planted


def reindexed(unit: Any) -> None:
    unit.unindex(A_TURN)
    unit.index(A_TURN, ["something", "else"])


def test_a_life_that_nothing_happened_to_is_whole(open_home: Homes) -> None:
    ash = live(open_home)
    ash.fingerprint()
    report = ash.verify()
    assert report.ok, report
    compared = {check.name: check.compared for check in report.checks}
    assert compared["turns"] == ash.status().turns
    assert compared["events"] == ash.status().events
    assert compared["sequence"] == compared["turns"] + compared["events"]
    empty = {name for name, count in compared.items() if not count}
    assert empty == {"sealed parts"}


def test_a_fingerprint_that_was_counted_wrong_is_found(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.record(user="Well?", agent="I think that the roof is tight, and I am sure of it.")
    ash.fingerprint()
    assert ash.verify().ok
    change(ash, "UPDATE fingerprints SET profile = '{}'")
    (failed,) = [check for check in ash.verify().checks if not check.ok]
    assert (failed.name, failed.different) == ("fingerprints", 1)


DEFECTS: list[tuple[str, tuple[int, int, int], Defect]] = [
    ("turns", (0, 0, 1), run(f"UPDATE episodes SET text = 'No.' WHERE seq = {A_TURN}")),
    ("turns", (0, 0, 1), run(f"UPDATE episodes SET line_hash = 'ab' WHERE seq = {A_TURN}")),
    ("events", (0, 0, 1), run("UPDATE events SET actor = 'nobody' WHERE seq = 1")),
    ("events", (0, 0, 1), run("UPDATE events SET line_hash = 'ab' WHERE seq = 1")),
    ("sequence", (1, 0, 0), run(f"DELETE FROM episodes WHERE seq = {A_TURN}")),
    ("sequence", (1, 0, 0), run("UPDATE log_heads SET seq = seq + 1")),
    ("sequence", (0, 1, 0), run(f"UPDATE events SET seq = {A_TURN} WHERE seq = 2")),
    ("head", (0, 0, 1), run("UPDATE log_heads SET exchange_index = exchange_index + 1")),
    ("head", (0, 0, 1), run("UPDATE log_heads SET last_known_at = NULL")),
    ("full text", (1, 0, 0), indexed(lambda unit: unit.unindex(A_TURN))),
    ("full text", (0, 1, 0), indexed(lambda unit: unit.index(900_000, ["tile"]))),
    ("full text", (0, 0, 1), indexed(reindexed)),
    ("entities", (1, 0, 0), run("DELETE FROM entities WHERE id = 'anna'")),
    ("entities", (0, 1, 0), put(Entity("ghost", "Ghost", "concept", (), A_TURN, 1))),
    ("entities", (0, 0, 1), run("UPDATE entities SET mention_count = 1 WHERE id = 'anna'")),
    ("mentions", (1, 0, 0), run("DELETE FROM entity_mentions WHERE entity_id = 'anna' AND seq IN "
                                "(SELECT min(seq) FROM entity_mentions WHERE entity_id = 'anna')")),
    ("mentions", (0, 1, 0), run("INSERT INTO entity_mentions (tenant_id, agent_id, entity_id, seq)"
                                " SELECT tenant_id, agent_id, 'anna', 1 FROM log_heads")),
    ("relationships", (1, 0, 0), run("DELETE FROM relationships WHERE relation = 'sister'")),
    ("relationships", (0, 0, 1), run("UPDATE relationships SET confidence = 0.1"
                                     " WHERE relation = 'sister'")),
    ("patterns", (0, 0, 1), run("UPDATE graph_patterns SET seen = 9 WHERE id = 'whose_is'")),
    ("relationships", (0, 1, 0), put(Relationship("a", "b", "knows", 1.0, (), START))),
    ("idle memories", (1, 0, 0), run("DELETE FROM idle_memories")),
    ("idle memories", (0, 0, 1), run("UPDATE idle_memories SET access_count = 9")),
    ("entropy", (1, 0, 0), run("DELETE FROM entropies WHERE seq IN "
                               "(SELECT min(seq) FROM entropies)")),
    ("entropy", (0, 0, 1), run("UPDATE entropies SET score = score + 1 WHERE seq IN "
                               "(SELECT min(seq) FROM entropies)")),
    ("states", (0, 0, 1), run("UPDATE state_vectors SET vectors = "
                              f"(SELECT tokens FROM vectors WHERE seq = {A_TURN})")),
    ("filed", (1, 1, 0), run("UPDATE filed SET kind = 'messagex' WHERE seq IN "
                             "(SELECT min(seq) FROM filed)")),
    ("word counts", (1, 0, 0), run("DELETE FROM word_counts")),
    ("word counts", (0, 0, 1), run("UPDATE word_counts SET counts = "
                                   f"(SELECT tokens FROM vectors WHERE seq = {A_TURN})")),
    ("vectors", (1, 0, 0), run("DELETE FROM vectors WHERE seq < 0")),
    ("vectors", (1, 0, 0), run(f"DELETE FROM vectors WHERE seq = {A_TURN}")),
    ("vectors", (0, 0, 1), run(f"UPDATE vectors SET vector = tokens WHERE seq = {A_TURN}")),
    ("archive chain", (0, 0, 1), run("UPDATE archive_days SET lines = lines + 1 WHERE day = "
                                     "'2026-03-02'")),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.feature("B13")
@pytest.mark.parametrize(("check", "counts", "plant_it"), DEFECTS)
def test_a_planted_defect_is_found(
    open_home: Homes, check: str, counts: tuple[int, int, int], plant_it: Defect
) -> None:
    ash = live(open_home, days=2)
    assert failed(ash) == {}
    plant_it(ash)
    found = failed(ash)
    assert check in found
    missing, extra, different = found[check]
    assert (missing >= counts[0], extra >= counts[1], different >= counts[2]) == (True,) * 3


@pytest.mark.slow
@pytest.mark.parametrize("table", state_tables(), ids=lambda table: table.name)
def test_a_row_of_state_that_no_event_explains_is_found(open_home: Homes, table: Table) -> None:
    ash = live(open_home, days=2)
    with ash.place.store.reading() as view:
        row: Any = view.all(table.cls, f"integrity.{table.name}")[-1]
    key = table.key[0]
    changed = {
        "sessions": "title",
        "thread_handoffs": "content",
        "threads": "title",
        "extractions": "model",
        "messages": "text",
        "wakes": "text",
        "uses": "reason",
        "disorientations": "return_experience",
        "gaps": "felt_absence",
        "drifts": "before",
        "thresholds": "from_state",
        "consolidations": "session_id",
        "procedures": "content",
        "guards": "what",
        "decisions": "decision",
        "principles": "situation",
        "principle_trials": "session_id",
        "tellings": "said",
        "checkpoints": "doing",
        "restarts": "message",
        "soul_entries": "text",
        "diary": "day",
        "session_evals": "note",
        "attachment_receipts": "filename",
        "attachment_receipt_turns": "receipt_id",
    }
    column = changed.get(table.name) or next(
        name
        for name in ("value", "content", "title", "summary", "display_name")
        if name in table.cls._fields
    )
    plant(ash, row._replace(**{column: "not what was said"}))
    assert failed(ash)[table.name] == (0, 0, 1)
    plant(ash, row)
    assert failed(ash) == {}
    change(ash, f"DELETE FROM {table.name} WHERE {key} = :key", key=getattr(row, key))
    assert failed(ash)[table.name] == (1, 0, 0)


def test_a_row_of_state_without_any_event_is_found(open_home: Homes) -> None:
    ash = live(open_home, days=1)
    plant(ash, ash.tasks.all()[0]._replace(id="planted", number=999))
    plant(ash, ash.memories.all()[0]._replace(id="planted", seq=999_999))
    found = failed(ash)
    assert (found["tasks"], found["memories"]) == ((0, 1, 0), (0, 1, 0))
    assert found["full text"] == (1, 0, 0)


UNREADABLE = [
    f"UPDATE episodes SET entity_refs = '5' WHERE seq = {A_TURN}",
    f"UPDATE episodes SET text = '\x1apacked:00000\x1a' WHERE seq = {A_TURN}",
    "UPDATE events SET after = '[1]' WHERE seq = 1",
]
# What no column of a server takes.
UNREADABLE_IN_A_FILE = [
    f"UPDATE episodes SET forgotten_at = 'x' WHERE seq = {A_TURN}",
    "UPDATE events SET before = 'x' WHERE seq = 1",
]


def test_a_value_that_cannot_be_read_is_damage_for_whoever_reads_it(open_home: Homes) -> None:
    is_file = open_home.engine == "sqlite"
    for number, sql in enumerate([*UNREADABLE, *(UNREADABLE_IN_A_FILE if is_file else [])]):
        ash = live(open_home, f"ash{number}", days=1)
        change(ash, f"{sql} AND agent_id = :agent_id", agent_id=ash.identity.id)
        with pytest.raises(Damaged, match="cannot be read"):
            ash.verify()
        with pytest.raises(Damaged, match="cannot be read"):
            list(ash.export())


def test_sums_that_do_not_agree_are_found(open_home: Homes) -> None:
    ash = live(open_home, days=1)
    if open_home.engine == "postgres":
        change(ash, "UPDATE text_totals SET length = length + 1")
    else:
        change(ash, f"UPDATE fulltext_docsize SET sz = x'7F' WHERE id = {A_TURN}")
    assert failed(ash) == {"structure": (0, 0, 1)}


@pytest.fixture
def archived(tmp_path: Path) -> Any:
    """An agent with sealed days and an open one, in files."""
    homes = Homes("sqlite", str(tmp_path / "home"))
    ash = live(homes, days=2)
    ash.record(user="What is new?", agent="Nothing.")
    ash.archive()
    assert [day.sealed_at is None for day in archive_days(ash)] == [False, False, True]
    yield ash
    homes.close()


def edited(edit: Callable[[list[str]], list[str]], *, day: str = "2026-03-02") -> Defect:
    def planted(agent: wakeline.Agent) -> None:
        file = archive_folder(agent) / f"{day}.jsonl"
        lines = file.read_text(encoding="utf-8").splitlines()
        file.write_text("".join(f"{line}\n" for line in edit(lines)), encoding="utf-8")

    return planted


def torn(agent: wakeline.Agent, day: str = "2026-03-02") -> None:
    with (archive_folder(agent) / f"{day}.jsonl").open("a", encoding="utf-8") as file:
        file.write("x")


def stray(agent: wakeline.Agent) -> None:
    file = archive_folder(agent) / "2020-01-01.jsonl"
    file.write_text('{"type":"turn","seq":3}\n', encoding="utf-8")


FILE_DEFECTS: list[tuple[str, tuple[int, int, int], Defect]] = [
    ("a changed line", (0, 0, 1), edited(lambda x: [x[0].replace("person", "nobody"), *x[1:]])),
    ("an unreadable line", (0, 0, 1), edited(lambda x: [*x[:5], "{", *x[6:]])),
    ("a line that is gone", (1, 0, 0), edited(lambda x: [*x[:7], *x[8:]])),
    ("a line twice", (0, 1, 0), edited(lambda x: [*x[:7], x[6], *x[7:]])),
    ("another seal", (0, 0, 1), edited(lambda x: [*x[:-1], x[-1].replace("sealed_at", "sealed")])),
    ("no seal", (1, 0, 0), edited(lambda x: x[:-1])),
    ("an invented line", (0, 1, 0), edited(lambda x: [*x, x[-1].replace("Nothing", "A lot")],
                                           day="2026-03-04")),
    ("the last line changed", (0, 0, 1), edited(
        lambda x: [*x[:-1], x[-1].replace("Nothing", "A lot")], day="2026-03-04")),
    ("a torn line behind a seal", (0, 1, 0), torn),
    ("a stray file", (0, 1, 0), stray),
]  # fmt: skip


@pytest.mark.parametrize(
    ("counts", "plant_it"), [c[1:] for c in FILE_DEFECTS], ids=[c[0] for c in FILE_DEFECTS]
)
def test_a_defect_in_an_archive_file_is_found(
    archived: wakeline.Agent, counts: tuple[int, int, int], plant_it: Defect
) -> None:
    assert failed(archived) == {}
    plant_it(archived)
    assert failed(archived) == {"archive files": counts}


def test_a_line_that_a_kill_tore_off_in_the_open_day_is_no_defect(archived: wakeline.Agent) -> None:
    torn(archived, "2026-03-04")
    assert failed(archived) == {}


def test_a_missing_archive_file_is_found(archived: wakeline.Agent) -> None:
    (archive_folder(archived) / "2026-03-03.jsonl").unlink()
    lines = archive_days(archived)[1].lines
    assert failed(archived) == {"archive files": (lines, 0, 0)}


def test_an_archive_file_that_is_gone_or_was_moved_away_is_written_again_by_settle(
    archived: wakeline.Agent,
) -> None:
    file = archive_folder(archived) / "2026-03-03.jsonl"
    was = file.read_bytes()
    torn(archived, "2026-03-03")
    (todo,) = archived.verify().todo
    assert todo.startswith("Archive files: ")
    assert "`wakeline settle ash`" in todo
    file.unlink()
    assert archived.verify().todo == (todo,)
    archived.settle()
    assert file.read_bytes() == was
    assert archived.verify().todo == ()


def test_what_can_be_made_again_is_told_from_what_must_be_restored(
    archived: wakeline.Agent,
) -> None:
    change(archived, "DELETE FROM entities")
    (todo,) = archived.verify().todo
    assert "`wakeline rebuild ash`" in todo
    archived.rebuild()
    # The archive has what the log lost: its files are not the ones to go.
    change(archived, f"UPDATE episodes SET text = 'No.' WHERE seq = {A_TURN}")
    assert {"turns", "archive files"} <= failed(archived).keys()
    (todo,) = archived.verify().todo
    assert "`wakeline restore ash --from-archive --replace`" in todo


# -- rebuild


def spoil(unit: Any) -> None:
    """Lose, add and change something in every derived table."""
    for seq in range(3, 20):
        unit.unindex(seq)
    unit.index(900_000, ["ghost"])
    unit.run("integrity.clear_entities")
    unit.run("memory.add_mention", entity_id="ghost", seq=3)
    unit.put(Relationship("a", "b", "knows", 1.0, (), START))


@pytest.mark.slow
@pytest.mark.feature("B13")
def test_a_rebuilt_home_is_whole_and_answers_200_questions_as_before(open_home: Homes) -> None:
    ash = live(open_home)
    told, before = answers(ash), tables(ash)
    indexed(spoil)(ash)
    assert not ash.verify().ok
    assert answers(ash) != told
    heard: list[int] = []
    rebuilt = ash.rebuild(progress=heard.append)
    assert sum(heard) == rebuilt.full_text == len(before["full text"])
    assert failed(ash) == {}
    assert tables(ash) == before
    assert answers(ash) == told
    assert sum(map(len, told)) > 1000


def test_what_states_mean_is_made_again_at_the_settle_after_a_rebuild(open_home: Homes) -> None:
    ash = live(open_home, days=1)
    kept = select(ash, "SELECT text_hash, vectors FROM state_vectors ORDER BY text_hash")
    other = f"SELECT tokens FROM vectors WHERE seq = {A_TURN}"
    change(ash, f"UPDATE state_vectors SET vectors = ({other})")
    assert "states" in failed(ash)
    ash.rebuild()
    ash.settle()
    assert failed(ash) == {}
    assert select(ash, "SELECT text_hash, vectors FROM state_vectors ORDER BY text_hash") == kept


def test_a_rebuild_that_fails_has_changed_nothing(open_home: Homes) -> None:
    ash = live(open_home, days=1)
    before = tables(ash)

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ash.rebuild(progress=stop)
    assert tables(ash) == before


# -- any life


STEPS = st.lists(
    st.tuples(st.integers(0, 14), st.integers(0, 5), st.integers(0, 60)), min_size=1, max_size=40
)


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=STEPS)
def test_whatever_happens_the_log_tells_every_table(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, int, int]]
) -> None:
    homes = Homes("sqlite", str(tmp_path_factory.mktemp("life")))
    homes.clock = FixedClock(START)
    ash = homes.agent()
    for step, choice, minutes in steps:
        homes.later(minutes=minutes * choice)
        try:
            take(ash, step, choice)
        except WakelineError:
            continue  # ending what is not open, and the like
    ash.settle()
    ash.archive()
    report, before, days = ash.verify(), tables(ash), archive_days(ash)
    assert report.ok, report
    again = Homes("sqlite", str(tmp_path_factory.mktemp("again")))
    again.clock.set(homes.clock.now())
    again().restore(archive_folder(ash))
    assert (tables(again.agent()), archive_days(again.agent())) == (before, days)
    homes.close()
    again.close()


def take(ash: wakeline.Agent, step: int, choice: int) -> None:
    """One of a dozen things that can happen to an agent."""
    things: list[Callable[[], object]] = [
        lambda: ash.wake(thread=f"t{choice}" if choice else None),
        lambda: ash.end(summary="Enough." if choice else None),
        lambda: ash.record(user=f"Do we meet Anna in Porto{choice}?", thread=f"t{choice}"),
        lambda: ash.record(agent=f"I will ask Anna{choice}."),
        lambda: ash.observe(f"Rain in Porto{choice}.", source_id=f"s{choice}"),
        lambda: ash.facts.set(f"key{choice % 2}", f"value{choice}"),
        lambda: ash.memories.add(f"Porto{choice} is wet."),
        lambda: ash.memories.delete(ash.memories.all()[choice % len(ash.memories.all())].id),
        lambda: ash.tasks.add(f"Call Anna{choice}"),
        lambda: ash.tasks.move(choice, "done"),
        lambda: ash.forget(ash.recall("Porto Anna", k=10)[choice].id),
        ash.archive,
        lambda: ash.observe(f"Porto{choice} gate", kind="tool_result", exchange=f"x{choice % 2}"),
        lambda: ash.observe("Where?", speaker="Mel", role="user", exchange=f"x{choice % 2}"),
        lambda: ash.forget(ash.facts.all()[choice].id),
    ]
    try:
        things[step]()
    except (IndexError, ZeroDivisionError):
        return
