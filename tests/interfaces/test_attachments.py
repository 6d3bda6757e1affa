"""Attachments at the command line."""

from __future__ import annotations

import os
from pathlib import Path

from tests.interfaces.program import Program


def test_files_are_attached_listed_shown_and_verified(ash: Program, tmp_path: Path) -> None:
    plan = tmp_path / "plan.txt"
    plan.write_text("Four beds.")
    other = tmp_path / "ash"  # a file that is called as the agent is
    other.write_text("Ash is a tree.")
    woken = ash.ok("wake", "ash", "--json").json
    found = ash.ok("attach", "ash", str(plan), str(other), "--observation", "beds", "--json").json
    assert [receipt["filename"] for receipt in found] == ["plan.txt", "ash"]
    first = found[0]["id"]
    assert first in ash.ok("attachments").out
    shown = ash.ok("attachments", "show", first, "--json").json
    assert shown["places"][0]["session_id"] == woken["session_id"]
    assert "shown" in ash.ok("attachments", "show", "ash", first).out
    seen = ash.ok("attachments", "observe", first, "One is empty.", "--json").json
    assert (seen["id"], seen["observation"]) == (first, "One is empty.")
    assert "One is empty." in ash.ok("attachments", "list").out
    assert "present" in ash.ok("attachments", "verify").out
    plan.write_text("Five beds.")
    ran = ash("attachments", "verify", first)
    assert ran.code == 1
    assert "changed" in ran.out
    assert len(ash("attachments", "verify", "ash", "--json").json) == 2
    assert "changed" in ash.ok("attachments", "list").out
    ash.ok("record", "--user", "look", "--agent", "seen")
    ash.ok("end")
    later = ash.ok("wake", "--json").json
    assert [item["source"] for item in later["missing"]] == ["Attachments"]
    assert str(plan) in later["missing"][0]["reason"]
    assert "NOT VERIFIED" in later["text"]
    assert [hit["id"] for hit in ash.ok("recall", "tree", "--kind", "attachment", "--json").json]


def test_what_cannot_be_attached_is_said(ash: Program, tmp_path: Path) -> None:
    assert ash("attach", "ash", str(tmp_path / "none")).code == 3
    assert ash("attach", str(tmp_path)).code == 2
    assert ash("attach", "/dev/zero").code == 2
    assert ash("attachments", "show", "att_none").code == 3
    assert ash("attachments", "verify", "ash", "birch").code == 2
    locked = tmp_path / "locked"
    locked.write_text("private")
    locked.chmod(0)
    ran = ash("attach", str(locked), powerless=True)
    assert ran.code == 2
    assert "Permission denied" in ran.err


def test_a_file_that_may_not_be_read_any_more_is_a_gap(ash: Program, tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("Four beds.")
    ash.ok("attach", str(file), "--thread", "beds")
    file.chmod(0)
    os.utime(file, (1, 1))
    ran = ash("attachments", "verify", "--json", powerless=True)
    assert (ran.code, ran.json[0]["receipt"]["status"]) == (1, "unreadable")
    woken = ash("wake", "--thread", "beds", "--json", powerless=True).json
    assert "Permission denied" in woken["missing"][0]["reason"]


def test_a_name_that_is_no_text_can_be_attached(ash: Program, tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path) + b"/caf\xe9.txt"
    with open(raw, "wb") as out:
        out.write(b"menu")
    found = ash.ok("attach", os.fsdecode(raw), "--json").json
    assert found[0]["filename"] == "caf\\xe9.txt"
    assert "caf" in ash.ok("attachments").out
