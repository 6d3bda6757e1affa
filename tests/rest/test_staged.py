"""A staged wake and the rules of `auto`, over HTTP."""

from __future__ import annotations

import pytest

from tests.rest.serving import Caller, Served

ASH = "/api/agents/ash"


@pytest.mark.feature("A94")
def test_a_staged_wake_gives_what_can_be_had_and_says_what_waits(
    served: Served, ash: Caller, operator: Caller
) -> None:
    operator.ok("POST", f"{ASH}/messages", {"text": "Are the peas up?", "wantsReply": True})
    operator.ok("POST", f"{ASH}/tasks", {"title": "sow"})
    ash.ok("POST", f"{ASH}/record", {"user": "hello", "agent": "hello"})
    taken = ash.ok("POST", f"{ASH}/wake-staged", {"wakeType": "sudden"})
    levels = [stage["levelNeeded"] for stage in (*taken["stages"], *taken["waiting"])]
    assert levels == sorted(levels)
    assert taken["stages"][0]["name"] == "identity"
    assert all(
        stage["text"] and stage["levelNeeded"] <= taken["level"] for stage in taken["stages"]
    )
    assert all(stage["text"] == "" for stage in taken["waiting"])
    assert bool(taken["waiting"]) == bool(taken["exchangesNeeded"])
    assert ash.ok("GET", f"{ASH}/sessions/{taken['sessionId']}")["wakeType"] == "sudden"
    forced = ash.ok("POST", f"{ASH}/wake-staged", {"force": True, "budget": 5000})
    assert forced["waiting"] == []
    assert "Are the peas up?" in forced["stages"][-1]["text"]
    assert forced["budget"] == 5000


@pytest.mark.feature("A94")
def test_a_staged_wake_goes_on_in_a_later_request(
    served: Served, ash: Caller, operator: Caller
) -> None:
    operator.ok("POST", f"{ASH}/messages", {"text": "Are the peas up?", "wantsReply": True})
    ash.ok("POST", f"{ASH}/record", {"user": "hello", "agent": "hello"})
    taken = ash.ok("POST", f"{ASH}/wake-staged", {"wakeType": "sudden"})
    session = taken["sessionId"]
    path = f"{ASH}/sessions/{session}/stages"
    assert ash.ok("POST", path, {})["stages"] == taken["stages"]
    last = taken["stages"][-1]["name"]
    rest = ash.ok("POST", path, {"after": last, "force": True})
    assert [s["name"] for s in rest["stages"]] == [s["name"] for s in taken["waiting"]]
    assert rest["waiting"] == []
    assert "Are the peas up?" in (taken["stages"] + rest["stages"])[-1]["text"]
    assert ash("POST", path, {"after": "beginning"}).status_code == 422
    ash.ok("POST", f"{ASH}/sessions/{session}/end", {"summary": "over"})
    assert ash("POST", path, {}).status_code == 409
    assert ash("POST", f"{ASH}/sessions/01KJQ38XW0000EG5ATCB6QD7YC/stages", {}).status_code == 404


@pytest.mark.feature("A91")
def test_what_auto_would_choose_is_told_without_waking_anybody(
    served: Served, ash: Caller, operator: Caller
) -> None:
    first = ash.ok("GET", f"{ASH}/explain-preset")
    assert (first["rule"], first["situation"]["away"]) == ("first-wake", None)
    assert first["rules"][-1]["name"] == "otherwise"
    ash.ok("POST", f"{ASH}/record", {"user": "hello", "agent": "hello"})
    operator.ok("POST", f"{ASH}/messages", {"text": "Are the peas up?", "wantsReply": True})
    asked = {"mode": "robot", "exclude": "Hints", "budget": 900}
    answer = ash("GET", f"{ASH}/explain-preset", params=asked)
    found = answer.json()
    assert (found["rule"], found["budget"]) == ("robot-pending", 900)
    assert "Hints" not in found["sources"]
    assert found["situation"]["hasUnanswered"] is True
    assert ash.ok("GET", f"{ASH}/sessions")["items"] == []
    wrong = ash("GET", f"{ASH}/explain-preset", params={"wakeType": "late"})
    assert wrong.status_code == 422
