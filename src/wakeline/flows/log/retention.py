"""Compress turns that are older than the retention window; consolidate them first.

Nothing is lost. A compressed turn reads as before, is found as before, and keeps its hashes;
it takes less room in the database. Off unless `retention.days` is set.
"""

from __future__ import annotations

from datetime import timedelta

from wakeline.base.packing import pack_text
from wakeline.flows.common.place import Place
from wakeline.flows.memory.consolidate import consolidate
from wakeline.flows.memory.consolidation_run import INDEX as CONSOLIDATED
from wakeline.model.job import WORKER_ACTOR, IndexMark
from wakeline.model.log import Episode
from wakeline.ports.store import View
from wakeline.store.log_lines import hash_line, line_of

JOB = INDEX = "retention"
BATCH = 200  # turns in one transaction


def compress_old_turns(place: Place) -> int:
    """The job: compress old turns. Returns how many turns became shorter."""
    # Every old turn is consolidated first: turns wait an hour for it, the window is a day or more.
    consolidate(place)
    number = 0
    while True:
        with place.store.writing(place.by(actor=WORKER_ACTOR)) as unit:
            through = int(unit.value("jobs.mark", name=CONSOLIDATED) or 0)
            turns = old_turns(place, unit, through, BATCH)
            for turn in turns:
                short = pack_text(turn.text)
                # A damaged turn stays as it is, for a later repair.
                if short != turn.text and hash_line(line_of(turn)) == turn.line_hash:
                    unit.run("retention.pack", seq=turn.seq, text=short)
                    number += 1
            if not turns:
                unit.run("jobs.done", name=JOB, key="")
                return number
            unit.put(IndexMark(INDEX, turns[-1].seq))


def has_old_turns(place: Place, view: View) -> bool:
    """Whether there are turns that are old enough to be compressed."""
    return bool(old_turns(place, view, view.head().seq, 1))


def old_turns(place: Place, view: View, through: int, limit: int) -> list[Episode]:
    """The next turns that are old enough, in the order of the log."""
    days = place.settings.number("retention.days")
    if not days:
        return []
    before = place.clock.now() - timedelta(days=days)
    after = int(view.value("jobs.mark", name=INDEX) or 0)
    bounds = {"after": after, "through": through, "limit": limit}
    turns = view.all(Episode, "log.episodes_between", **bounds)
    # In order: an imported old turn waits for the younger turns before it in the log.
    young = next((at for at, turn in enumerate(turns) if turn.at > before), len(turns))
    return turns[:young]
