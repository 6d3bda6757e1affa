"""Letters and the journal, at the terminal."""

from __future__ import annotations

from tests.interfaces.program import Program


def test_a_letter_is_written_shown_and_listed(ash: Program) -> None:
    ash.ok("wake", "ash", "--json")
    ash.ok("fact", "set", "can.litres", "9")
    told = ash.ok(
        *("letters", "write", "ash", "--title", "Watering", "--fact", "can.litres = 8"),
        *("--stream", "09:40 filled the can", "--next", "-"),
        stdin="Water again on Thursday.",
    ).out
    for said in ("Watering", "can.litres = 8 (contradicted: the facts say 9)", "09:40 filled"):
        assert said in told
    letter = ash.ok("letters", "show", "--json").json
    assert letter["whats_next"] == "Water again on Thursday."
    assert letter["id"] in ash.ok("letters").out
    assert ash.ok("letters", "list", "--before", letter["id"], "--json").json == []
    assert ash("letters", "show", "--id", "nobody").code == 3
    assert ash("letters", "write", "ash").code == 2


def test_the_journal_is_written_shown_and_found(ash: Program) -> None:
    ash.ok("journal", "write", "ash", "I like the heron.", "--title", "Herons", "--mood", "calm")
    (entry,) = ash.ok("journal", "--json").json
    assert "I like the heron." in ash.ok("journal", "show", "ash", entry["id"]).out
    (hit,) = ash.ok("journal", "search", "heron", "--json").json
    assert hit["id"] == entry["id"]
    unasked = ash.ok("recall", "ash", "heron", "--json").json
    assert "journal" not in {found["kind"] for found in unasked}
    (again,) = ash.ok("recall", "ash", "heron", "--kind", "journal", "--json").json
    assert again["id"] == hit["id"]
    assert ash("journal", "show", "nobody").code == 3
