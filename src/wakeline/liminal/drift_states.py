"""States that can drift, before and after a gap, read from the events of that gap.

An event has the whole row after the change and the old values of what changed: together they say
what the agent last knew. Pure. It does not know how far apart two states are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from wakeline.model.log import Event

Fields = dict[str, Any]


class ChangedState(NamedTuple):
    """A state that has changed, with the ids of the events and rows that say so."""

    domain: str
    subject: str
    before: str
    after: str
    source_ids: tuple[str, ...]


class StateReading(NamedTuple):
    """What one event says about a state: its old and new text, each None if unknown."""

    domain: str
    subject: str
    was: str | None
    is_now: str | None


def changed_states(events: Iterable[Event]) -> list[ChangedState]:
    """The states that have changed, in the order of their first changes.

    Several changes of one state count as one, from the first text to the last. A state that is
    new, or gone without a successor, has nothing to be compared with.
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
        ChangedState(*key, before, now[key], tuple(dict.fromkeys(sources[key])))
        for key, before in was.items()
        if key in now and now[key] != before
    ]


def _document(before: Fields | None, after: Fields) -> StateReading | None:
    """A document version that came into force (new text) or went out of force (old text)."""
    if before is not None and before.get("state") == "in_force":
        return StateReading("personality", after["kind"], after["content"], None)
    if after["state"] != "in_force":
        return None
    return StateReading("personality", after["kind"], None, after["content"])


def _memory(before: Fields | None, after: Fields) -> StateReading | None:
    """A reworded memory of a relationship. Its title may change with it; the old one is used."""
    if after["type"] != "relationship" or before is None or "content" not in before:
        return None
    subject = before["title"] if "title" in before else after["title"]
    return StateReading("relationship", subject, before["content"], after["content"])


def _fact(before: Fields | None, after: Fields) -> StateReading | None:
    """A fact's value that ended (old text) or began (new text)."""
    if before is None:
        is_standing = after["valid_to"] is None and not after["is_deleted"]
        return StateReading("key_fact", after["key"], None, after["value"]) if is_standing else None
    return StateReading("key_fact", after["key"], before.get("value", after["value"]), None)


def _project(before: Fields | None, after: Fields) -> StateReading | None:
    """A project's status and summary, before and after."""
    if before is None:
        return None
    was = {**after, **before}
    return StateReading(
        "project_status",
        after["key"],
        project_state(was["status"], was["summary"]),
        project_state(after["status"], after["summary"]),
    )


def project_state(status: str, summary: str | None) -> str:
    """The status and summary of a project as one text."""
    return f"{status}: {summary}" if summary else status


READ: dict[str, Callable[[Fields | None, Fields], StateReading | None]] = {
    "document": _document,
    "memory": _memory,
    "fact": _fact,
    "project": _project,
}
