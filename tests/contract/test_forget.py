"""What is forgotten is gone from every table, index, file and copy; a tombstone stays."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import Homes, an_event, an_exchange, events, there, values
from tests.contract.life import archive_folder, holding, live, tables
from wakeline.base.clock import stored_moment
from wakeline.base.errors import Conflict, NotFound, NotPermitted
from wakeline.flows.forget.forget import forget_rows
from wakeline.flows.identity.documents import write_document
from wakeline.model.job import Job
from wakeline.model.log import Episode
from wakeline.model.memory import Entity
from wakeline.ports.gate import Allowed, Refused

SECRET = "Zanzibar xylophone"
WORDS = ("zanzib", "xyloph", "quixot", "zircon")


@pytest.fixture
def homes(tmp_path: Path) -> Any:
    """A home that is a folder, whose bytes can be searched."""
    made = Homes("sqlite", str(tmp_path / "home"))
    yield made
    made.close()


def tell(ash: wakeline.Agent, **options: Any) -> str:
    """Say something that will have to go. The id of the turn."""
    return ash.record(
        user=f"Please help me plan the {SECRET} concert. I will call Quixote tomorrow. Or not?",
        **options,
    ).id


def traces(agent: wakeline.Agent) -> list[str]:
    """The tables whose rows still tell of it."""
    found = tables(agent)
    return [name for name in found if any(word in str(found[name]).lower() for word in WORDS)]


def whole(agent: wakeline.Agent) -> bool:
    report = agent.verify()
    assert report.ok, report
    assert not any(word in "\n".join(agent.export()).lower() for word in WORDS)
    return True


# -- everywhere


@pytest.mark.feature("X26")
def test_a_forgotten_turn_leaves_no_bytes_in_any_file_of_the_home(homes: Homes) -> None:
    ash = live(homes, days=1)
    ash.wake(thread="thread0")
    turn = tell(ash, thread="thread0", metadata={"stone": "zirconium"})
    an_exchange(ash, 5, thread="thread0")
    memory = ash.memories.add(f"Quixote loves the {SECRET}", source_ids=(turn,))
    ash.hints.add("Ask Quixote", source_memory_id=memory.id)
    ash.facts.set("concert", SECRET, source_ids=(turn,))
    ash.compact_thread("thread0")
    ash.end(message_to_next="Mind the frost.")
    ash.settle()
    homes().backup()
    homes.later(days=1)
    an_exchange(ash, 6)
    ash.archive()
    homes.close()
    where = holding(homes.location, *WORDS)
    (letter,) = [path for path in where if f"{os.sep}letters{os.sep}" in path]
    assert {Path(path).name for path in where} == {
        "memory.db", "handoff.md", "2026-03-03.jsonl", Path(letter).name,
    }  # fmt: skip
    assert any(path.startswith("backups") for path in where)
    ash = homes.agent()
    gone = ash.forget(turn)
    assert gone.turns == 1
    assert gone.scrubbed is not None
    assert (len(gone.scrubbed.backups), gone.scrubbed.unreached) == (1, ())
    assert whole(ash)
    homes.close()
    assert holding(homes.location, *WORDS) == []


def test_a_forgotten_turn_leaves_nothing_in_any_table(open_home: Homes) -> None:
    ash = live(open_home, days=1)
    ash.wake(thread="thread0")
    turn = tell(ash, thread="thread0", metadata={"stone": "zirconium"})
    ash.record(agent="I noted it.")
    ash.end()
    ash.settle()
    assert set(traces(ash)) == {
        "sessions", "memories", "handoffs", "thread_handoffs", "letters", "episodes", "events",
        "entities", "mentions", "full text",
    }  # fmt: skip
    ash.forget(turn)
    assert traces(ash) == []
    assert [hit.text for hit in ash.recall("Zanzibar xylophone concert Quixote")] == []
    assert whole(ash)


@pytest.mark.feature("X26")
def test_the_tombstone_keeps_where_and_when_and_the_hash(open_home: Homes) -> None:
    ash = open_home.agent()
    turn = tell(ash)
    (before,) = values(ash, Episode, "log.episode", id=turn)
    open_home.later(hours=1)
    ash.forget(turn)
    (after,) = values(ash, Episode, "log.episode", id=turn)
    assert after == before._replace(
        text="",
        speaker="",
        importance=0.0,
        entity_refs=(),
        content_hash="",
        tokens=0,
        metadata={},
        forgotten_at=open_home.clock.now(),
    )


def test_a_sealed_day_stays_sealed_over_what_was_forgotten(homes: Homes) -> None:
    ash = homes.agent()
    turn = tell(ash)
    an_exchange(ash, 1)
    homes.later(days=1)
    ash.archive()
    file = archive_folder(ash) / "2026-03-02.jsonl"
    before = file.read_text(encoding="utf-8").splitlines()
    ash.forget(turn)
    after = file.read_text(encoding="utf-8").splitlines()
    assert after[-1] == before[-1]
    assert [n for n, line in enumerate(after) if line != before[n]] == [1]
    assert json.loads(after[1])["type"] == "forgotten"
    assert whole(ash)


def test_an_exchange_is_forgotten_with_both_its_turns_and_what_tools_said(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    kept = ash.record(user=f"Where is the {SECRET}?", agent=f"The {SECRET} is in the attic.")
    ash.observe("zirconium found", kind="tool_result")
    assert kept.exchange_id is not None
    assert ash.forget(kept.exchange_id).turns == 3
    assert traces(ash) == []
    assert whole(ash)


def test_entities_are_counted_again(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.record(user="I met Quixote in Porto.").id
    ash.record(user="And then I saw Porto again.")
    ash.settle()
    ash.forget(first)
    found = {row.id: row for row in values(ash, Entity, "integrity.entities")}
    assert "quixote" not in found
    assert found["porto"].mention_count == 1
    assert whole(ash)


# -- what was made from it


def test_what_a_rule_made_is_made_again_from_what_is_left(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake(thread="garden")
    turn = tell(ash, thread="garden")
    ash.record(user="Then let us repair the greenhouse glass.", agent="Gladly.", thread="garden")
    left = ash.end()
    assert left.session.title == f"Plan the {SECRET} concert"
    gone = ash.forget(turn)
    assert [name.split()[0] for name in gone.remade] == [
        *("session", "handoff", "thread_handoff", "letter")
    ]
    (session,) = ash.status().latest_sessions
    assert session.title == "Then let us repair the greenhouse glass"
    woken = ash.wake(thread="garden")
    assert "greenhouse" in woken.text
    assert not any(word in woken.text.lower() for word in WORDS)
    assert whole(ash)


def test_what_a_closed_checkpoint_quoted_is_gone_from_the_log(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    turn = tell(ash)
    ash.checkpoint()
    ash.end(summary="done")
    quoted = [event for event in events(ash, "checkpoint.made") if SECRET in str(event.after)]
    assert quoted
    ash.forget(turn)
    assert not [event for event in events(ash) if SECRET in str(event)]
    assert whole(ash)


def test_an_agent_s_own_words_stay_and_the_log_s_go(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    turn = tell(ash)
    handoff = ash.end(message_to_next="Be kind.", warnings="Frost tonight.").handoff
    assert "Quixote" in str(handoff)
    ash.forget(turn)
    (row,) = tables(ash)["handoffs"]
    assert (row["message_to_next"], row["warnings"]) == ("Be kind.", "Frost tonight.")
    assert (row["id"], row["created_at"]) == (handoff.id, stored_moment(handoff.created_at))
    assert traces(ash) == []


def test_a_summary_that_the_agent_wrote_is_not_touched(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    turn = tell(ash)
    ash.end(summary="We planned an evening.", open_threads="- tickets")
    ash.forget(turn)
    (row,) = tables(ash)["handoffs"]
    assert (row["summary"], row["open_threads"]) == ("We planned an evening.", "- tickets")
    assert traces(ash) == []


def test_the_handoff_of_a_session_that_was_cut_off_is_told_again(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    turn = tell(ash)
    ash.record(user="And the tomato beds need water.", agent="Yes.")
    open_home.later(days=1)
    woken = open_home.agent().wake()
    assert "Zanzibar" in woken.text
    ash.forget(turn)
    (row,) = tables(ash)["handoffs"]
    assert "tomato beds" in row["summary"]
    assert row["consumed_by"] == woken.session_id
    assert traces(ash) == []
    assert whole(ash)


def test_what_nobody_can_make_again_goes_with_it(open_home: Homes) -> None:
    ash = open_home.agent()
    turn = tell(ash)
    memory = ash.memories.add(f"The {SECRET}", source_ids=(turn,))
    second = ash.memories.add("What Quixote said", source_ids=(memory.id,))
    hint = ash.hints.add("Ask Quixote", source_memory_id=second.id)
    other = ash.memories.add("The roof is tight.")
    gone = ash.forget(turn)
    assert set(gone.removed) == {
        f"memory {memory.id}", f"memory {second.id}", f"hint {hint.id}",
    }  # fmt: skip
    assert [row.id for row in ash.memories.all()] == [other.id]
    assert traces(ash) == []
    assert whole(ash)


# -- rows of state


def test_a_row_leaves_one_event_without_content(open_home: Homes) -> None:
    ash = open_home.agent()
    task = ash.tasks.add(f"Buy the {SECRET}")
    ash.tasks.move(task.id, "done")
    ash.forget(task.id)
    about = [event for event in events(ash) if event.subject_id == task.id]
    assert [event.kind for event in about] == ["task.added", "task.moved", "task.forgotten"]
    assert [(event.before, event.after) for event in about] == [(None, None)] * 3
    assert [event.forgotten_at is None for event in about] == [False, False, True]
    assert ash.tasks.all() == []
    assert whole(ash)


def a_client(homes: Homes) -> tuple[wakeline.Agent, str]:
    """An agent that worked in a project, and the project's id: it is listed, drifted and told."""
    ash = live(homes, days=1)
    project = ash.projects.add("quixote", title=SECRET, summary="They deal in zirconium")
    ash.wake(thread="thread0", project="quixote")
    ash.record(user="Please look at the invoice.", agent="I will look at the invoice.")
    ash.tasks.add("Send the invoice", project="quixote")
    ash.facts.set("tax", "20", project="quixote")
    ash.end()
    ash.settle()
    homes.later(days=3)
    ash.projects.update("quixote", summary="They left the zirconium trade for ever")
    homes.later(days=3)
    ash.wake(thread="thread0")
    ash.record(user="What about the invoice?", agent="It is sent.")
    ash.end()
    ash.settle()
    return ash, project.id


@pytest.mark.feature("X26")
def test_a_forgotten_project_leaves_nothing_in_any_table_and_what_belongs_to_it_stays(
    open_home: Homes,
) -> None:
    ash, project = a_client(open_home)
    assert set(traces(ash)) == {
        "projects", "wakes", "drifts", "handoffs", "events", "entities", "mentions", "full text",
    }  # fmt: skip
    ash.forget(project)
    assert traces(ash) == []
    assert "quixote" not in [row.key for row in ash.projects.all()]
    (task,) = [task for task in ash.tasks.all() if task.title == "Send the invoice"]
    assert task.project_id == project
    assert there(ash.facts.get("tax")).value == "20"
    assert [hit.text for hit in ash.recall(f"{SECRET} Quixote zirconium")] == []
    assert whole(ash)
    assert not any(word in ash.wake(thread="thread0").text.lower() for word in WORDS)
    assert len(ash.forget(project).removed) == 0


@pytest.mark.feature("X26")
def test_a_forgotten_project_leaves_no_bytes_in_any_file_of_the_home(homes: Homes) -> None:
    ash, project = a_client(homes)
    homes().backup()
    homes.later(days=1)
    ash.archive()
    assert holding(homes.location, *WORDS)
    ash.forget(project)
    homes.close()
    assert holding(homes.location, *WORDS) == []


def test_a_fact_is_forgotten_with_its_history_of_the_same_value(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.facts.set("instrument", SECRET)
    open_home.later(days=1)
    ash.facts.set("instrument", "piano")
    assert len(ash.forget(first.id).removed) == 2
    assert [row.value for row in ash.facts.history("instrument")] == ["piano"]
    assert traces(ash) == []
    assert whole(ash)


def test_a_document_in_force_is_not_forgotten_and_a_proposed_one_leaves_its_page(
    homes: Homes,
) -> None:
    ash = homes.agent()
    kept = write_document(ash.place, "identity", "I am calm.\n", actor="Mel", confirmed=True)
    with pytest.raises(Conflict, match="in force"):
        ash.forget(kept.id)
    page = Path(homes.location) / "agents/ash/identity.md"
    page.write_text(f"I am the {SECRET}.\n", encoding="utf-8")
    (proposed,) = [d for d in ash.documents.all() if d.state == "proposed"]
    ash.forget(proposed.id)
    assert page.read_text(encoding="utf-8") == "I am calm.\n"
    assert [d.state for d in ash.documents.all()] == ["in_force"]
    homes.close()
    assert holding(homes.location, *WORDS) == []


# -- and stays away


def test_a_source_that_was_forgotten_does_not_come_back_with_the_next_import(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    event = {"text": f"The {SECRET} arrived.", "source_id": "mail:17"}
    first = ash.observe_many([event, an_event(2, source_id="mail:18")])
    ash.forget(first.ids[0])
    again = ash.observe_many([event, an_event(3, source_id="mail:19")])
    assert (again.duplicates, again.new) == (1, 1)
    assert again.ids[0] == first.ids[0]
    assert traces(ash) == []


def test_a_source_that_is_named_after_the_text_loses_its_name(open_home: Homes) -> None:
    ash = open_home.agent()
    kept = ash.observe(f"{SECRET}", source_id=f"note/{SECRET}")
    ash.forget(kept.id)
    assert traces(ash) == []


@pytest.mark.parametrize("days", [1, 3])
def test_a_home_restored_after_forgetting_does_not_know_it_either(
    open_home: Homes, tmp_path: Path, days: int
) -> None:
    ash = live(open_home, days=days)
    ash.wake()
    turn = tell(ash)
    ash.end()
    ash.forget(turn)
    before = tables(ash)
    path = open_home().remove("ash", to=str(tmp_path / "kept"))
    assert holding(path, *WORDS) == []
    open_home().restore(path)
    again = open_home.agent()
    assert tables(again) == before
    assert whole(again)


def test_forgetting_twice_is_forgetting_once(open_home: Homes) -> None:
    ash = open_home.agent()
    turn, task = tell(ash), ash.tasks.add(SECRET).id
    assert (ash.forget(turn).turns, ash.forget(turn).turns) == (1, 0)
    assert (len(ash.forget(task).removed), len(ash.forget(task).removed)) == (1, 0)
    assert whole(ash)


def test_what_is_not_there_cannot_be_forgotten(open_home: Homes) -> None:
    ash = open_home.agent()
    an_exchange(ash)
    before = tables(ash)
    for each in ("nothing", ash.identity.id, "garden"):
        with pytest.raises(NotFound, match="nothing to forget"):
            ash.forget(each)
    assert tables(ash) == before


def test_the_gate_is_asked(open_home: Homes) -> None:
    class Closed:
        def decide(self, action: str, agent_id: str) -> Allowed | Refused:  # noqa: ARG002
            return Refused("not today") if action == "forget" else Allowed()

    ash = open_home(gate=Closed()).agent("ash")
    turn = tell(ash)
    with pytest.raises(NotPermitted, match="not today"):
        ash.forget(turn)


# -- when it is interrupted


def waiting(agent: wakeline.Agent) -> list[str]:
    return [job.name for job in values(agent, Job, "jobs.all")]


def test_a_run_that_dies_before_the_files_are_done_is_finished_by_the_next_settle(
    homes: Homes,
) -> None:
    ash = homes.agent()
    turn = tell(ash)
    homes.later(days=1)
    ash.archive()
    homes().backup()
    forget_rows(ash.place, turn)  # and then the lights went out
    assert "scrub" in waiting(ash)
    ash.settle()
    assert waiting(ash) == []
    assert whole(ash)
    homes.close()
    assert holding(homes.location, *WORDS) == []


@pytest.mark.slow
def test_while_somebody_reads_an_old_snapshot_the_files_wait(homes: Homes) -> None:
    ash = homes.agent()
    turn = tell(ash)
    other = homes.agent()
    with other.place.store.reading() as view:
        assert view.head().seq == 2
        assert ash.forget(turn).scrubbed is None
        assert traces(ash) == []
    homes.later(hours=1)
    ash.settle()
    homes.close()
    assert holding(homes.location, *WORDS) == []


def test_a_backup_that_cannot_be_opened_is_named(homes: Homes) -> None:
    ash = homes.agent()
    turn = tell(ash)
    path = Path(homes().backup())
    (path / "ash" / "memory.db").write_bytes(b"not a database, but who knows")
    scrubbed = ash.forget(turn).scrubbed
    assert scrubbed is not None
    assert scrubbed.unreached == (str(path),)


def test_a_cleaned_backup_can_still_be_restored(homes: Homes) -> None:
    ash = live(homes, days=1)
    turn = tell(ash)
    path = homes().backup()
    ash.forget(turn)
    homes().restore(path, name="birch")
    birch = homes.agent("birch")
    assert traces(birch) == []
    assert whole(birch)


def test_what_a_dead_process_was_making_goes_too(homes: Homes) -> None:
    ash = homes.agent()
    turn = tell(ash)
    folder = Path(homes.location) / "agents"
    (folder / ".ash.01KJMA0FM0.4194305").mkdir()
    (folder / ".ash.01KJMA0FM0.4194305" / "memory.db").write_text(SECRET)
    (folder / "ash" / "handoff.md.4194305.new").write_text(SECRET)
    ash.archive()
    (archive_folder(ash) / "2026-03-02.jsonl.4194305.new").write_text(SECRET)
    ash.forget(turn)
    homes.close()
    assert holding(homes.location, *WORDS) == []
