"""Log entries as canonical lines of JSON, and their hashes.

The hash is made when the entry is written and stays when its content is
forgotten, so that a day's hash chain can still be checked.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, NamedTuple

from wakeline.base.digest import sha256_hex
from wakeline.model.log import By, Episode, Event
from wakeline.model.stored import table_of
from wakeline.store.rows import (
    cached_stored_moment,
    changed_values,
    json_text,
    row_from_json,
    row_to_json,
    subject_id,
)

TYPES: dict[type[Any], str] = {Episode: "turn", Event: "event"}
CLASSES: dict[str, type[Any]] = {name: cls for cls, name in TYPES.items()}
# Not part of what is hashed: the hash itself, and whether the content was forgotten since.
APART = ("line_hash", "forgotten_at")

_encode = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), check_circular=False
).encode


# Few different numbers occur. Cached by type as well, since 1 and 1.0 are written differently.
_number = lru_cache(maxsize=256, typed=True)(_encode)


def _text(value: str | None) -> str:
    return "null" if value is None else json_text(value)


def _line_of_turn(turn: Episode, seq: int) -> str:
    """A turn's line, formatted by hand: an encoder takes four times as long.

    Field by field it equals what `_encode` makes of the same values. Fields with a few fixed
    words need no quoting.
    """
    # In the order of the class. Slices are faster than reading each field by name.
    own_id, exchange_id, index, session_id, thread_id, project_id = turn[1:7]
    kind, speaker, role, mode, text, at, recorded_at, importance, names = turn[7:16]
    source_id, content_hash, tokens, origin, trust, metadata = turn[16:22]
    return (
        f'{{"at":"{cached_stored_moment(at)}","content_hash":{json_text(content_hash)},'
        f'"entity_refs":[{",".join(map(json_text, names))}],'
        f'"exchange_id":{_text(exchange_id)},'
        f'"exchange_index":{"null" if index is None else index},"id":{json_text(own_id)},'
        f'"importance":{_number(importance)},"kind":"{kind}",'
        f'"metadata":{_encode(metadata) if metadata else "{}"},'
        f'"mode":"{mode}","origin":"{origin}","project_id":{_text(project_id)},'
        f'"recorded_at":"{cached_stored_moment(recorded_at)}","role":"{role}",'
        f'"seq":{seq},"session_id":{_text(session_id)},"source_id":{_text(source_id)},'
        f'"speaker":{json_text(speaker)},"text":{json_text(text)},'
        f'"thread_id":{_text(thread_id)},"tokens":{tokens},'
        f'"trust":{_number(trust)},"type":"turn"}}'
    )


def line_of(entry: Episode | Event) -> str:
    """The canonical line of one entry, without its hash."""
    if isinstance(entry, Episode):
        return _line_of_turn(entry, entry.seq)
    fields = row_to_json(entry)
    for name in APART:
        del fields[name]
    fields["type"] = TYPES[type(entry)]
    return _encode(fields)


def hash_line(line: str) -> str:
    """The SHA-256 of a line."""
    return sha256_hex(line.encode())


def seal_turn(turn: Episode, seq: int) -> Episode:
    """The turn with its sequence in the log and its hash.

    Built by position, which is faster than `_replace` with its 24 names.
    """
    digest = hash_line(_line_of_turn(turn, seq))
    return tuple.__new__(Episode, (seq, *turn[1:-2], digest, None))


class LoggedChange(NamedTuple):
    """A change of one row: the old values of changed fields, and the whole row now."""

    kind: str
    row: NamedTuple
    before: dict[str, Any] | None
    after: dict[str, Any] | None


def change_of(kind: str, row: NamedTuple, before: NamedTuple | None) -> LoggedChange:
    """The change from a row before, if there was one, to the row now."""
    now = row_to_json(row)
    return LoggedChange(
        kind, row, None if before is None else changed_values(row_to_json(before), now), now
    )


def event_of(changed: LoggedChange, by: By, *, seq: int, id: str) -> Event:
    """The log event of a change of state, with its hash."""
    event = Event(
        seq=seq,
        id=id,
        at=by.at,
        kind=changed.kind,
        subject_kind=table_of(changed.row).subject,
        subject_id=subject_id(changed.row),
        actor=by.actor,
        origin=by.origin,
        session_id=by.session_id,
        exchange_id=by.exchange_id,
        before=changed.before,
        after=changed.after,
        line_hash="",
        forgotten_at=None,
    )
    return event._replace(line_hash=hash_line(line_of(event)))


def read_line(line: str) -> Episode | Event:
    """The entry of a canonical line, with its hash computed again."""
    fields = json.loads(line)
    cls = CLASSES[fields.pop("type")]
    fields |= {"line_hash": hash_line(line), "forgotten_at": None}
    entry: Episode | Event = row_from_json(cls, fields)
    return entry


def next_chain_hash(previous: str, line_hash: str) -> str:
    """The next hash of a day's chain."""
    return sha256_hex(f"{previous}{line_hash}".encode())
