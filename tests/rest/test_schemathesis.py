"""Whatever the description allows, and whatever it does not, sent to a running server.

No answer is an error of ours, none has a status or a shape that the description does not
name, and every route refuses without a token.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.interfaces.program import Program
from tests.rest.server import Server

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
EXAMPLES = 6
SEED = 7
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
MODES = list(GenerationMode)
WITHOUT_INPUT = ("/health", "/metrics")  # nothing about them can be wrong


class Target:
    """A running server, its description and the operator's token."""

    def __init__(self, server: Server, token: str) -> None:
        self.url = server.url
        self.session = requests.Session()
        self.headers = {"Authorization": f"Bearer {token}"}
        self._schema: Any = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
        self.ids = self._a_life()

    def operations(self) -> list[Any]:
        """Every route."""
        found: list[Any] = [result.ok() for result in self._schema.get_all_operations()]
        assert len(found) > 55
        return found

    def _a_life(self) -> dict[str, list[Any]]:
        """Rows to ask for, so that not every path ends at something that is not there."""
        self._post("/api/operator/agents", {"name": "ash", "person": "Mel"})
        ash = "/api/agents/ash"
        session = self._post(f"{ash}/wake", {})["sessionId"]
        ended = self._post(f"{ash}/sessions/{session}/end", {"summary": "over"})
        memory = self._post(f"{ash}/memories", {"content": "kept"})
        task = self._post(f"{ash}/tasks", {"title": "do"})
        self._post(f"{ash}/projects", {"key": "garden"})
        hint = self._post(f"{ash}/hints", {"content": "water", "every": "day"})
        message = self._post(f"{ash}/messages", {"text": "well?", "wantsReply": True})
        read = self._post(f"{ash}/knowledge", {"content": "Peas want lime."})
        decided = self._post(f"{ash}/decisions", {"decision": "no second greenhouse"})
        principle = self._post(f"{ash}/principles", {"when": "it rains", "then": "stay in"})
        told = self._post(f"{ash}/comms", {"contact": "Teresa", "text": "The beds are dry."})
        said = self._post(f"{ash}/record", {"user": "My sister Teresa lives in Porto."})
        self._post(f"{ash}/documents", {"kind": "identity", "text": "I am."})
        letter = self._post(f"{ash}/letters", {"whatsNext": "Go on."})
        thought = self._post(f"{ash}/journal", {"text": "Quiet."})
        kept = read["entries"][0]["id"]
        ids = [session, ended["handoff"]["id"], memory["id"], hint["id"], message["id"], kept]
        ids += [letter["id"], thought["id"]]
        ids += [decided["id"], principle["id"], told["id"], said["exchangeId"]]
        return {
            "agent": ["ash"],
            "id": ids,
            "task": [str(task["number"])],
            "project": ["garden"],
            "kind": ["identity"],
            "taskType": ["staging"],
            "day": ["2026-03-02"],
            "host": ["claude-code"],
            "aiName": ["ash"],
            "name": ["Teresa", "Porto"],
        }

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.session.post(self.url + path, json=body, headers=self.headers, timeout=30)
        assert answer.ok, answer.text
        return answer.json()


@pytest.fixture
def target(location: str, tmp_path: Path) -> Iterator[Target]:
    keys = {"WAKELINE_KEYS": str(tmp_path / "keys.json"), "WAKELINE_SQLITE_SYNCHRONOUS": "OFF"}
    made = Program(location, tmp_path)("token", "create", "--role", "operator", environment=keys)
    with Server(location, tmp_path, "--port", "0", environment=keys) as server:
        found = Target(server, made.out.strip())
        yield found
        found.session.close()
        assert not [line for line in server.lines if "Traceback" in line or "died" in line]


def test_no_request_finds_an_answer_that_is_not_described(target: Target) -> None:
    reached: set[str] = set()
    for operation in target.operations():
        for mode in MODES:
            if mode is GenerationMode.POSITIVE or operation.path not in WITHOUT_INPUT:
                _try(target, operation, mode, reached)
    assert len(reached) > 45, "most routes must have been asked for something that they did"


def _try(target: Target, operation: Any, mode: Any, reached: set[str]) -> None:
    known = {name: st.sampled_from(values) for name, values in target.ids.items()}

    @seed(SEED)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=operation.as_strategy(generation_mode=mode),
        is_known=st.booleans(),
        chosen=st.data(),
    )
    def run(case: Any, is_known: bool, chosen: Any) -> None:
        if is_known:
            for name in case.path_parameters or {}:
                case.path_parameters[name] = chosen.draw(known[name])
            for name in known.keys() & (case.query or {}).keys():
                case.query[name] = chosen.draw(known[name])
        answer = case.call(
            base_url=target.url, session=target.session, headers=target.headers, timeout=60
        )
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code < 300:
            reached.add(operation.label)

    run()


def test_every_route_that_needs_a_token_refuses_without_one(target: Target) -> None:
    for operation in target.operations():
        if operation.path == "/health":
            continue

        @seed(SEED)
        @settings(
            max_examples=3,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def run(case: Any) -> None:
            case.headers.pop("Authorization", None)
            answer = case.call(base_url=target.url, session=target.session, timeout=60)
            assert answer.status_code == 401

        run()
