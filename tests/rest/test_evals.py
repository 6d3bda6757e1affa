"""How sessions are judged, over HTTP."""

from __future__ import annotations

from tests.rest.serving import Caller

ASH = "/api/agents/ash"
SCORES = {"focus": 4, "depth": 4, "restraint": 4, "learning": 4, "honesty": 4}


def test_a_session_is_judged_listed_and_averaged(ash: Caller) -> None:
    session = ash.ok("POST", f"{ASH}/wake", {})["sessionId"]
    for number in range(3):
        ash.ok("POST", f"{ASH}/record", {"user": f"{number}?", "agent": f"{number}.",
                                         "sessionId": session})  # fmt: skip
    made = ash.ok("POST", f"{ASH}/evals", {**SCORES, "sessionId": session})
    assert made["differences"]["learning"] == 3
    assert ash.ok("GET", f"{ASH}/evals")["items"] == [made["judged"]]
    assert ash.ok("GET", f"{ASH}/evals/means")["own"] == 4
    for wrong in ({}, {**SCORES, "depth": 6}, {**SCORES, "depth": "4"}):
        assert ash("POST", f"{ASH}/evals", wrong).status_code == 422


def test_a_fingerprint_is_told(ash: Caller) -> None:
    assert ash("GET", f"{ASH}/fingerprint").status_code == 404
    session = ash.ok("POST", f"{ASH}/wake", {})["sessionId"]
    ash.ok("POST", f"{ASH}/record", {"agent": "The bed is dry.", "sessionId": session})
    found = ash.ok("GET", f"{ASH}/fingerprint?session={session}")
    assert (found["sessionId"], found["turns"], found["distance"]) == (session, 1, None)
