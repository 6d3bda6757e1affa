"""One exchange over HTTP."""

from __future__ import annotations

import pytest

from tests.rest.serving import Caller

ASH = "/api/agents/ash"


@pytest.mark.feature("B38")
def test_an_exchange_is_found_by_a_turn_and_by_what_was_written_in_its_session(ash: Caller) -> None:
    session = ash.ok("POST", f"{ASH}/wake", {})["sessionId"]
    said = {"user": "The shelf is blue.", "agent": "Noted.", "sessionId": session}
    kept = ash.ok("POST", f"{ASH}/record", said)
    fact = {"key": "shelf", "value": "blue", "sessionId": session}
    fact_id = ash.ok("PUT", f"{ASH}/facts", fact)["id"]
    found = ash.ok("GET", f"{ASH}/exchanges/{kept['exchangeId']}")
    assert found["sessionId"] == session
    parts = {part["subjectId"]: part for part in found["parts"] if part["subjectId"]}
    assert (parts[fact_id]["kind"], parts[fact_id]["joinedBy"]) == ("fact.set", "place")
    for each in (kept["ids"][1], fact_id, session):
        assert ash.ok("GET", f"{ASH}/exchanges/{each}")["parts"] == found["parts"]
    assert ash("GET", f"{ASH}/exchanges/nobody").status_code == 404
