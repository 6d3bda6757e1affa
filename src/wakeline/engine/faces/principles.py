"""What to do when, as in `ash.principles.match`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id

if TYPE_CHECKING:
    from wakeline.model.decision import (
        CheckKind,
        FittingPrinciple,
        Principle,
        PrincipleState,
        Trial,
    )
    from wakeline.model.fields import (
        LongText,
        Name,
        NameList,
        Phrases,
        RowId,
        Statement,
        Thousand,
    )
    from wakeline.model.log import Origin


class Principles(Face):
    """What to do when, and how often it worked."""

    def add(
        self,
        when: Statement,
        then: Statement,
        *,
        check: Phrases | None = None,
        check_kind: CheckKind = "log",
        opposite: Phrases | None = None,
        source_ids: NameList = (),
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Principle:
        """Add what to do in a situation. Without a check its success is not counted."""
        from wakeline.flows.beliefs.principles import add_principle

        return add_principle(
            self._place,
            when,
            then,
            check=check,
            check_kind=check_kind,
            opposite=opposite,
            source_ids=source_ids,
            actor=actor,
            origin=origin,
        )

    def match(self, situation: LongText, *, limit: Thousand = 10) -> list[FittingPrinciple]:
        """The principles in use that fit a situation, the best first."""
        from wakeline.flows.beliefs.principles import match_principles

        return match_principles(self._place, situation, limit=limit)

    def verify(self) -> list[Trial]:
        """Count how principles did in the sessions that ended since. `settle` does it too."""
        from wakeline.flows.beliefs.principle_trials import verify_principles

        return verify_principles(self._place)

    def all(
        self, *, state: PrincipleState | None = None, thread: Name | None = None
    ) -> list[Principle]:
        """Every principle, in use or retired."""
        from wakeline.flows.beliefs.principles import list_principles

        return list_principles(self._place, state=state, thread=thread)

    def get(self, principle_id: RowId) -> Principle:
        """One principle, in use or retired."""
        from wakeline.flows.beliefs.principles import get_principle

        return get_principle(self._place, full_id(self._place, principle_id))

    def trials(self, principle_id: RowId) -> list[Trial]:
        """How a principle did, session by session."""
        from wakeline.flows.beliefs.principles import list_trials

        return list_trials(self._place, full_id(self._place, principle_id))

    def retire(
        self,
        principle_id: RowId,
        because: Statement | None = None,
        *,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Principle:
        """Take a principle out of use. It stays, with its counts."""
        from wakeline.flows.beliefs.principles import retire_principle

        return retire_principle(
            self._place,
            full_id(self._place, principle_id),
            because=because,
            actor=actor,
            origin=origin,
        )

    def restore(
        self, principle_id: RowId, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Principle:
        """Take a retired principle into use again, with its counts."""
        from wakeline.flows.beliefs.principles import restore_principle

        return restore_principle(
            self._place, full_id(self._place, principle_id), actor=actor, origin=origin
        )
