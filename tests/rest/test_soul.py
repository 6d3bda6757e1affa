"""What an agent holds to and its diary, over HTTP."""

from __future__ import annotations

from tests.rest.serving import Caller

ASH = "/api/agents/ash"
DECIDE = "/api/operator/agents/ash/soul"


def test_the_agent_asks_and_the_operator_decides(ash: Caller, operator: Caller) -> None:
    entry = ash.ok("POST", f"{ASH}/soul", {"kind": "fear", "text": "Drought."})
    assert (entry["state"], entry["origin"]) == ("proposed", "agent_inferred")
    assert ash("POST", f"{DECIDE}/{entry['id']}/accept").status_code == 403
    assert operator.ok("POST", f"{DECIDE}/{entry['id']}/accept")["state"] == "in_force"
    assert "fear: Drought." in ash.ok("POST", f"{ASH}/wake", {})["text"]
    assert ash.ok("DELETE", f"{ASH}/soul/{entry['id']}")["state"] == "leaving"
    assert operator.ok("POST", f"{DECIDE}/{entry['id']}/reject")["state"] == "in_force"
    ash.ok("DELETE", f"{ASH}/soul/{entry['id']}")
    gone = operator.ok("POST", f"{DECIDE}/{entry['id']}/accept")
    assert (gone["state"], gone["decidedBy"]) == ("removed", "mara")
    assert ash("DELETE", f"{ASH}/soul/{entry['id']}").status_code == 409
    (kept,) = ash.ok("GET", f"{ASH}/soul")["items"]
    assert kept == gone
    assert ash("POST", f"{ASH}/soul", {"kind": "mood", "text": "calm"}).status_code == 422
    assert operator("POST", f"{DECIDE}/nothing/accept").status_code == 404


def test_a_page_of_the_diary_is_written_and_found(ash: Caller) -> None:
    page = ash.ok("POST", f"{ASH}/diary", {"text": "The heron came back.", "mood": "glad"})
    again = ash.ok("POST", f"{ASH}/diary", {"text": "Frost.", "day": page["day"]})
    assert again["id"] == page["id"]
    assert ash.ok("GET", f"{ASH}/diary/{page['day']}") == again
    assert ash.ok("GET", f"{ASH}/diary")["items"] == [again]
    (hit,) = ash.ok("GET", f"{ASH}/diary/search?query=heron")
    assert hit["id"] == page["id"]
    assert ash("GET", f"{ASH}/diary/2020-01-01").status_code == 404
    assert ash("POST", f"{ASH}/diary", {"text": "Hm.", "day": "2020-13-01"}).status_code == 422
