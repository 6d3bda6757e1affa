"""One look of a worker at one agent: run the jobs that are due.

Jobs of new turns wait a while, so that a conversation is indexed in stretches and not turn
by turn. All other jobs run at once. It does not know why the worker looks now.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from wakeline.flows.common.place import Place
from wakeline.jobs.settle import SettleResult, settle
from wakeline.model.job import Job

# The jobs that every new turn asks for.
GATHERS = frozenset(("entities", "readings"))
NOTHING = SettleResult((), ())


class LookResult(NamedTuple):
    """The result of one look, and when the next is due; None: when something changes."""

    settled: SettleResult
    again_at: datetime | None


def look_at_agent(place: Place, *, patient: bool = True) -> LookResult:
    """Run the due jobs. A patient worker waits for more turns first."""
    gathering = _gathering_until(place) if patient else None
    if gathering is not None:
        return LookResult(NOTHING, gathering)
    settled: SettleResult = settle(place, wait=False)
    return LookResult(settled, settled.next_at)


def _gathering_until(place: Place) -> datetime | None:
    """Until when the jobs of new turns wait, if no other job waits; None if they run now."""
    now = place.clock.now()
    with place.store.reading() as view:
        waiting = [job for job in view.all(Job, "jobs.all") if job.state == "waiting"]
        if not waiting or any(job.name not in GATHERS or job.attempts for job in waiting):
            return None
        # Both marks usually agree; the lower one counts.
        marks = [int(view.value("jobs.mark", name=name) or 0) for name in sorted(GATHERS)]
        gathered = view.head().seq - min(marks)
    if gathered >= place.settings.number("worker.enough_turns"):
        return None
    first = min(job.created_at for job in waiting)
    until = first + timedelta(seconds=place.settings.number("worker.wait_seconds"))
    return until if first <= now < until else None  # no waiting if the clock went back
