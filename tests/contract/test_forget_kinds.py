"""A row of every stored kind can be forgotten, by its id or with its source, and leaves nothing.

Which kinds there are, and how each goes, the classes declare (`model.stored`). A kind without a
builder here fails a test.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import Homes, an_exchange, events, select, there
from tests.contract.life import holding, tables
from wakeline.flows.identity.documents import write_document
from wakeline.flows.recall.searchable import save_searchable
from wakeline.model.agenda import Hint, Project, Task
from wakeline.model.attachment import Receipt, ReceiptTurn
from wakeline.model.checkpoint import Checkpoint
from wakeline.model.cognition import Entropy
from wakeline.model.consolidation import ConversationSummary, Link, Summary
from wakeline.model.decision import Decision, Principle, Telling, Trial
from wakeline.model.guard import Guard
from wakeline.model.identity import Document, SoulEntry
from wakeline.model.liminal import (
    DriftObservation,
    GapExperience,
    StateVectors,
    ThresholdMoment,
    WakeDisorientation,
)
from wakeline.model.log import Episode, Event
from wakeline.model.memory import (
    DiaryPage,
    Entity,
    Extraction,
    Fact,
    GraphPattern,
    Knowledge,
    Memory,
    Relationship,
)
from wakeline.model.message import Message
from wakeline.model.personality import PersonalityEntry
from wakeline.model.procedure import Procedure
from wakeline.model.recall import Filed, Reading, Segment, Vector, WordCounts
from wakeline.model.restart import Restart
from wakeline.model.session import Handoff, Session, ThreadHandoff, Wake
from wakeline.model.stored import Table, table_of_class
from wakeline.model.tables import all_tables
from wakeline.model.writings import JournalEntry, Letter, SessionEval, SessionPrint

SECRET = "Zanzibar xylophone"
WORDS = ("zanzib", "xyloph", "quixot", "zircon")
SAID = f"Please help me plan the {SECRET} concert. I live in Zanzibar. Will Quixote come?"
FORGETTABLE = [table for table in all_tables() if table.goes != "stays"]
# The tables that `verify` leaves out, and why.
UNCHECKED: dict[type[Any], str] = {}


class Scene:
    """An agent in a session, and a folder outside of its home."""

    def __init__(self, homes: Homes, folder: Path) -> None:
        self.homes = homes
        self.folder = folder
        self.ash = homes.agent()
        write_document(self.ash.place, "identity", "I am calm.\n", actor="Mel", confirmed=True)
        self.ash.wake(thread="garden")
        an_exchange(self.ash, 1, thread="garden")

    def say(self, text: str = SAID, **options: Any) -> str:
        return self.ash.record(user=text, thread="garden", **options).id

    def file(self, name: str, content: str) -> Path:
        path = self.folder / name
        path.write_text(content, encoding="utf-8")
        return path

    def end(self, **options: Any) -> Any:
        self.ash.end(**options)
        self.homes.later(days=1)
        self.ash.settle()

    def hand_off(self, summary: str, **options: Any) -> str:
        made = self.ash.end(summary=summary, **options).handoff
        self.ash.wake(thread="garden")
        return made.id

    def next_day(self) -> None:
        """The session ends, and the next wake tells what it left."""
        self.end()
        self.ash.wake(thread="garden")


Builder = Callable[[Scene], list[str]]
BUILDERS: dict[type[Any], Builder] = {}


def makes(*kinds: type[Any]) -> Callable[[Builder], Builder]:
    """Declare that a builder makes a row of each of these kinds, and says what to forget."""

    def declare(builder: Builder) -> Builder:
        BUILDERS.update(dict.fromkeys(kinds, builder))
        return builder

    return declare


# -- what was said, and what is derived from it


@makes(
    Episode, Event, Session, Handoff, ThreadHandoff, Letter, Checkpoint, Wake,
    Entropy, Entity, Relationship, GraphPattern, Summary, Reading, Filed,
    Memory, Fact,
)  # fmt: skip
def _said(scene: Scene) -> list[str]:
    said = scene.say()
    also = scene.say("My sister Quixote lives in Zanzibar and mentors Zirconia.")
    scene.ash.checkpoint()
    scene.ash.compact_thread("garden")
    scene.next_day()
    scene.ash.consolidate(everything=True)
    scene.ash.checkpoint()
    return [said, also]


@makes(Vector, WordCounts, StateVectors)
def _meant(scene: Scene) -> list[str]:
    said = scene.say()
    project = scene.ash.projects.add("quixote", title=SECRET, summary="They deal in zirconium")
    scene.next_day()
    scene.ash.recall(SECRET)
    scene.ash.settle()
    return [said, project.id]


@makes(SessionPrint)
def _spoken(scene: Scene) -> list[str]:
    kept = scene.ash.record(user="Well?", agent=f"The {SECRET} is a {SECRET}. " * 20)
    scene.ash.fingerprint()
    return list(kept.ids)


@makes(Segment)
def _sealed(scene: Scene) -> list[str]:
    said = scene.say()
    scene.ash.observe_many([{"text": f"Gauge {n} shows {n * 7} at noon."} for n in range(1_100)])
    scene.ash.settle()
    return [said]


@makes(Link)
def _linked(scene: Scene) -> list[str]:
    first = scene.ash.memories.add(f"The {SECRET} is in the attic.")
    second = scene.ash.memories.add("Quixote plays in the attic on Sundays.")
    scene.ash.recall_text("the attic", k=5, kinds=["memory"])
    scene.ash.consolidate()
    return [first.id, second.id]


@makes(Extraction)
def _extracted(scene: Scene) -> list[str]:
    said, place = scene.say(), scene.ash.place
    triples = ({"subject": "Quixote", "relation": "has", "object": "Zanzibar"},)
    with place.store.writing(place.by()) as unit:
        row = Extraction(0, said, (said,), "tiny", triples, "agent_inferred", 0.7, unit.by.at)
        unit.save("extraction.made", row)
    return [said]


@makes(ConversationSummary)
def _cared_for(scene: Scene) -> list[str]:
    said = scene.say()
    _summary(scene, (said,))
    return [said]


@makes(PersonalityEntry)
def _grown(scene: Scene) -> list[str]:
    said = []
    for _ in range(3):
        said.append(scene.say(f"I love the {SECRET}. We went to Zanzibar."))
        scene.ash.end(summary="done")
        scene.homes.later(days=4)
        scene.ash.wake(thread="garden")
    scene.ash.consolidate()
    assert "Zanzibar" in scene.ash.personality.show().text
    return said


# -- rows that are named themselves


@makes(Project)
def _project(scene: Scene) -> list[str]:
    return [scene.ash.projects.add("quixote", title=SECRET, summary="zirconium").id]


@makes(Task)
def _task(scene: Scene) -> list[str]:
    return [scene.ash.tasks.add(SECRET, description="zirconium").id]


@makes(Hint)
def _hint(scene: Scene) -> list[str]:
    memory = scene.ash.memories.add("Somebody is coming.")
    scene.ash.hints.add("Ask Quixote", source_memory_id=memory.id)
    return [memory.id, scene.ash.hints.add(SECRET).id]


@makes(Receipt, ReceiptTurn)
def _attached(scene: Scene) -> list[str]:
    turn = scene.say("Look at this.")
    path = scene.file("quixote.txt", f"The {SECRET}.")
    return [scene.ash.attachments.add(path, observation=SECRET, turn=turn).id]


@makes(Decision)
def _decided(scene: Scene) -> list[str]:
    return [scene.ash.decisions.add(f"no more {SECRET}", reason="Quixote is away").id]


@makes(Principle, Trial)
def _held_to(scene: Scene) -> list[str]:
    row = scene.ash.principles.add("talking about Zanzibar", "take a xylophone", check="minus four")
    asked = scene.say("Shall we talk about Zanzibar?")
    scene.ash.observe("The thermometer says minus four.", session=scene.ash.session_id)
    scene.ash.end(summary="done")
    scene.ash.principles.verify()
    scene.ash.wake(thread="garden")
    return [row.id, asked]


@makes(Telling)
def _told(scene: Scene) -> list[str]:
    return [scene.ash.comms.told("Quixote", f"The {SECRET} is ready.", topic="zirconium").id]


@makes(Guard)
def _guarded(scene: Scene) -> list[str]:
    row = scene.ash.guards.claim("mail-quixote", f"a mail about the {SECRET}", tool="Mail")
    scene.ash.checkpoint("writing")
    return [row.id]


@makes(Document)
def _document(scene: Scene) -> list[str]:
    return [scene.ash.documents.propose("soul", f"I am the {SECRET}.").id]


@makes(SoulEntry)
def _soul(scene: Scene) -> list[str]:
    return [scene.ash.soul.add("belief", f"The {SECRET} is worth waiting for.").id]


@makes(Knowledge)
def _knowledge(scene: Scene) -> list[str]:
    added = scene.ash.knowledge.add(f"The {SECRET} is old.", source="quixote.txt")
    return [entry.id for entry in added.entries]


@makes(DiaryPage)
def _diary(scene: Scene) -> list[str]:
    return [scene.ash.diary.write(f"A day with the {SECRET}.", mood="zirconium").id]


@makes(Message)
def _message(scene: Scene) -> list[str]:
    row = scene.ash.messages.send(f"Where is the {SECRET}?", sender="Quixote", wants_reply=True)
    scene.ash.messages.reply(row.id, "In Zanzibar.")
    return [row.id]


@makes(Procedure)
def _procedure(scene: Scene) -> list[str]:
    row = scene.ash.procedures.write("quixote", f"Tune the {SECRET}.")
    scene.ash.procedures.note("quixote", success="zirconium")
    return [row.id]


@makes(Restart)
def _restart(scene: Scene) -> list[str]:
    row = scene.ash.restarts.begin("quixote", session_key="s1", message=SECRET, budget=2)
    scene.ash.restarts.report("quixote", "zirconium everywhere")
    return [row.id]


@makes(JournalEntry)
def _journal(scene: Scene) -> list[str]:
    return [scene.ash.journal.write(f"I waited for the {SECRET}.", title="Quixote").id]


@makes(SessionEval)
def _eval(scene: Scene) -> list[str]:
    made = scene.ash.evals.add(
        focus=4, depth=4, restraint=5, learning=3, honesty=5, note=f"The {SECRET}."
    )
    return [made.judged.id]


@makes(ThresholdMoment)
def _threshold(scene: Scene) -> list[str]:
    mark = scene.ash.liminal.mark_threshold
    return [mark("realization", SECRET, "zirconium", 0.9, experience="Quixote!").id]


@makes(DriftObservation)
def _drift(scene: Scene) -> list[str]:
    row = scene.ash.liminal.detect_drift(
        "project", "quixote", f"They sold the {SECRET} for ever", "They deal in zirconium"
    )
    assert row is not None
    return [row.id]


@makes(WakeDisorientation, GapExperience)
def _crossing(scene: Scene) -> list[str]:
    wakes = [
        {
            "Id": "01HX0000000000000000000001",
            "WokeAt": "2026-01-02T09:00:00Z",
            "DisorientationIntensity": 0.5,
            "ReturnExperience": SECRET,
            "Fragments": ["quixote"],
        }
    ]
    gaps = [{"Id": "01HX0000000000000000000002", "SessionId": "01HX0000000000000000000001",
             "GapStart": "2026-01-01T09:00:00Z", "GapEnd": "2026-01-02T09:00:00Z",
             "FeltMagnitude": "brief", "FeltAbsence": SECRET}]  # fmt: skip
    scene.file("wakes.json", json.dumps(wakes))
    scene.file("gaps.json", json.dumps(gaps))
    scene.ash.liminal.import_files(scene.folder)
    rows = tables(scene.ash)
    found = [*rows["gaps"], *rows["disorientations"]]
    return [str(row["id"]) for row in found if SECRET in str(row)]


# -- rows that are made from others, and named themselves


NAMED: dict[type[Any], Builder] = {
    Memory: lambda scene: [scene.ash.memories.add(f"The {SECRET}").id],
    Fact: lambda scene: [scene.ash.facts.set("quixote", SECRET).id],
    Handoff: lambda scene: [scene.hand_off(SECRET, message_to_next="Quixote")],
    Letter: lambda scene: [scene.ash.letters.write(whats_next=f"Tune the {SECRET}.").id],
    Checkpoint: lambda scene: [scene.ash.checkpoint(SECRET, state={"quixote": 1}).id],
    ConversationSummary: lambda scene: [_summary(scene, ())],
}


def _summary(scene: Scene, sources: tuple[str, ...]) -> str:
    """What self-care leaves of a conversation; it takes more memories than a short life has."""
    place = scene.ash.place
    with place.store.writing(place.by()) as unit:
        said = {"text": f"They planned the {SECRET}.", "source_id": "".join(sources), "score": 1.0}
        row = ConversationSummary(
            unit.new_id(), "garden", None, 0, 0, 0, 1, str(said["text"]), (said,),
            sources, None, None, "agent_inferred", 0.7, 6, unit.by.at, is_deleted=False,
        )  # fmt: skip
        return save_searchable(unit, "conversation_summary.made", row).id


# -- what is left


@pytest.fixture
def scene(open_home: Homes, tmp_path: Path) -> Scene:
    folder = tmp_path / "outside"
    folder.mkdir()
    return Scene(open_home, folder)


def stored_tables(ash: wakeline.Agent) -> list[str]:
    """Every table of the database, whether a class declares it or not."""
    if ash.place.home.engine == "sqlite":
        found = select(ash, "SELECT name FROM sqlite_master WHERE type = 'table'")
    else:
        found = select(
            ash,
            "SELECT table_name FROM information_schema.tables"
            " WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'",
        )
    names = sorted(str(name) for (name,) in found)
    assert {table.name for table in all_tables()} <= set(names)
    return names


def traces(scene: Scene) -> list[str]:
    """The tables and files that still tell of it."""
    ash = scene.ash
    read = tables(ash)
    raw = {name: select(ash, f'SELECT * FROM "{name}"') for name in stored_tables(ash)}
    told = {
        name
        for rows in (read, raw)
        for name, found in rows.items()
        if any(word in str(found).lower() for word in WORDS)
    }
    if scene.homes.engine == "sqlite":
        told.update(holding(scene.homes.location, *WORDS))
    return sorted(told)


def count(ash: wakeline.Agent, table: Table) -> int:
    return int(select(ash, f"SELECT count(*) FROM {table.name}")[0][0])


def forget_all(scene: Scene, ids: list[str]) -> None:
    """Forget these after a wake has told of them, and look everywhere."""
    scene.next_day()
    scene.ash.wake(thread="garden")
    assert traces(scene)
    assert any(word in "\n".join(scene.ash.export()).lower() for word in WORDS)
    for each in ids:
        scene.ash.forget(each)
    assert traces(scene) == []
    assert not any(word in "\n".join(scene.ash.export()).lower() for word in WORDS)
    scene.ash.settle()
    report = scene.ash.verify()
    assert report.ok, report
    assert traces(scene) == []


@pytest.mark.feature("X26")
@pytest.mark.parametrize(
    "builder", dict.fromkeys(BUILDERS.values()), ids=lambda builder: builder.__name__.strip("_")
)
def test_a_row_of_every_kind_is_forgotten_with_its_source_or_by_its_id(
    scene: Scene, builder: Builder
) -> None:
    ids = builder(scene)
    kinds = [cls for cls, each in BUILDERS.items() if each is builder]
    assert [cls for cls in kinds if not count(scene.ash, table_of_class(cls))] == []
    forget_all(scene, ids)


@pytest.mark.parametrize("cls", NAMED, ids=lambda cls: cls.__name__)
def test_a_row_that_could_be_remade_is_removed_if_it_is_named(scene: Scene, cls: type[Any]) -> None:
    ids = NAMED[cls](scene)
    assert count(scene.ash, table_of_class(cls))
    forget_all(scene, ids)


def test_a_wake_is_forgotten_with_how_it_felt_and_its_session_stays(open_home: Homes) -> None:
    ash = open_home.agent()
    an_exchange(ash)
    open_home.later(days=1)
    woken = ash.wake()
    gone = ash.forget(there(woken.session_id))
    assert {name.split()[0] for name in gone.removed} == {"wake", "disorientation", "gap"}
    assert [row["id"] for row in tables(ash)["sessions"]] == [woken.session_id]
    assert ash.verify().ok
    ash.end(summary="done")
    assert ash.wake().text


def test_what_a_row_that_is_overwritten_said_before_is_gone_too(scene: Scene) -> None:
    """Checkpoints and thread handoffs tell of other turns by the time that one is forgotten."""
    said = scene.say()
    scene.ash.checkpoint()
    scene.ash.compact_thread("garden")
    scene.next_day()
    for number in range(2, 40):
        an_exchange(scene.ash, number, thread="garden")
    scene.ash.checkpoint()
    forget_all(scene, [said])


def test_an_open_checkpoint_that_went_on_keeps_nothing_of_a_forgotten_turn(scene: Scene) -> None:
    said = scene.say()
    scene.ash.checkpoint()
    for number in range(2, 40):
        an_exchange(scene.ash, number, thread="garden")
    scene.ash.checkpoint()
    scene.ash.forget(said)
    assert traces(scene) == []
    assert scene.ash.verify().ok


# -- the table itself


def test_every_stored_kind_says_how_it_goes() -> None:
    for table in all_tables():
        assert set(table.made_from) <= set(table.cls._fields), table.name
        assert bool(table.because) == (table.goes == "stays"), table.name
        assert table.subject or table.goes not in ("deleted", "remade"), table.name


def test_every_kind_that_does_not_stay_has_a_builder_here() -> None:
    assert set(BUILDERS) == {table.cls for table in FORGETTABLE}
    remade = {table.cls for table in FORGETTABLE if table.goes == "remade" and table.by_id}
    assert set(NAMED) == remade - {Wake}  # whose words are those of other rows


def test_every_kind_of_state_that_is_named_can_be_looked_up(open_home: Homes) -> None:
    """The query by which `forget` and `verify` read a table stands under the table's name."""
    ash = open_home.agent()
    assert {table.name for table in all_tables() if table.subject} <= set(tables(ash))


def test_verify_compares_every_kind_that_is_derived_or_logged(scene: Scene) -> None:
    _meant(scene)
    checked = {check.name for check in scene.ash.verify().checks}
    wanted = {table.check for table in FORGETTABLE if table.cls not in UNCHECKED}
    assert wanted - checked == set()


def test_what_is_exported_of_a_forgotten_row_is_its_event_alone(scene: Scene) -> None:
    (task,) = _task(scene)
    scene.ash.forget(task)
    lines = [json.loads(line) for line in scene.ash.export()]
    about = [event.seq for event in events(scene.ash) if event.subject_id == task]
    assert [line["type"] for line in lines if line.get("seq") in about] == ["forgotten", "event"]
