"""What an agent holds to, behind its own names, as in `ash.decisions.check`."""

from __future__ import annotations

from typing import Any

from wakeline.engine.faces import Face


class Decisions(Face):
    """What was decided against."""

    def add(self, decision: str, reason: str | None = None, **options: Any) -> Any:
        return self._agent.run("add_decision", decision, reason=reason, **options)

    def check(self, action: str, **options: Any) -> list[Any]:
        """The decisions that an action would go against, the surest first."""
        found: list[Any] = self._agent.run("check_decisions", action, **options)
        return found

    def all(self, *, state: str | None = None) -> list[Any]:
        rows: list[Any] = self._agent.run("list_decisions", state=state)
        return rows

    def get(self, decision_id: str) -> Any:
        return self._agent.run("get_decision", decision_id)

    def confirm(self, decision_id: str, **options: Any) -> Any:
        return self._agent.run("confirm_decision", decision_id, **options)

    def reverse(self, decision_id: str, because: str | None = None, **options: Any) -> Any:
        """Let it hold no longer; it stays with when and why it ended."""
        return self._agent.run("reverse_decision", decision_id, because=because, **options)
