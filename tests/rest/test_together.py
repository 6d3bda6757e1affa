"""Many callers at once, on two workers: nothing is lost, nothing is mixed up."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.interfaces.program import Program
from tests.rest.server import Server

CALLERS = 8
TURNS = 6
AGENTS = ("ash", "birch", "cedar")


@pytest.fixture
def server(location: str, tmp_path: Path) -> Iterator[tuple[Server, dict[str, str]]]:
    keys = {
        "WAKELINE_KEYS": str(tmp_path / "keys.json"),
        "WAKELINE_SQLITE_SYNCHRONOUS": "OFF",
        "WAKELINE_SERVE_AGENTS": "2",  # fewer than are used, so that they are opened and closed
    }
    made = Program(location, tmp_path)("token", "create", "--role", "operator", environment=keys)
    words = ("--port", "0", "--workers", "2")
    with Server(location, tmp_path, *words, environment=keys) as found:
        yield found, {"Authorization": f"Bearer {made.out.strip()}"}


def test_what_many_callers_say_at_once_is_kept_each_in_its_session(
    server: tuple[Server, dict[str, str]],
) -> None:
    found, headers = server
    for name in AGENTS:
        made = found.client.post("/api/operator/agents", json={"name": name}, headers=headers)
        assert made.status_code == 201
    begin = threading.Barrier(CALLERS)

    def live(number: int) -> str:
        path = f"/api/agents/{AGENTS[number % len(AGENTS)]}"
        with httpx2.Client(base_url=found.url, headers=headers, timeout=60) as client:

            def post(where: str, body: dict[str, Any]) -> Any:
                answer = client.post(path + where, json=body)
                assert answer.status_code in (200, 201), answer.text
                return answer.json()

            begin.wait()
            session: str = post("/wake", {})["sessionId"]
            for turn in range(TURNS):
                word = f"caller{number}turn{turn}"
                post("/record", {"user": word, "agent": "yes", "sessionId": session})
                post("/tasks", {"title": word})
                post("/recall", {"query": word, "k": 1})
            post(f"/sessions/{session}/end", {"summary": f"caller {number}"})
        return session

    with ThreadPoolExecutor(CALLERS) as pool:
        sessions = list(pool.map(live, range(CALLERS)))
    assert len(set(sessions)) == CALLERS
    turns, numbers = 0, []
    for name in AGENTS:
        path = f"/api/agents/{name}"
        turns += found.client.get(f"{path}/status", headers=headers).json()["turns"]
        page = found.client.get(f"{path}/tasks?limit=200", headers=headers).json()
        numbers += [task["number"] for task in page["items"]]
        for handoff in found.client.get(f"{path}/handoffs", headers=headers).json()["items"]:
            number = int(handoff["summary"].split()[1])
            assert handoff["sessionId"] == sessions[number]
    assert turns == 2 * TURNS * CALLERS
    assert sorted(numbers) == list(range(1, TURNS * CALLERS + 1))
    assert not [line for line in found.lines if "Traceback" in line]
