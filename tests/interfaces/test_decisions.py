"""Decisions by hand."""

from __future__ import annotations

from tests.interfaces.program import Program


def test_a_decision_is_written_checked_and_reversed(ash: Program) -> None:
    because = ("--reason", "the database does it")
    made = ash.ok("decisions", "add", "ash", "no Redis for the queue", *because, "--json").json
    assert (made["state"], made["reason"]) == ("in_force", "the database does it")
    told = ash.ok("decisions", "check", "add a Redis worker").out
    assert "You decided against this on " in told
    assert "queue: worker" in told
    found = ash.ok("decisions", "check", "ash", "add a Redis worker", "--json").json
    assert found[0]["decision"] == made
    assert "No decision speaks against it." in ash.ok("decisions", "check", "water the beds").out
    weighed = ash.ok("decisions", "weigh", "put the jobs into a broker").out
    assert weighed.index("No decision speaks against it.") < weighed.index("no Redis for the queue")
    assert "is not judged" in weighed
    assert ash.ok("decisions", "weigh", "water the beds", "-k", "0", "--json").json["near"] == []
    assert "no Redis for the queue" in ash.ok("decisions").out
    gone = ash.ok("decisions", "reverse", made["id"], "--because", "it grew").out
    assert "because it grew" in gone
    assert ash.ok("decisions", "check", "add a Redis worker", "--json").json == []
    assert ash.ok("decisions", "list", "--state", "reversed", "--json").json[0]["id"] == made["id"]


def test_what_is_wrong_with_a_decision_is_said(ash: Program) -> None:
    assert ash("decisions", "show", "nothing").code == 3
    assert ash("decisions", "list", "--state", "forgotten").code == 2
    assert "decision is empty" in ash("decisions", "add", "ash", " ").err
