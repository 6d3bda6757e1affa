"""How an agent judges its sessions, as in `ash.evals.add`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face
from wakeline.flows.assessment.evals import add_eval, list_evals, mean_evals

if TYPE_CHECKING:
    from wakeline.model.fields import Name, RowId, Thousand
    from wakeline.model.log import Origin
    from wakeline.model.writings import EvalComparison, EvalMeans, Score


class Evals(Face):
    """How the agent judges its sessions, beside what the log says."""

    def add(
        self,
        *,
        focus: Score,
        depth: Score,
        restraint: Score,
        learning: Score,
        honesty: Score,
        note: str | None = None,
        session_id: RowId | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> EvalComparison:
        """Judge a session, and see what the log says about it. A new judgement replaces the old."""
        return add_eval(
            self._place,
            focus=focus,
            depth=depth,
            restraint=restraint,
            learning=learning,
            honesty=honesty,
            note=note,
            session_id=session_id,
            actor=actor,
            origin=origin,
        )

    def all(
        self,
        *,
        limit: Thousand = 1_000,
        before: RowId | None = None,
        thread: Name | None = None,
    ) -> list[EvalComparison]:
        """Sessions that were judged, newest first, each with what the log says about it."""
        return list_evals(self._place, limit=limit, before=before, thread=thread)

    def means(self, *, limit: Thousand = 1_000) -> EvalMeans:
        """The mean of each dimension, the agent's own beside the log's."""
        return mean_evals(self._place, limit=limit)
