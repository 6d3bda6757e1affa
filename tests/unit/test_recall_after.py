"""What a memory counts as where recall is measured before and after consolidation."""

from __future__ import annotations

from datetime import UTC, datetime

from bench.quality.measures import Measures
from bench.recall_after import BeforeAndAfter, measured_with_sources, table
from wakeline.model.memory import Hit

AT = datetime(2026, 3, 2, tzinfo=UTC)


def a_hit(name: str, source: str | None = None) -> Hit:
    return Hit(name, source, "conversation", "", AT, 1.0, {}, None, None, "import", 0.3, {})


def test_a_memory_counts_as_a_turn_of_evidence_that_it_names_and_once() -> None:
    sources = {"memory": ("D1", "D2"), "other": ("D9",)}
    evidence = frozenset(("D2", "D3"))
    hits = [a_hit("other"), a_hit("memory"), a_hit("turn", "D2"), a_hit("last", "D3")]
    found = measured_with_sources(hits, sources, evidence)
    assert found.recall_5 == 1.0
    assert found.mrr == 0.5
    assert measured_with_sources(hits[:1], sources, evidence).recall_20 == 0.0


def test_the_table_says_what_was_better_and_what_worse() -> None:
    same = Measures(0.5, 0.6, 0.7, 0.5, 0.5)
    lines = table({"locomo": BeforeAndAfter(10, 3, 1, same, same, 2, 1)})
    assert "10 questions, 3 memories, 1 facts" in lines[0]
    assert lines[1].endswith("mrr 50.00")
