"""The log as days of lines, each day sealed by a chain over the hashes of its lines.

A line belongs to the day on which it was written, in UTC, but never to an earlier
day than the line before it: a clock that goes back does not reopen a day. The line
of a forgotten entry keeps its hash and all fields that are not content, so the
chain still closes. It does not know files, nor what an entry means.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

from wakeline.base.errors import Damaged
from wakeline.model.job import ArchiveDay
from wakeline.model.log import Episode, Event
from wakeline.store.log_lines import CLASSES, TYPES, line_of, next_chain_hash, read_line
from wakeline.store.rows import row_from_json, row_to_json

Entry = Episode | Event

FORGOTTEN: Final = "forgotten"
SEAL: Final = "seal"
HEADER: Final = "header"


class DayLines(NamedTuple):
    """Consecutive lines of one day, and the state of the day after them."""

    day: ArchiveDay
    lines: list[str]


# -- entries and lines


def archive_line(entry: Entry) -> str:
    """The line of an entry; for a forgotten one, what is left of it with its original hash."""
    if entry.forgotten_at is None:
        return line_of(entry)
    return json_line({**row_to_json(entry), "type": FORGOTTEN, "entry": TYPES[type(entry)]})


def without_content(entry: Entry, at: datetime) -> Entry:
    """The entry as a tombstone: its place, its moment and its hash.

    The source's name stays, so that importing it again does not bring the text back.
    """
    if isinstance(entry, Event):
        return entry._replace(before=None, after=None, forgotten_at=at)
    return entry._replace(
        speaker="",
        text="",
        importance=0.0,
        entity_refs=(),
        content_hash="",
        tokens=0,
        metadata={},
        source_id=_content_free(entry.source_id, entry.text),
        forgotten_at=at,
    )


def _content_free(source_id: str | None, text: str) -> str | None:
    """A source's name, or None if it contains the text."""
    if source_id is None or not source_id.strip():
        return None
    name, said = source_id.casefold(), text.casefold()
    # A short name that is in the text by chance is still a name; a sentence is not.
    is_content = (said and said in name) or (" " in name and name in said)
    return None if is_content else source_id


def seal_line(day: ArchiveDay) -> str:
    """The line that closes a day."""
    return json_line({**row_to_json(day), "type": SEAL})


def json_line(fields: dict[str, Any]) -> str:
    """The fields as one line of JSON, always the same for the same fields."""
    return json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


# -- days


def lines_by_day(entries: Iterable[Entry], last: ArchiveDay | None) -> Iterator[DayLines]:
    """The lines of some entries, day by day, in the order of the log, continuing after `last`."""
    day, lines = last, list[str]()
    for entry in entries:
        name = day_for(entry, day)
        if day is None or day.day != name:
            if day is not None and lines:
                yield DayLines(day, lines)
            day = ArchiveDay(name, entry.seq, entry.seq, 0, day.head_hash if day else "", None)
            lines = []
        day = with_line(day, entry)
        lines.append(archive_line(entry))
    if day is not None and lines:
        yield DayLines(day, lines)


def day_for(entry: Entry, last: ArchiveDay | None) -> str:
    """The day of an entry that comes after those of `last`. A sealed day takes no more lines."""
    own = _written_at(entry).astimezone(UTC).date()
    if last is None:
        return own.isoformat()
    least = date.fromisoformat(last.day)
    if last.sealed_at is not None:
        least += timedelta(days=1)
    return max(own, least).isoformat()


def with_line(day: ArchiveDay, entry: Entry) -> ArchiveDay:
    """The day with one more line."""
    return day._replace(
        last_seq=entry.seq,
        lines=day.lines + 1,
        head_hash=next_chain_hash(day.head_hash, entry.line_hash),
    )


def can_be_sealed(day: ArchiveDay, now: datetime) -> bool:
    """Whether a day is over and not sealed yet."""
    return day.sealed_at is None and now.astimezone(UTC).date().isoformat() > day.day


def _written_at(entry: Entry) -> datetime:
    return entry.recorded_at if isinstance(entry, Episode) else entry.at


# -- reading it back


def read_archive(lines: Iterable[str]) -> Iterator[Entry | ArchiveDay]:
    """The entries and seals in the lines of an archive or an export, in order.

    Raises `Damaged` at the first line that cannot be read, is missing, or whose day
    does not close. Lines after the last seal are taken as they are.
    """
    day: ArchiveDay | None = None
    seq, head, through = 0, "", 0
    for number, line in enumerate(lines, start=1):
        found = _read(line, number)
        if isinstance(found, int):
            through = found
            continue
        if isinstance(found, ArchiveDay):
            if day is None or day != found._replace(day=day.day, sealed_at=None):
                raise _damaged(number, f"the chain of {found.day} does not close")
            day = None
        else:
            if found.seq != seq + 1:
                raise _damaged(number, f"entry {found.seq} follows entry {seq}")
            seq = found.seq
            day = with_line(day or ArchiveDay("", seq, seq, 0, head, None), found)
            head = day.head_hash
        yield found
    if seq < through:
        raise Damaged(f"the log ends at entry {seq} of {through}.", todo="Use another copy.")


def _read(line: str, number: int) -> Entry | ArchiveDay | int:
    """The entry or seal in a line; for a header, the number of entries that follow."""
    try:
        fields = json.loads(line)
        kind = fields.pop("type")
        if kind == HEADER:
            return int(fields["through"])
        if kind == SEAL:
            return row_from_json(ArchiveDay, fields)
        if kind == FORGOTTEN:
            found: Entry = row_from_json(CLASSES[fields.pop("entry")], fields)
            return found
        return read_line(line)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _damaged(number, f"it cannot be read ({error})") from error


def _damaged(number: int, what: str) -> Damaged:
    return Damaged(f"line {number} of the archive is wrong: {what}.", todo="Use another copy.")
