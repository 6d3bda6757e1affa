"""Decisions over HTTP."""

from __future__ import annotations

from tests.rest.serving import Caller

OF_ASH = "/api/agents/ash/decisions"


def test_a_decision_is_written_checked_and_reversed(ash: Caller) -> None:
    body = {"decision": "no Redis for the queue", "reason": "the database does it"}
    made = ash.ok("POST", OF_ASH, body)
    assert (made["state"], made["origin"]) == ("in_force", "agent_inferred")
    (found,) = ash.ok("POST", f"{OF_ASH}/check", {"action": "add a Redis worker"})
    assert found["decision"] == made
    assert found["told"].startswith("You decided against this on ")
    assert ash.ok("GET", f"{OF_ASH}/{made['id']}") == made
    weighed = ash.ok("POST", f"{OF_ASH}/weigh", {"action": "write to a broker"})
    assert weighed["conflicts"] == []
    assert [each["decision"] for each in weighed["near"]] == [made]
    assert ash.ok("POST", f"{OF_ASH}/weigh", {"action": "write to a broker", "k": 0})["near"] == []
    assert ash("POST", f"{OF_ASH}/weigh", {"action": "write", "k": 51}).status_code == 422
    gone = ash.ok("POST", f"{OF_ASH}/{made['id']}/reverse", {"because": "it grew"})
    assert (gone["state"], gone["endedBecause"]) == ("reversed", "it grew")
    assert ash.ok("GET", OF_ASH)["items"] == [gone]
    assert ash("POST", f"{OF_ASH}/{made['id']}/confirm", {}).status_code == 409
    assert ash("GET", f"{OF_ASH}/nothing").status_code == 404
    assert ash("POST", f"{OF_ASH}/check", {"action": " "}).status_code == 422
