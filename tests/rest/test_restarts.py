"""Ways back into a task after a restart, over HTTP."""

from __future__ import annotations

import pytest

from tests.rest.serving import Caller

RESTARTS = "/api/agents/ash/restarts"
ALLOW = "/api/operator/agents/ash/restarts/allow"
TASK = {"task": "invoices"}
BEGUN = {**TASK, "sessionKey": "s1", "message": "Run the backfill.", "budget": 2}


@pytest.mark.feature("B71")
def test_a_restart_goes_through_its_phases(ash: Caller) -> None:
    begun = ash.ok("POST", f"{RESTARTS}/begin", BEGUN)
    assert (begun["phase"], begun["budget"], begun["sessionKey"]) == ("reach", 2, "s1")
    assert ash.ok("POST", f"{RESTARTS}/call", TASK)["reachCalls"] == 1
    assert ash.ok("POST", f"{RESTARTS}/reached", {**TASK, "key": "s1"})["phase"] == "identify"
    ash.ok("POST", f"{RESTARTS}/call", TASK)
    assert ash.ok("POST", f"{RESTARTS}/identified", {**TASK, "key": "s1"})["phase"] == "continue"
    noted = ash.ok("POST", f"{RESTARTS}/report", {**TASK, "issue": "the disk is nearly full"})
    assert noted["sideIssues"] == ["the disk is nearly full"]
    ash.ok("POST", f"{RESTARTS}/call", TASK)
    done = ash.ok("POST", f"{RESTARTS}/went-on", {**TASK, "finished": True})
    assert (done["phase"], done["continuationCalls"]) == ("finished", 1)
    assert ash.ok("GET", f"{RESTARTS}/one?task=invoices") == done
    assert ash.ok("GET", RESTARTS)["items"] == [done]
    assert ash("POST", f"{RESTARTS}/call", TASK).status_code == 409


@pytest.mark.feature("B71")
def test_a_restart_that_ends_elsewhere_is_the_operators(ash: Caller, operator: Caller) -> None:
    ash.ok("POST", f"{RESTARTS}/begin", BEGUN)
    phases = []
    for _ in range(2):
        ash.ok("POST", f"{RESTARTS}/call", TASK)
        failed = ash.ok("POST", f"{RESTARTS}/failed", {**TASK, "failure": "connection refused"})
        phases.append(failed["phase"])
    assert phases == ["reach", "handed_back"]
    assert ash("POST", f"{RESTARTS}/call", TASK).status_code == 409
    refused = ash("POST", f"{RESTARTS}/begin", BEGUN)
    assert (refused.status_code, "ended with the operator" in refused.text) == (409, True)
    why = {**TASK, "reason": "the host is up again"}
    assert ash("POST", ALLOW, why).status_code == 403
    assert operator.ok("POST", ALLOW, why)["phase"] == "allowed"
    again = ash.ok("POST", f"{RESTARTS}/begin", BEGUN)
    assert (again["phase"], again["reachCalls"]) == ("reach", 0)
    left = ash.ok("POST", f"{RESTARTS}/hand-back", {**TASK, "reason": "not mine"})
    assert (left["phase"], left["reason"]) == ("handed_back", "not mine")
    assert [each["id"] for each in ash.ok("GET", f"{RESTARTS}?limit=1")["items"]] == [left["id"]]


def test_a_session_that_is_another_stops_the_restart(ash: Caller) -> None:
    ash.ok("POST", f"{RESTARTS}/begin", BEGUN)
    ash.ok("POST", f"{RESTARTS}/call", TASK)
    ash.ok("POST", f"{RESTARTS}/reached", {**TASK, "key": "s2"})
    ash.ok("POST", f"{RESTARTS}/call", TASK)
    stopped = ash.ok("POST", f"{RESTARTS}/identified", {**TASK, "key": "s2"})
    assert (stopped["phase"], stopped["foundKey"]) == ("stopped", "s2")


def test_bad_requests_are_refused(ash: Caller) -> None:
    assert ash("GET", f"{RESTARTS}/one?task=none").status_code == 404
    assert ash("POST", f"{RESTARTS}/call", TASK).status_code == 404
    for bad in ({**BEGUN, "budget": 0}, {**BEGUN, "task": ""}, TASK, {**BEGUN, "more": 1}):
        assert ash("POST", f"{RESTARTS}/begin", bad).status_code == 422
