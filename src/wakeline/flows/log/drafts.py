"""Turns before they have a place in the log: parsed, redacted, measured and analysed.

Texts and events come in; drafts that a transaction can append go out. Nothing is looked up
here: whether a turn was kept before, and to which exchange it belongs, is not known yet.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from wakeline.base.errors import Invalid
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.common.redaction import redact_json
from wakeline.flows.log.text_measures import MeasuredText, measure_texts
from wakeline.log.admit import clean_text
from wakeline.model.log import (
    KINDS,
    MODES,
    ORIGINS,
    ROLES,
    TRUST,
    Episode,
    Kind,
    Mode,
    Origin,
    Role,
)

MOST_METADATA_BYTES = 65_536
ROLE_OF_SPEAKER: dict[str, Role] = {
    "user": "user",
    "human": "user",
    "agent": "agent",
    "assistant": "agent",
    "tool": "tool",
    "system": "system",
}
ORIGIN_OF_KIND: dict[Kind, Origin] = {
    "conversation": "import",
    "observation": "agent_inferred",
    "tool_result": "tool_output",
    "error": "tool_output",
}
FIELDS = frozenset(
    "text speaker role at kind source_id session thread project mode origin metadata "
    "exchange".split()
)


class TurnDraft(NamedTuple):
    """A turn before it has a place in the log, with its terms."""

    episode: Episode
    terms: list[str]
    has_own_time: bool
    project: object


class ParsedEvent(NamedTuple):
    """An event whose fields were checked; its text is not redacted yet."""

    text: str
    kind: Kind
    speaker: str
    role: Role
    origin: Origin
    mode: Mode
    exchange_id: str | None
    session_id: str | None
    thread_id: str | None
    source_id: str | None
    at: datetime | None
    metadata: dict[str, Any]
    project: object


def drafts_of_exchange(
    place: Place,
    user: str | None,
    agent: str | None,
    *,
    thread: str | None,
    mode: str,
    session_id: str | None,
    at: datetime | str | None,
    metadata: Mapping[str, Any] | None,
    now: datetime,
) -> list[TurnDraft]:
    """The drafts of one exchange: the person's turn, the agent's turn, or both."""
    said: list[tuple[str, str, Role, Origin]] = []
    if user is not None:
        said.append((user, place.identity.person_name or "user", "user", "user_direct"))
    if agent is not None:
        said.append((agent, place.identity.display_name, "agent", "agent_inferred"))
    shared = (
        parse.choice(mode or "chat", MODES, field="mode"),
        None,
        parse.label(session_id, field="session"),
        parse.label(thread, field="thread"),
        None,
        None if at is None else parse.moment(at, field="at", now=now),
        _metadata(metadata),
        None,
    )
    most = place.settings.number("text.most_bytes")
    parsed = [
        ParsedEvent(
            clean_text(text, field="text", most_bytes=most),
            "conversation",
            parse.label(speaker, field="speaker") or "system",
            role,
            origin,
            *shared,
        )
        for text, speaker, role, origin in said
    ]
    return _drafted(place, parsed, now)


def drafts_of_events(
    place: Place, events: Sequence[Mapping[str, Any]], now: datetime
) -> list[TurnDraft]:
    """The drafts of events: parsed, redacted, measured and analysed. Nothing is looked up."""
    most = place.settings.number("text.most_bytes")
    parsed = [_parsed(event, now, most) for event in events]
    return _drafted(place, parsed, now)


def _drafted(place: Place, parsed: Sequence[ParsedEvent], now: datetime) -> list[TurnDraft]:
    """Drafts of parsed events, with the measures of their texts."""
    found = measure_texts([(each.text, each.kind, each.role) for each in parsed])
    return [
        TurnDraft(_episode(place, each, read, now), read[2], each.at is not None, each.project)
        for each, read in zip(parsed, found, strict=True)
    ]


def _parsed(event: Mapping[str, Any], now: datetime, most_bytes: int) -> ParsedEvent:
    if not isinstance(event, Mapping):
        raise Invalid(f"an event is a {type(event).__name__}.", todo="Give a dict with text=.")
    if not FIELDS.issuperset(event):
        unknown = ", ".join(sorted(str(name) for name in event.keys() - FIELDS))
        raise Invalid(f"an event has unknown fields: {unknown}.", todo=f"Use {_known_fields()}.")
    get = event.get
    text = clean_text(get("text"), field="text", most_bytes=most_bytes)
    kind = parse.choice(get("kind") or "conversation", KINDS, field="kind")
    speaker = parse.label(get("speaker"), field="speaker") or _speaker_of(kind)
    at, exchange, session = get("at"), get("exchange"), get("session")
    thread, source_id = get("thread"), get("source_id")
    return ParsedEvent(
        text,
        kind,
        speaker,
        _role(get("role"), speaker, kind),
        parse.choice(get("origin") or ORIGIN_OF_KIND[kind], ORIGINS, field="origin"),
        parse.choice(get("mode") or "chat", MODES, field="mode"),
        None if exchange is None else parse.label(exchange, field="exchange"),
        None if session is None else parse.label(session, field="session"),
        None if thread is None else parse.label(thread, field="thread"),
        None if source_id is None else parse.label(source_id, field="source_id"),
        None if at is None else parse.moment(at, field="at", now=now),
        _metadata(get("metadata")),
        get("project"),
    )


def _episode(place: Place, parsed: ParsedEvent, read: MeasuredText, now: datetime) -> Episode:
    text, names, _, digest, importance = read
    # By position: twenty-four keyword arguments would double the time of this function.
    return Episode(
        0,
        place.ids.new(now),
        parsed.exchange_id,
        None,
        parsed.session_id,
        parsed.thread_id,
        None,
        parsed.kind,
        parsed.speaker,
        parsed.role,
        parsed.mode,
        text,
        parsed.at or now,
        now,
        importance,
        names,
        parsed.source_id,
        digest,
        place.tokens.count(text),
        parsed.origin,
        TRUST[parsed.origin],
        parsed.metadata,
        "",
        None,
    )


def _known_fields() -> str:
    return ", ".join(sorted(FIELDS))


def _speaker_of(kind: Kind) -> str:
    return "tool" if kind in ("tool_result", "error") else "system"


def _role(value: object, speaker: str, kind: Kind) -> Role:
    if value is not None:
        return parse.choice(value, ROLES, field="role")
    if kind in ("tool_result", "error"):
        return "tool"
    return ROLE_OF_SPEAKER.get(speaker.casefold(), "other")


def _metadata(value: object) -> dict[str, Any]:
    """Plain JSON, redacted like the text itself, of a bounded size."""
    found = parse.mapping(value, field="metadata")
    if not found:
        return {}
    try:
        text = json.dumps(found, ensure_ascii=False, allow_nan=False)
        clean_text(text, field="metadata", most_bytes=MOST_METADATA_BYTES)
        clean: dict[str, Any] = redact_json(found)
    except (TypeError, ValueError, RecursionError) as error:
        raise Invalid(
            f"metadata is not plain JSON ({error}).", todo="Use text and numbers."
        ) from None
    if "\\u0000" in text:
        raise Invalid("metadata holds a NUL character.", todo="Take it out.")
    return clean
