"""Events grouped into changes: what a row was at first, what it is at last, and what differs.

Several events about one row are one change. A change that was undone is none, and neither is a
row that came and went. It does not know how a change is worded, nor how much it matters.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from wakeline.model.log import Event

Image = dict[str, Any]
Key = tuple[str, str]

# Fields that change together with others and mean nothing by themselves.
UNTOLD: Final = frozenset(
    {"seq", "updated_at", "created_at", "tokens", "entity_refs", "trust", "origin", "content_hash"}
)
UNTOLD_OF: Final[dict[str, frozenset[str]]] = {
    "task": frozenset({"completed_at"}),
    "attachment": frozenset({"source_mark", "observed_at"}),
}
FORGOTTEN: Final = ".forgotten"
# Verbs of events that make a row, for events whose content was forgotten.
MAKING: Final = frozenset({"added", "set", "sent", "proposed", "closed", "ended", "created"})


class OutsideEvent(NamedTuple):
    """One event that the agent did not cause."""

    event: Event
    is_person: bool = False  # the person, under the agent's name
    is_overtaken: bool = False  # the agent itself acted on the same row afterwards


class RowChange(NamedTuple):
    """All events about one row in order, and those of them that still count (`standing`).

    The agent knew the row when it acted on it. So only events after its own last act count, and
    they start from what the agent had made of it; without any, the whole change is overtaken.
    """

    events: tuple[OutsideEvent, ...]
    standing: tuple[OutsideEvent, ...]
    is_overtaken: bool

    @property
    def first(self) -> Event:
        return self.standing[0].event

    @property
    def last(self) -> Event:
        return self.standing[-1].event

    @property
    def now(self) -> Image:
        """The row after the last event; empty if its content was forgotten."""
        return self.last.after or {}

    @property
    def was(self) -> Image:
        """The row before the first event; for a new row, its first values."""
        found = dict(self.now)
        for happened in reversed(self.standing):
            found.update(happened.event.before or {})
        return found

    @property
    def is_new(self) -> bool:
        return self.first.before is None and self.first.after is not None

    @property
    def is_gone(self) -> bool:
        return self.last.after is None or bool(self.now.get("is_deleted"))

    @property
    def fields(self) -> dict[str, tuple[Any, Any]]:
        """The fields that differ between first and last, each with both values."""
        was, now = self.was, self.now
        untold = UNTOLD | UNTOLD_OF.get(self.last.subject_kind, frozenset())
        return {
            name: (was.get(name), value)
            for name, value in now.items()
            if name not in untold and was.get(name) != value
        }

    @property
    def is_nothing(self) -> bool:
        """Whether nothing is left to report: the row came and went, or is as it was."""
        if self.is_new or self.is_gone:
            return self.is_new and self.is_gone
        return not self.fields


def group_changes(happened: Iterable[OutsideEvent]) -> list[RowChange]:
    """Events grouped into changes, in the order in which the changes began."""
    groups: dict[Key, list[OutsideEvent]] = {}
    for item in sorted(happened, key=lambda item: item.event.seq):
        groups.setdefault(_belongs_to(item.event), []).append(item)
    return [_change(events) for events in groups.values()]


def _belongs_to(event: Event) -> Key:
    """The group of an event: a fact's key, a document's kind, a knowledge source, or its row."""
    row = event.after or {}
    match event.subject_kind:
        case "fact" if "key" in row:
            return "fact", str(row["key"])
        case "document" if "kind" in row:
            return "document", str(row["kind"])
        case "knowledge" if row.get("source"):
            return "knowledge", f"from {row['source']}"
        case "knowledge" if row.get("superseded_by"):
            return "knowledge", str(row["superseded_by"])
        case kind:
            return kind, event.subject_id


def _change(events: Sequence[OutsideEvent]) -> RowChange:
    overtaken = [number for number, item in enumerate(events) if item.is_overtaken]
    standing = events[overtaken[-1] + 1 :] if overtaken else events
    if events[0].event.subject_kind == "knowledge":  # each entry is a row of its own
        standing = [item for item in events if not item.is_overtaken]
    # If the agent has changed a fact since, only the closing of its old value is left.
    is_overtaken = not any(_tells(item.event) for item in standing)
    return RowChange(tuple(events), tuple(events if is_overtaken else standing), is_overtaken)


def _tells(event: Event) -> bool:
    return event.kind != "fact.closed"


def is_forgotten(change: RowChange) -> bool:
    """Whether the row of a change was forgotten."""
    return change.last.kind.endswith(FORGOTTEN)


def came_and_was_forgotten(change: RowChange) -> bool:
    """Whether a forgotten row was also new, judged by the kind of its first event."""
    return change.first.kind.rpartition(".")[2] in MAKING


class FactValue(NamedTuple):
    """The value of a fact (None if it has none) and its row."""

    value: str | None
    row: Image


def fact_change(change: RowChange) -> tuple[FactValue, FactValue]:
    """The value of a fact's key at first and at last."""
    was, now = FactValue(None, {}), FactValue(None, {})
    has_begun = False
    for happened in change.standing:
        event, row = happened.event, happened.event.after or {}
        verb = event.kind.rpartition(".")[2]
        if not has_begun and verb == "superseded":
            was = FactValue(row["value"], row)
        has_begun = True
        if verb == "set":
            now = FactValue(row["value"], row)
        elif verb == "superseded" or (verb == "ended" and _is_last_of(row, now)):
            now = FactValue(None, row)
    return was, now


def _is_last_of(ended: Image, held: FactValue) -> bool:
    """Whether an ended value leaves its key without one; ending a planned value does not."""
    return ended["recorded_to"] is None or held.row.get("id") in (None, ended["id"])


def withdrawn_plan(change: RowChange) -> Image | None:
    """The row of a planned value that was withdrawn, if that is the change; else None."""
    row = change.last.after or {}
    if change.last.kind != "fact.ended" or row["recorded_to"] is None:
        return None
    rows = (item.event.subject_id for item in change.standing[:-1])
    return None if change.last.subject_id in rows else row


class DocumentVersions(NamedTuple):
    """The versions of one document: in force before, in force now, proposed and rejected.

    Each is the row of one version.
    """

    before: Image | None
    in_force: Image | None
    proposed: tuple[Image, ...]
    rejected: tuple[Image, ...]

    @property
    def is_nothing(self) -> bool:
        return self.in_force is None and not self.proposed and not self.rejected


def document_versions(change: RowChange) -> DocumentVersions:
    """The versions of a changed document, without those both proposed and rejected meanwhile."""
    started: dict[str, str | None] = {}
    rows: dict[str, Image] = {}
    for happened in change.standing:
        event = happened.event
        if event.after is None:
            continue
        old = None if event.before is None else event.before.get("state", event.after["state"])
        started.setdefault(event.subject_id, old)
        rows[event.subject_id] = event.after
    by_state = {
        state: [row for key, row in rows.items() if row["state"] == state != started[key]]
        for state in ("in_force", "proposed", "rejected")
    }
    before = next((rows[key] for key, state in started.items() if state == "in_force"), None)
    in_force = by_state["in_force"][-1] if by_state["in_force"] else None
    if before is not None and in_force is not None:
        is_same = before["content_hash"] == in_force["content_hash"]
        in_force = None if is_same else in_force
    refused = [row for row in by_state["rejected"] if started[row["id"]] is not None]
    return DocumentVersions(before, in_force, tuple(by_state["proposed"]), tuple(refused))


class KnowledgeEntries(NamedTuple):
    """The rows of the knowledge entries of one source: added, replaced and removed."""

    added: tuple[Image, ...]
    replaced: tuple[Image, ...]
    removed: tuple[Image, ...]


def knowledge_entries(change: RowChange) -> KnowledgeEntries:
    """The knowledge entries that are new, that were replaced, and that were removed."""
    is_old: dict[str, bool] = {}
    rows: dict[str, Image] = {}
    for happened in change.standing:
        event = happened.event
        if event.after is not None:
            is_old.setdefault(event.subject_id, event.before is not None)
            rows[event.subject_id] = event.after
    in_use = {
        key for key, row in rows.items() if not row["is_deleted"] and not row["superseded_by"]
    }
    was = [(key, row) for key, row in rows.items() if is_old[key] and key not in in_use]
    return KnowledgeEntries(
        tuple(row for key, row in rows.items() if key in in_use and not is_old[key]),
        tuple(row for _, row in was if row["superseded_by"]),
        tuple(row for _, row in was if not row["superseded_by"]),
    )
