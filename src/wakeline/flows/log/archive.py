"""Bring the archive up to date: one file of lines per day, sealed when the day is over.

A day's file is appended to and synced before the row that counts its lines is
committed: rewriting it whole each time would make a busy day quadratic. So after a
kill the row never counts more lines than the file has. A file with more lines or a
torn line does not end as the row says and is written again from the log. Where there
are no files, the rows alone carry the chain of hashes.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from wakeline.base.errors import Damaged
from wakeline.flows.common.log_entries import entries, entries_after
from wakeline.flows.common.place import Place
from wakeline.log.archive import archive_line, can_be_sealed, lines_by_day, seal_line
from wakeline.model.job import ArchiveDay
from wakeline.ports.store import Unit, View
from wakeline.store.file_cache import NameCache
from wakeline.store.files import BESIDE, append_synced, last_line, write_stream

JOB = "archive"
ENDING = ".jsonl"


class ArchiveResult(NamedTuple):
    """The lines and seals that were added, and the last entry that the archive holds now."""

    lines: int
    sealed: tuple[str, ...]
    through: int


class ArchiveStep(NamedTuple):
    """The result of one transaction of archiving."""

    lines: int
    sealed: tuple[str, ...]
    through: int
    is_last: bool


def archive(place: Place) -> ArchiveResult:
    """Add new entries to the archive and seal the days that are over."""
    place.ask("archive")
    folder = archive_files_folder(place)
    lines, sealed = 0, list[str]()
    is_first = True
    while True:
        with place.store.writing(place.by(actor=JOB)) as unit:
            if folder is not None and is_first:
                _mend(unit, folder, place.current.held.listed)
            step = _step(unit, folder)
            if step.is_last:
                unit.run("jobs.done", name=JOB, key="")
        lines += step.lines
        sealed += step.sealed
        is_first = False
        if step.is_last:
            return ArchiveResult(lines, tuple(sealed), step.through)


def is_archive_behind(place: Place, view: View) -> bool:
    """Whether the log has entries that the archive lacks, or the file of a day is missing."""
    last = view.one(ArchiveDay, "jobs.last_archive_day")
    if view.head().seq > (last.last_seq if last else 0):
        return True
    folder = archive_files_folder(place)
    if folder is None:
        return False
    there = place.current.held.listed.names(folder)
    return any(_lacking(view.all(ArchiveDay, "jobs.archive_days"), there))


def archive_files_folder(place: Place) -> str | None:
    """The folder of the archive's files, or None if files are off."""
    if not place.settings.flag("archive.files"):
        return None
    return place.store.archive_folder()


def day_path(folder: str, day: str) -> str:
    """The file of one day."""
    return os.path.join(folder, day + ENDING)


def day_lines(view: View, day: ArchiveDay) -> Iterator[str]:
    """The lines that the file of a day must hold."""
    for entry in entries(view, after=day.first_seq - 1, through=day.last_seq):
        yield archive_line(entry)
    if day.sealed_at is not None:
        yield seal_line(day)


def write_day(view: View, folder: str, day: ArchiveDay) -> None:
    """Write the file of a day again from the log."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    write_stream(day_path(folder, day.day), _bytes(day_lines(view, day)))


def _step(unit: Unit, folder: str | None) -> ArchiveStep:
    last = unit.one(ArchiveDay, "jobs.last_archive_day")
    head = unit.head().seq
    new = entries_after(unit, last.last_seq if last else 0, head)
    sealed: list[ArchiveDay] = []
    for stretch in lines_by_day(new, last):
        is_new = last is None or last.day != stretch.day.day
        if is_new and last is not None and last.sealed_at is None:
            sealed.append(_seal(unit, folder, last))
        if folder is not None:
            _write(folder, stretch.day.day, stretch.lines, is_new=is_new)
        unit.put(stretch.day)
        last = stretch.day
    through = last.last_seq if last else 0
    if not new and through < head:
        raise Damaged(f"the log has no entry {through + 1}.", todo="Run `wakeline verify`.")
    is_last = through >= head
    if is_last and last is not None and can_be_sealed(last, unit.by.at):
        sealed.append(_seal(unit, folder, last))
    return ArchiveStep(len(new), tuple(day.day for day in sealed), through, is_last)


def _seal(unit: Unit, folder: str | None, day: ArchiveDay) -> ArchiveDay:
    sealed = day._replace(sealed_at=unit.by.at)
    if folder is not None:
        _write(folder, day.day, [seal_line(sealed)], is_new=False)
    unit.put(sealed)
    return sealed


def _write(folder: str, day: str, lines: list[str], *, is_new: bool) -> None:
    path = day_path(folder, day)
    if is_new:
        # A file that is already there is from a run that was killed before its commit.
        os.makedirs(folder, mode=0o700, exist_ok=True)
        write_stream(path, _bytes(lines))
    else:
        append_synced(path, b"".join(_bytes(lines)))


def _mend(unit: Unit, folder: str, listed: NameCache) -> None:
    """Write missing files again, and the open one if its last line is wrong."""
    there = listed.names(folder)
    _sweep(folder, there)
    days = unit.all(ArchiveDay, "jobs.archive_days")
    for day in _lacking(days, there):
        write_day(unit, folder, day)
    if days and days[-1].sealed_at is None and not _ends_as_it_should(unit, folder, days[-1]):
        write_day(unit, folder, days[-1])


def _lacking(days: Iterable[ArchiveDay], there: Collection[str]) -> Iterator[ArchiveDay]:
    return (day for day in days if day.day + ENDING not in there)


def _sweep(folder: str, there: Iterable[str]) -> None:
    """Remove temporary files of a killed run: forgetting would not reach the lines in them."""
    for name in there:
        if name.endswith(BESIDE):
            with suppress(FileNotFoundError):
                os.unlink(os.path.join(folder, name))


def _ends_as_it_should(view: View, folder: str, day: ArchiveDay) -> bool:
    found = last_line(day_path(folder, day.day))
    return [found] == [
        archive_line(e).encode() for e in entries_after(view, day.last_seq - 1, day.last_seq)
    ]


def _bytes(lines: Iterable[str]) -> Iterator[bytes]:
    return (f"{line}\n".encode() for line in lines)
