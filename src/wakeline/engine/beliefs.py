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

    def weigh(self, action: str, **options: Any) -> Any:
        """The same as `conflicts`, and in `near` the `k` decisions nearest to it, to be judged."""
        return self._agent.run("weigh_action", action, **options)

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


class Principles(Face):
    """What to do when, and how often it worked."""

    def add(self, when: str, then: str, **options: Any) -> Any:
        """`check` is what the log must show for it to count, `opposite` what shows the contrary."""
        return self._agent.run("add_principle", when, then, **options)

    def match(self, situation: str, **options: Any) -> list[Any]:
        """Those in use that fit a situation, the best first."""
        found: list[Any] = self._agent.run("match_principles", situation, **options)
        return found

    def verify(self) -> list[Any]:
        """Count what sessions show that ended since; each counts once. `settle` does it too."""
        found: list[Any] = self._agent.run("verify_principles")
        return found

    def all(self, *, state: str | None = None) -> list[Any]:
        rows: list[Any] = self._agent.run("list_principles", state=state)
        return rows

    def get(self, principle_id: str) -> Any:
        return self._agent.run("get_principle", principle_id)

    def trials(self, principle_id: str) -> list[Any]:
        """What came of it, session by session."""
        rows: list[Any] = self._agent.run("list_trials", principle_id)
        return rows

    def retire(self, principle_id: str, because: str | None = None, **options: Any) -> Any:
        return self._agent.run("retire_principle", principle_id, because=because, **options)

    def restore(self, principle_id: str, **options: Any) -> Any:
        return self._agent.run("restore_principle", principle_id, **options)


class Comms(Face):
    """What was told to whom."""

    def told(self, contact: str, text: str, **options: Any) -> Any:
        """Note what a contact was told."""
        return self._agent.run("note_telling", contact, text, **options)

    def about(self, contact: str, **options: Any) -> list[Any]:
        """What a contact was told, the newest first."""
        rows: list[Any] = self._agent.run("told_to", contact, **options)
        return rows

    def check(self, contact: str, draft: str) -> list[Any]:
        """What of a draft contradicts or repeats what its reader was told."""
        found: list[Any] = self._agent.run("check_draft", contact, draft)
        return found

    def contacts(self) -> list[Any]:
        rows: list[Any] = self._agent.run("list_contacts")
        return rows

    def withdraw(self, telling_id: str, **options: Any) -> Any:
        return self._agent.run("withdraw_telling", telling_id, **options)
