"""Guards and checkpoints over HTTP."""

from __future__ import annotations

from tests.rest.serving import Caller

ASH = "/api/agents/ash"
GUARDS = f"{ASH}/guards"


def test_an_action_is_claimed_once_and_only_the_operator_lets_it_be_done_again(
    ash: Caller, operator: Caller
) -> None:
    mail = {"key": "mail", "what": "the mail about the outage"}
    claimed = ash.ok("POST", f"{GUARDS}/claim", mail)
    assert (claimed["state"], claimed["origin"]) == ("claimed", "agent_inferred")
    refused = ash("POST", f"{GUARDS}/claim", mail)
    assert (refused.status_code, "may be under way" in refused.text) == (409, True)
    assert ash.ok("POST", f"{GUARDS}/done", {"key": "mail", "note": "sent"})["note"] == "sent"
    assert ash.ok("GET", f"{GUARDS}/one?key=mail")["state"] == "done"
    assert [each["key"] for each in ash.ok("GET", GUARDS)["items"]] == ["mail"]
    release = {"key": "mail", "reason": "the customer asked for it again"}
    assert ash("POST", "/api/operator/agents/ash/guards/release", release).status_code == 403
    freed = operator.ok("POST", "/api/operator/agents/ash/guards/release", release)
    assert freed["state"] == "released"
    assert ash.ok("POST", f"{GUARDS}/claim", mail)["attempts"] == 2
    assert ash.ok("POST", f"{GUARDS}/failed", {"key": "mail"})["state"] == "failed"
    nothing = {"key": "mail", "outcome": "done", "reason": "seen"}
    assert ash("POST", f"{GUARDS}/resolve", nothing).status_code == 409
    assert ash("GET", f"{GUARDS}/one?key=none").status_code == 404
    assert ash("POST", f"{GUARDS}/claim", {"key": "", "what": "x"}).status_code == 422


def test_a_checkpoint_is_made_and_read(ash: Caller) -> None:
    session = ash.ok("POST", f"{ASH}/wake", {})["sessionId"]
    said = {"doing": "sowing", "step": "1 of 2", "state": {"beds": 3}, "sessionId": session}
    made = ash.ok("POST", f"{ASH}/checkpoints", said)
    assert (made["doing"], made["state"], made["sessionId"]) == ("sowing", {"beds": 3}, session)
    assert ash.ok("GET", f"{ASH}/checkpoints")["items"] == [made]
    assert ash.ok("GET", f"{ASH}/checkpoints/{made['id']}") == made
    assert ash("POST", f"{ASH}/checkpoints", {"doing": "x", "guards": ["none"]}).status_code == 404
