"""Fifteen days of one life: sessions, nights, self-care, a soul, a diary, and nothing lost."""

from __future__ import annotations

from typing import Any

import pytest

import wakeline
from tests.builders import START, Homes, select, there, values
from wakeline.flows.home.agents import update_identity
from wakeline.model.consolidation import ConversationSummary, Summary
from wakeline.model.memory import Fact, Memory

DAYS = 15
THREADS = ("garden", "travel")


def a_day(homes: Homes, ash: wakeline.Agent, day: int) -> None:
    """A morning and an evening, a page of the diary, and a night."""
    town = "Porto" if day < 8 else "Lisbon"
    for part in range(2):
        ash.wake(thread=THREADS[part])
        ash.record(
            user=f"I live in {town}. I decided to plant bed{day}{part}.",
            agent=f"I will write down bed{day}{part} tomorrow.",
            thread=THREADS[part],
        )
        ash.memories.add(f"Observation {day}{part}: the barrel was at level {day}.")
        ash.memories.add(f"Finding {day}{part}: herons come when it is quiet.")
        ash.end(summary=f"Day {day}, part {part}.", message_to_next=f"Mind bed{day}{part}.")
        homes.later(hours=6)
    ash.diary.write(f"Day {day} was quiet.", mood="calm")
    homes.later(hours=12)
    ash.consolidate()


@pytest.mark.feature("D18")
def test_a_life_of_fifteen_days_stays_coherent(open_home: Homes) -> None:
    ash = open_home.agent()
    update_identity(ash.place, identity_policy="agent_managed")
    ash.soul.add("conviction", "Quiet brings herons.")
    log: list[tuple[object, ...]] = []
    for day in range(DAYS):
        a_day(open_home, ash, day)
        grown = select(ash, "SELECT seq, id, text, line_hash FROM episodes ORDER BY seq")
        assert grown[: len(log)] == log, "the log only grows"
        log = grown
        if day == 10:
            assert ash.self_care(focus="herons").memories > 30
    assert len(log) == DAYS * 4
    woken = ash.wake()
    assert "conviction: Quiet brings herons." in woken.text
    assert f"Mind bed{DAYS - 1}1." in woken.text
    assert "Lisbon" in woken.text
    ash.end(summary="done")
    # What changed is known as it is and as it was.
    assert there(ash.facts.get("mel.lives_in")).value == "Lisbon"
    assert there(ash.facts.get("mel.lives_in", at=START)).value == "Porto"
    top = ash.recall("where does Mel live?", k=1)[0]
    assert "Lisbon" in top.text
    # The first day is reached through what was made of it, and on request as it was said.
    assert "bed00" not in " ".join(h.text for h in ash.recall("bed00", kinds=["conversation"]))
    assert "bed00" in ash.recall("bed00", kinds=["conversation"], archived=True)[0].text
    assert any("bed00" in row.content for row in ash.summaries.all(level="day"))
    assert len(ash.diary.all()) == DAYS
    # Every row that was made names sources that are there.
    known = {str(row[1]) for row in log}
    memories = values(ash, Memory, "integrity.memories")
    summaries = values(ash, Summary, "summaries.all")
    known |= {row.id for row in memories} | {row.id for row in summaries}
    made: list[Any] = [
        *memories,
        *summaries,
        *values(ash, Fact, "integrity.facts"),
        *values(ash, ConversationSummary, "integrity.conversation_summaries"),
    ]
    assert {each for row in made for each in row.source_ids} <= known
    assert {row.period for row in summaries} == {"day", "week", "month"}
    assert ash.settle().failed == ()
    assert ash.verify().ok
