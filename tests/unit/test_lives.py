"""Generated lives: the same from one seed, fair to whoever reads the turns, true to themselves."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bench.quality.life import Life
from bench.quality.lives import INTENTS, NEEDS, a_life
from bench.quality.living import AGENT, live, opened
from bench.quality.wake import (
    LAST_TURNS,
    NOTHING,
    WHOLE_LOG,
    Result,
    bench_wake,
    last_turns,
    measured_text,
    turns_of,
)
from bench.quality.wake_text import statements, telling
from wakeline.base.clock import FixedClock
from wakeline.minds.tokens import EstimatedTokens

SEEDS = range(40)


def said(life: Life) -> list[tuple[Any, str]]:
    """Every turn of the script, with the number of its session."""
    return [
        (number, text)
        for number, session in enumerate(life.sessions)
        for step in session.steps
        if step.do == "say"
        for text in step.given.values()
    ]


def test_a_seed_gives_the_same_life_and_another_seed_another() -> None:
    assert a_life(7) == a_life(7)
    assert a_life(7) != a_life(8)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_need_is_stated_in_the_dialogue_once_it_holds(seed: int) -> None:
    life = a_life(seed)
    asked = Counter(need.kind for need in life.needs)
    assert asked == {**dict(NEEDS), "intent": INTENTS}
    whole = "\n".join(text for _, text in said(life))
    found = statements(whole, life.passage.now)
    for need in life.needs:
        assert telling(found, (*need.about, *need.value)), need
        for old in need.old:
            was = [
                n
                for n, t in said(life)
                if telling(statements(t, life.wake.at), (*need.about, *old))
            ]
            new = [
                n
                for n, t in said(life)
                if telling(statements(t, life.wake.at), (*need.about, *need.value))
            ]
            assert min(was) < min(new), "what held before was said before"


def test_lives_mix_what_is_recent_and_what_is_old_kept_and_unkept() -> None:
    """No rival is shut out: a third of the needs are in the last session, a third were long ago."""
    lives = [a_life(seed) for seed in SEEDS]
    ages: list[int] = []
    for life in lives:
        turns = [(n, statements(text, life.wake.at)) for n, text in said(life)]
        for need in life.needs:
            last = max(n for n, found in turns if telling(found, (*need.about, *need.value)))
            ages.append(len(life.sessions) - 1 - last)
    shares = [
        sum(low <= age <= high for age in ages) / len(ages) for low, high in ((0, 0), (4, 99))
    ]
    assert 0.25 < shares[0] < 0.5
    assert 0.25 < shares[1] < 0.5
    assert {life.sessions[-1].left is None for life in lives} == {True, False}
    assert {life.wake.wake_type for life in lives} > {"gradual", "called"}
    away = sorted(life.passage.away for life in lives)
    assert away[0].total_seconds() < 3600
    assert away[-1].days >= 3


@pytest.mark.parametrize("seed", [3, 11])
def test_a_life_is_lived_as_it_is_written(seed: int, tmp_path: Path) -> None:
    life = a_life(seed)
    live(str(tmp_path), life)
    with opened(str(tmp_path), life, FixedClock(life.wake.at)) as home:
        agent = home.agent(AGENT, create=False)
        status = agent.status()
        assert status.turns == len(said(life))
        assert status.sessions == len(life.sessions)
        assert status.last_known_at == life.passage.last_known_at
        assert status.away == life.passage.away
        held = {(fact.key, fact.value) for fact in agent.facts.all()}
        open_titles = {t.title.lower() for t in agent.tasks.all() if t.status == "todo"}
    for mutable in life.mutables:
        if mutable.kind == "task":
            is_open = any(
                all(word.lower() in title for word in mutable.about) for title in open_titles
            )
            assert is_open == mutable.holds, mutable
    for _, step in life.away:
        if step.do == "fact":
            assert (step.given["key"], step.given["value"]) in held


def same(result: Result) -> list[Any]:
    """Everything of a result but its times."""
    return [row._replace(ms=None) for row in result.rows]


@pytest.mark.slow
@pytest.mark.feature("A96")
def test_a_run_repeats_and_its_rivals_are_what_they_say() -> None:
    first = bench_wake(["auto", "lean"], [600], lives=2, seed=4)
    assert same(first) == same(bench_wake(["auto", "lean"], [600], lives=2, seed=4))
    assert same(first) != same(bench_wake(["auto", "lean"], [600], lives=2, seed=5))
    rows = {row.name: row for row in first.rows}
    assert list(rows) == ["auto", "lean", NOTHING, LAST_TURNS, WHOLE_LOG]
    assert (rows[NOTHING].fidelity, rows[NOTHING].tokens) == (0.0, 0.0)
    assert rows[WHOLE_LOG].fidelity == 1.0, "whoever reads everything knows everything"
    assert rows[WHOLE_LOG].tokens > 10 * rows[LAST_TURNS].tokens
    for name in ("auto", "lean", LAST_TURNS):
        assert 0 < rows[name].tokens <= 600
        assert 0 < rows[name].present <= 1


def test_the_last_turns_are_as_many_as_fit_and_the_newest(tmp_path: Path) -> None:
    life = a_life(1)
    live(str(tmp_path), life)
    turns = turns_of(str(tmp_path), life)
    whole = last_turns(turns, life, None)
    some = last_turns(turns, life, 500)
    assert whole.endswith(some.partition("\n")[2])
    assert EstimatedTokens().count(some) <= 500
    assert EstimatedTokens().count(some) > 350
    assert measured_text(whole, life).fidelity.score == 1.0
