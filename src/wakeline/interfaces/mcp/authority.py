"""What a tool can do: run the flows that its entry in the table names, on the agent's word.

A tool never sees the agent itself. It gets hands that reach these flows and nothing else, that
refuse whoever would speak for another, and that say of everything they do that the agent
inferred it. So no argument, and no mistake in a tool, leads to what the person decides.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cache
from typing import Any, Final

from wakeline import engine
from wakeline.base.errors import NotPermitted
from wakeline.engine.table import OPERATOR
from wakeline.model.identity import Identity

# What only the person says: who acts, on whose word, and that it is agreed to.
PERSONS_WORD: Final = frozenset({"actor", "origin", "confirmed", "accept"})
AGENTS_WORD: Final = "agent_inferred"


class Hands:
    """An agent, as far as one tool reaches."""

    def __init__(
        self, agent: engine.Agent, flows: Iterable[str], settle: Callable[[], None]
    ) -> None:
        self._agent = agent
        self._flows = frozenset(flows) - OPERATOR
        self.settle = settle

    @property
    def identity(self) -> Identity:
        return self._agent.identity

    def now(self) -> datetime:
        return self._agent.place.clock.now()

    @property
    def session_id(self) -> str | None:
        return self._agent.session_id

    @session_id.setter
    def session_id(self, session_id: str | None) -> None:
        self._agent.session_id = session_id

    def run(self, flow: str, *args: Any, **given: Any) -> Any:
        """Run a flow that this tool may run, on the agent's own word."""
        if flow not in self._flows:
            raise NotPermitted(f"{flow} is out of reach of this tool.")
        if spoken := PERSONS_WORD & given.keys():
            raise NotPermitted(f"{', '.join(sorted(spoken))} is not the agent's to say.")
        if _takes_origin(flow):
            given["origin"] = AGENTS_WORD
        return self._agent.run(flow, *args, **given)


@cache
def _takes_origin(flow: str) -> bool:
    return "origin" in inspect.signature(engine.load_flow(flow)).parameters
