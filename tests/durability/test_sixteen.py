"""Many processes write to one agent: nobody hears "locked" or is passed over, nothing is lost.

How long a call waits is measured, beside a writer alone, by `python -m bench --only crowd`.
"""

from __future__ import annotations

from collections import Counter

import pytest

import wakeline
from bench.crowd import crowd
from tests.builders import PERSON, select
from tests.durability.replay import differences

CROWDS = [
    pytest.param(4, 3.0, id="4-for-3-seconds", marks=pytest.mark.short),
    pytest.param(
        16, 20.0, id="16-for-20-seconds", marks=[pytest.mark.slow, pytest.mark.timeout(240)]
    ),
]
# Of an equal share. Writers queue, so each gets its own; without the queue one of sixteen got
# next to nothing. Not in seconds: how fast all of them are is the machine's affair.
LEAST_SHARE = 0.25


@pytest.mark.parametrize(("processes", "seconds"), CROWDS)
def test_a_crowd_of_writers_loses_nothing_and_nobody_is_passed_over(
    location: str, processes: int, seconds: float
) -> None:
    with wakeline.open(location) as home:
        home.agent("ash", person=PERSON).status()
    reports = crowd(location, "ash", processes, seconds)
    assert [error for report in reports for error in report.errors] == []
    acknowledged = {turn for report in reports for _, *ids in report.kept for turn in ids}
    assert len(acknowledged) == 2 * sum(len(report.kept) for report in reports)
    with wakeline.open(location) as home:
        ash = home.agent("ash", create=False)
        rows = select(ash, "SELECT id, exchange_id, text FROM episodes")
        assert {turn for turn, _, _ in rows} == acknowledged
        assert len(rows) == len(acknowledged)
        assert set(Counter(exchange for _, exchange, _ in rows).values()) == {2}
        assert len({text for _, _, text in rows}) == len(rows), "something is there twice"
        indexes = select(ash, "SELECT exchange_index FROM exchanges ORDER BY created_at, id")
        assert len(indexes) == len(rows) // 2
        assert differences(ash.place.store) == []
        for report in reports:
            number, *ids = report.kept[-1]
            hits = ash.recall(f"question{number} answer{number}", k=3, strategy="fulltext")
            assert {hit.id for hit in hits} == set(ids)
    calls = sorted(len(report.kept) for report in reports)
    assert calls[0] >= LEAST_SHARE * sum(calls) / processes, f"somebody was passed over: {calls}"
