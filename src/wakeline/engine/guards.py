"""Actions that are done at most once, as in `ash.guards.claim`."""

from __future__ import annotations

from typing import Any

from wakeline.engine.faces import Face


class Guards(Face):
    """What must not be done twice. That something may be done again is the person's to say."""

    def claim(self, key: str, what: str, **options: Any) -> Any:
        """Claim an action before doing it. Raises NotAgain unless it is to be done now."""
        return self._agent.run("claim_guard", key, what, **options)

    def done(self, key: str, note: str | None = None, **options: Any) -> Any:
        return self._agent.run("finish_guard", key, note=note, **options)

    def failed(self, key: str, note: str | None = None, **options: Any) -> Any:
        """Say that it did not happen: then it may be claimed again."""
        return self._agent.run("fail_guard", key, note=note, **options)

    def resolve(self, key: str, outcome: str, *, reason: str, **options: Any) -> Any:
        """Say what became of an action of unknown outcome: `done` or `failed`."""
        return self._agent.run("resolve_guard", key, outcome, reason=reason, **options)

    def state(self, key: str) -> str | None:
        """`claimed`, `done`, `failed`, `unknown` or `released`; None if nobody claimed it."""
        found: str | None = self._agent.run("guard_state", key)
        return found

    def get(self, key: str) -> Any:
        return self._agent.run("get_guard", key)

    def all(self, **filters: Any) -> list[Any]:
        rows: list[Any] = self._agent.run("list_guards", **filters)
        return rows
