"""What to do when, as in `ash.principles.match`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wakeline.model.decision import FittingPrinciple, Principle, Trial
    from wakeline.model.log import Origin


class Principles(Face):
    """What to do when, and how often it worked."""

    def add(
        self,
        when: str,
        then: str,
        *,
        check: str | None = None,
        check_kind: str = "log",
        opposite: str | None = None,
        source_ids: Sequence[str] = (),
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Principle:
        """`check` is what the log must show for it to count, `opposite` what shows the contrary."""
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

    def match(self, situation: str, *, limit: int = 10) -> list[FittingPrinciple]:
        """Those in use that fit a situation, the best first."""
        from wakeline.flows.beliefs.principles import match_principles

        return match_principles(self._place, situation, limit=limit)

    def verify(self) -> list[Trial]:
        """Count what sessions show that ended since; each counts once. `settle` does it too."""
        from wakeline.flows.beliefs.principle_trials import verify_principles

        return verify_principles(self._place)

    def all(self, *, state: str | None = None) -> list[Principle]:
        """Every principle, the best first; only those of a state if one is named."""
        from wakeline.flows.beliefs.principles import list_principles

        return list_principles(self._place, state=state)

    def get(self, principle_id: str) -> Principle:
        """One principle, in use or retired."""
        from wakeline.flows.beliefs.principles import get_principle

        return get_principle(self._place, full_id(self._place, principle_id))

    def trials(self, principle_id: str) -> list[Trial]:
        """What came of it, session by session."""
        from wakeline.flows.beliefs.principles import list_trials

        return list_trials(self._place, full_id(self._place, principle_id))

    def retire(
        self,
        principle_id: str,
        because: str | None = None,
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
        self, principle_id: str, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Principle:
        """Take a retired principle into use again, with its counts."""
        from wakeline.flows.beliefs.principles import restore_principle

        return restore_principle(
            self._place, full_id(self._place, principle_id), actor=actor, origin=origin
        )
