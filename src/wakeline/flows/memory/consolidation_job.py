"""Consolidation as a job: when it is due, and how the job is marked as done."""

from __future__ import annotations

from datetime import datetime, timedelta

from wakeline.consolidation.select import LEAST_AGE
from wakeline.flows.common.place import Place
from wakeline.flows.memory.consolidate import consolidate
from wakeline.flows.memory.consolidation_run import INDEX
from wakeline.model.job import WORKER_ACTOR
from wakeline.ports.store import View

JOB = "consolidate"


def run_consolidation(place: Place) -> None:
    """The job: consolidate what is ready. It stays queued if a session ended meanwhile."""
    with place.store.reading() as view:
        begun = view.head().seq
    consolidate(place, by_model=False)
    with place.store.writing(place.by(actor=WORKER_ACTOR)) as unit:
        if unit.value("consolidation.ended_since", after=begun) is None:
            unit.run("jobs.done", name=JOB, key="")
        if unit.head().seq > begun:
            unit.add_job("archive")
            unit.add_job("states")


def is_consolidation_due(
    place: Place, view: View, *, every: timedelta | None, enough: int | None
) -> bool:
    """Whether a turn has waited for `every`, or `enough` turns are ready; None: not checked."""
    if every is None and enough is None:
        return False
    now = place.clock.now()
    mark = int(view.value("jobs.mark", name=INDEX) or 0)
    most = enough or 1
    ((number, oldest),) = view.tuples(
        "consolidation.ripe", after=mark, before=now - LEAST_AGE, most=most
    )
    if number == 0:
        return False
    oldest = datetime.fromisoformat(oldest) if isinstance(oldest, str) else oldest
    waited: bool = every is not None and now - oldest >= every
    return waited or (enough is not None and number >= enough)
