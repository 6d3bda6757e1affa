"""The demo: everything that it shows is read back from the store."""

import copy
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.program import Program
from wakeline.base.errors import Conflict
from wakeline.demo.play import load_life, play


def shown(folder: Path, change: Callable[[dict[str, Any]], None] | None = None) -> str:
    """What the agent reads at its wake, after a life in which something may be different."""
    life = copy.deepcopy(load_life())
    if change is not None:
        change(life)
    text: str = play(str(folder), life=life).woken.text
    return text


def test_the_demo_shows_a_planted_fact_and_changes_with_it(tmp_path: Path) -> None:
    def move_staging(life: dict[str, Any]) -> None:
        for row in life["away"]:
            if row.get("key") == "staging.host":
                row["value"] = "osprey.internal"

    as_written = shown(tmp_path / "one")
    changed = shown(tmp_path / "two", move_staging)
    assert "staging.host = heron.internal" in as_written
    assert "osprey" not in as_written
    assert "staging.host = osprey.internal" in changed
    assert "staging.host = heron.internal" not in changed


def test_the_demo_shows_what_the_last_session_left_and_nothing_else(tmp_path: Path) -> None:
    def leave_another_word(life: dict[str, Any]) -> None:
        life["sessions"][-1]["handoff"]["message_to_next"] = "Feed the goldfish."

    changed = shown(tmp_path / "home", leave_another_word)
    assert "Feed the goldfish." in changed
    assert "Don't run it on Fridays. Seeds first" not in changed


def test_the_demo_shows_an_open_task_until_it_is_done(tmp_path: Path) -> None:
    def finish_the_seeds(life: dict[str, Any]) -> None:
        for task in life["tasks"]:
            if task["title"].startswith("Order the seeds"):
                task["moves"].append({"day": 0, "status": "done"})

    assert "Order the seeds at" in shown(tmp_path / "one")
    assert "Order the seeds at" not in shown(tmp_path / "two", finish_the_seeds)


def test_what_the_demo_says_to_try_next_can_be_typed_as_it_stands(tmp_path: Path) -> None:
    program = Program(tmp_path / "a home with spaces", tmp_path)
    without_it = {"PATH": "/usr/bin:/bin"}  # as with `python -m wakeline` out of nowhere
    said = program("demo", environment=without_it).out.partition("Try next")[2]
    commands = said.strip().splitlines()
    assert len(commands) == 3
    for line in commands:
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=tmp_path,
            env=program.environment(without_it),
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0, (line, done.stderr)


def test_the_demo_runs_twice_and_says_the_same(tmp_path: Path) -> None:
    wakeline = Program(tmp_path / "home", tmp_path)
    first, second = wakeline("demo"), wakeline("demo")
    assert first.code == second.code == 0
    assert "3 days 14 h" in first.out
    assert first.out.count("--home") == 3

    def stable(text: str) -> list[str]:
        return [line for line in text.splitlines() if "session" not in line]

    assert stable(first.out) == stable(second.out)


def test_the_demo_refuses_a_folder_that_it_did_not_make(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep me", encoding="utf-8")
    with pytest.raises(Conflict, match="not a demo home"):
        play(str(tmp_path))
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == "keep me"
