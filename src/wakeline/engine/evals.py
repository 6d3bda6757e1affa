"""How an agent looks back on its sessions."""

from __future__ import annotations

from typing import Any

from wakeline.engine.faces import Face


class Evals(Face):
    """How the agent judges its sessions, beside what the log says."""

    def add(self, **scores: Any) -> Any:
        """Judge a session: focus, depth, restraint, learning and honesty, each from 1 to 5."""
        return self._agent.run("add_eval", **scores)

    def all(self, **options: Any) -> list[Any]:
        rows: list[Any] = self._agent.run("list_evals", **options)
        return rows

    def means(self, **options: Any) -> Any:
        return self._agent.run("mean_evals", **options)
