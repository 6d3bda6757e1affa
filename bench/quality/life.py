"""A generated life as values: the script that is played, and what is true of it afterwards."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from bench.quality.wake_measures import Mutable, Need, Passage

CLOSING: Final = 1  # minutes between the last word and the end of a session
FRESH: Final = timedelta(days=1)  # for how long what was in hand may stand without a date
CLOSED: Final = (("done",), ("finished",), ("closed",), ("completed",), ("dropped",))


class Step(NamedTuple):
    """One thing that happens, so many minutes into its session: `say`, or a store's verb."""

    minute: float
    do: str
    given: dict[str, Any]


class Lived(NamedTuple):
    """One session of the script; `left` is what its handoff says, None if it is cut off."""

    at: datetime
    thread: str
    steps: tuple[Step, ...]
    left: dict[str, Any] | None


class Wakeful(NamedTuple):
    """How the life is taken up again."""

    at: datetime
    wake_type: str
    thread: str | None
    project: str | None


class Life(NamedTuple):
    """A script, and what is true of it when the agent wakes."""

    seed: int
    person: str
    zone: str
    projects: tuple[str, ...]
    sessions: tuple[Lived, ...]
    away: tuple[tuple[datetime, Step], ...]
    wake: Wakeful
    needs: tuple[Need, ...]
    mutables: tuple[Mutable, ...]
    passage: Passage
