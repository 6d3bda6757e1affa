"""What a tool can do: run the flows that its entry in the table names, on the agent's word.

A tool never sees the agent itself. It gets hands that reach these flows and nothing else, that
refuse whoever would speak for another, and that say of everything they do that the agent
inferred it. So no argument, and no mistake in a tool, leads to what the person decides.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cache
from typing import Any, Final, TypeVar

from wakeline import engine
from wakeline.base.errors import NotPermitted
from wakeline.engine.faces.face import full_id
from wakeline.engine.operations.operation import Area, Operation, fills_in
from wakeline.model.identity import Identity

Flow = Callable[..., Any]
T = TypeVar("T")
# What is the person's to do, or the home's. No door of the agent's leads here.
OPERATOR: Final = frozenset(
    "accept_document reject_document write_document record_hand_edit decide_soul reset_soft "
    "reset_hard rollback create_agent update_identity rename_agent copy_agent adopt_agent "
    "remove_agent backup restore HomeAccess import_identity import_liminal retry_jobs "
    "drop_jobs rebuild scrub release_guard allow_restart write_first_documents "
    "rename_in_first_documents".split()
)

# What only the person says: who acts, on whose word, and that it is agreed to.
PERSONS_WORD: Final = frozenset({"actor", "origin", "confirmed", "accept"})
AGENTS_WORD: Final = "agent_inferred"


class Hands:
    """An agent, as far as one tool reaches."""

    def __init__(
        self, agent: engine.Agent, flows: Iterable[Flow], settle: Callable[[], None]
    ) -> None:
        self._agent = agent
        self._flows = frozenset(flow for flow in flows if flow.__name__ not in OPERATOR)
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

    def run(self, flow: Callable[..., T], *args: Any, **given: Any) -> T:
        """Run a flow that this tool may run, on the agent's own word."""
        if flow not in self._flows:
            raise NotPermitted(f"{flow.__name__} is out of reach of this tool.")
        if spoken := PERSONS_WORD & given.keys():
            raise NotPermitted(f"{', '.join(sorted(spoken))} is not the agent's to say.")
        if _takes_origin(flow):
            given["origin"] = AGENTS_WORD
        place = self._agent.place
        named = (full_id(place, each) if isinstance(each, str) else each for each in args)
        return flow(place, *named, **given)

    def operate(self, area: Area, operation: Operation, given: Mapping[str, Any]) -> Any:
        """Run an operation that this tool may run, on the agent's own word."""
        if operation.call not in self._flows or operation.authority != "agent":
            raise NotPermitted(f"{operation.name} is out of reach of this tool.")
        if spoken := PERSONS_WORD & given.keys():
            raise NotPermitted(f"{', '.join(sorted(spoken))} is not the agent's to say.")
        words = {"origin": AGENTS_WORD} if fills_in(operation, "origin") else {}
        lists = (each.name for each in area.operations if each.name.startswith("list_"))
        return area.run(operation, self._agent, {**given, **words}, see=next(lists, ""))


@cache
def _takes_origin(flow: Flow) -> bool:
    return "origin" in inspect.signature(flow).parameters
