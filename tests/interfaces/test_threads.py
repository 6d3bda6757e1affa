"""Threads at the terminal."""

from __future__ import annotations

import pytest

from tests.interfaces.program import Program


@pytest.mark.feature("B29")
def test_what_a_terminal_writes_in_a_thread_is_found_by_it(ash: Program) -> None:
    assert "no thread yet" in ash.ok("threads", "ash").out
    ash.ok("wake", "ash", "--thread", "boats", "--mode", "code", "--json")
    ash.ok("record", "ash", "--user", "Sell the kayak.", "--thread", "boats", "--json")
    ash.ok("task", "add", "ash", "sell the kayak")
    ash.ok("fact", "set", "ash", "kayak.colour", "red")
    ash.ok("hint", "add", "ash", "ask for the paddle")
    ash.ok("end", "ash", "--summary", "sold")
    ash.ok("task", "add", "ash", "rest")
    told = ash.ok("threads", "ash").out
    assert "boats" in told
    assert "1 session" in told
    assert "code" in told
    (task,) = ash.ok("task", "list", "ash", "--thread", "boats", "--json").json
    assert (task["title"], task["thread_id"]) == ("sell the kayak", "boats")
    assert len(ash.ok("fact", "list", "ash", "--thread", "boats", "--json").json) == 1
    assert len(ash.ok("hint", "list", "ash", "--thread", "boats", "--json").json) == 1
    assert ash.ok("hint", "list", "ash", "--thread", "other", "--json").json == []
    shown = ash.ok("threads", "ash", "--show", "boats").out
    assert "You come back to this thread" in shown
    assert "written in it: 1 turn, 1 fact, 1 task, 1 hint" in " ".join(shown.split())
    whole = ash.ok("threads", "ash", "--show", "boats", "--json").json
    assert whole["written"]["facts"] == 1
    assert ash("threads", "ash", "--show", "attic").code == 3
