"""Ways back into a task after a restart, as in `ash.restarts.begin`."""

from __future__ import annotations

from typing import Any

from wakeline.engine.faces import Face


class Restarts(Face):
    """A restart within bounds. That a task may be tried once more is the person's to say."""

    def begin(self, task: str, *, session_key: str, message: str, budget: int) -> Any:
        given = {"session_key": session_key, "message": message, "budget": budget}
        return self._agent.run("begin_restart", task, **given)

    def call(self, task: str) -> Any:
        """Count a call, before it is made. Raises Conflict where none may be made any more."""
        return self._agent.run("call_in_restart", task)

    def reached(self, task: str, key: str) -> Any:
        return self._agent.run("reached_in_restart", task, key)

    def identified(self, task: str, key: str) -> Any:
        return self._agent.run("identified_in_restart", task, key)

    def went_on(self, task: str, *, finished: bool = False) -> Any:
        return self._agent.run("went_on_in_restart", task, finished=finished)

    def failed(self, task: str, failure: str) -> Any:
        return self._agent.run("failed_in_restart", task, failure)

    def report(self, task: str, issue: str) -> Any:
        return self._agent.run("report_in_restart", task, issue)

    def hand_back(self, task: str, *, reason: str) -> Any:
        return self._agent.run("hand_back_restart", task, reason=reason)

    def get(self, task: str) -> Any:
        return self._agent.run("get_restart", task)

    def all(self, *, limit: int = 50) -> list[Any]:
        rows: list[Any] = self._agent.run("list_restarts", limit=limit)
        return rows
