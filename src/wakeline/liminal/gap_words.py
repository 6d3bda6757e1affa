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
    FactValue,
    Image,
    RowChange,
    document_versions,
    fact_change,
    knowledge_entries,
    withdrawn_plan,
)

LONGEST: Final = 120
MOST_FIELDS: Final = 4
CLOSED: Final = frozenset({"done", "dropped"})
EVEN: Final = 0.5  # the weight of rows that have none of their own


class ChangeText(NamedTuple):
    """A change in words: its kind, its text, and what its concern is computed from."""

    kind: str
    text: str
    name: str = ""
    weight: float = EVEN
    is_in_hand: bool = False  # whether the agent was working on it


Tell = Callable[[RowChange, datetime, tzinfo], ChangeText | None]


def quote_text(text: object, longest: int = LONGEST) -> str:
    """A text on one line, cut, in quotation marks that it cannot close."""
    line = one_line(str(text)).replace("“", "'").replace("”", "'")
    if len(line) > longest:
        line = line[: longest - 1].rstrip() + "…"
    return f"“{line}”"


def count_text(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _moment(text: str | None, zone: tzinfo) -> str:
    return "" if text is None else moment_text(read_moment(text), zone)


def _value(value: Any) -> str:
    if value is None or value == "":
        return "nothing"
    if isinstance(value, (list, tuple)):
        return quote_text(", ".join(map(str, value))) if value else "nothing"
    return quote_text(value) if isinstance(value, (str, dict)) else str(value)


def _differs(change: RowChange, *without: str) -> str:
    """The fields that differ, in words: `title from “a” to “b”`."""
    found = [
        f"{name.removesuffix('_json').replace('_', ' ')} from {_value(old)} to {_value(new)}"
        for name, (old, new) in change.fields.items()
        if name not in without
    ]
    more = len(found) - MOST_FIELDS
    return ", ".join(found[:MOST_FIELDS]) + (f" and {more} more" if more > 0 else "")


def describe_task(change: RowChange, _now: datetime, zone: tzinfo) -> ChangeText:
    row = change.now or change.was
    named = f"task #{row['number']} {quote_text(row['title'])}"
    about = {"name": row["title"], "weight": row["priority"] / 10}
    if change.is_gone:
        return ChangeText("task.removed", f"task #{row['number']} was taken away", **about)
    if change.is_new:
        due = f", due {_moment(row['due_at'], zone)}" if row["due_at"] else ""
        kind = "task.added" if row["status"] not in CLOSED else "task.closed"
        return ChangeText(kind, f"{named} was added ({row['status']}{due})", **about)
    if "status" not in change.fields:
        return ChangeText("task.changed", f"{named} changed: {_differs(change)}", **about)
    old, new = change.fields["status"]
    also = _differs(change, "status")
    text = f"{named} went from {old} to {new}" + (f"; {also}" if also else "")
    kind = "task.closed" if new in CLOSED else "task.moved"
    return ChangeText(kind, text, is_in_hand=old == "in-progress", **about)


def describe_fact(change: RowChange, now: datetime, zone: tzinfo) -> ChangeText | None:
    was, held = fact_change(change)
    row = held.row or was.row
    plan = withdrawn_plan(change)
    if plan is not None and was.value == held.value:
        found = _will_not_be(plan, held)
    else:
        found = _ended(was, row, now, zone) if held.value is None else _holds(was, held, now, zone)
    if found is None:
        return None
    kind, text = found
    key = str(row["key"])
    return ChangeText(kind, f"fact {quote_text(key)} {text}", key, float(row["importance"]))


def _will_not_be(plan: Image, held: FactValue) -> tuple[str, str] | None:
    """The kind and words of a withdrawn plan, with the value that stays."""
    instead = f"; it is {quote_text(held.value)}" if held.value is not None else ""
    return "fact.planned", f"will not be {quote_text(plan['value'])}{instead}"


def _ended(was: FactValue, row: Image, now: datetime, zone: tzinfo) -> tuple[str, str] | None:
    """The kind and words of a value that ended or will end; None if there was no value."""
    if was.value is None:
        return None
    end = row["valid_to"]
    if end is not None and read_moment(end) > now:
        return "fact.planned", f"will end {_moment(end, zone)}; it is {quote_text(was.value)}"
    return "fact.ended", f"is no longer {quote_text(was.value)}"


def _holds(was: FactValue, held: FactValue, now: datetime, zone: tzinfo) -> tuple[str, str] | None:
    """The kind and words of a new or planned value; None if it is the old value."""
    begin, end = held.row["valid_from"], held.row["valid_to"]
    until = f", until {_moment(end, zone)}" if end else ""
    if read_moment(begin) > now:
        instead = f"; it is {quote_text(was.value)}" if was.value is not None else ""
        text = f"will be {quote_text(held.value)} from {_moment(begin, zone)}{until}{instead}"
        return "fact.planned", text
    if was.value is None:
        return "fact.set", f"was set to {quote_text(held.value)}{until}"
    if was.value == held.value and not until:
        return None  # taken back
    return (
        "fact.changed",
        f"changed from {quote_text(was.value)} to {quote_text(held.value)}{until}",
    )


def describe_document(change: RowChange, _now: datetime, _zone: tzinfo) -> ChangeText | None:
    found = document_versions(change)
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
    return ChangeText(kind, f"document {name}: {'; '.join(parts)}", name)


def _numbered(rows: Sequence[Image]) -> str:
    return "version " + ", ".join(str(row["version"]) for row in rows)


def describe_knowledge(change: RowChange, _now: datetime, _zone: tzinfo) -> ChangeText | None:
    found = knowledge_entries(change)
    rows = found.added or found.removed or found.replaced
    if not rows:
        return None
    source = next((row["source"] for row in rows if row["source"]), None)
    name = str(rows[0]["title"] or source or rows[0]["content"])
    about: Image = {"name": name, "weight": max(float(row["importance"]) for row in rows)}
    origin = f" from {quote_text(source)}" if source else ""
    if not found.added:
        gone = len(found.removed) + len(found.replaced)
        entries = count_text(gone, "entry", "entries")
        text = f"{entries} of knowledge{origin} taken out: {quote_text(name)}"
        return ChangeText("knowledge.removed", text, **about)
    old = len(found.replaced) + len(found.removed)
    instead = f", in place of {count_text(old, 'older one')}" if old else ""
    if len(found.added) == 1:
        text = f"knowledge {quote_text(name)} was added{origin}{instead}"
    else:
        text = f"{len(found.added)} entries of knowledge were added{origin}{instead}"
    return ChangeText("knowledge.added", text, **about)


def describe_memory(change: RowChange, _now: datetime, _zone: tzinfo) -> ChangeText:
    row = change.now or change.was
    named, about = f"memory {quote_text(row['title'])}", {"name": row["title"]}
    weight = float(row["importance"])
    if change.is_gone:
        return ChangeText("memory.removed", "a memory was taken out of use", weight=weight, **about)
    if change.is_new:
        more = "" if _is_whole(row) else f": {quote_text(row['content'])}"
        text = f"{named} was added ({row['type']}){more}"
        return ChangeText("memory.added", text, weight=weight, **about)
    fields = change.fields
    if "archived_at" in fields:
        away = "was archived" if row["archived_at"] else "was taken out of the archive"
        also = _differs(change, "archived_at")
        text = f"{named} {away}" + (f"; {also}" if also else "")
        return ChangeText("memory.archived", text, weight=weight, **about)
    if "content" in fields:
        old, new = fields["content"]
        text = f"{named} was reworded from {quote_text(old)} to {quote_text(new)}"
        return ChangeText("memory.changed", text, weight=weight, **about)
    if row["superseded_by"] and "superseded_by" in fields:
        text = f"{named} was said anew"
    elif fields.keys() == {"is_pinned"}:
        text = f"{named} was {'pinned' if row['is_pinned'] else 'unpinned'}"
    else:
        text = f"{named} changed: {_differs(change)}"
    return ChangeText("memory.changed", text, weight=weight, **about)


def _is_whole(row: Image) -> bool:
    return str(row["content"]).startswith(str(row["title"]).rstrip("…"))


def describe_message(change: RowChange, _now: datetime, _zone: tzinfo) -> ChangeText:
    row = change.now or change.was
    weight = row["priority"] / 10
    whose = f"a message of {quote_text(row['sender'])}"
    if change.is_gone:
        return ChangeText("message.removed", f"{whose} was taken back", weight=weight)
    if not change.is_new:
        done = "answered" if "replied_at" in change.fields else "marked as read"
        return ChangeText("message.changed", f"{whose} was {done}", weight=weight)
    waits = " and waits for an answer" if row["wants_reply"] and not row["replied_at"] else ""
    text = f"a message arrived{waits}: {quote_text(row['text'])}"
    return ChangeText("message.asks" if waits else "message.arrived", text, weight=weight)


def describe_hint(change: RowChange, _now: datetime, zone: tzinfo) -> ChangeText:
    row = change.now or change.was
    named, weight = f"hint {quote_text(row['content'])}", row["priority"] / 10
    if change.is_gone:
        return ChangeText("hint.removed", "a hint was taken away", weight=weight)
    if change.is_new and not row["completed_at"] and not row["dismissed_at"]:
        at = f", for {_moment(row['trigger_at'], zone)}" if row["trigger_at"] else ""
        return ChangeText("hint.added", f"{named} was left{at}", weight=weight)
    if row["dismissed_at"]:
        return ChangeText("hint.done", f"{named} was dismissed", weight=weight)
    if row["completed_at"]:
        return ChangeText("hint.done", f"{named} was ticked off", weight=weight)
    again = f"; it comes back {_moment(row['trigger_at'], zone)}" if row["trigger_at"] else ""
    return ChangeText("hint.done", f"{named} was ticked off{again}", weight=weight)


def describe_project(change: RowChange, _now: datetime, _zone: tzinfo) -> ChangeText:
    row = change.now or change.was
    named = f"project #{row['number']} {quote_text(row['title'])}"
    if change.is_gone:
        return ChangeText("project.changed", f"project #{row['number']} was taken away", row["key"])
    if change.is_new:
        return ChangeText("project.added", f"{named} was opened ({row['status']})", row["key"])
    return ChangeText("project.changed", f"{named} changed: {_differs(change)}", row["key"])


def describe_identity(change: RowChange, _now: datetime, _zone: tzinfo) -> ChangeText | None:
    row = change.now
    if not row:
        return None  # an event about the agent that was copied
    if change.is_new:
        return ChangeText(
            "identity.changed", f"the agent was copied and is {quote_text(row['name'])} now"
        )
    return ChangeText("identity.changed", f"the identity changed: {_differs(change)}")


def describe_attachment(change: RowChange, _now: datetime, _zone: tzinfo) -> ChangeText:
    row = change.now or change.was
    named = f"file {quote_text(row['filename'])}"
    if change.is_new:
        return ChangeText(
            "attachment.added", f"{named} was attached ({row['mime']})", row["filename"]
        )
    verb = change.last.kind.rpartition(".")[2].replace("_", " ")
    return ChangeText("attachment.changed", f"{named} was {verb}", row["filename"])


def describe_soul_entry(change: RowChange, _now: datetime, _zone: tzinfo) -> ChangeText:
    row = change.now or change.was
    became = {
        "in_force": "holds now",
        "rejected": "was refused",
        "removed": "was taken away",
        "leaving": "may leave",
        "proposed": "was proposed",
    }[row["state"]]
    return ChangeText(
        "soul.changed", f"{row['kind']} {quote_text(row['text'])} {became}", row["text"]
    )


def describe_decision(change: RowChange, _now: datetime, _zone: tzinfo) -> ChangeText:
    row = change.now or change.was
    became = {
        "in_force": "holds now",
        "proposed": "was read in the log and is not confirmed",
        "reversed": "holds no longer",
    }[row["state"]]
    return ChangeText(
        "decision.changed", f"decision {quote_text(row['decision'])} {became}", row["decision"]
    )


def describe_principle(change: RowChange, _now: datetime, _zone: tzinfo) -> ChangeText:
    row = change.now or change.was
    named = f"principle WHEN {quote_text(row['situation'])} THEN {quote_text(row['response'])}"
    verb = "was written" if change.is_new else f"changed: {_differs(change)}"
    return ChangeText("principle.changed", f"{named} {verb}", row["situation"])


def describe_other(change: RowChange, _now: datetime, _zone: tzinfo) -> ChangeText:
    """A change of a kind that has no function of its own."""
    kind, verb = (one_line(part).replace("_", " ") for part in _parts(change.last.kind))
    return ChangeText(
        "other", f"{kind or 'something'} {quote_text(change.last.subject_id)}: {verb}"
    )


def _parts(kind: str) -> tuple[str, str]:
    subject, _, verb = kind.rpartition(".")
    return subject, verb


TELL: Final[dict[str, Tell]] = {
    "task": describe_task,
    "fact": describe_fact,
    "document": describe_document,
    "knowledge": describe_knowledge,
    "memory": describe_memory,
    "message": describe_message,
    "hint": describe_hint,
    "project": describe_project,
    "identity": describe_identity,
    "attachment": describe_attachment,
    "soul_entry": describe_soul_entry,
    "decision": describe_decision,
    "principle": describe_principle,
}
# Kinds whose changes span several rows: their functions decide whether anything is left.
OF_SEVERAL_ROWS: Final = frozenset({"fact", "document", "knowledge"})


def describe_change(change: RowChange, now: datetime, zone: tzinfo) -> ChangeText | None:
    """A change in words; None if nothing is left to report."""
    subject = change.last.subject_kind
    if subject not in OF_SEVERAL_ROWS and change.is_nothing:
        return None
    try:
        return TELL.get(subject, describe_other)(change, now, zone)
    except (KeyError, TypeError, ValueError):
        # One row of another version, or a broken one, must not stop the whole report.
        return describe_other(change, now, zone)
