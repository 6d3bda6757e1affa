"""What a tool is, and how it is done.

A new tool is one entry in the table: its name, the flow that it runs, what it takes and gives,
what it does to what is kept, and one line for an agent. `args` are fields that the flow takes by
position; `act` stands in where running the flow is not all, and `also` names the flows that it
runs besides. What removes something says by `asks` what a person is shown before; `says` is how
an answer is read aloud, where JSON is not the best way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from wakeline.interfaces.mcp.authority import Flow, Hands
from wakeline.interfaces.requests import Body

# What a tool does to what is kept. `sets`: the same call again changes nothing more.
Effect = Literal["reads", "adds", "sets", "removes"]
Act = Callable[[Hands, dict[str, Any]], Any]


class Tool(NamedTuple):
    """One tool."""

    name: str
    flow: Flow
    takes: type[Body]
    gives: Any  # a value class, or a list of one
    effect: Effect
    does: str
    args: tuple[str, ...] = ()
    act: Act | None = None
    also: tuple[Flow, ...] = ()
    asks: Act | None = None
    says: Callable[[Any], str] | None = None

    @property
    def flows(self) -> tuple[Flow, ...]:
        """Everything that this tool can run."""
        return (self.flow, *self.also)


def run_tool(tool: Tool, hands: Hands, given: dict[str, Any]) -> Any:
    """Do what a tool does."""
    if tool.act is not None:
        return tool.act(hands, given)
    args = [given.pop(name) for name in tool.args]
    return hands.run(tool.flow, *args, **given)
