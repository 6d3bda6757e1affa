"""A life of a few days that touches every table, and how to look at what is left of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import wakeline
from tests.builders import Homes, an_event
from wakeline.flows.common.place import Place
from wakeline.flows.identity.documents import write_document
from wakeline.flows.recall.searchable import save_searchable
from wakeline.model.consolidation import ConversationSummary
from wakeline.model.job import ArchiveDay
from wakeline.model.log import Episode, Event
from wakeline.model.memory import Entity, Extraction, GraphPattern, Relationship
from wakeline.model.tables import state_tables
from wakeline.store.rows import row_to_json

SUBJECTS = (
    "roof tiles", "tomato beds", "Lisbon flat", "Anna Pereira", "greenhouse glass", "rain barrel",
    "piano lessons", "night train", "winter tyres", "Porto office", "bread oven", "kayak paddle",
)  # fmt: skip
ORDINARY = Path(__file__).parents[1] / "data" / "ordinary_texts.txt"
VERBS = ("repaired", "ordered", "measured", "painted", "promised", "forgot", "moved", "sold")


def live(homes: Homes, name: str = "ash", *, days: int = 3) -> wakeline.Agent:
    """An agent that has lived for some days: a session, a thread and a few changes each."""
    ash = homes.agent(name)
    ash.projects.add(f"{name}-garden", title="The garden", summary="Beds and a greenhouse")
    write_document(ash.place, "identity", "I am calm.\n", actor="Mel", confirmed=True)
    ash.documents.propose("soul", "I like the rain.\n")
    ash.facts.set("market.day", "Nobody knows when the market is.", actor="Mel")
    for day in range(days):
        _live_a_day(homes, ash, day)
        ash.consolidate(everything=True)
        ash.facts.set("market.day", f"The market is on day {day}.", actor="Mel")  # while it sleeps
        if day == days - 1:
            ash.soul.add("belief", "Rain is worth waiting for.")
            ash.diary.write("A quiet day.", mood="calm")
            ash.journal.write("I waited longer than I had to.", title="Waiting")
            ash.checkpoint("looking after the garden", state={"day": day})
            ash.restarts.begin("garden", session_key="s1", message="Go on weeding.", budget=2)
            look_after_itself(ash)
            ash.settle()
        homes.later(days=1)
    return ash


def _live_a_day(homes: Homes, ash: wakeline.Agent, day: int) -> None:
    ash.wake(thread=f"thread{day % 2}", project=f"{ash.name}-garden")
    for number, subject in enumerate(SUBJECTS):
        verb = VERBS[(day + number) % len(VERBS)]
        ash.record(
            user=f"On day {day} we {verb} the {subject} with Anna, item{day * 100 + number}.",
            agent=f"I will remember that the {subject} were {verb} in Lisbon.",
            thread=f"thread{day % 2}",
        )
        homes.later(minutes=7)
    ash.observe_many([an_event(day * 10 + n, source_id=f"g{day}:{n}") for n in range(5)])
    ash.facts.set("staging.host", f"heron{day}", category="project")
    kept = ash.memories.add(f"The {SUBJECTS[day]} matter to Mel.", importance=7, tags=["home"])
    ash.memories.pin(kept.id)
    ash.memories.reflect(kept.id)
    ash.memories.add(f"On day {day} it rained so long that nobody wanted to go out at all.")
    gone = ash.memories.add(f"A passing thought number {day}.")
    ash.memories.delete(gone.id)
    task = ash.tasks.add(f"Look after the {SUBJECTS[day]}", project=f"{ash.name}-garden")
    ash.tasks.move(task.id, "done" if day % 2 else "in-progress")
    ash.hints.add(f"Ask about the {SUBJECTS[day]}", source_memory_id=kept.id)
    ash.guards.claim(f"mail-{day}", f"a mail about the {SUBJECTS[day]}", tool="Mail")
    ash.guards.done(f"mail-{day}", "sent") if day % 2 else ash.guards.failed(f"mail-{day}")
    ash.procedures.write("code review", f"Read it {day} times.\nAlso: pull request")
    _hold_to(ash, day)
    decided = ash.decisions.add(f"no more {SUBJECTS[day]} on Fridays", reason="Anna is away")
    if day % 2:
        ash.decisions.reverse(decided.id, because="she is back")
    ash.procedures.note("code review", success=f"no word about the {SUBJECTS[day]}")
    ash.knowledge.add(f"The {SUBJECTS[day]} were made in year {1900 + day}.", source="almanac")
    town = ("Porto", "Lisbon")[day % 2]
    ash.record(user=f"I live in {town} and I love the rain.", thread=f"thread{day % 2}")
    said = ash.record(user="My sister Teresa lives in Porto.", thread=f"thread{day % 2}")
    _read_by_a_model(ash, said.id)
    asked = ash.messages.send(f"How are the {SUBJECTS[day]}?", sender="Anna", wants_reply=True)
    if day:
        ash.messages.reply(asked.id, "Well.")
    ash.attachments.add(ORDINARY, observation=f"Texts of day {day}.", turn=said.ids[0])
    if day == 0:  # of other days it is drafted
        ash.letters.write(facts=["staging.host"], whats_next=f"Water the {SUBJECTS[day]}.")
    ash.evals.add(focus=4, depth=4, restraint=5, learning=3, honesty=5, note=f"Day {day}.")
    ash.compact_thread(f"thread{day % 2}")
    ash.end(message_to_next="Mind the frost.")


def _hold_to(ash: wakeline.Agent, day: int) -> None:
    """A principle that this session bears out, and something told to somebody."""
    ash.principles.add("talking about the frost", f"look {day} times", check="minus four")
    ash.record(user="Shall we talk about the frost?")
    ash.observe("The thermometer says minus four.", session=ash.session_id)
    ash.comms.told("Anna", f"The {SUBJECTS[day]} are ready on day {day}.", topic="beds")


def _read_by_a_model(ash: wakeline.Agent, turn: str) -> None:
    triples = ({"subject": "Teresa", "relation": "has", "object": "Porto"},)
    place = ash.place
    with place.store.writing(place.by()) as unit:
        unit.save(
            "extraction.made",
            Extraction(0, turn, (turn,), "tiny", triples, "agent_inferred", 0.7, unit.by.at),
        )


def look_after_itself(ash: wakeline.Agent) -> None:
    """What self-care leaves of a conversation; all of it takes more memories than a short life."""
    place = ash.place
    with place.store.writing(place.by()) as unit:
        turn = unit.all(Episode, "log.latest", limit=1)[0]
        said = {"text": "They talked about Porto.", "source_id": turn.id, "score": 1.0}
        kept = ConversationSummary(
            unit.new_id(), turn.thread_id, "Porto", 0, 0, 0, 1, str(said["text"]), (said,),
            (turn.id,), None, None, "agent_inferred", 0.7, 6, unit.by.at, is_deleted=False,
        )  # fmt: skip
        save_searchable(unit, "conversation_summary.made", kept)


def tables(agent: wakeline.Agent) -> dict[str, list[Any]]:
    """Every row that the archive must bring back: the log, and each table of state."""
    with agent.place.store.reading() as view:
        found: dict[str, list[Any]] = {
            table.name: [row_to_json(row) for row in view.all(table.cls, f"integrity.{table.name}")]
            for table in state_tables()
        }
        bounds = {"after": 0, "through": 1 << 62, "limit": 1_000_000}
        found["episodes"] = list(view.all(Episode, "log.episodes_between", **bounds))
        found["events"] = list(view.all(Event, "log.events_between", **bounds))
        found["entities"] = list(view.all(Entity, "integrity.entities"))
        found["mentions"] = list(view.tuples("integrity.mentions"))
        found["relationships"] = list(view.all(Relationship, "memory.relationships"))
        found["patterns"] = list(view.all(GraphPattern, "graph.patterns"))
        found["full text"] = list(view.indexed_terms())
        found["head"] = [view.head()]
        return found


def questions(count: int = 200) -> list[str]:
    """Questions that name things, places, people and numbers of that life."""
    asked = []
    for number in range(count):
        subject = SUBJECTS[number % len(SUBJECTS)]
        verb = VERBS[number % len(VERBS)]
        asked.append(f"who {verb} the {subject} or item{number} and token{number % 25} in Lisbon?")
    return asked


def answers(agent: wakeline.Agent, count: int = 200) -> list[Any]:
    """What the agent recalls, word for word, with the scores: ranked, and by full text alone.

    Scores to a millionth: numbers that were added in another order differ beyond it. The small
    number of a task or project is the home's, and another agent has another.
    """
    return [
        [
            hit._replace(
                score=round(hit.score, 6),
                why={name: round(value, 6) for name, value in sorted(hit.why.items())},
                metadata={name: value for name, value in hit.metadata.items() if name != "number"},
            )
            for hit in agent.recall(question, k=10, strategy=strategy)
        ]
        for strategy in ("default", "fulltext")
        for question in questions(count)
    ]


def archive_days(agent: wakeline.Agent) -> list[ArchiveDay]:
    with agent.place.store.reading() as view:
        return view.all(ArchiveDay, "jobs.archive_days")


def archive_folder(agent: wakeline.Agent) -> Path:
    folder = agent.place.store.archive_folder()
    assert folder is not None
    return Path(folder)


def change(agent: wakeline.Agent, sql: str, **params: object) -> None:
    """Run a statement behind the store's back, as a defect would."""
    with writing(agent.place) as unit:
        connection = unit._connection
        if agent.place.home.engine == "postgres":
            from wakeline.store.postgres.statements import with_driver_parameters

            connection.execute(with_driver_parameters(sql), params)
        else:
            connection.execute(sql, params)


def writing(place: Place) -> Any:
    """A unit that nobody asked the gate for."""
    return place.store.writing(place.by(actor="a test"))


def plant(agent: wakeline.Agent, row: Any) -> None:
    """Put a row where no event knows of it."""
    with writing(agent.place) as unit:
        unit.put(row)


def holding(folder: str | os.PathLike[str], *words: str) -> list[str]:
    """The files below a folder whose bytes hold any of these words, in whatever case."""
    found = []
    for place, _, names in os.walk(folder):
        for name in names:
            content = Path(place, name).read_bytes().lower()
            if any(word.lower().encode() in content for word in words):
                found.append(os.path.relpath(os.path.join(place, name), folder))
    return sorted(found)
