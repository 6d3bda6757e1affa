"""A host that sends its events to the server is answered as by the program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import QUICK
from tests.interfaces.program import Program
from tests.rest.server import Server
from tests.rest.serving import Caller, Served
from wakeline.interfaces.hook.host_settings import (
    CLAUDE_CODE,
    NEVER_SENT,
    TOKEN_VARIABLE,
    is_our_hook,
)
from wakeline.interfaces.hook.respond import respond
from wakeline.model.log import Episode

EVENTS = Path(__file__).parents[1] / "interfaces"
PATH = "/api/agents/ash/hooks"


def recorded(host: str) -> list[dict[str, Any]]:
    name = host.replace("-", "_")
    found: list[dict[str, Any]] = json.loads((EVENTS / f"{name}_events.json").read_text())
    return found


def said(location: str) -> list[tuple[str, str, str | None]]:
    bounds = {"after": 0, "through": 1 << 62, "limit": 1000}
    with (
        wakeline.open(location, settings=QUICK) as home,
        home.agent("ash", create=False).place.store.reading() as view,
    ):
        found = view.all(Episode, "log.episodes_between", **bounds)
    return [(turn.role, turn.text, turn.thread_id) for turn in found]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for a database lies in the state folder of whoever serves it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_a_session_that_a_program_began_goes_on_over_http(location: str, tmp_path: Path) -> None:
    keys = {"WAKELINE_KEYS": str(tmp_path / "keys.json"), "WAKELINE_SQLITE_SYNCHRONOUS": "OFF"}
    program = Program(location, tmp_path)
    with wakeline.open(location, settings=QUICK) as home:
        home.agent("ash", person="Mel").place  # noqa: B018 - opening makes the agent
    token = program("token", "create", "--agent", "ash", environment=keys).out.strip()
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    (tmp_path / "shop" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    there = {"cwd": str(tmp_path / "shop"), "transcript_path": ""}
    start, *rest = recorded("claude-code")
    woken = respond(json.dumps({**start, **there}).encode(), home=location, agent="ash")
    assert "You are ash" in woken["hookSpecificOutput"]["additionalContext"]
    with Server(location, tmp_path, "--port", "0", environment=keys) as server:
        for event in rest:
            answer = server.client.post(
                f"{PATH}/claude-code",
                json={**event, **there},
                headers={"Authorization": f"Bearer {token}"},
            )
            assert answer.status_code == 200, answer.text
            assert set(answer.json()) <= {"hookSpecificOutput"}
    kept = said(location)
    assert [text for role, text, _ in kept if role in ("user", "agent")] == [
        "Rename the invoice table.",
        "The invoice table is called bills now.",
    ]
    (thread,) = {thread for role, _, thread in kept if role == "user"}
    assert str(thread).startswith("shop-")
    assert str(thread).endswith("/main")


def test_no_file_that_an_event_names_is_read(served: Served, ash: Caller, tmp_path: Path) -> None:
    line = {
        "type": "user",
        "uuid": "u1",
        "timestamp": "2026-11-15T09:00:00Z",
        "message": {"role": "user", "content": "a secret of this machine"},
    }
    (tmp_path / "t.jsonl").write_text(json.dumps(line) + "\n")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/secret-branch\n")
    for event in recorded("claude-code"):
        paths = {"cwd": str(tmp_path), "transcript_path": str(tmp_path / "t.jsonl")}
        ash.ok("POST", f"{PATH}/claude-code", {**event, **paths})
    kept = said(served.location)
    assert len(kept) == 6
    assert "secret" not in json.dumps(kept)


def test_each_host_gets_its_own_answer_and_nobody_anothers_failure(
    served: Served, ash: Caller
) -> None:
    assert "additional_context" in ash.ok("POST", f"{PATH}/cursor", recorded("cursor")[0])
    assert "hookSpecificOutput" in ash.ok("POST", f"{PATH}/gemini", recorded("gemini")[0])
    assert ash("POST", f"{PATH}/emacs", {}).status_code == 422
    assert ash.ok("POST", f"{PATH}/codex", {"what": "is this"}) == {}
    other = served.caller(tenant="other", role="operator")
    other.ok("POST", "/api/operator/agents", {"name": "ash", "person": "Mara"})
    told = json.dumps(other.ok("POST", f"{PATH}/codex", recorded("codex")[0]))
    assert "You are ash" in told
    assert "failed" not in told
    again = json.dumps(ash.ok("POST", f"{PATH}/codex", recorded("codex")[0]))
    assert "A memory hook failed" in again


def test_install_lets_claude_code_ask_the_server_of_a_database(
    location: str, tmp_path: Path
) -> None:
    program = Program(location, tmp_path)
    with wakeline.open(location, settings=QUICK) as home:
        home.agent("ash", person="Mel").place  # noqa: B018 - opening makes the agent
    path = tmp_path / "settings.json"
    files = ("--settings", str(path), "--servers", str(tmp_path / "servers.json"))
    words = ("claude-code", *files, "--yes", "--agent", "ash")
    ran = program.ok("install", *words)
    hooks = json.loads(path.read_text())["hooks"]
    assert list(hooks) == [e for e in CLAUDE_CODE.seconds if e not in CLAUDE_CODE.guarding]
    is_database = "://" in location
    for event, ((hook,),) in {e: [g["hooks"] for g in x] for e, x in hooks.items()}.items():
        assert is_our_hook(hook, "claude-code")
        assert hook["type"] == ("http" if is_database and event not in NEVER_SENT else "command")
        if hook["type"] == "http":
            assert hook["url"].endswith(f"{PATH}/claude-code")
            assert hook["allowedEnvVars"] == [TOKEN_VARIABLE]
    assert (TOKEN_VARIABLE in ran.out) == is_database
    program.ok("uninstall", "claude-code", *files, "--yes")
    assert not path.exists()
