"""Procedures: how an agent does each kind of task, and the signs of success and failure.

In a folder home each is a file that people may edit, `procedures/code-review.md`, beside
`procedures/patterns.json` with the signs of success and failure. The rows are the truth; a
file whose text no version of its row has had is imported as an edit.
"""

from __future__ import annotations

import json
import re
from typing import Any

from wakeline.base.errors import Invalid, NotFound
from wakeline.consolidation.task_types import task_type_of
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.log import ORIGINS, TRUST, Event, Origin
from wakeline.model.procedure import Procedure
from wakeline.ports.store import Store, Unit, View

MOST_BYTES = 65_536
MOST_SIGNAL = 500
MOST_SIGNALS = 50  # of each kind; older ones are dropped from the row, and stay in the log
MOST_NAME = 50  # letters: a file name has 255 bytes, and some letters have four
SHELF = "procedures"
PATTERNS = "patterns.json"
NAME = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


def write_procedure(
    place: Place,
    task_type: str,
    content: str,
    *,
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Procedure:
    """Write or replace the procedure for a kind of task."""
    place.ask("write_procedure")
    name = _name(task_type)
    text = redact(clean_text(content, field="content", most_bytes=MOST_BYTES))
    if not text.strip():
        raise Invalid("the procedure says nothing.", todo="Write how the task is done.")
    origin = parse.choice(origin, ORIGINS, field="origin")
    with place.writing(place.by(actor=actor, origin=origin)) as unit:
        before = unit.one(Procedure, "procedures.of_type", task_type=name)
        if before is not None and before.content == text and not before.is_deleted:
            return before
        written = _saved(place, unit, name, before, content=text)
    write_procedure_files(place.store, name)
    return written


def note_outcome(
    place: Place,
    task_type: str,
    *,
    success: str | None = None,
    failure: str | None = None,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
) -> Procedure:
    """Add a sign of success or of failure. One that was noted before becomes the newest."""
    place.ask("note_outcome")
    name = _name(task_type)
    good = parse.label(success, field="success", most=MOST_SIGNAL)
    bad = parse.label(failure, field="failure", most=MOST_SIGNAL)
    if good is None and bad is None:
        raise Invalid("nothing is noted.", todo="Give a success, a failure or both.")
    origin = parse.choice(origin, ORIGINS, field="origin")
    with place.writing(place.by(actor=actor, origin=origin)) as unit:
        before = unit.one(Procedure, "procedures.of_type", task_type=name)
        if before is None or before.is_deleted:
            raise _unknown(name)
        noted = before._replace(
            success_signals=_newest(before.success_signals, good),
            failure_patterns=_newest(before.failure_patterns, bad),
            updated_at=unit.by.at,
        )
        unit.save("procedure.noted", noted, before)
    write_procedure_files(place.store, name)
    return noted


def list_procedures(place: Place) -> list[Procedure]:
    """Every procedure in use, by name, after importing edits of the files."""
    import_procedure_edits(place)
    with place.store.reading() as view:
        return view.all(Procedure, "procedures.all")


def get_procedure(place: Place, task_type: str) -> Procedure:
    """The procedure for one kind of task."""
    name = _name(task_type)
    found = {row.task_type: row for row in list_procedures(place)}
    if name not in found:
        raise _unknown(name)
    return found[name]


def detect_procedure(place: Place, text: str) -> Procedure | None:
    """The procedure that fits the task in a text, or None."""
    return task_type_of(text, list_procedures(place))


def delete_procedure(
    place: Place, task_type: str, *, actor: str | None = None, origin: Origin = "user_direct"
) -> Procedure:
    """Take a procedure out of use. Its row stays; `forget` removes it for good."""
    place.ask("delete_procedure")
    name = _name(task_type)
    with place.writing(place.by(actor=actor, origin=origin)) as unit:
        before = unit.one(Procedure, "procedures.of_type", task_type=name)
        if before is None or before.is_deleted:
            raise _unknown(name)
        gone = before._replace(is_deleted=True, updated_at=unit.by.at)
        unit.save("procedure.deleted", gone, before)
    write_procedure_files(place.store, name)
    return gone


def import_procedure_edits(place: Place) -> list[Procedure]:
    """Import edited files as new versions. Returns those versions."""
    files = place.store.folder_texts(SHELF)
    texts = {name.removesuffix(".md"): text for name, text in files.items() if name.endswith(".md")}
    if not texts:
        return []
    with place.store.reading() as view:
        known = {row.task_type: row for row in view.all(Procedure, "procedures.all")}
    taken = []
    for file_name, text in sorted(texts.items()):
        row = known.get(file_name)
        if not text.strip() or (row is not None and row.content == text):
            continue
        try:
            name = _name(file_name)
            content = redact(clean_text(text, field=file_name, most_bytes=MOST_BYTES))
        except Invalid:
            continue  # not text, too long or not a valid name: such a file must not stop the rest
        if name == file_name and not _was_said(place, name, content):
            taken.append(write_procedure(place, name, content, actor="a hand edit"))
    return taken


def _saved(
    place: Place, unit: Unit, name: str, before: Procedure | None, *, content: str
) -> Procedure:
    origin = unit.by.origin
    after = Procedure(
        id=unit.new_id() if before is None else before.id,
        task_type=name,
        content=content,
        success_signals=() if before is None else before.success_signals,
        failure_patterns=() if before is None else before.failure_patterns,
        origin=origin,
        trust=TRUST[origin],
        tokens=place.tokens.count(content),
        created_at=unit.by.at if before is None else before.created_at,
        updated_at=unit.by.at,
        is_deleted=False,
    )
    unit.save("procedure.written", after, before)
    return after


def _was_said(place: Place, name: str, content: str) -> bool:
    """Whether a version of the row had this text: then the file is old, not an edit."""
    with place.store.reading() as view:
        row = view.one(Procedure, "procedures.of_type", task_type=name)
        return row is not None and any(
            version.get("content") == content for version in _versions(view, row)
        )


def _versions(view: View, row: Procedure) -> list[dict[str, Any]]:
    events = view.all(Event, "log.events_of", subject_id=row.id)
    return [event.after for event in events if event.after is not None]


def write_procedure_files(store: Store, *names: str) -> None:
    """Write the files of procedures, or remove them, and the patterns of all."""
    with store.reading() as view:
        rows = {row.task_type: row for row in view.all(Procedure, "procedures.all")}
    for name in names or rows:
        row = rows.get(name)
        store.write_folder_text(SHELF, f"{name}.md", "" if row is None else row.content)
    patterns = {
        name: {
            "success_signals": list(row.success_signals),
            "failure_patterns": list(row.failure_patterns),
            "last_updated": int(row.updated_at.timestamp()),
        }
        for name, row in sorted(rows.items())
    }
    text = json.dumps(patterns, ensure_ascii=False, indent=2) + "\n" if patterns else ""
    store.write_folder_text(SHELF, PATTERNS, text)


def _newest(signals: tuple[str, ...], said: str | None) -> tuple[str, ...]:
    if said is None:
        return signals
    said = redact(said)
    return (*(signal for signal in signals if signal != said), said)[-MOST_SIGNALS:]


def _name(task_type: str) -> str:
    """The stored name of a kind of task: small letters, joined by hyphens."""
    given = parse.label(task_type, field="task_type", most=MOST_NAME)
    name = re.sub(r"[\s_-]+", "-", given or "").strip("-").lower()
    if not NAME.fullmatch(name):
        raise Invalid(
            f"{task_type!r} is no name of a kind of task.",
            todo="Use letters and digits, as in code-review.",
        )
    return name


def _unknown(name: str) -> NotFound:
    return NotFound(
        f"there is no procedure {name!r}.", todo="`wakeline procedure list` shows them."
    )
