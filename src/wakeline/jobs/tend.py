"""One look of a worker at one agent: is something due, and then do it.

New turns are left to gather a while, so that a conversation is read in stretches and not
turn by turn. Everything else is done when it is asked for. It does not know how the worker
came to look.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from wakeline.flows.common.place import Place
from wakeline.jobs.settle import Settled, settle
from wakeline.model.job import Job

# What new turns ask for, each of them anew.
GATHERS = frozenset(("entities", "readings"))
NOTHING = Settled((), ())


class Tended(NamedTuple):
    """What one look came to, and when the next is due; None: when something has changed."""

    settled: Settled
    again_at: datetime | None


def tend(place: Place, *, patient: bool = True) -> Tended:
    """Run what is due. A patient worker lets new turns gather first."""
    gathering = _gathering_until(place) if patient else None
    if gathering is not None:
        return Tended(NOTHING, gathering)
    settled: Settled = settle(place, wait=False)
    return Tended(settled, settled.next_at)


def _gathering_until(place: Place) -> datetime | None:
    """Until when new turns, and nothing else, may still gather; None if they need not."""
    now = place.clock.now()
    with place.store.reading() as view:
        waiting = [job for job in view.all(Job, "jobs.all") if job.state == "waiting"]
        if not waiting or any(job.name not in GATHERS or job.attempts for job in waiting):
            return None
        # Both begin together and stand alike; the one behind counts.
        marks = [int(view.value("jobs.mark", name=name) or 0) for name in sorted(GATHERS)]
        gathered = view.head().seq - min(marks)
    if gathered >= place.settings.number("worker.enough_turns"):
        return None
    first = min(job.created_at for job in waiting)
    until = first + timedelta(seconds=place.settings.number("worker.wait_seconds"))
    return until if first <= now < until else None  # a clock that went back makes nobody wait
