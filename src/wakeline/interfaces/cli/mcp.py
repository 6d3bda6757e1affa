"""`wakeline mcp`: the agent's memory as tools, for every MCP client."""

from __future__ import annotations

from typing import Annotated

import typer

from wakeline.interfaces.cli import options as take
from wakeline.interfaces.opening import default_agent, opened


def join(app: typer.Typer) -> None:
    """Add the command."""
    app.command("mcp")(mcp)


def mcp(
    agent: Annotated[
        str | None, typer.Option("--agent", metavar="NAME", help="Whose memory.")
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = True,
) -> None:
    """Serve an agent's memory to an MCP client over standard input and output."""
    del as_json  # what it says is the protocol's
    with opened(home, tenant) as place:
        name = agent or default_agent(place)
        _ = place.agent(name, create=False).identity  # whatever is wrong is said now
        from wakeline.interfaces.mcp.stdio import serve

        serve(place, name)
