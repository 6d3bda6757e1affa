"""Other hosts than Claude Code: their own events and answers lead to the same acts."""

from __future__ import annotations

import json
import random
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.hook_host import Desktop
from tests.interfaces.program import Program
from tests.interfaces.test_hook import a_host_elsewhere, sessions
from tests.interfaces.test_hook_faults import SEED, mangled
from wakeline.interfaces.hook.events import on_session_end
from wakeline.interfaces.hook.host_settings import HOOK_FORMATS
from wakeline.interfaces.hook.respond import HOSTS, cut_to_limits, respond
from wakeline.store.hook_state import HookState

OTHERS = ("codex", "gemini", "cursor")
PROMPTS = {"codex": "UserPromptSubmit", "gemini": "BeforeAgent", "cursor": "beforeSubmitPrompt"}
STARTS = {"codex": "SessionStart", "gemini": "SessionStart", "cursor": "sessionStart"}
SPILLED = 4 * 2500  # bytes: beyond this, Codex puts a context into a file
ASKED = ("conversation", "user", "Rename the invoice table.")
ANSWERED = ("conversation", "agent", "The invoice table is called bills now.")
FOUND = ("observation", "other", "Three files name the table.")
KEPT = {
    "codex": [
        ASKED,
        ("tool_result", "tool", 'Bash {"command": "ls"}\ninvoices.sql'),
        FOUND,
        ANSWERED,
    ],
    "gemini": [
        ASKED,
        ("tool_result", "tool", 'run_shell_command {"command": "ls"}\ninvoices.sql'),
        ("error", "tool", 'replace {"file_path": "x"}\nFile does not exist'),
        ANSWERED,
    ],
    "cursor": [
        ASKED,
        (
            "tool_result",
            "tool",
            'Shell {"command": "ls"}\n{"exitCode":0,"stdout":"invoices.sql"}',
        ),
        ("error", "tool", 'Read {"path": "x"}\nFile does not exist'),
        FOUND,
        ANSWERED,
    ],
}
HEARD = {"codex": ["SessionStart", "SessionStart"], "gemini": ["SessionStart"]}


def recorded(host: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(
        (Path(__file__).parent / f"{host}_events.json").read_text()
    )
    return found


def fire(desktop: Desktop, host: str, event: dict[str, Any]) -> dict[str, Any]:
    desktop.clock.advance(timedelta(seconds=30))
    raw = json.dumps(event).encode()
    return respond(raw, host, home=desktop.home, clock=desktop.clock, holder=a_host_elsewhere())


def of(host: str, name: str, **fields: Any) -> dict[str, Any]:
    """A recorded event of this name, with other fields."""
    return {**next(e for e in recorded(host) if e["hook_event_name"] == name), **fields}


def context_of(answer: dict[str, Any]) -> str:
    specific = answer.get("hookSpecificOutput", {})
    return str(specific.get("additionalContext") or answer.get("additional_context", ""))


@pytest.mark.parametrize("host", OTHERS)
def test_what_a_hosts_recorded_events_say_is_kept(desktop: Desktop, host: str) -> None:
    heard = []
    for event in recorded(host):
        answer = fire(desktop, host, event)
        name = event["hook_event_name"]
        if context_of(answer):
            heard.append(name)
        if host == "cursor":
            assert set(answer) <= {"additional_context", "continue"}
            assert answer.get("continue", True) is True
        elif answer:
            assert answer["hookSpecificOutput"]["hookEventName"] == name
    assert [(turn.kind, turn.role, turn.text) for turn in desktop.log()] == KEPT[host]
    assert heard == HEARD.get(host, ["sessionStart"])
    assert {event["hook_event_name"] for event in recorded(host)} >= set(HOOK_FORMATS[host].seconds)
    assert set(HOOK_FORMATS[host].seconds) <= set(HOSTS[host].events)
    (session,) = sessions(desktop)
    assert str(session.source).startswith(f"{host}:")
    assert session.state == ("open" if host == "codex" else "ended")
    assert HookState(desktop.home, is_database=False).spooled_events() == []


@pytest.mark.parametrize("host", OTHERS)
def test_malformed_events_of_any_host_break_nothing(desktop: Desktop, host: str) -> None:
    rng = random.Random(SEED)
    raw = [json.dumps(event).encode() for event in recorded(host)]
    at_home: dict[str, Any] = {
        "home": desktop.home,
        "agent": "ash",
        "clock": desktop.clock,
        "holder": a_host_elsewhere(),
    }
    for _ in range(250):
        answer = respond(mangled(rng, rng.choice(raw)), host, **at_home)
        assert isinstance(json.loads(json.dumps(answer)), dict)
    respond(json.dumps(of(host, PROMPTS[host], prompt="Still there?")).encode(), host, **at_home)
    assert [turn.text for turn in desktop.log()].count("Still there?") == 1
    assert HookState(desktop.home, is_database=False).spooled_events() == []


@pytest.mark.parametrize("host", OTHERS)
def test_what_is_not_to_be_kept_is_kept_of_no_host(desktop: Desktop, host: str) -> None:
    fire(desktop, host, of(host, STARTS[host]))
    off = of(host, PROMPTS[host], prompt="[off the record] The code is 4711.")
    assert context_of(fire(desktop, host, off)) == ""
    for event in recorded(host)[2:]:  # what came of it
        if "prompt" in event:
            event["prompt"] = off["prompt"]
        if HOSTS[host].events.get(event["hook_event_name"]) is not on_session_end:
            fire(desktop, host, event)
    (Path(desktop.home) / "config.json").write_text('{"hook.ignore": "/nowhere/diary"}')
    moved = {"cwd": "/nowhere/diary/x", "workspace_roots": ["/nowhere/diary/x"]}
    fire(desktop, host, of(host, PROMPTS[host], prompt="Dear diary.", **moved))
    assert desktop.log() == []
    for path in Path(desktop.home).rglob("*"):
        assert not path.is_file() or b"4711" not in path.read_bytes()


def test_what_waits_of_one_host_is_taken_in_by_another(desktop: Desktop) -> None:
    agents = Path(desktop.home) / "agents"
    fire(desktop, "gemini", of("gemini", "SessionStart"))
    agents.rename(agents.with_name("elsewhere"))
    fire(desktop, "gemini", of("gemini", "BeforeAgent", prompt="Nobody hears me."))
    agents.with_name("elsewhere").rename(agents)
    fire(desktop, "cursor", of("cursor", "beforeSubmitPrompt", prompt="Now they do."))
    assert desktop.said() == [("user", "Nobody hears me."), ("user", "Now they do.")]
    found = {turn.text: turn.session_id for turn in desktop.log()}
    assert found["Nobody hears me."] != found["Now they do."]


def test_gemini_is_told_again_with_the_prompt_after_a_compression(desktop: Desktop) -> None:
    assert "You are ash" in context_of(fire(desktop, "gemini", of("gemini", "SessionStart")))
    assert context_of(fire(desktop, "gemini", of("gemini", "BeforeAgent"))) == ""
    fire(desktop, "gemini", of("gemini", "PreCompress"))
    again = of("gemini", "BeforeAgent", prompt="Go on.")
    assert "You are ash" in context_of(fire(desktop, "gemini", again))
    assert context_of(fire(desktop, "gemini", of("gemini", "BeforeAgent", prompt="On."))) == ""


@pytest.mark.parametrize("filling", ["word ", "слово word word word word ", "漢字 a b c d "])
def test_no_context_is_so_long_that_codex_puts_it_into_a_file(filling: str) -> None:
    cut = cut_to_limits("\n".join(filling * 9 for _ in range(2000)))
    assert SPILLED // 3 < len(cut.encode()) <= SPILLED


@pytest.mark.parametrize("host", OTHERS)
def test_last_shows_what_any_host_was_given(ash: Program, host: str) -> None:
    ash.ok(
        "record",
        "ash",
        "--user",
        "The boat is moored behind the lighthouse.",
        "--mode",
        "code",
        "--json",
    )
    for number in range(3):
        ash.ok(
            "record", "ash", "--user", f"Filler {number} about tulips.", "--mode", "code", "--json"
        )
    ash("hook", host, stdin=json.dumps(of(host, STARTS[host])))
    asked = of(host, PROMPTS[host], prompt="Where is the boat moored?")
    ran = ash("hook", host, stdin=json.dumps(asked))
    assert "lighthouse" in context_of(ran.json)
    (brought,) = ash.ok("last", "--json").json["brought"]
    assert brought["text"] == "The boat is moored behind the lighthouse."
    assert brought["tokens"] > 5
