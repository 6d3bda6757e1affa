"""A change in one sentence, with texts of others quoted and cut.

One function for each kind of row; an unknown kind is described by the name of its event. Who did
it and when are not part of the sentence. It does not know how much a change matters to the agent.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, tzinfo
from typing import Any, Final, NamedTuple

from wakeline.base.clock import read_moment
from wakeline.context.framing import one_line
from wakeline.language.ages import moment_text
from wakeline.liminal.gap_changes import (
    Change,
    Held,
    Image,
    entries,
    fact_change,
    taken_back,
    versions,
)

LONGEST: Final = 120
MOST_FIELDS: Final = 4
CLOSED: Final = frozenset({"done", "dropped"})
EVEN: Final = 0.5  # the weight of rows that have none of their own


class Told(NamedTuple):
    """A change in words: its kind, its text, and what its concern is computed from."""

    kind: str
    text: str
    name: str = ""
    weight: float = EVEN
    is_in_hand: bool = False  # whether the agent was working on it


Tell = Callable[[Change, datetime, tzinfo], Told | None]


def said(text: object, longest: int = LONGEST) -> str:
    """A text on one line, cut, in quotation marks that it cannot close."""
    line = one_line(str(text)).replace("“", "'").replace("”", "'")
    if len(line) > longest:
        line = line[: longest - 1].rstrip() + "…"
    return f"“{line}”"


def counted(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _moment(text: str | None, zone: tzinfo) -> str:
    return "" if text is None else moment_text(read_moment(text), zone)


def _value(value: Any) -> str:
    if value is None or value == "":
        return "nothing"
    if isinstance(value, (list, tuple)):
        return said(", ".join(map(str, value))) if value else "nothing"
    return said(value) if isinstance(value, (str, dict)) else str(value)


def _differs(change: Change, *without: str) -> str:
    """The fields that differ, in words: `title from “a” to “b”`."""
    found = [
        f"{name.removesuffix('_json').replace('_', ' ')} from {_value(old)} to {_value(new)}"
        for name, (old, new) in change.fields.items()
        if name not in without
    ]
    more = len(found) - MOST_FIELDS
    return ", ".join(found[:MOST_FIELDS]) + (f" and {more} more" if more > 0 else "")


def task(change: Change, _now: datetime, zone: tzinfo) -> Told:
    row = change.now or change.was
    named = f"task #{row['number']} {said(row['title'])}"
    about = {"name": row["title"], "weight": row["priority"] / 10}
    if change.is_gone:
        return Told("task.removed", f"task #{row['number']} was taken away", **about)
    if change.is_new:
        due = f", due {_moment(row['due_at'], zone)}" if row["due_at"] else ""
        kind = "task.added" if row["status"] not in CLOSED else "task.closed"
        return Told(kind, f"{named} was added ({row['status']}{due})", **about)
    if "status" not in change.fields:
        return Told("task.changed", f"{named} changed: {_differs(change)}", **about)
    old, new = change.fields["status"]
    also = _differs(change, "status")
    text = f"{named} went from {old} to {new}" + (f"; {also}" if also else "")
    kind = "task.closed" if new in CLOSED else "task.moved"
    return Told(kind, text, is_in_hand=old == "in-progress", **about)


def fact(change: Change, now: datetime, zone: tzinfo) -> Told | None:
    was, held = fact_change(change)
    row = held.row or was.row
    plan = taken_back(change)
    if plan is not None and was.value == held.value:
        found = _will_not_be(plan, held)
    else:
        found = _ended(was, row, now, zone) if held.value is None else _holds(was, held, now, zone)
    if found is None:
        return None
    kind, text = found
    key = str(row["key"])
    return Told(kind, f"fact {said(key)} {text}", key, float(row["importance"]))


def _will_not_be(plan: Image, held: Held) -> tuple[str, str] | None:
    """The kind and words of a withdrawn plan, with the value that stays."""
    instead = f"; it is {said(held.value)}" if held.value is not None else ""
    return "fact.planned", f"will not be {said(plan['value'])}{instead}"


def _ended(was: Held, row: Image, now: datetime, zone: tzinfo) -> tuple[str, str] | None:
    """The kind and words of a value that ended or will end; None if there was no value."""
    if was.value is None:
        return None
    end = row["valid_to"]
    if end is not None and read_moment(end) > now:
        return "fact.planned", f"will end {_moment(end, zone)}; it is {said(was.value)}"
    return "fact.ended", f"is no longer {said(was.value)}"


def _holds(was: Held, held: Held, now: datetime, zone: tzinfo) -> tuple[str, str] | None:
    """The kind and words of a new or planned value; None if it is the old value."""
    begin, end = held.row["valid_from"], held.row["valid_to"]
    until = f", until {_moment(end, zone)}" if end else ""
    if read_moment(begin) > now:
        instead = f"; it is {said(was.value)}" if was.value is not None else ""
        text = f"will be {said(held.value)} from {_moment(begin, zone)}{until}{instead}"
        return "fact.planned", text
    if was.value is None:
        return "fact.set", f"was set to {said(held.value)}{until}"
    if was.value == held.value and not until:
        return None  # taken back
    return "fact.changed", f"changed from {said(was.value)} to {said(held.value)}{until}"


def document(change: Change, _now: datetime, _zone: tzinfo) -> Told | None:
    found = versions(change)
    if found.is_nothing:
        return None
    parts = []
    if found.in_force is not None:
        was = f" in place of version {found.before['version']}" if found.before else ""
        parts.append(f"version {found.in_force['version']} is in force{was}")
    if found.proposed:
        parts.append(f"{_numbered(found.proposed)} waits for the person's decision")
    if found.rejected:
        parts.append(f"{_numbered(found.rejected)} was rejected")
    kind = "document.changed" if found.in_force is not None else "document.proposed"
    if found.in_force is None and not found.proposed:
        kind = "document.rejected"
    name = str(change.now["kind"])
    return Told(kind, f"document {name}: {'; '.join(parts)}", name)


def _numbered(rows: Sequence[Image]) -> str:
    return "version " + ", ".join(str(row["version"]) for row in rows)


def knowledge(change: Change, _now: datetime, _zone: tzinfo) -> Told | None:
    found = entries(change)
    rows = found.added or found.removed or found.replaced
    if not rows:
        return None
    source = next((row["source"] for row in rows if row["source"]), None)
    name = str(rows[0]["title"] or source or rows[0]["content"])
    about: Image = {"name": name, "weight": max(float(row["importance"]) for row in rows)}
    origin = f" from {said(source)}" if source else ""
    if not found.added:
        gone = len(found.removed) + len(found.replaced)
        text = f"{counted(gone, 'entry', 'entries')} of knowledge{origin} taken out: {said(name)}"
        return Told("knowledge.removed", text, **about)
    old = len(found.replaced) + len(found.removed)
    instead = f", in place of {counted(old, 'older one')}" if old else ""
    if len(found.added) == 1:
        text = f"knowledge {said(name)} was added{origin}{instead}"
    else:
        text = f"{len(found.added)} entries of knowledge were added{origin}{instead}"
    return Told("knowledge.added", text, **about)


def memory(change: Change, _now: datetime, _zone: tzinfo) -> Told:
    row = change.now or change.was
    named, about = f"memory {said(row['title'])}", {"name": row["title"]}
    weight = float(row["importance"])
    if change.is_gone:
        return Told("memory.removed", "a memory was taken out of use", weight=weight, **about)
    if change.is_new:
        more = "" if _is_whole(row) else f": {said(row['content'])}"
        text = f"{named} was added ({row['type']}){more}"
        return Told("memory.added", text, weight=weight, **about)
    fields = change.fields
    if "archived_at" in fields:
        away = "was archived" if row["archived_at"] else "was taken out of the archive"
        also = _differs(change, "archived_at")
        text = f"{named} {away}" + (f"; {also}" if also else "")
        return Told("memory.archived", text, weight=weight, **about)
    if "content" in fields:
        old, new = fields["content"]
        text = f"{named} was reworded from {said(old)} to {said(new)}"
        return Told("memory.changed", text, weight=weight, **about)
    if row["superseded_by"] and "superseded_by" in fields:
        text = f"{named} was said anew"
    elif fields.keys() == {"is_pinned"}:
        text = f"{named} was {'pinned' if row['is_pinned'] else 'unpinned'}"
    else:
        text = f"{named} changed: {_differs(change)}"
    return Told("memory.changed", text, weight=weight, **about)


def _is_whole(row: Image) -> bool:
    return str(row["content"]).startswith(str(row["title"]).rstrip("…"))


def message(change: Change, _now: datetime, _zone: tzinfo) -> Told:
    row = change.now or change.was
    weight = row["priority"] / 10
    whose = f"a message of {said(row['sender'])}"
    if change.is_gone:
        return Told("message.removed", f"{whose} was taken back", weight=weight)
    if not change.is_new:
        done = "answered" if "replied_at" in change.fields else "marked as read"
        return Told("message.changed", f"{whose} was {done}", weight=weight)
    waits = " and waits for an answer" if row["wants_reply"] and not row["replied_at"] else ""
    text = f"a message arrived{waits}: {said(row['text'])}"
    return Told("message.asks" if waits else "message.arrived", text, weight=weight)


def hint(change: Change, _now: datetime, zone: tzinfo) -> Told:
    row = change.now or change.was
    named, weight = f"hint {said(row['content'])}", row["priority"] / 10
    if change.is_gone:
        return Told("hint.removed", "a hint was taken away", weight=weight)
    if change.is_new and not row["completed_at"] and not row["dismissed_at"]:
        at = f", for {_moment(row['trigger_at'], zone)}" if row["trigger_at"] else ""
        return Told("hint.added", f"{named} was left{at}", weight=weight)
    if row["dismissed_at"]:
        return Told("hint.done", f"{named} was dismissed", weight=weight)
    if row["completed_at"]:
        return Told("hint.done", f"{named} was ticked off", weight=weight)
    again = f"; it comes back {_moment(row['trigger_at'], zone)}" if row["trigger_at"] else ""
    return Told("hint.done", f"{named} was ticked off{again}", weight=weight)


def project(change: Change, _now: datetime, _zone: tzinfo) -> Told:
    row = change.now or change.was
    named = f"project #{row['number']} {said(row['title'])}"
    if change.is_gone:
        return Told("project.changed", f"project #{row['number']} was taken away", row["key"])
    if change.is_new:
        return Told("project.added", f"{named} was opened ({row['status']})", row["key"])
    return Told("project.changed", f"{named} changed: {_differs(change)}", row["key"])


def identity(change: Change, _now: datetime, _zone: tzinfo) -> Told | None:
    row = change.now
    if not row:
        return None  # an event about the agent that was copied
    if change.is_new:
        return Told("identity.changed", f"the agent was copied and is {said(row['name'])} now")
    return Told("identity.changed", f"the identity changed: {_differs(change)}")


def attachment(change: Change, _now: datetime, _zone: tzinfo) -> Told:
    row = change.now or change.was
    named = f"file {said(row['filename'])}"
    if change.is_new:
        return Told("attachment.added", f"{named} was attached ({row['mime']})", row["filename"])
    verb = change.last.kind.rpartition(".")[2].replace("_", " ")
    return Told("attachment.changed", f"{named} was {verb}", row["filename"])


def soul_entry(change: Change, _now: datetime, _zone: tzinfo) -> Told:
    row = change.now or change.was
    became = {
        "in_force": "holds now",
        "rejected": "was refused",
        "removed": "was taken away",
        "leaving": "may leave",
        "proposed": "was proposed",
    }[row["state"]]
    return Told("soul.changed", f"{row['kind']} {said(row['text'])} {became}", row["text"])


def decision(change: Change, _now: datetime, _zone: tzinfo) -> Told:
    row = change.now or change.was
    became = {
        "in_force": "holds now",
        "proposed": "was read in the log and is not confirmed",
        "reversed": "holds no longer",
    }[row["state"]]
    return Told("decision.changed", f"decision {said(row['decision'])} {became}", row["decision"])


def principle(change: Change, _now: datetime, _zone: tzinfo) -> Told:
    row = change.now or change.was
    named = f"principle WHEN {said(row['situation'])} THEN {said(row['response'])}"
    verb = "was written" if change.is_new else f"changed: {_differs(change)}"
    return Told("principle.changed", f"{named} {verb}", row["situation"])


def other(change: Change, _now: datetime, _zone: tzinfo) -> Told:
    """A change of a kind that has no function of its own."""
    kind, verb = (one_line(part).replace("_", " ") for part in _parts(change.last.kind))
    return Told("other", f"{kind or 'something'} {said(change.last.subject_id)}: {verb}")


def _parts(kind: str) -> tuple[str, str]:
    subject, _, verb = kind.rpartition(".")
    return subject, verb


TELL: Final[dict[str, Tell]] = {
    "task": task,
    "fact": fact,
    "document": document,
    "knowledge": knowledge,
    "memory": memory,
    "message": message,
    "hint": hint,
    "project": project,
    "identity": identity,
    "attachment": attachment,
    "soul_entry": soul_entry,
    "decision": decision,
    "principle": principle,
}
# Kinds whose changes span several rows: their functions decide whether anything is left.
OF_SEVERAL_ROWS: Final = frozenset({"fact", "document", "knowledge"})


def told(change: Change, now: datetime, zone: tzinfo) -> Told | None:
    """A change in words; None if nothing is left to report."""
    subject = change.last.subject_kind
    if subject not in OF_SEVERAL_ROWS and change.is_nothing:
        return None
    try:
        return TELL.get(subject, other)(change, now, zone)
    except (KeyError, TypeError, ValueError):
        # One row of another version, or a broken one, must not stop the whole report.
        return other(change, now, zone)
