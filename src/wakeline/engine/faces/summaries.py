"""Days, weeks and months, as in `ash.summaries.all`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id
from wakeline.flows.memory.summaries import get_summary, list_summaries

if TYPE_CHECKING:
    from wakeline.flows.memory.summaries import SummaryDetail
    from wakeline.model.consolidation import Summary


class Summaries(Face):
    """Days, weeks and months, as consolidation summed them up."""

    def all(
        self,
        *,
        level: str | None = None,
        thread: str | None = None,
        limit: int = 10_000,
        after: str | None = None,
    ) -> list[Summary]:
        """Summaries, those that begin last first; a page goes on behind the last id before it."""
        return list_summaries(self._place, level=level, thread=thread, limit=limit, after=after)

    def get(self, summary_id: str) -> SummaryDetail:
        """One summary with its sources."""
        return get_summary(self._place, full_id(self._place, summary_id))
