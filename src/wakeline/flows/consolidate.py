"""Consolidate one agent: what turns say becomes facts and memories. Nothing is deleted.

Turns are read outside of any transaction. Each group is then decided and saved in one, together
with the row that marks it as done: a run that is killed goes on where it stopped, two at once
do each group once, and a second run finds nothing left to do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from time import perf_counter, sleep
from typing import Any, NamedTuple

from wakeline.base.errors import Unreachable
from wakeline.consolidation.decide import Around, Decision, decide
from wakeline.consolidation.fading import IDLE_AFTER, LEAST, faded, is_due
from wakeline.consolidation.match import Distance, Known
from wakeline.consolidation.said import said_in
from wakeline.consolidation.select import Group, Selected, select
from wakeline.flows.place import Place
from wakeline.flows.searchable import keep
from wakeline.flows.zones import time_zone
from wakeline.minds.calibration import calibrated
from wakeline.model.consolidation import Consolidated, Consolidation, Derived, Extracted
from wakeline.model.job import IndexMark
from wakeline.model.log import By, Episode
from wakeline.model.memory import Fact, Memory
from wakeline.model.observed import PersonalityStep
from wakeline.model.session import Session
from wakeline.ports.minds import TextEmbedder
from wakeline.ports.store import Unit, View

ACTOR = "consolidation"
INDEX = "consolidation"  # the mark up to which every turn is done
STRETCH = 2000  # entries of the log that are read at once
LONGEST_PAUSE = 0.1  # seconds
MOST_SIMILAR = 10_000  # pairs whose distance is remembered

NOTHING = Known(())
EVER = datetime(1, 1, 1, tzinfo=UTC)
Progress = Callable[[int], None]


class Read(NamedTuple):
    """A group, and what its turns say."""

    group: Group
    said: tuple[Extracted, ...]


def consolidate(
    place: Place,
    *,
    dry_run: bool = False,
    everything: bool = False,
    progress: Progress | None = None,
) -> Consolidated:
    """Turn what was said into what is known. `progress` hears how many turns each group held.

    Turns of the last hour wait while their session is open, unless `everything` is asked for.
    """
    place.ask("consolidate")
    run = _Run(place, dry_run=dry_run)
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
                # Whoever records waits for a transaction: leave as much time between two.
                sleep(min(perf_counter() - begun, LONGEST_PAUSE))
            if progress is not None:
                progress(len(group.turns))
    run.fade()
    if not dry_run:
        _move_mark(place, run.by, min(waiting, default=through + 1) - 1)
        place.flow("derive_links")(place)
        place.flow("summarise")(place)
        run.personality = place.flow("consolidate_personality")(place)
    return run.told(len(waiting))


def consolidation_waiting(place: Place) -> int:
    """How many turns stand behind the mark: at least as many as wait to be consolidated."""
    with place.store.reading() as view:
        mark = int(view.value("jobs.mark", name=INDEX) or 0)
        return int(view.value("consolidation.turns_behind", after=mark))


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
            done = view.all(Consolidation, "consolidation.since", after=after)
            open_sessions = {each.id for each in view.all(Session, "sessions.open")}
        selected = select(
            (turn for turn in turns if turn.forgotten_at is None),
            done,
            now=now,
            open_sessions=open_sessions,
            everything=everything,
        )
        yield Stretch(through, selected, bool(open_sessions))
        after = through


def _read(place: Place, group: Group) -> Read:
    zone = time_zone(place.identity.person_time_zone)
    return Read(group, said_in(group.turns, place.identity, zone))


def distance_by(place: Place) -> Distance:
    """How far two short texts are apart in meaning; None where there is no embedder.

    It is loaded at the first pair, which most runs never come to.
    """
    loaded: list[TextEmbedder | None] = []

    @lru_cache(maxsize=MOST_SIMILAR)
    def distance(one: str, other: str) -> float | None:
        if not loaded:
            embedding = place.embedding()
            loaded.append(None if embedding is None else embedding.fitted(b"", 0))
        (embedder,) = loaded
        if embedder is None:
            return None
        try:
            left, right = embedder.embed([one, other])
        except Unreachable:  # words alone do without it
            return None
        return calibrated(max(0.0, 1.0 - float(left @ right)), embedder.fingerprint)

    return distance


# -- doing


class _Run:
    """One run: what it knows, and what it has done so far."""

    def __init__(self, place: Place, *, dry_run: bool) -> None:
        self._place = place
        self._dry_run = dry_run
        self.now = place.clock.now()
        self.by = By(self.now, ACTOR, "agent_inferred")
        self._distance = distance_by(place)
        self._known: Known | None = None
        self._planned: dict[str, dict[str, Fact]] = {}  # of a dry run: what it would believe
        self._counts: Counter[str] = Counter()
        self._changes: list[Derived] = []
        self.personality: PersonalityStep | None = None

    def take(self, read: Read) -> None:
        """Decide and save one group; done by somebody else meanwhile, it is left alone."""
        known = self._looked_ahead(read)
        if self._dry_run:
            with self._place.store.reading() as view:
                self._note(read, *self._decided(read, known, view, None))
            return
        with self._place.store.writing(self.by) as unit:
            if _is_done(unit, read.group):
                self._known = None  # whoever did it has written memories
                return
            left = _without_forgotten(unit, read)
            decisions, changes = self._decided(left, known, unit, unit)
            unit.save("consolidation.ran", _row(read, decisions, unit.new_id(), self.now))
        self._note(read, decisions, changes)

    def fade(self) -> None:
        """Let what nobody used lose weight, if that is due."""
        store = self._place.store
        with store.reading() as view:
            fading = _fading(view, self.now)
        if fading and not self._dry_run:
            with store.writing(self.by) as unit:
                fading = _fading(unit, self.now)
                for before, after in fading:
                    keep(unit, "memory.faded", after, before)
                if fading:
                    unit.save("consolidation.ran", _faded_row(len(fading), unit, self.now))
        self._counts["faded"] += len(fading)

    def told(self, waiting: int) -> Consolidated:
        """What was done, or would be."""
        count = self._counts
        return Consolidated(
            dry_run=self._dry_run,
            at=self.now,
            groups=count["groups"],
            turns=count["turns"],
            found=count["found"],
            inserted=count["inserted"],
            merged=count["merged"],
            superseded=count["superseded"],
            held=count["held"],
            faded=count["faded"],
            waiting=waiting,
            changes=tuple(self._changes),
            personality=self.personality,
        )

    def _looked_ahead(self, read: Read) -> Known:
        """What is known, loaded and asked for by meaning before anybody has to wait for it."""
        if not read.said:
            return NOTHING
        known = self._known
        if known is None:
            with self._place.store.reading() as view:
                rows = view.all(Memory, "consolidation.memories")
            known = self._known = Known(rows, distance=self._distance)
        for each in read.said:
            if not each.single:
                known.same(each.subject, each.attribute, each.value)
                known.opposite(each.subject, each.attribute, each.value)
        return known

    def _decided(
        self, read: Read, known: Known, view: View, unit: Unit | None
    ) -> tuple[list[Decision], list[Derived]]:
        turns = {turn.id: turn for turn in read.group.turns}
        decisions = []
        for each in read.said:
            decision = decide(each, turns[each.source_id], self._around(known, view, unit))
            self._save(decision, known, unit)
            decisions.append(decision)
        return decisions, [each.derived for each in decisions if each.derived is not None]

    def _around(self, known: Known, view: View, unit: Unit | None) -> Around:
        place = self._place
        return Around(
            known=known,
            believed=lambda key, since: self._believed(view, key, since),
            fresh=lambda memory: memory if unit is None else _fresh(unit, memory),
            said_at=lambda memory: _said_at(view, memory),
            now=self.now,
            new_id=lambda: place.ids.new(self.now) if unit is None else unit.new_id(),
            tokens=place.tokens.count,
            agent=place.identity.display_name,
        )

    def _believed(self, view: View, key: str, since: datetime) -> Sequence[Fact]:
        if not self._dry_run:
            return view.all(Fact, "consolidation.believed", key=key, since=since)
        if key not in self._planned:
            rows = view.all(Fact, "consolidation.believed", key=key, since=EVER)
            self._planned[key] = {row.id: row for row in rows}
        return list(self._planned[key].values())

    def _save(self, decision: Decision, known: Known, unit: Unit | None) -> None:
        for change in decision.changes:
            row: Any = change.row
            if unit is not None:
                row = keep(unit, change.kind, row, change.before)
            if isinstance(row, Memory):
                known.note(row)
            elif isinstance(row, Fact) and self._dry_run:
                planned = self._planned[row.key]
                if row.recorded_to is None:
                    planned[row.id] = row
                else:
                    planned.pop(row.id, None)

    def _note(self, read: Read, decisions: list[Decision], changes: list[Derived]) -> None:
        self._counts["groups"] += 1
        self._counts["turns"] += len(read.group.turns)
        self._counts["found"] += len(decisions)
        self._counts.update(each.how for each in changes)
        self._changes += changes


def _is_done(unit: Unit, group: Group) -> bool:
    """Whether somebody has done this group since it was chosen."""
    bounds = {"after": group.after, "through": group.through, "session_id": group.session_id}
    return unit.value("consolidation.overlapping", **bounds) is not None


def _without_forgotten(unit: Unit, read: Read) -> Read:
    bounds = {"after": read.group.after, "through": read.group.through}
    gone = {turn_id for (turn_id,) in unit.tuples("consolidation.forgotten", **bounds)}
    return read._replace(said=tuple(each for each in read.said if each.source_id not in gone))


def _row(read: Read, decisions: Sequence[Decision], id: str, now: datetime) -> Consolidation:
    hows = Counter(each.derived.how for each in decisions if each.derived is not None)
    group = read.group
    return Consolidation(
        id=id,
        session_id=group.session_id,
        after=group.after,
        through=group.through,
        turns=len(group.turns),
        found=len(decisions),
        inserted=hows["inserted"],
        merged=hows["merged"],
        superseded=hows["superseded"],
        faded=0,
        row_ids=tuple(dict.fromkeys(each.row_id for each in decisions if each.row_id)),
        at=now,
    )


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


def _fresh(unit: Unit, memory: Memory) -> Memory | None:
    row = unit.one(Memory, "memory.by_id", id=memory.id)
    return None if row is None or row.is_deleted or row.superseded_by is not None else row


def _said_at(view: View, memory: Memory) -> datetime:
    """When the last of its turns was said."""
    turns = (view.one(Episode, "log.episode", id=turn_id) for turn_id in memory.source_ids)
    return max((turn.at for turn in turns if turn is not None), default=memory.created_at)


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
