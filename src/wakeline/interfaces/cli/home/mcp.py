"""`wakeline mcp`: the agent's memory as tools, for every MCP client."""

from __future__ import annotations

from typing import Annotated

import typer

from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.home.serve import run
from wakeline.interfaces.open_home import default_agent, open_home

DEFAULT_PORT = 8421


def join(app: typer.Typer) -> None:
    """Add the command."""
    app.command("mcp")(mcp)


def mcp(
    agent: Annotated[
        str | None, typer.Option("--agent", metavar="NAME", help="Whose memory.")
    ] = None,
    http: Annotated[
        bool, typer.Option("--http", help="Over HTTP, for tokens of role agent.")
    ] = False,
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="Port; 0 for any that is free.")] = (
        DEFAULT_PORT
    ),
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Serve an agent's memory to MCP clients: over standard input and output, or over HTTP."""
    with open_home(home, tenant) as place:
        name = agent if http else agent or default_agent(place)
        if name is not None:  # whatever is wrong is said now
            _ = place.agent(name, create=False).identity
        if not http:
            from wakeline.interfaces.mcp.stdio import serve

            serve(place, name or "")
            return
    run(home, tenant, host=host, port=port, only_tools=True, agent=name, as_json=as_json)
