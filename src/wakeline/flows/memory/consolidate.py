"""Consolidate one agent: what turns say becomes facts and memories. Nothing is deleted.

Turns are read outside of any transaction. Each group is then decided and saved in one, together
with the row that marks it as done: a run that is killed goes on where it stopped, two at once
do each group once, and a second run finds nothing left to do. Rules read first and need nobody;
a language model, where one is chosen, reads the same turns after them (`flows/study`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from time import perf_counter, sleep
from typing import Any, NamedTuple

from wakeline.consolidation.decay import IDLE_AFTER, LEAST, faded, is_due
from wakeline.consolidation.select import MOST_AWAKE, MOST_TURNS, Group, Selected, select
from wakeline.consolidation.statements import said_in
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.graph.links import derive_links
from wakeline.flows.identity.personality import consolidate_personality
from wakeline.flows.memory.consolidation_run import INDEX, Read, Run
from wakeline.flows.memory.summaries import summarise
from wakeline.flows.reading.study import study, unstudied
from wakeline.flows.recall.searchable import keep
from wakeline.model.consolidation import Consolidated, Consolidation, Studied
from wakeline.model.job import IndexMark
from wakeline.model.log import By, Episode
from wakeline.model.memory import Memory
from wakeline.model.personality_status import PersonalityStep
from wakeline.model.session import Session
from wakeline.ports.store import Unit, View

STRETCH = 2000  # entries of the log that are read at once
LONGEST_PAUSE = 0.1  # seconds
PAUSES = 4  # times as long as a transaction took, while a session is open

Progress = Callable[[int], None]


def consolidate(
    place: Place,
    *,
    dry_run: bool = False,
    everything: bool = False,
    by_model: bool = True,
    progress: Progress | None = None,
) -> Consolidated:
    """Turn what was said into what is known. `progress` hears how many turns each group held.

    Turns of the last hour wait while their session is open, unless `everything` is asked for.
    Without `by_model` only rules read, though a language model is chosen.
    """
    place.ask("consolidate")
    run = Run(place, dry_run=dry_run)
    waiting: list[int] = []
    through = 0
    for stretch in _stretches(place, run.now, everything=everything):
        waiting += stretch.selected.waiting
        through = stretch.through
        for group in stretch.selected.groups:
            read = _read(place, group)
            begun = perf_counter()
            run.take(read)
            if stretch.is_awake and not dry_run:
                # Whoever records waits for a transaction: leave them most of the time.
                sleep(min(PAUSES * (perf_counter() - begun), LONGEST_PAUSE))
            if progress is not None:
                progress(len(group.turns))
    faded_now = _fade(place, run)
    if not dry_run:
        _move_mark(place, run.by, min(waiting, default=through + 1) - 1)
    studied = study(place, run, progress=progress) if by_model else None
    if not dry_run:
        derive_links(place)
        summarise(place)
    grown = None if dry_run else consolidate_personality(place)
    return _told(run, faded_now, len(waiting), studied, grown)


def consolidation_waiting(place: Place) -> int:
    """How many turns stand behind the marks: at least as many as wait to be read."""
    is_asked = place.settings.text("model") != "none"
    with place.store.reading() as view:
        mark = int(view.value("jobs.mark", name=INDEX) or 0)
        waiting = int(view.value("consolidation.turns_behind", after=mark))
        return waiting + (waiting + unstudied(view) if is_asked else 0)


# -- reading


class Stretch(NamedTuple):
    """A stretch of the log, and what of it is to be done."""

    through: int
    selected: Selected
    is_awake: bool  # whether a session is open


def _stretches(place: Place, now: datetime, *, everything: bool) -> Iterator[Stretch]:
    with place.store.reading() as view:
        after = int(view.value("jobs.mark", name=INDEX) or 0)
        head = view.head().seq
    while after < head:
        through = min(after + STRETCH, head)
        with place.store.reading() as view:
            turns = view.all(
                Episode, "log.episodes_between", after=after, through=through, limit=STRETCH
            )
            done = view.all(Consolidation, "consolidation.since", after=after, by_model=False)
            open_sessions = {each.id for each in view.all(Session, "sessions.open")}
        selected = select(
            (turn for turn in turns if turn.forgotten_at is None),
            done,
            now=now,
            open_sessions=open_sessions,
            everything=everything,
            most=MOST_AWAKE if open_sessions else MOST_TURNS,
        )
        yield Stretch(through, selected, bool(open_sessions))
        after = through


def _read(place: Place, group: Group) -> Read:
    zone = time_zone(place.identity.person_time_zone)
    return Read(group, said_in(group.turns, place.identity, zone))


# -- what goes with it


def _fade(place: Place, run: Run) -> int:
    """Let what nobody used lose weight, if that is due. How many memories did, or would."""
    with place.store.reading() as view:
        fading = _fading(view, run.now)
    if fading and not run.dry_run:
        with place.store.writing(run.by) as unit:
            fading = _fading(unit, run.now)
            for before, after in fading:
                keep(unit, "memory.faded", after, before)
            if fading:
                unit.save("consolidation.ran", _faded_row(len(fading), unit, run.now))
    return len(fading)


def _fading(view: View, now: datetime) -> list[tuple[Memory, Memory]]:
    """The memories that lose weight now, as they are and as they will be."""
    last: Any = view.value("consolidation.last_faded")
    last = datetime.fromisoformat(last) if isinstance(last, str) else last
    if not is_due(last, now):
        return []
    found = []
    for row in view.tuples("consolidation.may_fade", least=LEAST, before=now - IDLE_AFTER):
        memory, used = view.row(Memory, row), row[-1]
        used = datetime.fromisoformat(used) if isinstance(used, str) else used
        after = faded(memory, used, last=last, now=now)
        if after != memory:
            found.append((memory, after))
    return found


def _faded_row(number: int, unit: Unit, now: datetime) -> Consolidation:
    through = unit.head().seq
    return Consolidation(
        id=unit.new_id(),
        session_id=None,
        after=through,
        through=through,
        turns=0,
        found=0,
        inserted=0,
        merged=0,
        superseded=0,
        faded=number,
        row_ids=(),
        at=now,
    )


def _told(
    run: Run,
    faded_now: int,
    waiting: int,
    studied: Studied | None,
    personality: PersonalityStep | None,
) -> Consolidated:
    """What was done, or would be."""
    count = run.counts
    return Consolidated(
        dry_run=run.dry_run,
        at=run.now,
        groups=count["groups"],
        turns=count["turns"],
        found=count["found"],
        inserted=count["inserted"],
        merged=count["merged"],
        superseded=count["superseded"],
        held=count["held"],
        faded=faded_now,
        waiting=waiting,
        changes=tuple(run.changes),
        studied=studied,
        personality=personality,
    )


def _move_mark(place: Place, by: By, through: int) -> None:
    """Say up to where every turn is done, if that is further than before."""
    with place.store.reading() as view:
        mark = int(view.value("jobs.mark", name=INDEX) or 0)
    if through <= mark:
        return
    with place.store.writing(by) as unit:
        # Somebody may have asked meanwhile for turns to be consolidated again.
        if int(unit.value("jobs.mark", name=INDEX) or 0) == mark:
            unit.put(IndexMark(INDEX, through))
