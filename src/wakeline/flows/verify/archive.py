"""Compare the archive with the log: the chain of hashes, and every line of its files.

An archiver that was killed, or that runs at this moment, leaves lines after the last one
that a row counts. They are no defect if the log has the same lines.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Final, NamedTuple

from wakeline.flows.common.log_entries import entries, entries_after
from wakeline.flows.common.place import Place
from wakeline.flows.log.archive import ENDING, archive_files_folder, day_lines, day_path
from wakeline.flows.verify.tally import Check, ComparisonTally
from wakeline.log.archive import SEAL, archive_line, with_line
from wakeline.model.job import ArchiveDay
from wakeline.ports.store import View

# A seal comes after every entry of its day.
SEAL_SEQ: Final = 1 << 62
FILES: Final = "archive files"


class ArchiveFileLine(NamedTuple):
    """One line of a file, with the sequence that it claims."""

    seq: int
    text: bytes
    is_whole: bool


def check_archive(place: Place) -> list[Check]:
    """Check the chain of every day and, if there are files, their lines."""
    folder = archive_files_folder(place)
    files = ComparisonTally(FILES)
    pending: list[ArchiveFileLine] = []
    with place.store.reading() as view:
        days = view.all(ArchiveDay, "jobs.archive_days")
        chain = _check_chain(view, days)
        if folder is None:
            return [chain]
        for day in days:
            pending += _check_file(files, view, folder, day)
    for path in _other_files(folder, days):
        pending += _lines(path)
    _check_pending(files, place, pending, after=days[-1].last_seq if days else 0)
    return [chain, files.result()]


def _check_chain(view: View, days: list[ArchiveDay]) -> Check:
    tally = ComparisonTally("archive chain")
    head, seq = "", 0
    for day in days:
        wanted = ArchiveDay(day.day, seq + 1, seq, 0, head, day.sealed_at)
        for entry in entries(view, after=seq, through=day.last_seq):
            wanted = with_line(wanted, entry)
        tally.compare(f"the chain of {day.day}", wanted, day)
        head, seq = day.head_hash, day.last_seq
    if any(day.sealed_at is None for day in days[:-1]):
        tally.add_fault("a day before the last is not sealed")
    return tally.result()


def _check_file(
    tally: ComparisonTally, view: View, folder: str, day: ArchiveDay
) -> list[ArchiveFileLine]:
    """Compare one day's file. Returns the lines after the last counted one if the day is open."""
    path = day_path(folder, day.day)
    if not os.path.exists(path):
        tally.compared += day.lines
        tally.add_missing(f"{day.day}{ENDING}", count=day.lines)
        return []
    pending: list[ArchiveFileLine] = []
    last = SEAL_SEQ if day.sealed_at is not None else day.last_seq
    tally.compare_streams(f"{day.day} line", _wanted(view, day), _counted(path, last, pending))
    if day.sealed_at is None:
        return pending
    for _ in pending:  # nothing is written to a day once it is sealed
        tally.add_extra(f"what stands behind the seal of {day.day}")
    return []


def _wanted(view: View, day: ArchiveDay) -> Iterator[tuple[int, bytes]]:
    for seq, line in enumerate(day_lines(view, day), start=day.first_seq):
        yield (seq if seq <= day.last_seq else SEAL_SEQ), line.encode()


def _counted(path: str, last: int, pending: list[ArchiveFileLine]) -> Iterator[tuple[int, bytes]]:
    for line in _lines(path):
        if line.seq <= last:
            yield line.seq, line.text
        else:
            pending.append(line)


def _lines(path: str) -> Iterator[ArchiveFileLine]:
    """The lines of a file with the sequence numbers that they claim, never decreasing."""
    seq = 0
    with open(path, "rb") as source:
        for raw in source:
            text = raw.removesuffix(b"\n")
            seq = max(seq, _claimed(text, seq))
            yield ArchiveFileLine(seq, text, len(text) < len(raw))


def _claimed(text: bytes, before: int) -> int:
    try:
        fields = json.loads(text)
        return SEAL_SEQ if fields["type"] == SEAL else int(fields["seq"])
    except (ValueError, KeyError, TypeError):
        return before + 1  # it stands where the next entry should


def _check_pending(
    tally: ComparisonTally, place: Place, pending: list[ArchiveFileLine], *, after: int
) -> None:
    """Check lines that no row counts yet: they must be the log's own, a seal, or cut by a kill."""
    # A new snapshot of the store: what was written since the first is no defect.
    with place.store.reading() as view:
        for line in pending:
            if line.seq == SEAL_SEQ or not line.is_whole:
                continue
            found = entries_after(view, line.seq - 1, line.seq)
            own = [archive_line(entry).encode() for entry in found]
            if line.seq <= after or own != [line.text]:
                tally.add_extra(f"line {line.seq} of the archive")


def _other_files(folder: str, days: list[ArchiveDay]) -> list[str]:
    known = {day.day + ENDING for day in days}
    try:
        names = sorted(os.listdir(folder))
    except FileNotFoundError:
        return []
    return [
        os.path.join(folder, name) for name in names if name.endswith(ENDING) and name not in known
    ]
