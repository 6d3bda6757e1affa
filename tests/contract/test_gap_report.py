"""What happened while an agent was away, told from the log, on both engines."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

import wakeline
from tests.builders import START, Homes, an_exchange, select
from tests.contract.gap_lives import Lived, lived
from wakeline.model.liminal import GapLine

TABLES = ("tasks", "facts", "hints", "attachment_receipts", "handoffs", "episodes", "events")


def sources(line: GapLine) -> set[str]:
    return {line.source_id, *line.source_ids}


def is_told(agent: wakeline.Agent, source_id: str) -> bool:
    """Whether an id leads to an event or a row."""
    return any(
        select(agent, f"SELECT 1 FROM {table} WHERE id = :id", id=source_id) for table in TABLES
    )


def compare(found: Lived) -> None:
    """One line a change, nothing else, nothing of the agent's own."""
    life, planted, report = found
    assert report.left_out == 0
    unmatched = list(report.lines)
    for change in planted:
        assert change.sources
        lines = [line for line in report.lines if change.sources <= sources(line)]
        assert len(lines) == 1, (change, report.lines)
        (line,) = lines
        assert (line.kind, line.by) == (change.kind, change.by), (change, line)
        assert ("overtaken" in line.text) == change.is_overtaken, (change, line)
        if line in unmatched:
            unmatched.remove(line)
        else:
            assert change.is_summed
    assert unmatched == []
    for line in report.lines:
        assert life.own.isdisjoint(sources(line)), line
        assert all(is_told(life.person, source_id) for source_id in sources(line)), line
        assert "\n" not in line.text
        assert len(line.text) < 600
        assert 0 <= line.concern <= 1
    concerns = [line.concern for line in report.lines]
    assert concerns == sorted(concerns, reverse=True)


@pytest.mark.parametrize("seed", range(4))
def test_a_report_has_one_line_for_each_change_that_others_made(
    open_home: Homes, seed: int
) -> None:
    compare(lived(open_home, seed))


@pytest.mark.parametrize("seed", range(100, 160))
def test_many_lives_are_told_whole_and_nothing_besides(tmp_path: Path, seed: int) -> None:
    homes = Homes("sqlite", str(tmp_path / "home"))
    try:
        compare(lived(homes, seed))
    finally:
        homes.close()


@pytest.mark.parametrize(
    ("today", "told"),
    [(None, 'will not be "Porto"'), ("Lisbon", 'will not be "Porto"; it is "Lisbon"')],
)
def test_a_value_of_a_later_day_that_was_taken_back_is_told_to_who_knew_of_it(
    open_home: Homes, today: str | None, told: str
) -> None:
    ash = open_home.agent()
    if today is not None:
        ash.facts.set("office.city", today)
    ash.facts.set("office.city", "Porto", valid_from=START + timedelta(days=9))
    ash.wake()
    an_exchange(ash)
    ash.end()
    open_home.later(hours=1)
    ash.facts.end("office.city", planned=True)
    ash.facts.set("office.floor", "third", valid_from=START + timedelta(days=9))
    ash.facts.end("office.floor")  # who never knew of it is told nothing
    open_home.later(days=2)
    text = ash.wake().text
    assert f'fact "office.city" {told}' in text
    assert "office.floor" not in text
