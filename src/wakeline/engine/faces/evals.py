"""How an agent judges its sessions, as in `ash.evals.add`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face
from wakeline.flows.assessment.evals import add_eval, list_evals, mean_evals

if TYPE_CHECKING:
    from wakeline.flows.assessment.evals import EvalComparison, EvalMeans
    from wakeline.model.log import Origin


class Evals(Face):
    """How the agent judges its sessions, beside what the log says."""

    def add(
        self,
        *,
        focus: int,
        depth: int,
        restraint: int,
        learning: int,
        honesty: int,
        note: str | None = None,
        session_id: str | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> EvalComparison:
        """Judge a session: focus, depth, restraint, learning and honesty, each from 1 to 5."""
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

    def all(self, *, limit: int = 1_000, before: str | None = None) -> list[EvalComparison]:
        """Evaluations, newest first; `before` goes on behind an id."""
        return list_evals(self._place, limit=limit, before=before)

    def means(self, *, limit: int = 1_000) -> EvalMeans:
        """The means of the newest evaluations, the agent's own beside the log's."""
        return mean_evals(self._place, limit=limit)
