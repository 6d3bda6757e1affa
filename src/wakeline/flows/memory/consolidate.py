"""Consolidate one agent: turn what was said into facts and memories. Nothing is deleted.

Turns are read outside of any transaction. Each group is then decided and saved in one, together
with the row that marks it as done: a killed run continues where it stopped, two runs at once do
each group once, and a second run finds nothing to do. Rules read first and need no model; a
language model, if one is chosen, reads the same turns later (`flows/reading/study.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from time import perf_counter, sleep
from typing import Any, NamedTuple

from wakeline.consolidation.decay import IDLE_AFTER, LEAST, fade_memory, is_due
from wakeline.consolidation.select import (
    MOST_AWAKE,
    MOST_TURNS,
    TurnGroup,
    TurnSelection,
    select_turns,
)
from wakeline.consolidation.statements import read_statements
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.graph.links import derive_links
from wakeline.flows.identity.personality import consolidate_personality
from wakeline.flows.memory.consolidation_run import INDEX, ConsolidationRun, GroupReading
from wakeline.flows.memory.summaries import summarise
from wakeline.flows.reading.study import count_unstudied, study
from wakeline.flows.recall.searchable import save_searchable
from wakeline.model.consolidation import Consolidation, ConsolidationResult, ModelRun
from wakeline.model.job import IndexMark
from wakeline.model.log import By, Episode
from wakeline.model.memory import Memory
from wakeline.model.personality_status import PersonalityStep
from wakeline.model.session import Session
from wakeline.ports.store import Unit, View

STRETCH = 2000  # entries of the log that are read at once
LONGEST_PAUSE = 0.1  # seconds
PAUSES = 4  # a pause is so many times as long as the transaction, while a session is open

Progress = Callable[[int], None]


def consolidate(
    place: Place,
    *,
    dry_run: bool = False,
    everything: bool = False,
    by_model: bool = True,
    progress: Progress | None = None,
) -> ConsolidationResult:
    """Turn turns into facts and memories. `progress` gets the number of turns of each group.

    Turns of the last hour wait while their session is open, unless `everything` is asked for.
    Without `by_model` only rules read, even if a language model is chosen.
    """
    place.ask("consolidate")
    run = ConsolidationRun(place, dry_run=dry_run)
    waiting: list[int] = []
    through = 0
    for stretch in _stretches(place, run.now, everything=everything):
        waiting += stretch.selected.waiting
        through = stretch.through
        for group in stretch.selected.groups:
            read = _read(place, group)
            begun = perf_counter()
            run.save_group(read)
            if stretch.is_awake and not dry_run:
                # Recording waits for a transaction: leave it most of the time.
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


def count_unconsolidated(place: Place) -> int:
    """How many turns come after the marks: at least those that wait to be read."""
    is_asked = place.settings.text("model") != "none"
    with place.store.reading() as view:
        mark = int(view.value("jobs.mark", name=INDEX) or 0)
        waiting = int(view.value("consolidation.turns_behind", after=mark))
        return waiting + (waiting + count_unstudied(view) if is_asked else 0)


# -- reading


class SelectedStretch(NamedTuple):
    """A stretch of the log, and the groups selected from it."""

    through: int
    selected: TurnSelection
    is_awake: bool  # whether a session is open


def _stretches(place: Place, now: datetime, *, everything: bool) -> Iterator[SelectedStretch]:
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
        selected = select_turns(
            (turn for turn in turns if turn.forgotten_at is None),
            done,
            now=now,
            open_sessions=open_sessions,
            everything=everything,
            most=MOST_AWAKE if open_sessions else MOST_TURNS,
        )
        yield SelectedStretch(through, selected, bool(open_sessions))
        after = through


def _read(place: Place, group: TurnGroup) -> GroupReading:
    zone = time_zone(place.identity.person_time_zone)
    return GroupReading(group, read_statements(group.turns, place.identity, zone))


# -- fading, the result and the mark


def _fade(place: Place, run: ConsolidationRun) -> int:
    """Fade unused memories, if that is due. Returns how many did, or would."""
    with place.store.reading() as view:
        fading = _fading(view, run.now)
    if fading and not run.dry_run:
        with place.store.writing(run.by) as unit:
            fading = _fading(unit, run.now)
            for before, after in fading:
                save_searchable(unit, "memory.faded", after, before)
            if fading:
                unit.save("consolidation.ran", _faded_row(len(fading), unit, run.now))
    return len(fading)


def _fading(view: View, now: datetime) -> list[tuple[Memory, Memory]]:
    """The memories that fade now, each before and after."""
    last: Any = view.value("consolidation.last_faded")
    last = datetime.fromisoformat(last) if isinstance(last, str) else last
    if not is_due(last, now):
        return []
    found = []
    for row in view.tuples("consolidation.may_fade", least=LEAST, before=now - IDLE_AFTER):
        memory, used = view.row(Memory, row), row[-1]
        used = datetime.fromisoformat(used) if isinstance(used, str) else used
        after = fade_memory(memory, used, last=last, now=now)
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
    run: ConsolidationRun,
    faded_now: int,
    waiting: int,
    studied: ModelRun | None,
    personality: PersonalityStep | None,
) -> ConsolidationResult:
    """The result of the run, or of the dry run."""
    count = run.counts
    return ConsolidationResult(
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
    """Move the mark up to which every turn is done, if that is further than before."""
    with place.store.reading() as view:
        mark = int(view.value("jobs.mark", name=INDEX) or 0)
    if through <= mark:
        return
    with place.store.writing(by) as unit:
        # Another process may have moved the mark back, to consolidate turns again.
        if int(unit.value("jobs.mark", name=INDEX) or 0) == mark:
            unit.put(IndexMark(INDEX, through))
