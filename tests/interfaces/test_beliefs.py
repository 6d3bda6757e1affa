"""Principles and what was told to whom, by hand."""

from __future__ import annotations

from tests.interfaces.program import Program


def test_a_principle_is_written_matched_tried_and_retired(ash: Program) -> None:
    words = ("writing an essay", "check the archive first", "--check", "archive")
    made = ash.ok("principles", "add", "ash", *words, "--kind", "tool", "--json").json
    assert (made["quality"], made["check_kind"]) == (0.5, "tool")
    assert "WHEN writing an essay" in ash.ok("principles", "match", "write an essay").out
    assert "No principle is for this." in ash.ok("principles", "match", "water the beds").out
    assert ash.ok("principles", "verify", "--json").json == []
    assert "check the archive" in ash.ok("principles").out
    shown = ash.ok("principles", "show", made["id"], "--json").json
    assert shown == {"principle": made, "trials": []}
    assert (
        "because it is old"
        in ash.ok("principles", "retire", made["id"], "--because", "it is old").out
    )
    assert ash.ok("principles", "match", "write an essay", "--json").json == []
    assert ash.ok("principles", "restore", made["id"], "--json").json["state"] == "active"
    assert ash("principles", "retire", "nothing").code == 3


def test_a_draft_is_checked_against_what_was_told(ash: Program) -> None:
    told = ash.ok("comms", "told", "ash", "Ana", "The release is on 12 May.", "--json").json
    assert told["origin"] == "user_direct"
    out = ash.ok("comms", "check", "Ana", "The release is on 14 May.").out
    assert "contradiction: The release is on 14 May." in out
    assert "12 then, 14 now" in " ".join(out.split())
    assert "Ana" in ash.ok("comms").out
    assert "12 May" in ash.ok("comms", "about", "Ana").out
    assert "12 May" in ash.ok("comms", "tellings").out
    read = ash.ok("comms", "check", "Ana", "-", stdin="The release is on 14 May.").out
    assert "contradiction" in read
    ash.ok("comms", "withdraw", told["id"])
    assert "Nothing that was told" in ash.ok("comms", "check", "Ana", "It is on 14 May.").out
    assert ash("comms", "withdraw", "nothing").code == 3
