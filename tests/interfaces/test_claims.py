"""A draft is checked, and entropy shown, from the command line."""

from __future__ import annotations

from pathlib import Path

from tests.interfaces.program import Program


def test_a_draft_is_checked_as_text_from_a_file_and_from_standard_input(
    ash: Program, tmp_path: Path
) -> None:
    ash.ok("fact", "set", "ash", "customers.count", "1240")
    draft = "We have 1,420 customers. I already sent the letter."
    told = ash.ok("check", "ash", draft)
    assert "contradicted  number" in told.out
    assert "recorded: 1240" in told.out
    assert "unsupported   action" in told.out
    assert "2 claims, 2 not carried by the record" in told.out
    assert max(map(len, told.out.splitlines())) <= 80
    found = ash.ok("check", draft, "--json").json["findings"]
    assert [(each["kind"], each["verdict"]) for each in found] == [
        ("number", "contradicted"),
        ("action", "unsupported"),
    ]
    file = tmp_path / "draft.md"
    file.write_text(draft, encoding="utf-8")
    assert ash.ok("check", "--file", str(file), "--json").json["findings"] == found
    assert ash.ok("check", "ash", "-", "--json", stdin=draft).json["findings"] == found
    assert "claims nothing" in ash.ok("check", "Thank you.").out
    assert ash("check").code == 2
    assert ash("check", "--file", str(tmp_path / "none")).code == 3


def test_entropy_is_shown(ash: Program) -> None:
    assert "no exchange was measured yet" in ash.ok("entropy").out
    ash.ok("record", "ash", "--user", "No, that's wrong.", "--agent", "You are right.")
    ash.ok("settle")
    assert "user correction 0.40" in ash.ok("entropy", "ash").out
    assert ash.ok("entropy", "--json").json["last"]["signals"] == {"user_correction": 0.4}
    assert "0.40 (`wakeline entropy` says why)" in ash.ok("status").out
