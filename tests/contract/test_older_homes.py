"""A home that an earlier version wrote is brought up to date with what it holds."""

from __future__ import annotations

import json
from pathlib import Path

import apsw

import wakeline
from tests.builders import START, Homes, an_agent, there
from wakeline.model.log import Event
from wakeline.store.log_lines import hash_line, line_of
from wakeline.store.rows import read_row, row_shape

OLD_INDEXES = """
DROP INDEX memories_live; DROP INDEX memories_pinned; DROP INDEX memories_self;
DROP INDEX memories_touched; DROP INDEX memories_project; DROP INDEX facts_project;
DROP INDEX facts_ending; DROP INDEX projects_active;
CREATE INDEX memories_live ON memories (importance DESC);
CREATE INDEX memories_pinned ON memories (importance DESC);
CREATE INDEX memories_self ON memories (importance DESC);
CREATE INDEX memories_touched ON memories (updated_at DESC);
CREATE INDEX projects_status ON projects (status, updated_at);
"""
# Nobody drafted letters then; and the log is changed here behind the back of its archive.
AS_THEN = {"letters.draft": "false", "archive.files": "false"}
# What came after the fourteenth schema of a file, dropped again.
NEWER = """
DROP TABLE guards; DROP TABLE checkpoints; DROP TABLE restarts;
DROP TABLE letters; DROP TABLE journal; DROP TABLE session_evals; DROP TABLE fingerprints;
DROP TABLE decisions; DROP TABLE principles; DROP TABLE principle_trials; DROP TABLE tellings;
DROP TABLE entropies; DELETE FROM index_marks WHERE name = 'entropy'; DROP INDEX episodes_told;
"""


# Tables of the fourteenth schema that learnt of threads later, by the subject of their rows.
THREADED = {
    "fact": "facts", "knowledge": "knowledge", "task": "tasks", "hint": "hints",
    "message": "messages", "threshold": "thresholds", "drift": "drifts", "wake": "wakes",
}  # fmt: skip
# And those that came after it.
THREADED_LATER = {
    "decision": "decisions", "principle": "principles", "telling": "tellings", "guard": "guards",
    "journal_entry": "journal", "session_eval": "session_evals", "restart": "restarts",
}  # fmt: skip
# Columns that came after it, by the subject and the table of their rows.
NEWER_COLUMNS = {
    ("handoff", "handoffs"): ("title",),
    ("thread_handoff", "thread_handoffs"): ("model",),
    **dict.fromkeys(THREADED.items(), ("thread_id",)),
}


def unlearn(db: apsw.Connection, subject: str, table: str, columns: tuple[str, ...]) -> None:
    """Take columns from a table, and from what the log says of its rows."""
    for column in columns:
        db.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
    told = f"SELECT {row_shape(Event).columns} FROM events WHERE subject_kind = ?"
    for event in [read_row(Event, row) for row in db.execute(told, (subject,))]:
        assert event.after is not None
        for column in columns:
            del event.after[column]
        db.execute(
            "UPDATE events SET after = ?, line_hash = ? WHERE seq = ?",
            (json.dumps(event.after, ensure_ascii=False), hash_line(line_of(event)), event.seq),
        )


def drop_newer(db: apsw.Connection) -> None:
    db.execute(NEWER)
    for (subject, table), columns in NEWER_COLUMNS.items():
        unlearn(db, subject, table, columns)


def taken_back(path: Path) -> None:
    """Make a file what the fourth schema had made of it, its log included."""
    db = apsw.Connection(str(path))
    db.execute("DROP TABLE messages; DROP TABLE idle_memories")
    db.execute(OLD_INDEXES)
    for table in ("disorientations", "gaps", "drifts", "thresholds", "state_vectors"):
        db.execute(f"DROP TABLE {table}")
    made_anew = ("message", "threshold", "drift")
    for subject, table in {**THREADED, **THREADED_LATER}.items():
        if subject not in made_anew:
            unlearn(db, subject, table, ("thread_id",))
    db.execute("DELETE FROM schema_migrations WHERE version IN (5, 8, 21)")
    unlearn(db, "hint", "hints", ("every",))
    db.close()


def test_a_home_of_the_fourth_schema_keeps_what_it_has_and_learns_what_is_new(
    tmp_path: Path,
) -> None:
    homes = Homes("sqlite", str(tmp_path / "home"))
    ash = homes.agent()
    text = "An old memory that is long enough to come up again one day, about the heron"
    used, unused = (ash.memories.add(f"{text} {n}") for n in range(2))
    ash.memories.add("Short.")
    hint = ash.hints.add("stretch")
    ash.recall_text("heron 0", k=1)
    homes.close()
    taken_back(tmp_path / "home" / "agents" / "ash" / "memory.db")
    homes.later(days=30)
    again: wakeline.Agent = homes.agent()
    report = again.verify()
    assert report.ok, [check for check in report.checks if not check.ok]
    assert there(again.hydrate().surfaced_memory).memory.id in {used.id, unused.id}
    assert [h.content for h in again.hydrate().hints] == ["stretch"]
    assert there(again.hints.complete(hint.id).completed_at) > START
    assert again.messages.send("hello").text == "hello"
    assert again.verify().ok
    homes.close()


def test_a_home_of_the_eighth_schema_learns_to_consolidate(tmp_path: Path) -> None:
    homes = Homes("sqlite", str(tmp_path / "home"))
    ash = an_agent(homes(settings=AS_THEN))
    ash.wake()
    ash.record(user="I live in Porto.")
    ash.end(summary="done")
    homes.close()
    db = apsw.Connection(str(tmp_path / "home" / "agents" / "ash" / "memory.db"))
    db.execute("DROP TABLE consolidations; DROP TABLE links; DROP INDEX memories_consolidated")
    db.execute("DROP INDEX memories_superseded; DROP INDEX facts_superseded")
    db.execute("DROP TABLE summaries; DROP TABLE conversation_summaries; DROP TABLE soul_entries")
    db.execute("DROP INDEX memories_cared_for; DROP TABLE diary; DROP TABLE model_days")
    db.execute("DROP TABLE job_claims; DROP TABLE procedures; DROP TABLE personality_entries")
    drop_newer(db)
    db.execute("DELETE FROM archive_days")
    db.execute("DELETE FROM schema_migrations WHERE version >= 9")
    db.close()
    again = homes.agent()
    assert again.consolidate().inserted == 1
    assert again.settle().failed == ()
    assert again.verify().ok
    homes.close()


def test_a_home_of_the_thirteenth_schema_keeps_what_rules_had_read(tmp_path: Path) -> None:
    homes = Homes("sqlite", str(tmp_path / "home"))
    ash = an_agent(homes(settings=AS_THEN))
    ash.wake()
    ash.record(user="I live in Porto.")
    ash.end(summary="done")
    ash.consolidate()
    homes.close()
    db = apsw.Connection(str(tmp_path / "home" / "agents" / "ash" / "memory.db"))
    new = ("model", "dropped", "prompt_tokens", "answer_tokens")
    unlearn(db, "consolidation", "consolidations", new)
    db.execute("DROP TABLE model_days")
    drop_newer(db)
    db.execute("DELETE FROM archive_days")
    db.execute("DELETE FROM schema_migrations WHERE version >= 14")
    db.close()
    again = homes.agent()
    assert again.consolidate().turns == 0
    assert again.settle().failed == ()
    assert again.verify().ok
    homes.close()
