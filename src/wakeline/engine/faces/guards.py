"""Actions that are done at most once, as in `ash.guards.claim`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face

if TYPE_CHECKING:
    from wakeline.model.fields import Label, Name, Remark, RowId, Thousand
    from wakeline.model.guard import (
        ClaimMinutes,
        Guard,
        GuardOutcome,
        GuardState,
        ToolPattern,
    )
    from wakeline.model.log import Origin


class Guards(Face):
    """What must not be done twice. That something may be done again is the person's to say."""

    def claim(
        self,
        key: Label,
        what: Remark,
        *,
        tool: Name | None = None,
        pattern: ToolPattern | None = None,
        session_id: RowId | None = None,
        minutes: ClaimMinutes | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Guard:
        """Claim an action before doing it.

        This is refused (`NotAgain`, status 409, exit code 4) if the action was done, may be under
        way, or nobody knows whether it happened.
        """
        from wakeline.flows.session.guards import claim_guard

        return claim_guard(
            self._place,
            key,
            what,
            tool=tool,
            pattern=pattern,
            session_id=session_id,
            minutes=minutes,
            actor=actor,
            origin=origin,
        )

    def done(
        self,
        key: Label,
        note: Remark | None = None,
        *,
        session_id: RowId | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Guard:
        """Say that a claimed action was done. A second call changes nothing."""
        from wakeline.flows.session.guards import finish_guard

        return finish_guard(
            self._place, key, note=note, session_id=session_id, actor=actor, origin=origin
        )

    def failed(
        self,
        key: Label,
        note: Remark | None = None,
        *,
        session_id: RowId | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Guard:
        """Say that a claimed action did not happen. Then it may be claimed again."""
        from wakeline.flows.session.guards import fail_guard

        return fail_guard(
            self._place, key, note=note, session_id=session_id, actor=actor, origin=origin
        )

    def resolve(
        self,
        key: Label,
        outcome: GuardOutcome,
        *,
        reason: Remark,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Guard:
        """Say what became of an action of unknown outcome: `done` or `failed`."""
        from wakeline.flows.session.guards import resolve_guard

        return resolve_guard(self._place, key, outcome, reason=reason, actor=actor, origin=origin)

    def state(self, key: Label) -> GuardState | None:
        """The state of one guard, or None if nobody has claimed it."""
        from wakeline.flows.session.guards import guard_state

        return guard_state(self._place, key)

    def get(self, key: Label) -> Guard:
        """One guard in its current state. A claim whose holder is gone is unknown."""
        from wakeline.flows.session.guards import get_guard

        return get_guard(self._place, key)

    def all(
        self,
        *,
        state: GuardState | None = None,
        thread: Name | None = None,
        limit: Thousand = 200,
    ) -> list[Guard]:
        """Guards in their current state, the last changed first."""
        from wakeline.flows.session.guards import list_guards

        return list_guards(self._place, state=state, thread=thread, limit=limit)
