"""Actions that are done at most once, as in `ash.guards.claim`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face

if TYPE_CHECKING:
    from wakeline.model.guard import Guard, GuardState
    from wakeline.model.log import Origin


class Guards(Face):
    """What must not be done twice. That something may be done again is the person's to say."""

    def claim(
        self,
        key: str,
        what: str,
        *,
        tool: str | None = None,
        pattern: str | None = None,
        session_id: str | None = None,
        minutes: int | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Guard:
        """Claim an action before doing it. Raises NotAgain unless it is to be done now."""
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
        key: str,
        note: str | None = None,
        *,
        session_id: str | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Guard:
        """Say that a claimed action was done. Said again, it stays as it is."""
        from wakeline.flows.session.guards import finish_guard

        return finish_guard(
            self._place, key, note=note, session_id=session_id, actor=actor, origin=origin
        )

    def failed(
        self,
        key: str,
        note: str | None = None,
        *,
        session_id: str | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Guard:
        """Say that it did not happen: then it may be claimed again."""
        from wakeline.flows.session.guards import fail_guard

        return fail_guard(
            self._place, key, note=note, session_id=session_id, actor=actor, origin=origin
        )

    def resolve(
        self,
        key: str,
        outcome: str,
        *,
        reason: str,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Guard:
        """Say what became of an action of unknown outcome: `done` or `failed`."""
        from wakeline.flows.session.guards import resolve_guard

        return resolve_guard(self._place, key, outcome, reason=reason, actor=actor, origin=origin)

    def state(self, key: str) -> GuardState | None:
        """`claimed`, `done`, `failed`, `unknown` or `released`; None if nobody claimed it."""
        from wakeline.flows.session.guards import guard_state

        return guard_state(self._place, key)

    def get(self, key: str) -> Guard:
        """One guard as it stands: a claim whose holder is gone is unknown."""
        from wakeline.flows.session.guards import get_guard

        return get_guard(self._place, key)

    def all(self, *, state: str | None = None, limit: int = 200) -> list[Guard]:
        """Every guard as it stands, what changed last first; those in one state if one is named."""
        from wakeline.flows.session.guards import list_guards

        return list_guards(self._place, state=state, limit=limit)
