"""Principles and what was told to whom, over HTTP."""

from __future__ import annotations

from tests.rest.serving import Caller

ASH = "/api/agents/ash"


def test_a_principle_is_written_matched_and_retired(ash: Caller) -> None:
    body = {"when": "writing an essay", "then": "check the archive", "check": "archive"}
    made = ash.ok("POST", f"{ASH}/principles", body)
    assert (made["quality"], made["checkFor"]) == (0.5, "archive")
    (found,) = ash.ok("POST", f"{ASH}/principles/match", {"situation": "write an essay"})
    assert found["principle"] == made
    assert ash.ok("POST", f"{ASH}/principles/verify") == []
    assert ash.ok("GET", f"{ASH}/principles/{made['id']}/trials") == []
    gone = ash.ok("POST", f"{ASH}/principles/{made['id']}/retire", {"because": "it is old"})
    assert gone["state"] == "retired"
    assert ash("POST", f"{ASH}/principles/{made['id']}/retire", {}).status_code == 409
    assert ash.ok("POST", f"{ASH}/principles/{made['id']}/restore", {})["state"] == "active"
    assert [row["id"] for row in ash.ok("GET", f"{ASH}/principles")["items"]] == [made["id"]]


def test_a_draft_is_checked_against_what_was_told(ash: Caller) -> None:
    told = ash.ok("POST", f"{ASH}/comms", {"contact": "Ana", "text": "The release is on 12 May."})
    draft = {"contact": "ana", "draft": "The release is on 14 May."}
    (found,) = ash.ok("POST", f"{ASH}/comms/check", draft)
    assert (found["kind"], found["telling"]) == ("contradiction", told)
    assert ash.ok("GET", f"{ASH}/comms/about?contact=Ana") == [told]
    (contact,) = ash.ok("GET", f"{ASH}/comms/contacts")
    assert (contact["contact"], contact["tellings"]) == ("Ana", 1)
    ash.ok("DELETE", f"{ASH}/comms/{told['id']}")
    assert ash.ok("GET", f"{ASH}/comms")["items"] == []
    assert ash("DELETE", f"{ASH}/comms/{told['id']}").status_code == 409
