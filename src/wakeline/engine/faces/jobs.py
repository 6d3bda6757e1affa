"""The work that was asked for, as in `ash.jobs.all`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face
from wakeline.jobs.listing import drop_jobs, list_jobs, retry_jobs

if TYPE_CHECKING:
    from wakeline.jobs.listing import ListedJob


class Jobs(Face):
    """The work that was asked for: what waits, runs or is parked."""

    def all(self) -> list[ListedJob]:
        """Everything that waits, runs or is parked, the oldest first."""
        return list_jobs(self._place)

    def retry(self, name: str | None = None) -> list[ListedJob]:
        """Let parked jobs run again, those of one name or all."""
        return retry_jobs(self._place, name)

    def drop(self, name: str | None = None) -> list[ListedJob]:
        """Give up parked jobs, those of one name or all."""
        return drop_jobs(self._place, name)
