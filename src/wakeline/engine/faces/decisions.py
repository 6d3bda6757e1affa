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
    from wakeline.model.decision import (
        Decision,
        DecisionCheck,
        DecisionConflict,
        DecisionState,
    )
    from wakeline.model.fields import (
        Fraction,
        LongText,
        Moment,
        Name,
        NameList,
        NearCount,
        Reason,
        RowId,
        Statement,
        Thousand,
    )
    from wakeline.model.log import Origin


class Decisions(Face):
    """What was decided against."""

    def add(
        self,
        decision: Statement,
        reason: Reason | None = None,
        *,
        decided_at: Moment | None = None,
        replaces: RowId | None = None,
        source_ids: NameList = (),
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Decision:
        """Write down what was decided against, and why."""
        return add_decision(
            self._place,
            decision,
            reason=reason,
            decided_at=decided_at,
            replaces=full_id(self._place, replaces),
            source_ids=source_ids,
            actor=actor,
            origin=origin,
        )

    def check(self, action: LongText, *, least: Fraction = 0.65) -> list[DecisionConflict]:
        """The decisions that an action would go against, the surest first. Changes nothing."""
        from wakeline.flows.beliefs.check_decisions import check_decisions

        return check_decisions(self._place, action, least=least)

    def weigh(self, action: LongText, *, k: NearCount = 8) -> DecisionCheck:
        """The decisions that an action would go against, and the nearest others. Changes nothing.

        Whether the action goes against one of the nearest is for the reader to judge.
        """
        from wakeline.flows.beliefs.weigh_decisions import weigh_action

        return weigh_action(self._place, action, k=k)

    def all(
        self,
        *,
        state: DecisionState | None = None,
        thread: Name | None = None,
        limit: Thousand = 1_000,
    ) -> list[Decision]:
        """What was decided against, in force or not, the newest first."""
        return list_decisions(self._place, state=state, thread=thread, limit=limit)

    def get(self, decision_id: RowId) -> Decision:
        """One decision, whether it holds or not."""
        return get_decision(self._place, full_id(self._place, decision_id))

    def confirm(
        self,
        decision_id: RowId,
        *,
        reason: Reason | None = None,
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
        decision_id: RowId,
        because: Reason | None = None,
        *,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Decision:
        """End a decision. It stays, with when and why it ended."""
        return reverse_decision(
            self._place,
            full_id(self._place, decision_id),
            because=because,
            actor=actor,
            origin=origin,
        )
