"""What was decided against, as in `ash.decisions.check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id
from wakeline.flows.beliefs.decisions import (
    add_decision,
    confirm_decision,
    get_decision,
    list_decisions,
    reverse_decision,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from wakeline.model.decision import Decision, DecisionCheck, DecisionConflict
    from wakeline.model.log import Origin


class Decisions(Face):
    """What was decided against."""

    def add(
        self,
        decision: str,
        reason: str | None = None,
        *,
        decided_at: datetime | str | None = None,
        replaces: str | None = None,
        source_ids: Sequence[str] = (),
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Decision:
        """Write down what was decided against, and why. `replaces` is the decision that it ends."""
        return add_decision(
            self._place,
            decision,
            reason=reason,
            decided_at=decided_at,
            replaces=replaces,
            source_ids=source_ids,
            actor=actor,
            origin=origin,
        )

    def check(self, action: str, *, least: float = 0.65) -> list[DecisionConflict]:
        """The decisions that an action would go against, the surest first."""
        from wakeline.flows.beliefs.check_decisions import check_decisions

        return check_decisions(self._place, action, least=least)

    def weigh(self, action: str, *, k: int = 8) -> DecisionCheck:
        """The same as `conflicts`, and in `near` the `k` decisions nearest to it, to be judged."""
        from wakeline.flows.beliefs.weigh_decisions import weigh_action

        return weigh_action(self._place, action, k=k)

    def all(self, *, state: str | None = None) -> list[Decision]:
        """What was decided against, the newest first; only those of a state if one is named."""
        return list_decisions(self._place, state=state)

    def get(self, decision_id: str) -> Decision:
        """One decision, whether it holds or not."""
        return get_decision(self._place, full_id(self._place, decision_id))

    def confirm(
        self,
        decision_id: str,
        *,
        reason: str | None = None,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Decision:
        """Put a decision in force that was read in the log."""
        return confirm_decision(
            self._place,
            full_id(self._place, decision_id),
            reason=reason,
            actor=actor,
            origin=origin,
        )

    def reverse(
        self,
        decision_id: str,
        because: str | None = None,
        *,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Decision:
        """Let it hold no longer; it stays with when and why it ended."""
        return reverse_decision(
            self._place,
            full_id(self._place, decision_id),
            because=because,
            actor=actor,
            origin=origin,
        )
