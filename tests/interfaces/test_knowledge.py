"""What was read, by hand: taken in from text, standard input and files, listed, found."""

from __future__ import annotations

from pathlib import Path

from tests.interfaces.program import Program

GUIDE = "# Watering\n\nTomatoes want water at the root.\n\n# Pruning\n\nPrune the roses in March.\n"


def test_a_file_is_taken_in_again_and_replaces_what_changed(ash: Program, tmp_path: Path) -> None:
    file = tmp_path / "guide.md"
    file.write_text(GUIDE, encoding="utf-8")
    first = ash.ok("knowledge", "add", "ash", "--file", str(file), "--topic", "garden", "--json")
    assert (first.json["added"], first.json["entries"][0]["topics"]) == (2, ["garden"])
    assert "0 new entries, 2 known" in ash.ok("knowledge", "add", "--file", str(file)).out
    file.write_text(GUIDE.replace("March", "April"), encoding="utf-8")
    assert ash.ok("knowledge", "add", "--file", str(file), "--json").json["replaced"] == 1
    old = first.json["entries"][1]["id"]
    shown = ash.ok("knowledge", "show", "ash", old)
    assert "April" in shown.out
    assert old in shown.out


def test_entries_are_listed_found_by_topic_and_taken_out_of_use(ash: Program) -> None:
    ash.ok("knowledge", "add", "The ferry leaves at ten.", "--topic", "boats", "--type", "web")
    ash.ok("knowledge", "add", "The ferry tale of the fox.", "--topic", "books")
    assert "The ferry leaves" in ash.ok("knowledge").out
    found = ash.ok("knowledge", "search", "ferry", "--topic", "boats", "--json").json
    assert [hit["text"] for hit in found] == ["The ferry leaves at ten."]
    assert "1 hit" in ash.ok("knowledge", "search", "ferry", "--topic", "boats").out
    ash.ok("knowledge", "delete", "ash", found[0]["id"])
    assert len(ash.ok("knowledge", "list", "--json").json) == 1


def test_what_cannot_be_taken_in_says_why(ash: Program, tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00\x01")
    assert ash("knowledge", "add", "--file", str(tmp_path / "none")).code == 3
    assert ash("knowledge", "add", "--file", str(binary)).code == 2
    assert ash("knowledge", "add", "").code == 2
    assert ash("knowledge", "show", "ash", "nothing").code == 3
    assert ash("knowledge", "add", "text", "--type", "rumour").code == 2
