"""What an agent holds to and its diary, at the terminal."""

from __future__ import annotations

from tests.interfaces.program import Program
from tests.interfaces.test_hydrate import at_a_terminal


def test_an_entry_is_proposed_and_only_the_person_decides(ash: Program) -> None:
    assert "nothing yet" in ash.ok("soul").out
    entry = ash.ok("soul", "add", "ash", "value", "Kindness first.", "--json").json
    assert entry["state"] == "proposed"
    assert "Kindness first." in ash.ok("soul", "list", "ash").out
    refused = ash("soul", "accept", entry["id"])
    assert refused.code != 0
    assert "on a terminal" in refused.err
    assert ash.ok("soul", "remove", entry["id"], "--json").json["state"] == "rejected"
    assert ash.ok("soul", "list", "--json").json == []
    (gone,) = ash.ok("soul", "list", "--history", "--json").json
    assert gone["id"] == entry["id"]
    assert ash("soul", "add", "mood", "calm").code == 2
    assert ash("soul", "reject", entry["id"]).code != 0


def test_at_a_terminal_the_person_accepts(ash: Program) -> None:
    entry = ash.ok("soul", "add", "value", "Kindness first.", "--json").json
    assert "waiting for you" in ash.ok("status", "ash").out
    assert at_a_terminal(ash, "soul", "accept", "ash", entry["id"]) == 0
    (held,) = ash.ok("soul", "list", "--json").json
    assert (held["state"], held["decided_by"]) == ("in_force", "Mara")
    assert "value: Kindness first." in ash.ok("wake", "ash", "--json").json["text"]


def test_a_page_of_the_diary_is_written_shown_and_found(ash: Program) -> None:
    told = ash.ok("diary", "write", "ash", "The heron came back.", "--mood", "glad").out
    assert "1 section" in told
    ash.ok("diary", "write", "-", "--location", "home", stdin="Frost tonight.")
    shown = ash.ok("diary", "show", "ash").out
    assert "The heron came back." in shown
    assert "UTC · glad" in shown
    page = ash.ok("diary", "show", "--json").json
    assert [section["text"] for section in page["sections"]][1] == "Frost tonight."
    assert page["day"] in ash.ok("diary").out
    (hit,) = ash.ok("diary", "search", "ash", "heron", "--json").json
    assert (hit["kind"], hit["id"]) == ("diary", page["id"])
    assert ash.ok("diary", "list", "--before", page["day"], "--json").json == []
    assert ash("diary", "show", "--day", "2020-01-01").code == 3
