"""Summaries and topics at the terminal."""

from __future__ import annotations

from tests.interfaces.program import Program


def test_summaries_are_shown_by_level_and_one_with_its_sources(ash: Program) -> None:
    assert "nothing is summed up yet" in ash.ok("summaries", "ash").out
    ash.ok("record", "ash", "--user", "I decided to sell the kayak.", "--thread", "boats", "--json")
    ash.ok("consolidate", "--now")
    told = ash.ok("summaries", "ash", "--level", "day").out
    assert "Mara decided to sell the kayak." in told
    assert "boats · 1 turn" in told
    day, week, month = sorted(
        ash.ok("summaries", "--json", "--thread", "boats").json, key=lambda row: row["level"]
    )
    assert week["source_ids"] == [day["id"]]
    assert month["source_ids"] == [week["id"]]
    shown = ash.ok("summaries", "--show", day["id"]).out
    assert "Mara: I decided to sell the kayak." in shown
    assert f"from {day['id']} day of" in ash.ok("summaries", "--show", week["id"]).out
    assert ash.ok("summaries", "--thread", "other", "--json").json == []
    assert ash("summaries", "--level", "year").code == 2
    (hit,) = ash.ok("recall", "ash", "kayak", "--kind", "summary", "-k", "1", "--json").json
    assert hit["kind"] == "summary"


def test_topics_are_shown_as_a_tree(ash: Program) -> None:
    assert "no topic came up" in ash.ok("topics", "ash").out
    for text in ("one row of tomatoes", "two kinds of tomatoes", "red tomatoes", "roses"):
        ash.ok("record", "ash", "--user", f"The garden has {text}.", "--json")
    told = ash.ok("topics").out
    assert "garden  4 exchanges" in told
    assert "  tomatoes  3 exchanges, 100% with garden" in told
    assert [row["depth"] for row in ash.ok("topics", "--json").json] == [0, 1]
