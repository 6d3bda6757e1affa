"""The whole log of an agent as lines of JSON, each text once.

A header, then every entry in the order of the log as the archive writes it, with
the seal of each day that is closed. What was forgotten is a line without content.
"""

from __future__ import annotations

from collections.abc import Iterator

from wakeline.base.clock import stored_moment
from wakeline.flows.common.log_entries import BATCH, entries_after
from wakeline.flows.common.place import Place
from wakeline.log.archive import HEADER, archive_line, json_line, seal_line
from wakeline.model.identity import Identity
from wakeline.model.job import ArchiveDay
from wakeline.ports.store import View

FORMAT = "wakeline-log"
VERSION = 1


def export_log(place: Place) -> Iterator[str]:
    """The lines one by one, without line ends. Reads the log in batches."""
    place.ask("export")
    with place.store.reading() as view:
        through = view.head().seq
        header = _header(view, place, through)
        seals = _seals(view)
    yield header
    for start in range(0, through, BATCH):
        # A snapshot for each batch: a slow reader must not hold one open for hours.
        with place.store.reading() as view:
            found = entries_after(view, start, through)
        for entry in found:
            yield archive_line(entry)
            if entry.seq in seals:
                yield seal_line(seals[entry.seq])


def _header(view: View, place: Place, through: int) -> str:
    identity = view.one(Identity, "identities.own") or place.identity
    turns, events = next(iter(view.tuples("log.counts")))
    return json_line(
        {
            "type": HEADER,
            "format": FORMAT,
            "version": VERSION,
            "agent": identity.name,
            "display_name": identity.display_name,
            "agent_id": identity.id,
            "tenant": place.home.tenant_id,
            "exported_at": stored_moment(place.clock.now()),
            "turns": int(turns),
            "events": int(events),
            "through": through,
        }
    )


def _seals(view: View) -> dict[int, ArchiveDay]:
    days = view.all(ArchiveDay, "jobs.archive_days")
    return {day.last_seq: day for day in days if day.sealed_at is not None}
