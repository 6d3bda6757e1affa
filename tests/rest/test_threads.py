"""Threads over HTTP."""

from __future__ import annotations

import pytest

from tests.rest.serving import Caller

ASH = "/api/agents/ash"


@pytest.mark.feature("B29")
def test_threads_are_listed_and_lists_keep_to_one(ash: Caller) -> None:
    for thread in ("garden", "kitchen"):
        session = ash.ok("POST", f"{ASH}/wake", {"thread": thread})["sessionId"]
        said = {"user": "Where is the shelf?", "agent": "Here.", "sessionId": session}
        ash.ok("POST", f"{ASH}/record", {**said, "thread": thread})
        fact = {"key": f"{thread}.shelf", "value": "blue", "sessionId": session}
        ash.ok("PUT", f"{ASH}/facts", fact)
        ash.ok("POST", f"{ASH}/tasks", {"title": f"paint {thread}", "thread": thread})
        ash.ok("POST", f"{ASH}/sessions/{session}/end", {"summary": "done"})
    first = ash.ok("GET", f"{ASH}/threads?limit=1")
    assert [each["thread"]["id"] for each in first["items"]] == ["garden"]
    rest = ash.ok("GET", f"{ASH}/threads?limit=1&cursor={first['next']}")
    assert [(e["thread"]["id"], e["sessions"]) for e in rest["items"]] == [("kitchen", 1)]
    assert rest["next"] is None
    (fact,) = ash.ok("GET", f"{ASH}/facts?thread=kitchen")["items"]
    assert (fact["key"], fact["threadId"]) == ("kitchen.shelf", "kitchen")
    for of in ("sessions", "wakes", "handoffs", "tasks"):
        (row,) = ash.ok("GET", f"{ASH}/{of}?thread=kitchen")["items"]
        assert row["threadId"] == "kitchen"
    for of in ("hints", "messages", "decisions", "guards", "letters", "liminal/drifts"):
        assert ash.ok("GET", f"{ASH}/{of}?thread=attic")["items"] == []
    whole = ash.ok("GET", f"{ASH}/threads/one?thread=kitchen")
    assert whole["written"]["facts"] == 1
    assert "You come back to this thread" in whole["warmStart"]
    assert ash("GET", f"{ASH}/threads/one?thread=attic").status_code == 404
    assert ash("GET", f"{ASH}/diary?thread=kitchen").status_code == 422
