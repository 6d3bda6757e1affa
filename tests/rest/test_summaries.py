"""Summaries and topics over HTTP."""

from __future__ import annotations

import wakeline
from tests.builders import QUICK
from tests.rest.serving import Caller, Served

ASH = "/api/agents/ash"


def test_summaries_and_topics_come_in_pages(served: Served, ash: Caller) -> None:
    for number in range(3):
        ash.ok("POST", f"{ASH}/record", {"user": f"I decided to plant bed{number} in the garden."})
    assert ash.ok("GET", f"{ASH}/summaries")["items"] == []
    with wakeline.open(served.location, settings=QUICK) as home:
        home.agent("ash", create=False).consolidate(everything=True)
    first = ash.ok("GET", f"{ASH}/summaries?limit=2")
    rest = ash.ok("GET", f"{ASH}/summaries?limit=2&cursor={first['next']}")
    assert [len(first["items"]), len(rest["items"]), rest["next"]] == [2, 1, None]
    (day,) = ash.ok("GET", f"{ASH}/summaries?level=day")["items"]
    found = ash.ok("GET", f"{ASH}/summaries/{day['id']}")
    assert found["summary"] == day
    assert [turn["id"] for turn in found["turns"]] == day["sourceIds"]
    assert ash("GET", f"{ASH}/summaries/nothing").status_code == 404
    assert ash("GET", f"{ASH}/summaries?level=year").status_code == 422
    topics = ash.ok("GET", f"{ASH}/topics?limit=1")
    assert topics["items"][0]["exchanges"] == 3
    assert ash("GET", f"{ASH}/topics?cursor=x").status_code == 422


def test_an_agent_looks_after_itself_over_http(ash: Caller) -> None:
    refused = ash("POST", f"{ASH}/self-care", {"focus": "garden"})
    assert refused.status_code == 409
    assert "it takes 30" in refused.json()["detail"]
    for number in range(30):
        ash.ok("POST", f"{ASH}/memories", {"content": f"Jar {number} stands in the shed."})
    woken = ash.ok("POST", f"{ASH}/wake", {})
    assert ash("POST", f"{ASH}/self-care", {}).status_code == 409, "whose session is it?"
    done = ash.ok("POST", f"{ASH}/self-care", {"focus": "jar", "sessionId": woken["sessionId"]})
    assert (done["memories"], len(done["memory"]["sourceIds"])) == (30, 30)
    assert ash.ok("GET", f"{ASH}/self-care")["memories"] == 1
    asked = {"query": "jar 7", "kinds": ["memory"], "k": 50}
    assert len(ash.ok("POST", f"{ASH}/recall", asked)) == 1
    assert len(ash.ok("POST", f"{ASH}/recall", {**asked, "archived": True})) == 31
    assert ash("POST", f"{ASH}/self-care", {"limit": 29}).status_code == 422
