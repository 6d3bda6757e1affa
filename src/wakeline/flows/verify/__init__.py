"""Derive again what is stored, and say where the two differ. Changes nothing.

The log is held against its own hashes, state against the log, indexes against both,
and the archive's files against all of them. An index that has not caught up yet is
compared as far as it says that it has come.
"""

from __future__ import annotations

from typing import NamedTuple

from wakeline.flows.place import Place
from wakeline.flows.verify.archive import check_archive
from wakeline.flows.verify.indexes import (
    check_full_text,
    check_graph,
    check_idle,
    check_links,
    check_summaries,
)
from wakeline.flows.verify.log import check_head, check_log, check_state
from wakeline.flows.verify.readings import check_readings, check_sealed
from wakeline.flows.verify.tally import Check

__all__ = ["Check", "Report", "verify"]


class Report(NamedTuple):
    """What was compared, and whether everything agrees."""

    agent: str
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        return all(check.ok for check in self.checks)


def verify(place: Place) -> Report:
    """Compare everything that is stored with what it was made from."""
    place.ask("verify")
    with place.store.reading() as view:
        checks = [
            *check_log(view),
            *check_state(view),
            check_head(view),
            *check_full_text(view),
            *check_graph(view),
            check_idle(view),
            check_links(view),
            check_summaries(place, view),
            *check_readings(view, place.embedding()),
            check_sealed(place, view),
        ]
    return Report(place.identity.name, (*checks, *check_archive(place)))
