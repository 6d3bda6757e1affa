"""Whose acts over HTTP are told to the agent: the operator's, not its own."""

from __future__ import annotations

from tests.rest.serving import Caller

ASH = "/api/agents/ash"


def test_what_the_operator_did_is_told_and_what_the_agent_did_is_not(
    ash: Caller, operator: Caller
) -> None:
    first = ash.ok("POST", f"{ASH}/wake", {})
    ash.ok("POST", f"{ASH}/memories", {"content": "Mel likes tea."})
    ash.ok("POST", f"{ASH}/tasks", {"title": "buy tea"})
    ash.ok("POST", f"{ASH}/sessions/{first['sessionId']}/end", {})
    operator.ok("POST", f"{ASH}/tasks", {"title": "water the beds"})
    report = ash.ok("POST", f"{ASH}/wake", {})["liminal"]["report"]
    (line,) = report["lines"]
    assert (line["kind"], line["by"], line["subjectKind"]) == ("task.added", "mara", "task")
    assert "water the beds" in line["text"]
