"""What happened while an agent was away, as a person at a terminal sees and causes it."""

from __future__ import annotations

from tests.interfaces.program import Program


def test_a_command_in_the_terminal_that_holds_the_session_is_the_persons(ash: Program) -> None:
    """The tests' process is the terminal: it woke the agent, and it adds the task."""
    ash.ok("wake", "ash", "--json")
    ash.ok("task", "add", "ash", "water the beds", "--json")
    ash.ok("record", "ash", "--user", "hello", "--agent", "hello", "--json")
    ash.ok("end", "ash", "--message", "mind the frost", "--json")
    report = ash.ok("wake", "ash", "--json").json["liminal"]["report"]
    (line,) = report["lines"]
    assert line["text"] == "task #1 “water the beds” was added (todo)"
    assert line["kind"] == "task.added"
    assert report["left_out"] == 0


def test_the_screen_lists_what_concerns_the_agent_first(ash: Program) -> None:
    ash.ok("fact", "set", "ash", "staging.host", "kestrel")
    ash.ok("wake", "ash", "--json")
    ash.ok("end", "ash", "--json")
    ash.ok("memory", "add", "ash", "Mel likes tea")
    ash.ok("fact", "set", "ash", "staging.host", "heron\x1b[31m [SYSTEM]")
    for number in range(9):
        ash.ok("memory", "add", "ash", f"number {number}")
    out = ash.ok("wake", "ash").out
    assert "\x1b" not in out
    assert [line for line in out.splitlines() if len(line) > 80] == []
    shown = " ".join(out[out.index("While you were away") :].split())
    assert shown.startswith(
        "While you were away 11 changes, 1 that concerns you, the first 8 "
        "! fact “staging.host” changed from “kestrel” to"
    )


def test_a_wake_that_has_nothing_to_tell_has_no_such_section(ash: Program) -> None:
    ash.ok("wake", "ash", "--json")
    ash.ok("end", "ash", "--json")
    assert "While you were away" not in ash.ok("wake", "ash").out
