"""How much of an agent each preset brings back in a budget, beside what needs no engine at all.

Lives are generated from seeds and played into homes that are thrown away afterwards; every
wake is one of a copy, so that none sees what another left. It shows nothing.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, tzinfo
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from bench.quality.life import Life
from bench.quality.lives import a_life
from bench.quality.living import AGENT, live, opened
from bench.quality.wake_measures import (
    Fidelity,
    Transition,
    fidelity,
    honesty,
    transition,
)
from bench.quality.wake_text import statements
from wakeline.base.clock import FixedClock
from wakeline.hydration.presets import AUTO, PRESETS
from wakeline.minds.tokens import EstimatedTokens
from wakeline.model.context import Crossing
from wakeline.model.log import Episode

NOTHING, LAST_TURNS, WHOLE_LOG = "nothing", "last turns", "whole log"
RIVALS: Final = (NOTHING, LAST_TURNS, WHOLE_LOG)
ALL_PRESETS: Final = (*PRESETS, AUTO)
BUDGETS: Final = (600, 1200, 2400)
LIVES: Final = 20
SEED: Final = 1000
MOST_TURNS: Final = 100_000
Advance = Callable[[int], None]


class Row(NamedTuple):
    """One line of the result: means over the lives, shares in 0..1."""

    name: str
    budget: int | None
    lives: int
    fidelity: float
    present: float
    stale: float
    transition: float
    honesty: float | None
    tokens: float
    ms: float | None
    kinds: dict[str, float]  # which share of the needs of a kind is met
    parts: dict[str, float | None]  # of the transition


class Result(NamedTuple):
    """Everything that was measured."""

    seed: int
    lives: int
    needs: int
    rows: list[Row]


class Measured(NamedTuple):
    """One text on one life."""

    fidelity: Fidelity
    transition: Transition
    honesty: float | None
    tokens: int
    seconds: float | None


def bench_wake(
    presets: Sequence[str] = ALL_PRESETS,
    budgets: Sequence[int] = BUDGETS,
    *,
    lives: int = LIVES,
    seed: int = SEED,
    advance: Advance = lambda _count: None,
) -> Result:
    """Measure presets and rivals at each budget on so many lives, from a seed on."""
    measured: dict[tuple[str, int | None], list[Measured]] = {}
    needs = 0
    with tempfile.TemporaryDirectory(prefix="wakeline-bench-") as folder:
        for number in range(seed, seed + lives):
            life = a_life(number)
            needs += len(life.needs)
            for name, budget, one in measures_of(folder, life, presets, budgets):
                measured.setdefault((name, budget), []).append(one)
            advance(1)
    rows = [_row(name, budget, found) for (name, budget), found in measured.items()]
    order = (*presets, *RIVALS)
    rows.sort(key=lambda row: (row.budget is None, row.budget or 0, order.index(row.name)))
    return Result(seed, lives, needs, rows)


def measures_of(
    folder: str, life: Life, presets: Sequence[str], budgets: Sequence[int]
) -> Iterator[tuple[str, int | None, Measured]]:
    """Every text on one life, measured."""
    home = os.path.join(folder, "lived")
    live(home, life)
    turns = turns_of(home, life)
    for budget in budgets:
        for preset in presets:
            text, crossing, seconds = _woken(
                home, os.path.join(folder, "copy"), life, preset, budget
            )
            yield preset, budget, measured_text(text, life, crossing, seconds)
        yield NOTHING, budget, measured_text("", life)
        yield LAST_TURNS, budget, measured_text(last_turns(turns, life, budget), life)
    yield WHOLE_LOG, None, measured_text(last_turns(turns, life, None), life)
    shutil.rmtree(home)


def measured_text(
    text: str, life: Life, crossing: Crossing | None = None, seconds: float | None = None
) -> Measured:
    """What a text brings back of a life."""
    now, zone = life.passage.now, life.passage.zone
    found = statements(text, now, zone)
    return Measured(
        fidelity(found, life.needs),
        transition(found, life.passage, crossing),
        honesty(found, life.mutables, now),
        EstimatedTokens().count(text),
        seconds,
    )


def _woken(
    home: str, copy: str, life: Life, preset: str, budget: int
) -> tuple[str, Crossing, float]:
    """The text of one wake of a copy, and how long it took."""
    shutil.copytree(home, copy)
    wake = life.wake
    with opened(copy, life, FixedClock(wake.at)) as house:
        agent = house.agent(AGENT, create=False)
        agent.place  # noqa: B018 - opening the store is not what is timed
        began = time.perf_counter()
        woken = agent.wake(preset, wake.wake_type, budget, thread=wake.thread, project=wake.project)
        seconds = time.perf_counter() - began
    shutil.rmtree(copy)
    return woken.text, woken.liminal, seconds


# -- the rivals


def turns_of(home: str, life: Life) -> list[Episode]:
    """Everything that was said, in order."""
    with (
        opened(home, life, FixedClock(life.wake.at)) as house,
        house.agent(AGENT, create=False).place.store.reading() as view,
    ):
        return view.all(Episode, "log.latest", limit=MOST_TURNS)[::-1]


def last_turns(turns: Sequence[Episode], life: Life, budget: int | None) -> str:
    """The newest turns that fit, in order, each with its moment; all of them without a budget.

    The first line says what time it is, as every program can.
    """
    zone = ZoneInfo(life.zone)
    head = f"It is {_moment(life.passage.now, zone)}."
    count = EstimatedTokens().count
    room = None if budget is None else budget - count(head + "\n")
    taken: list[str] = []
    for turn in reversed(turns):
        line = f"[{_moment(turn.at, zone)}] {turn.speaker}: {' '.join(turn.text.split())}"
        cost = count(line + "\n")
        if room is not None:
            if cost > room:
                break
            room -= cost
        taken.append(line)
    return "\n".join([head, *reversed(taken)])


def _moment(at: datetime, zone: tzinfo) -> str:
    return at.astimezone(zone).isoformat(sep=" ", timespec="minutes")[:16]


# -- the table


def _row(name: str, budget: int | None, found: Sequence[Measured]) -> Row:
    kinds: dict[str, list[int]] = {}
    for one in found:
        for kind, met, of in one.fidelity.met:
            so_far = kinds.setdefault(kind, [0, 0])
            so_far[0] += met
            so_far[1] += of
    seconds = [one.seconds for one in found if one.seconds is not None]
    return Row(
        name=name,
        budget=budget,
        lives=len(found),
        fidelity=_mean([one.fidelity.score for one in found]) or 0.0,
        present=_mean([one.fidelity.present / one.fidelity.needs for one in found]) or 0.0,
        stale=_mean([one.fidelity.stale_share for one in found]) or 0.0,
        transition=_mean([one.transition.quality for one in found]) or 0.0,
        honesty=_mean([one.honesty for one in found]),
        tokens=_mean([one.tokens for one in found]) or 0.0,
        ms=1000 * sorted(seconds)[len(seconds) // 2] if seconds else None,
        kinds={kind: met / of for kind, (met, of) in kinds.items()},
        parts={
            part: _mean([getattr(one.transition, part) for one in found])
            for part in Transition._fields
        },
    )


def _mean(values: Sequence[float | None]) -> float | None:
    """The mean of what there is; None if there is nothing."""
    given = [value for value in values if value is not None]
    return sum(given) / len(given) if given else None
