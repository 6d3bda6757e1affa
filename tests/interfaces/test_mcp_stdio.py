"""`wakeline mcp` as hosts run it: a process that speaks the protocol on its standard streams."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any, Self

import anyio
import pytest
from mcp import Client
from mcp_types.version import LATEST_HANDSHAKE_VERSION, LATEST_MODERN_VERSION

import wakeline
from tests.interfaces.mcp_client import ERAS, call, command, started
from tests.interfaces.program import Program

SECONDS = 60
HELLO = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": LATEST_HANDSHAKE_VERSION,
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "0"},
    },
}


class Raw:
    """The server's process, spoken to line by line."""

    def __init__(self, program: Program) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "wakeline", "mcp", "--home", program.home],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=program.environment(),
        )
        self.send(HELLO)
        assert self.read()["result"]["serverInfo"]["name"] == "wakeline"
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message: Any) -> None:
        self.send_line(json.dumps(message).encode())

    def send_line(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def answer(self, id: int) -> dict[str, Any]:
        while (message := self.read()).get("id") != id:
            pass
        return message

    def remember(self, id: int, text: str) -> None:
        params = {"name": "remember", "arguments": {"content": text}}
        self.send({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(SECONDS)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()


@pytest.mark.parametrize("era", ERAS)
def test_a_session_from_wake_to_end(ash: Program, era: str) -> None:
    async def talk(client: Client) -> str:
        awake = await call(client, "wake", intent="the harbour")
        assert "Mara" in awake["text"]
        kept = await call(client, "record", user="Where is it?", agent="By the river.")
        assert kept["sessionId"] == awake["sessionId"]
        seen = await call(client, "observe", text="It rains.")
        assert seen["sessionId"] == awake["sessionId"]
        memory = await call(client, "remember", content="The harbour is by the river.")
        hits = (await call(client, "recall", query="harbour"))["items"]
        assert memory["id"] in {hit["id"] for hit in hits}
        left = await call(client, "end_session", messageToNext="Go on at the river.")
        assert left["sessionId"] == awake["sessionId"]
        return client.session.protocol_version or ""

    version = started(ash, talk, era)
    assert version == (LATEST_MODERN_VERSION if era != "legacy" else LATEST_HANDSHAKE_VERSION)
    assert "Go on at the river." in ash.ok("wake", "ash", "--json").json["text"]


def test_two_clients_at_once_write_and_each_sees_what_both_wrote(ash: Program) -> None:
    each = 15

    async def write(client: Client, name: str) -> None:
        for number in range(each):
            await call(client, "remember", content=f"{name} saw the heron number {number}.")

    async def talk(first: Client) -> None:
        async with Client(command(ash), mode=ERAS[1]) as second, anyio.create_task_group() as both:
            both.start_soon(write, first, "Ivo")
            both.start_soon(write, second, "Mara")
        found = await call(first, "retrieve_specific_memories", limit=100)
        assert len(found["items"]) == 2 * each

    started(ash, talk, ERAS[0])


def test_lines_that_are_no_messages_do_not_end_the_server(ash: Program) -> None:
    with Raw(ash) as raw:
        for line in (b"", b"{", b"\xff\xfe", b"[]", b'"hello"', b"[" * 2000, b'{"jsonrpc": "2.0"}'):
            raw.send_line(line)
        raw.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 7}})
        assert "error" in raw.answer(1)
        raw.send({"jsonrpc": "2.0", "id": 2, "method": "no/such", "params": {}})
        assert "error" in raw.answer(2)
        raw.remember(3, "The kettle is blue.")
        assert raw.answer(3)["result"]["structuredContent"]["content"] == "The kettle is blue."


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_server_loses_nothing_that_it_acknowledged(ash: Program) -> None:
    acknowledged: list[str] = []
    with Raw(ash) as raw:
        for number in range(1, 31):
            raw.remember(number, f"Heron number {number}.")
        while len(acknowledged) < 12:
            acknowledged.append(raw.read()["result"]["structuredContent"]["id"])
        os.kill(raw.process.pid, signal.SIGKILL)
        raw.process.wait(SECONDS)
    with wakeline.open(ash.home) as home:
        kept = {memory.id for memory in home.agent("ash").memories.all()}
        assert home.agent("ash").verify().ok
    assert set(acknowledged) <= kept


def test_an_agent_that_is_not_there_is_told_before_the_protocol_begins(ash: Program) -> None:
    ran = ash("mcp", "--agent", "nobody")
    assert ran.code == 3
    assert ran.out == "" or "error" in ran.json
    assert "nobody" in ran.out + ran.err
