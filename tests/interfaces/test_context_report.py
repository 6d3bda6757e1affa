"""What hooks take is written down as they run, and held against what they may take."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.interfaces.program import Program
from wakeline.context.hook_load import BUDGETS, HookTime, load_report
from wakeline.store.hook_state import MOST_LOADS, HookState


def times(point: str, *milliseconds: float) -> list[HookTime]:
    return [HookTime("codex", point, "codex x", each) for each in milliseconds]


@pytest.mark.feature("B50")
def test_what_most_runs_take_is_held_against_the_budget_of_its_point() -> None:
    assert BUDGETS == {"before_agent_start": 150, "agent_end": 250}
    ran = [10.0] * 94 + [140.0, *[9000.0] * 5]
    (load,) = load_report(times("before_agent_start", *ran)).loads
    assert (load.runs, load.p95, load.slowest) == (100, 140.0, 9000.0)
    assert not load.is_over
    assert load_report(times("agent_end", 251)).loads[0].is_over
    assert load_report(times("PostToolUse", 99_999)).is_quiet
    assert load_report([]).loads == ()


@pytest.mark.feature("B50")
def test_the_report_shows_each_hook_that_ran_and_why_handoffs_were_written(ash: Program) -> None:
    assert "No hook has run yet" in ash.ok("context", "report").out
    for name, fields in (
        ("SessionStart", {"source": "startup"}),
        ("UserPromptSubmit", {"prompt": "Where were we?"}),
        ("Stop", {"last_assistant_message": "At the shed."}),
    ):
        event = {"hook_event_name": name, "session_id": "s1", "cwd": ash.home, **fields}
        ash("hook", "codex", stdin=json.dumps(event))
    desk = HookState(ash.home, is_database=False)
    desk.note_load({"ms": "torn"})
    found = ash.ok("context", "report", "--json").json
    points = {load["hook"]: load["point"] for load in found["loads"]}
    assert points == {
        "codex SessionStart": "before_agent_start",
        "codex UserPromptSubmit": "before_agent_start",
        "codex Stop": "agent_end",
    }
    assert found["writes"] == [{"reason": "first", "times": 1}]
    assert "1 for the first of its thread" in ash.ok("context", "report").out


@pytest.mark.feature("B50", "B52")
def test_hooks_of_the_turn_come_with_a_prompt_where_that_is_wanted(ash: Program) -> None:
    ash.ok("fact", "set", "ash", "staging.host", "kestrel")
    event = {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "prompt": "Hello."}
    asked = json.dumps({**event, "prompt": "Which staging host is running?"})
    wanted = {"WAKELINE_HOOK_CONTEXT": "true"}
    ash("hook", "gemini", stdin=json.dumps({**event, "hook_event_name": "BeforeAgent"}))
    in_gemini = asked.replace("UserPromptSubmit", "BeforeAgent")
    told = ash("hook", "gemini", stdin=in_gemini, environment=wanted).out
    for part in ("staging.host = kestrel", "YOUR WORKING MEMORY", "Say that it is so only after"):
        assert part in told
    found = ash.ok("context", "report", "--json").json["loads"]
    names = {load["hook"] for load in found}
    assert {"Truth", "Continuity", "EpistemicProofLoop", "gemini BeforeAgent"} <= names


def test_what_hooks_took_does_not_grow_without_end(tmp_path: Path) -> None:
    desk = HookState(str(tmp_path), is_database=False)
    for number in range(MOST_LOADS // 100):
        desk.note_load({"ms": number, "host": "x" * 100})
    (file,) = tmp_path.rglob("loads.jsonl")
    assert file.stat().st_size < MOST_LOADS + 200
    assert desk.loads()[-1]["ms"] == MOST_LOADS // 100 - 1
