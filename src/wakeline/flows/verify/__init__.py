"""Derive again what is stored, and report the differences. Changes nothing.

The log is compared with its own hashes, state with the log, indexes with both, and the
archive's files with all of them. An index that has not caught up yet is compared up to
its mark.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from wakeline.flows.common.place import Place
from wakeline.flows.home.database_check import check_database
from wakeline.flows.verify.archive import FILES, check_archive
from wakeline.flows.verify.indexes import (
    check_entropy,
    check_fingerprints,
    check_full_text,
    check_graph,
    check_idle,
    check_links,
    check_states,
    check_summaries,
)
from wakeline.flows.verify.log import check_head, check_log, check_state
from wakeline.flows.verify.readings import check_readings, check_sealed
from wakeline.flows.verify.tally import Check
from wakeline.model.tables import state_tables

__all__ = ["Check", "Report", "verify"]

# The checks of what neither `rebuild` nor `settle` can make again.
KEPT: Final = frozenset(
    ("turns", "events", "sequence", "head", "archive chain", *(t.name for t in state_tables()))
)
REBUILD: Final = "Indexes: `wakeline rebuild {name}`."
WRITE_AGAIN: Final = (
    "Archive files: move those away that are wrong; `wakeline settle {name}` writes what is gone."
)
RESTORE: Final = "The log and its tables: restore a backup."
RESTORE_FROM_FILES: Final = (
    "The log and its tables: `wakeline restore {name} --from-archive --replace`, which looks first "
    "whether the archive is whole, or restore a backup."
)


class Report(NamedTuple):
    """What was compared, and whether everything agrees."""

    agent: str
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        return all(check.ok for check in self.checks)

    @property
    def todo(self) -> tuple[str, ...]:
        """How to repair what was found, a line each."""
        failed = {check.name for check in self.checks if not check.ok}
        if failed & KEPT:  # a file may differ because the log is wrong: keep the file
            has_files = any(check.name == FILES for check in self.checks)
            lines = [RESTORE_FROM_FILES if has_files else RESTORE]
        else:
            lines = [REBUILD] if failed - {FILES} else []
            lines += [WRITE_AGAIN] if FILES in failed else []
        return tuple(line.format(name=self.agent) for line in lines)


def verify(place: Place) -> Report:
    """Compare everything that is stored with its source."""
    place.ask("verify")
    check_database(place)
    with place.store.reading() as view:
        checks = [
            *check_log(view),
            *check_state(view),
            check_head(view),
            *check_full_text(view),
            *check_graph(view),
            check_idle(view),
            check_links(view),
            check_entropy(place, view),
            check_fingerprints(view),
            check_states(place, view),
            check_summaries(place, view),
            *check_readings(view, place.embedding()),
            check_sealed(place, view),
        ]
    return Report(place.identity.name, (*checks, *check_archive(place)))
