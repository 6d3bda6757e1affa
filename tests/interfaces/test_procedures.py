"""Procedures by hand."""

from __future__ import annotations

from pathlib import Path

from tests.interfaces.program import Program


def test_a_procedure_is_written_noted_shown_and_brought_by_a_wake(
    ash: Program, tmp_path: Path
) -> None:
    file = tmp_path / "review.md"
    file.write_text("Read the tests first.", encoding="utf-8")
    ash.ok("procedure", "write", "ash", "code review", "--file", str(file))
    noted = ash.ok("procedure", "note", "code-review", "--failure", "skipped edge cases", "--json")
    assert noted.json["failure_patterns"] == ["skipped edge cases"]
    assert "code-review" in ash.ok("procedure").out
    shown = ash.ok("procedure", "show", "code-review").out
    assert "Read the tests first." in shown
    assert "- skipped edge cases" in shown
    woken = ash.ok("wake", "ash", "--intent", "reviewing Ana's code", "--json").json
    assert "Read the tests first." in woken["text"]
    assert ash.ok("procedure", "detect", "a review of this code", "--json").json == noted.json
    ash.ok("procedure", "delete", "code-review")
    assert ash.ok("procedure", "list", "--json").json == []


def test_what_is_wrong_with_a_procedure_is_said(ash: Program, tmp_path: Path) -> None:
    assert ash("procedure", "show", "sailing").code == 3
    assert ash("procedure", "detect", "anything at all").code == 3
    assert ash("procedure", "note", "sailing", "--success", "wind").code == 3
    assert "no name of a kind of task" in ash("procedure", "write", "a/b", "text").err
    assert ash("procedure", "write", "sailing", "--file", str(tmp_path / "none")).code == 3
