"""No secret is ever written: every key through every door, then every byte is searched."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import Homes, select
from tests.unit.test_redact import KEYS
from wakeline.flows.identity.documents import accept_document, write_document
from wakeline.flows.log.archive import archive
from wakeline.model.tables import all_tables

LONGEST_LABEL = 200
TEXTS = [text for _, text, _ in KEYS]
SECRETS = [secret for _, _, secret in KEYS]
LABELS = [t for t in TEXTS if len(t) <= LONGEST_LABEL and t.isprintable()]
ALL = "\n".join(f"Entry {n}: {text}\n" for n, text in enumerate(TEXTS))
# A number that no text holds, so that a label is another one each time.
Door = Callable[[wakeline.Agent, str, int], object]


def every_byte(homes: Homes) -> bytes:
    """Whatever a thief would find: files of the home, or rows of all tables."""
    if homes.engine == "sqlite":
        files = [path for path in Path(homes.location).rglob("*") if path.is_file()]
        assert any(path.name == "memory.db" for path in files)
        assert any(path.suffix == ".jsonl" for path in files), "no archive to search"
        return b"".join(path.read_bytes() for path in files)
    ash = homes.agent()
    tables = [table.name for table in all_tables()] + [
        "postings",
        "text_lengths",
        "entity_mentions",
    ]
    return "".join(
        str(row[0]) for table in tables for row in select(ash, f"SELECT t::text FROM {table} t")
    ).encode()


def found_in(homes: Homes) -> list[str]:
    """The kinds of secrets that somebody could read."""
    everything = every_byte(homes)
    terms = everything.lower()
    return sorted(
        {
            kind
            for kind, _, secret in KEYS
            if secret.encode() in everything
            or secret.replace("\n", "\\n").encode() in everything
            or (secret.isalnum() and secret.lower().encode() in terms)
        }
    )


def finish(homes: Homes, ash: wakeline.Agent) -> None:
    """End the session, so that handoffs and the archive are written from what was said."""
    ash.end()
    homes.later(days=1)
    ash.wake()
    ash.end(summary="done")
    ash.settle()


def test_more_than_forty_keys_of_real_format_are_tried() -> None:
    assert len(set(SECRETS)) > 40


def test_no_secret_that_was_said_or_seen_is_in_any_byte(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake(thread="keys")
    for text in TEXTS:
        ash.record(user=f"Please keep this: {text}", agent=f"I will use {text}", thread="keys")
        ash.observe(f"the tool printed {text}", kind="tool_result")
    ash.observe_many([{"text": f"{text} was in the log", "kind": "error"} for text in TEXTS])
    for number, text in enumerate(TEXTS):
        ash.observe(f"seen {number}", metadata={"env": {text: [text, {"deep": text}]}})
        ash.record(user=f"with metadata {number}", metadata={"header": text})
    ash.compact_thread("keys")
    ash.settle()
    assert found_in_now(open_home, ash) == []


def found_in_now(homes: Homes, ash: wakeline.Agent) -> list[str]:
    """Search while the write-ahead log is still there, and once more when all is written."""
    archive(ash.place)
    first = found_in(homes)
    finish(homes, ash)
    return sorted({*first, *found_in(homes)})


def test_no_secret_that_was_noted_is_in_any_byte(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake(thread="keys")
    for number, text in enumerate(TEXTS):
        ash.facts.set(f"a key {number}", f"it is {text}")
        ash.memories.add(f"Never lose {text}", pinned=True)
    ash.memories.add(ALL, title="All keys")
    for number, text in enumerate(LABELS):
        ash.facts.set(f"{number} {text}"[:LONGEST_LABEL], "in its key")
        ash.memories.add("A titled one.", title=f"Titled {text}", tags=[text])
        ash.tasks.add(f"Rotate {text}", description=f"It was {text}")
        ash.projects.add(f"project {number}", title=f"Move {text}", summary=f"About {text}")
        ash.hints.add(f"Do not use {text} again")
    ash.tasks.add("Rotate all", description=ALL)
    ash.projects.add("all", summary=ALL)
    ash.hints.add(ALL)
    assert found_in_now(open_home, ash) == []


def test_no_secret_of_a_handoff_is_in_any_byte(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.end(
        summary=ALL,
        working_on=ALL,
        open_threads=ALL,
        key_decisions=ALL,
        surprises=ALL,
        internal_state=ALL,
        relationship_notes=ALL,
        message_to_next=ALL,
        warnings=ALL,
        recommendations=ALL,
        cognition=dict.fromkeys(("working_memory", "active_goals", "open_questions"), TEXTS),
    )
    ash.wake()
    ash.end(summary="lists", warnings=TEXTS, open_threads=TEXTS)
    for text in TEXTS:
        if len(text) <= 100:
            ash.wake()
            ash.end(summary=text, human_mood=text, human_energy=text)
    ash.wake()
    assert found_in_now(open_home, ash) == []


def test_no_secret_of_a_document_is_in_any_byte_that_we_wrote(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.documents.propose("tools", ALL)
    accept_document(ash.place, "tools", actor="Mel")
    write_document(ash.place, "soul", ALL, actor="Mel", confirmed=True)
    ash.documents.propose("anchor", ALL)
    ash.wake()
    assert found_in_now(open_home, ash) == []


DOORS: dict[str, Door] = {
    "speaker": lambda a, t, n: a.observe(f"speaker {n}", speaker=t),
    "thread": lambda a, t, n: a.observe(f"thread {n}", thread=t),
    "thread of a record": lambda a, t, n: a.record(user=f"thread {n}", thread=t),
    "source_id": lambda a, t, n: a.observe(f"source {n}", source_id=t),
    "session of an observation": lambda a, t, n: a.observe(f"session {n}", session=t),
    "category of a fact": lambda a, t, n: a.facts.set(f"key {n}", "value", category=t),
    "sources of a fact": lambda a, t, n: a.facts.set(f"other {n}", "value", source_ids=(t,)),
    "category of a hint": lambda a, t, n: a.hints.add(f"hint {n}", category=t),
    "thread of a memory": lambda a, t, n: a.memories.add(f"memory {n}", thread=t),
    "key of a project": lambda a, t, n: a.projects.add(f"{n} {t}"[:LONGEST_LABEL]),
    "actor": lambda a, t, n: a.tasks.add(f"task {n}", actor=t),
}


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_no_secret_in_a_name_is_in_any_byte(open_home: Homes, door: Door) -> None:
    ash = open_home.agent()
    ash.wake()
    for number, text in enumerate(LABELS):
        door(ash, text, number)
    assert found_in_now(open_home, ash) == []


def test_no_secret_of_a_session_or_a_person_is_in_any_byte(open_home: Homes) -> None:
    text = LABELS[0]
    ash = open_home.agent(person=text)
    ash.wake(model_id=text, source=text, thread=text)
    assert found_in_now(open_home, ash) == []


def test_a_redacted_text_is_still_found_and_says_what_was_there(open_home: Homes) -> None:
    ash = open_home.agent()
    kind, text, secret = KEYS[0]
    ash.observe(f"The heron server takes {text} as its key.")
    (hit,) = ash.recall("heron server key")
    assert secret not in hit.text
    assert f"[secret:{kind}:" in hit.text


def test_a_source_named_by_a_link_with_a_password_is_known_again(open_home: Homes) -> None:
    ash = open_home.agent()
    link = "postgres://mel:" + "hunter" + "2-blue-Heron" + "@db.example/diary#7"
    event: dict[str, Any] = {"text": "We leave on Friday.", "source_id": link}
    first = ash.observe(**event)
    open_home.later(days=1)
    assert ash.observe(**event).duplicate_of == first.id
