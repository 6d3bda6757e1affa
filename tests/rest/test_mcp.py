"""Tools over HTTP: whom they are for, who is turned away, and that any worker can answer."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitResult

import wakeline
from tests.interfaces.mcp_client import ERAS, SECONDS, call, fail
from tests.rest.server import Server
from tests.rest.serving import Served
from tests.rest.serving import served as serving
from wakeline.interfaces.rest.keys import LOCAL_FILE

HEADERS = {"Accept": "application/json, text/event-stream", "Host": "localhost"}
HIDDEN = "The harbour chain is under the third stone."


@pytest.fixture
def served_folder(tmp_path: Path) -> Iterator[Served]:
    """A folder behind its application, where the engine does not matter."""
    with serving(str(tmp_path / "home"), tmp_path) as found:
        yield found


def asked(served: Served, token: str | None, tool: str = "recall", **more: Any) -> httpx2.Response:
    """One call of a tool, as the older protocol writes it."""
    given = more.pop("given", {"query": "harbour chain stone"})
    params = {"name": tool, "arguments": given}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    headers = {**HEADERS, **more.pop("headers", {})}
    path = more.pop("path", "/mcp")
    return served.call("POST", path, body, token=token, headers=headers, **more)


def result(answer: httpx2.Response) -> Any:
    assert answer.status_code == 200, answer.text
    return answer.json()["result"]


def remember(served: Served, tenant: str, name: str) -> None:
    with served.service.residents.tenant(tenant) as home:
        home.agent(name, person="Mel").memories.add(HIDDEN)


# -- who is let in


def test_without_a_token_that_is_believed_nobody_is_let_in(served: Served) -> None:
    remember(served, "default", "ash")
    for token in (None, "", "nonsense", served.token()[:-2]):
        answer = asked(served, token)
        assert answer.status_code == 401
        assert "harbour" not in answer.text


def test_a_token_of_the_operator_is_turned_away_and_written_down(served: Served) -> None:
    remember(served, "default", "ash")
    answer = asked(served, served.token(role="operator", subject="Mara"))
    assert answer.status_code == 403
    assert [line["reason"] for line in served.audit()] in ([], ["role operator"])


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "localhost.evil.example:8420"}, 421),
        ({"Host": "127.0.0.1.evil.example"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost.evil.example"}, 403),
        ({"Host": "127.0.0.1:8420", "Origin": "http://localhost:5173"}, 200),
        ({"Host": "[::1]:8420"}, 200),
    ],
)
def test_a_foreign_host_or_origin_is_refused(
    served_folder: Served, headers: dict[str, str], status: int
) -> None:
    remember(served_folder, "default", "ash")
    answer = asked(served_folder, served_folder.token(), headers=headers)
    assert answer.status_code == status
    assert ("third stone" in answer.text) is (status == 200)


def test_nobody_sees_another_tenant_or_an_agent_that_the_token_does_not_name(
    served: Served,
) -> None:
    remember(served, "north", "ash")
    remember(served, "north", "bo")
    with served.service.residents.tenant("south") as home:
        _ = home.agent("ash").identity
    assert HIDDEN in str(result(asked(served, served.token("north", agent="ash"))))
    foreign = result(asked(served, served.token("south", agent="ash")))
    assert foreign["structuredContent"] == {"items": []}
    own = served.token("north", agent="ash")
    other = result(asked(served, own, path="/mcp?agent=bo"))
    nobody = result(asked(served, own, path="/mcp?agent=nobody"))
    assert other["isError"] is nobody["isError"] is True
    assert str(other).replace("bo", "nobody") == str(nobody)
    everyone = served.token("north")
    assert "?agent=NAME" in str(result(asked(served, everyone)))
    assert HIDDEN in str(result(asked(served, everyone, path="/mcp?agent=bo")))


def test_an_error_does_not_say_where_the_home_is(served: Served) -> None:
    remember(served, "default", "ash")
    answer = asked(served, served.token(), path="/mcp?agent=nobody")
    assert result(answer)["isError"] is True
    assert served.location not in answer.text


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'"x"', b'{"jsonrpc":"2.0"}', b"\xff\xfe", b"[" * 3000]
)
def test_what_is_no_message_is_refused(served_folder: Served, body: bytes) -> None:
    headers = {**HEADERS, "Content-Type": "application/json"}
    answer = served_folder.call(
        "POST", "/mcp", token=served_folder.token(), headers=headers, content=body
    )
    assert 400 <= answer.status_code < 500


# -- real processes, the official client


@asynccontextmanager
async def connected(
    url: str, token: str, era: str, says: ElicitResult | None = None
) -> AsyncIterator[Client]:
    async def person(*_: object) -> ElicitResult:
        assert says is not None
        return says

    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(headers=headers, timeout=SECONDS) as http:
        transport = streamable_http_client(url, http_client=http)
        callback: Any = None if says is None else person
        async with Client(transport, mode=era, elicitation_callback=callback) as client:
            yield client


def test_both_eras_live_through_a_session_whichever_worker_answers(tmp_path: Path) -> None:
    home = str(tmp_path / "home")
    with wakeline.open(home) as place:
        _ = place.agent("ash", person="Mel").identity

    async def live(url: str, token: str, era: str) -> None:
        yes = ElicitResult(action="accept", content={"confirm": True})
        async with connected(url, token, era, yes) as client:
            session = (await call(client, "wake", thread=era))["sessionId"]
            kept = await call(client, "record", user=f"Seen by {era}.", sessionId=session)
            assert kept["sessionId"] == session
            memory = await call(client, "remember", content=f"Herons of {era}.")
            # A server that keeps nothing between requests cannot ask a client of the older era.
            gone = await call(client, "remove_from_memory", id=memory["id"])
            if era == ERAS[0]:
                token_of = gone["question"]["confirmation"]
                gone = await call(
                    client, "remove_from_memory", id=memory["id"], confirmation=token_of
                )
            assert gone["done"] is True
            assert await fail(client, "remember", content=7)
            await call(client, "end_session", sessionId=session, summary=f"Done by {era}.")

    async def both(url: str, token: str) -> None:
        with anyio.fail_after(SECONDS):
            async with anyio.create_task_group() as tasks:
                for era in ERAS:
                    tasks.start_soon(live, url, token, era)

    with Server(home, tmp_path, "--port", "0", "--workers", "2") as server:
        token = (tmp_path / "home" / LOCAL_FILE).read_text().strip()
        anyio.run(both, f"{server.url}/mcp", token)
    with wakeline.open(home) as place:
        ash = place.agent("ash")
        assert ash.memories.all() == []
        assert ash.status().turns == len(ERAS)
        assert ash.status().open_sessions == ()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL")
def test_tools_alone_are_served_and_a_killed_worker_loses_nothing_acknowledged(
    tmp_path: Path,
) -> None:
    home = str(tmp_path / "home")
    with wakeline.open(home) as place:
        for name in ("ash", "bo"):
            _ = place.agent(name, person="Mel").identity
    acknowledged: list[str] = []

    async def talk(server: Server, token: str) -> None:
        with anyio.fail_after(SECONDS):
            async with connected(server.url, token, ERAS[1]) as client:
                for number in range(5):
                    made = await call(client, "remember", content=f"Heron {number}.")
                    acknowledged.append(made["id"])
                os.kill(server.workers()[0], signal.SIGKILL)
                await anyio.to_thread.run_sync(lambda: server.until_line("started", times=2))
            async with connected(server.url, token, ERAS[1]) as client:
                found = (await call(client, "retrieve_specific_memories"))["items"]
                assert {memory["id"] for memory in found} == set(acknowledged)

    words = ("--http", "--agent", "ash", "--port", "0")
    with Server(home, tmp_path, *words, command="mcp") as server:
        token = (tmp_path / "home" / LOCAL_FILE).read_text().strip()
        anyio.run(talk, server, token)
        headers = {"Authorization": f"Bearer {token}"}
        assert server.client.get("/api/agents", headers=headers).status_code == 404
