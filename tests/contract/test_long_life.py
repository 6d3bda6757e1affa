"""267 sessions in 46 days: the log only grows, nothing is lost, and everything has its sources."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

import wakeline
from bench.long_life import BEGIN, CARES, DAYS, SESSIONS, live
from tests.builders import QUICK, select, there, values
from wakeline.base.clock import FixedClock
from wakeline.model.consolidation import Summary
from wakeline.model.log import Episode
from wakeline.model.memory import Fact, Memory


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.feature("D18")
def test_a_long_life_keeps_all_it_was_told_and_knows_where_it_has_it_from(tmp_path: Path) -> None:
    clock = FixedClock(BEGIN)
    with wakeline.open(str(tmp_path / "home"), clock=clock, settings=QUICK) as home:
        lived = live(home, clock, "ash")
        ash = home.agent("ash")
        assert list(lived.heads) == sorted(set(lived.heads))
        assert (len(lived.heads), len(lived.cares)) == (SESSIONS, len(CARES))
        _every_turn_is_there(ash, lived.turns)
        _everything_has_its_sources(ash)
        _what_changed_is_known_as_it_is_and_as_it_was(ash)
        _the_living_layer_has_grown_within_bounds(ash)
        assert ash.settle().failed == ()
        assert ash.verify().ok
        clock.advance(timedelta(days=2))
        woken = ash.wake(thread="garden")
        assert "Évora" in woken.text
        assert woken.liminal.gap is not None


def _every_turn_is_there(ash: wakeline.Agent, number: int) -> None:
    turns = values(ash, Episode, "log.episodes_between", after=0, through=1 << 62, limit=100_000)
    assert len(turns) == number
    assert all(turn.text and turn.forgotten_at is None for turn in turns)
    assert len({turn.session_id for turn in turns}) == SESSIONS


def _everything_has_its_sources(ash: wakeline.Agent) -> None:
    turns = {turn_id for (turn_id,) in select(ash, "SELECT id FROM episodes")}
    memories = {row.id: row for row in values(ash, Memory, "integrity.memories")}
    derived = [row for row in memories.values() if row.written != "deliberate"]
    facts = [row for row in values(ash, Fact, "integrity.facts") if row.source_ids]
    assert len(derived) > 60
    for sources in [row.source_ids for row in derived] + [row.source_ids for row in facts]:
        assert sources
        assert set(sources) <= turns | set(memories)
    summaries = {row.id: row for row in values(ash, Summary, "summaries.all")}
    assert {row.level for row in summaries.values()} == {0, 1, 2}
    for summary in summaries.values():
        assert set(summary.source_ids) <= (turns if summary.level == 0 else set(summaries))


def _what_changed_is_known_as_it_is_and_as_it_was(ash: wakeline.Agent) -> None:
    lives = [ash.facts.get("mel.lives_in", at=BEGIN + timedelta(days=day)) for day in (10, 30, 45)]
    assert [there(fact).value for fact in lives] == ["Porto", "Lisbon", "Évora"]
    assert ash.recall("Where does Mel live?")[0].text.endswith("Évora")


def _the_living_layer_has_grown_within_bounds(ash: wakeline.Agent) -> None:
    status = ash.personality.status()
    assert status.observations
    assert 0.0 < there(status.drift_from_center) < status.alert_at
    assert len(status.past) > 1
    assert status.past[-1].date <= (BEGIN + timedelta(days=DAYS)).date().isoformat()
