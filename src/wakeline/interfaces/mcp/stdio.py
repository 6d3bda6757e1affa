"""`wakeline mcp`: one agent over standard input and output, for as long as the client wants."""

from __future__ import annotations

import logging
import sys
from typing import Final

import anyio
import anyio.to_thread
from mcp.server.stdio import stdio_server

from wakeline import engine
from wakeline.base.clock import new_secret
from wakeline.interfaces.mcp.confirming import Confirmations
from wakeline.interfaces.mcp.reach import OwnAgent
from wakeline.interfaces.mcp.server import make_server
from wakeline.interfaces.warm.server import WarmServer

THREADS: Final = 4  # each has connections of its own
SECRET_BYTES: Final = 32


def serve(home: engine.Home, name: str) -> None:
    """Serve until standard input ends."""
    logging.basicConfig(
        stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s %(message)s"
    )
    own = OwnAgent(home, name)
    with WarmServer(home, own.apart):
        anyio.run(_serve, home, own)


async def _serve(home: engine.Home, own: OwnAgent) -> None:
    anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
    secret = new_secret(SECRET_BYTES).encode()
    server = make_server(own, Confirmations(secret, home.clock.now), secret)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
