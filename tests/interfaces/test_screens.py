"""Screens hold at 80 columns, without colour, and never obey stored text."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tests.interfaces.program import Program
from wakeline.interfaces.cli.shapes import when

SCREENS = [
    ("wake",),
    ("recall", "letter", "--explain"),
    ("status",),
    ("agents",),
    ("doctor",),
    ("task",),
    ("fact",),
    ("memory",),
    ("identity",),
    ("config",),
    ("verify",),
]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A home with a life in it."""
    folder = tmp_path_factory.mktemp("demo")
    program = Program(folder / "home", folder)
    program.ok("demo")
    return program


@pytest.mark.parametrize("words", SCREENS, ids=" ".join)
def test_a_screen_fits_80_columns_without_colour(demo: Program, words: tuple[str, ...]) -> None:
    out = demo.ok(*words).out
    assert "\x1b" not in out
    assert [line for line in out.splitlines() if len(line) > 80] == []
    assert not [line for line in out.splitlines() if line != line.rstrip()]


def test_the_wake_shows_what_the_store_holds(demo: Program) -> None:
    demo.ok("fact", "set", "umbrella.place", "behind the green door", "--importance", "10")
    demo.ok("task", "add", "sharpen the scythe", "--priority", "10")
    demo.ok("wake")
    demo.ok("end", "--message", "the kettle is still on")
    out = " ".join(demo.ok("wake").out.split())
    for words in ("behind the green door", "sharpen the scythe", "the kettle is still on"):
        assert words in out
    assert "overdue" in out
    assert "tokens" in out


def test_a_summary_that_is_shown_is_not_listed_once_more(ash: Program) -> None:
    ash.ok("wake")
    ash.ok("end", "--summary", "The schema is in.", "--warnings", "Not on Fridays.")
    shown = ash.ok("wake").out
    assert "The schema is in." in shown
    assert "also" not in shown.partition("Left for you")[2].partition("context")[0]


def test_when_an_agent_was_made_is_told_in_its_persons_time(ash: Program) -> None:
    made = ash.ok("agents", "show", "--json").json["created_at"]
    (line,) = [x for x in ash.ok("agents", "show").out.splitlines() if x.startswith("created at")]
    assert line.split()[2:] == when(datetime.fromisoformat(made), ZoneInfo("Europe/Lisbon")).split()


def test_documents_are_listed_by_the_hours_of_the_person(program: Program) -> None:
    program.ok("init", "--agent", "ash", "--time-zone", "Pacific/Kiritimati")
    made = next(d for d in program.ok("identity", "--json").json if d["kind"] == "protocol")
    line = next(x for x in program.ok("identity").out.splitlines() if "protocol" in x)
    decided = datetime.fromisoformat(made["decided_at"])
    assert line.endswith(when(decided, ZoneInfo("Pacific/Kiritimati")))


def test_stored_text_cannot_move_the_cursor_or_mark_itself_up(ash: Program) -> None:
    ash.ok("record", "--user", "-", stdin="red \x1b[31malert\x1b[0m [bold]not bold[/bold] :smile:")
    ash.ok("fact", "set", "trap", "\x1b]0;title\x07 [red]x[/red]")
    out = ash.ok("recall", "bold").out + ash.ok("fact").out + ash.ok("wake").out
    assert "\x1b" not in out
    assert "\x07" not in out
    assert "[bold]not bold[/bold]" in out
    assert ":smile:" in out


def test_the_kind_of_a_hit_stands_in_one_line(ash: Program) -> None:
    ash.ok("decisions", "add", "no heron on the roof")
    ash.ok("journal", "write", "I looked at the heron for long.")
    ash.ok("wake")
    ash.ok("end", "--summary", "A heron came.")
    out = ash.ok("recall", "heron").out + ash.ok("recall", "heron", "--kind", "journal").out
    for kind in ("decision", "handoff", "journal"):
        assert kind in out.split()


def test_a_narrow_and_a_wide_terminal_are_filled(demo: Program) -> None:
    for columns in (60, 120):
        out = demo("status", environment={"COLUMNS": str(columns)}).out
        assert max(map(len, out.splitlines())) <= columns


def test_two_terminals_see_each_other(ash: Program) -> None:
    import subprocess
    import sys

    # Another shell, alive while this one wakes.
    other = subprocess.Popen(
        [
            "sh",
            "-c",
            f'"{sys.executable}" -m wakeline wake ash --thread shed --home "$1"; read x',
            "sh",
            ash.home,
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=ash.environment(),
    )
    assert other.stdout is not None
    assert other.stdin is not None
    while b"session" not in other.stdout.readline():
        pass
    out = " ".join(ash.ok("wake").out.split())
    assert "1 other session is awake" in out
    assert "in thread shed" in out
    other.communicate(b"\n", timeout=30)
