"""The official client on a server of ours: in this process, or started as hosts start it."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio
from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, ElicitResult
from mcp_types.version import LATEST_MODERN_VERSION

import wakeline
from tests.interfaces.program import Program
from wakeline.interfaces.mcp.confirming import Confirmations
from wakeline.interfaces.mcp.reach import OwnAgent
from wakeline.interfaces.mcp.server import make_server

# The handshake of 2025 and before, and the envelope of 2026.
ERAS = ["legacy", LATEST_MODERN_VERSION]
SECRET = b"a secret that nobody has to guess, for tests"
SECONDS = 60
T = TypeVar("T")
Talk = Callable[[Client], Awaitable[T]]


def talking(
    home: wakeline.Home,
    talk: Talk[T],
    era: str = LATEST_MODERN_VERSION,
    *,
    name: str = "ash",
    says: ElicitResult | None = None,
) -> T:
    """Let a client talk to a server in this process. `says` is what its person answers."""
    server = make_server(OwnAgent(home, name), Confirmations(SECRET, home.clock.now), SECRET)
    return _run(lambda: Client(server, mode=era, elicitation_callback=_person(says)), talk)


def started(program: Program, talk: Talk[T], era: str, *words: str) -> T:
    """Let a client start `wakeline mcp` and talk to it."""
    return _run(lambda: Client(command(program, *words), mode=era), talk)


def command(program: Program, *words: str) -> StdioServerParameters:
    """How a host starts the server."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "wakeline", "mcp", "--home", program.home, *words],
        env=program.environment(),
    )


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert content.type == "text"
    return content.text


async def call(client: Client, name: str, /, **given: Any) -> Any:
    """What a tool gives; it must not fail."""
    result = await client.call_tool(name, given)
    assert not result.is_error, (name, text_of(result))
    return result.structured_content


async def fail(client: Client, name: str, /, **given: Any) -> str:
    """What a tool says that cannot do it."""
    result = await client.call_tool(name, given)
    assert result.is_error, (name, result.structured_content)
    return text_of(result)


def _person(says: ElicitResult | None) -> Any:
    if says is None:
        return None

    async def answer(*_: object) -> ElicitResult:
        return says

    return answer


def _run(make: Callable[[], Client], talk: Talk[T]) -> T:
    async def main() -> T:
        with anyio.fail_after(SECONDS):
            async with make() as client:
                return await talk(client)

    return anyio.run(main)
