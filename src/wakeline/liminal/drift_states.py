"""States that can drift, before and after a gap, read from what the log says happened in it.

An event has the whole row as it became and the old values of what changed: that is enough to
tell what an agent last knew. Pure. It does not know how far apart two states are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from wakeline.model.log import Event

Fields = dict[str, Any]


class Turned(NamedTuple):
    """A state that was one way and is another, and the events and rows that say so."""

    domain: str
    subject: str
    before: str
    after: str
    source_ids: tuple[str, ...]


class Seen(NamedTuple):
    """What one event says of a state: what it was and is, where it says so."""

    domain: str
    subject: str
    was: str | None
    is_now: str | None


def turned(events: Iterable[Event]) -> list[Turned]:
    """The states that are not what they were, in the order in which they first changed.

    Several changes of one state are one: what it was at first and what it is at last. One that
    is new, or gone without another in its place, has nothing to be compared with.
    """
    was: dict[tuple[str, str], str] = {}
    now: dict[tuple[str, str], str] = {}
    sources: dict[tuple[str, str], list[str]] = {}
    for event in events:
        if event.after is None or event.subject_kind not in READ:
            continue
        seen = READ[event.subject_kind](event.before, event.after)
        if seen is None:
            continue
        key = (seen.domain, seen.subject)
        sources.setdefault(key, []).extend((event.id, event.subject_id))
        if seen.was is not None and key not in now:
            was.setdefault(key, seen.was)
        if seen.is_now is not None:
            now[key] = seen.is_now
    return [
        Turned(*key, before, now[key], tuple(dict.fromkeys(sources[key])))
        for key, before in was.items()
        if key in now and now[key] != before
    ]


def _document(before: Fields | None, after: Fields) -> Seen | None:
    """A version of a document that came into force, or had been."""
    if before is not None and before.get("state") == "in_force":
        return Seen("personality", after["kind"], after["content"], None)
    if after["state"] != "in_force":
        return None
    return Seen("personality", after["kind"], None, after["content"])


def _memory(before: Fields | None, after: Fields) -> Seen | None:
    """What is kept of a relationship, said anew. Its first words may change, its id does not."""
    if after["type"] != "relationship" or before is None or "content" not in before:
        return None
    subject = before["title"] if "title" in before else after["title"]
    return Seen("relationship", subject, before["content"], after["content"])


def _fact(before: Fields | None, after: Fields) -> Seen | None:
    """A value that gave way, or the one that took its place."""
    if before is None:
        is_standing = after["valid_to"] is None and not after["is_deleted"]
        return Seen("key_fact", after["key"], None, after["value"]) if is_standing else None
    return Seen("key_fact", after["key"], before.get("value", after["value"]), None)


def _project(before: Fields | None, after: Fields) -> Seen | None:
    """Where a project stands."""
    if before is None:
        return None
    was = {**after, **before}
    return Seen(
        "project_status",
        after["key"],
        standing(was["status"], was["summary"]),
        standing(after["status"], after["summary"]),
    )


def standing(status: str, summary: str | None) -> str:
    """How a project stands, as a text that can be compared."""
    return f"{status}: {summary}" if summary else status


READ: dict[str, Callable[[Fields | None, Fields], Seen | None]] = {
    "document": _document,
    "memory": _memory,
    "fact": _fact,
    "project": _project,
}
