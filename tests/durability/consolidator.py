"""Processes that consolidate, and are killed at one boundary each.

    python -m tests.durability.consolidator LOCATION MODEL AGENT...     count, or be killed

MODEL is where a language model answers, or `-` for none.

A boundary is where a transaction or a snapshot begins or ends, and every row that is saved. An
agent is named with the boundary at which its process dies: `ash:7`. `ash:0` lives, and says how
many boundaries there were. Each has a process of its own.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import wakeline
from tests.builders import QUICK, START
from wakeline.base.clock import FixedClock
from wakeline.model.log import By

NO_MODEL = "-"
LATER = START.replace(year=START.year + 1)


class Mortal:
    """A store whose process dies at one boundary."""

    def __init__(self, store: Any, dies_at: int) -> None:
        self._store = store
        self._dies_at = dies_at
        self.passed = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def step(self) -> None:
        self.passed += 1
        if self.passed == self._dies_at:
            os.kill(os.getpid(), signal.SIGKILL)

    @contextmanager
    def reading(self) -> Iterator[Any]:
        self.step()
        with self._store.reading() as view:
            yield view

    @contextmanager
    def writing(self, by: By) -> Iterator[Any]:
        self.step()
        with self._store.writing(by) as unit:
            yield MortalUnit(unit, self)
            self.step()
        self.step()


class MortalUnit:
    """A transaction of such a store."""

    def __init__(self, unit: Any, store: Mortal) -> None:
        self._unit = unit
        self._mortal = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._unit, name)

    def save(self, *given: Any) -> Any:
        self._mortal.step()
        saved = self._unit.save(*given)
        self._mortal.step()
        return saved

    def put(self, row: Any) -> None:
        self._unit.put(row)
        self._mortal.step()


def opened(location: str, model: str = NO_MODEL) -> wakeline.Home:
    chosen = {"model": "openai", "model.url": model, "model.name": "tiny"}
    settings = QUICK if model == NO_MODEL else {**QUICK, **chosen}
    return wakeline.open(location, clock=FixedClock(LATER), settings=settings)


def consolidate(location: str, model: str, name: str, dies_at: int) -> None:
    with opened(location, model) as home:
        ash = home.agent(name, create=False)
        mortal = Mortal(ash.place.store, dies_at)
        ash._place = ash.place._replace(store=mortal)
        done = ash.consolidate()
        ash._place = ash.place._replace(store=mortal._store)
        os.write(1, f"{name} {mortal.passed} {done.groups} {done.turns}\n".encode())


def main() -> None:
    location, model, *agents = sys.argv[1:]
    if model != NO_MODEL:
        import openai  # noqa: F401 - once, not in every process
    for each in agents:
        name, _, dies_at = each.partition(":")
        child = os.fork()
        if child == 0:
            consolidate(location, model, name, int(dies_at or 0))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        assert killed or (int(dies_at or 0) == 0 and status == 0), (each, status)


if __name__ == "__main__":
    main()
