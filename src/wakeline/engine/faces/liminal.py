"""Where an agent stands after a gap, as in `ash.liminal.state`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id
from wakeline.flows.liminal.files import export_liminal, import_liminal
from wakeline.flows.liminal.state import (
    gap_report_by_id,
    liminal_prompt_now,
    liminal_standing,
    liminal_state,
    list_disorientations,
    list_drifts,
    list_gaps,
    list_thresholds,
    mark_threshold,
)
from wakeline.flows.liminal.trends import liminal_trends

if TYPE_CHECKING:
    import os

    from wakeline.flows.liminal.files import LiminalExport, LiminalImport
    from wakeline.flows.liminal.state import LiminalStanding
    from wakeline.liminal.trends import Trends
    from wakeline.model.liminal import (
        DriftObservation,
        GapExperience,
        GapReport,
        LiminalState,
        ThresholdMoment,
        WakeDisorientation,
    )
    from wakeline.model.log import Origin


class Liminal(Face):
    """Where the agent stands between being away and being there, and what it crossed."""

    def state(self) -> LiminalState:
        """Where the agent stands now."""
        return liminal_state(self._place)

    def standing(self) -> LiminalStanding:
        """Where the agent stands now, and why."""
        return liminal_standing(self._place)

    def prompt(self) -> str | None:
        """What the agent is told of its own crossing now, or None."""
        return liminal_prompt_now(self._place)

    def detect_drift(
        self,
        domain: str,
        subject: str,
        current: str,
        remembered: str | None,
        *,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> DriftObservation | None:
        """Compare a state with what is remembered of it. The drift that was noticed, or None."""
        from wakeline.flows.liminal.drift import detect_drift

        return detect_drift(
            self._place, domain, subject, current, remembered, actor=actor, origin=origin
        )

    def mark_threshold(
        self,
        type: str,
        from_state: str,
        to_state: str,
        significance: float = 0.5,
        *,
        aware: bool = True,
        experience: str | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> ThresholdMoment:
        """Note that a boundary was crossed. Starts and ends of sessions are noted by themselves."""
        return mark_threshold(
            self._place,
            type,
            from_state,
            to_state,
            significance,
            aware=aware,
            experience=experience,
            actor=actor,
            origin=origin,
        )

    def gaps(self, *, limit: int | None = None, before: str | None = None) -> list[GapExperience]:
        """Gaps, newest first: the recent ones, or so many before one of them."""
        return list_gaps(self._place, limit=limit, before=before)

    def drifts(
        self, *, limit: int | None = None, before: str | None = None
    ) -> list[DriftObservation]:
        """What drifted, newest first."""
        return list_drifts(self._place, limit=limit, before=before)

    def thresholds(
        self, *, limit: int | None = None, before: str | None = None
    ) -> list[ThresholdMoment]:
        """Thresholds, newest first."""
        return list_thresholds(self._place, limit=limit, before=before)

    def wakes(
        self, *, limit: int | None = None, before: str | None = None
    ) -> list[WakeDisorientation]:
        """How wakes were, newest first; of one that is not over, as far as it is known."""
        return list_disorientations(self._place, limit=limit, before=before)

    def report(self, gap_id: str | None = None) -> GapReport:
        """What happened in a gap, read once more from the log; the last one unless one is named."""
        return gap_report_by_id(self._place, full_id(self._place, gap_id))

    def trends(self) -> Trends:
        """By time of day, by gap length, how long orienting took, and how breaks piled up."""
        return liminal_trends(self._place)

    def export_files(
        self, folder: str | os.PathLike[str], *, everything: bool = False
    ) -> LiminalExport:
        """Write the five files: the recent view, or all there is. Oldest first, as they grew."""
        return export_liminal(self._place, folder, everything=everything)

    def import_files(self, folder: str | os.PathLike[str]) -> LiminalImport:
        """Take in the files of a folder, all or none; state follows from the rest."""
        return import_liminal(self._place, folder)
