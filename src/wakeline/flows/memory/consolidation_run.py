"""One run of consolidation: each group is decided and saved in one transaction.

Statements read by rules or by a language model take the same path: they are matched with what is
known, decided, and saved with the row that marks the group. It does not know which turns are due.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from wakeline.base.errors import Unreachable
from wakeline.consolidation.decide import (
    ConsolidationContext,
    ConsolidationOutcome,
    decide_statement,
)
from wakeline.consolidation.match import Distance, KnownMemories
from wakeline.consolidation.select import TurnGroup
from wakeline.flows.beliefs.propose_decisions import propose_decisions
from wakeline.flows.common.place import Place
from wakeline.flows.recall.searchable import save_searchable
from wakeline.minds.calibration import calibrated_distance
from wakeline.model.consolidation import Consolidation, DerivedChange, ExtractedStatement
from wakeline.model.log import TRUST, By, Episode, Origin
from wakeline.model.memory import Fact, Memory
from wakeline.ports.minds import TextEmbedder
from wakeline.ports.store import Unit, View

ACTOR = "consolidation"
MOST_SIMILAR = 10_000  # pairs whose distance is remembered
NOTHING = KnownMemories(())
EVER = datetime(1, 1, 1, tzinfo=UTC)
INFERRED: Origin = "agent_inferred"


class GroupReading(NamedTuple):
    """A group, the statements read in its turns, and the model that read them; None: rules."""

    group: TurnGroup
    said: tuple[ExtractedStatement, ...]
    model: str | None = None
    dropped: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0


class ConsolidationRun:
    """One run: what is known, and the counts and changes so far."""

    def __init__(self, place: Place, *, dry_run: bool) -> None:
        self._place = place
        self.dry_run = dry_run
        self.now = place.clock.now()
        self.by = By(self.now, ACTOR, "agent_inferred")
        self._distance = text_distance(place)
        self._known: KnownMemories | None = None
        self._planned: dict[str, dict[str, Fact]] = {}  # in a dry run: the facts it would set
        self.counts: Counter[str] = Counter()  # groups and turns: rules only
        self.changes: list[DerivedChange] = []

    def save_group(self, read: GroupReading) -> None:
        """Decide and save one group, unless another process has done it meanwhile."""
        known = self._looked_ahead(read)
        if self.dry_run:
            with self._place.store.reading() as view:
                self._note(read, *self._decided(read, known, view, None))
            return
        with self._place.store.writing(self.by) as unit:
            if _is_done(unit, read):
                self._known = None  # that process has written memories
                return
            left = _without_forgotten(unit, read)
            decisions, changes = self._decided(left, known, unit, unit)
            propose_decisions(self._place, unit, left.said, read.group.turns)
            unit.save("consolidation.ran", _row(read, decisions, unit.new_id(), self.now))
        self._note(read, decisions, changes)

    def _looked_ahead(self, read: GroupReading) -> KnownMemories:
        """What is known, with distances computed before the transaction, so that nobody waits."""
        if not read.said:
            return NOTHING
        known = self._known
        if known is None:
            with self._place.store.reading() as view:
                rows = view.all(Memory, "consolidation.memories")
            known = self._known = KnownMemories(rows, distance=self._distance)
        for each in read.said:
            if not each.single:
                known.same(each.subject, each.attribute, each.value)
                known.opposite(each.subject, each.attribute, each.value)
        return known

    def _decided(
        self, read: GroupReading, known: KnownMemories, view: View, unit: Unit | None
    ) -> tuple[list[ConsolidationOutcome], list[DerivedChange]]:
        turns = {turn.id: _on_whose_word(turn, read) for turn in read.group.turns}
        decisions = []
        for each in read.said:
            decision = decide_statement(
                each, turns[each.source_id], self._around(known, view, unit)
            )
            self._save(decision, known, unit)
            decisions.append(decision)
        derived = (each.derived for each in decisions)
        return decisions, [each._replace(model=read.model) for each in derived if each is not None]

    def _around(self, known: KnownMemories, view: View, unit: Unit | None) -> ConsolidationContext:
        place = self._place
        return ConsolidationContext(
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
        if not self.dry_run:
            return view.all(Fact, "consolidation.believed", key=key, since=since)
        if key not in self._planned:
            rows = view.all(Fact, "consolidation.believed", key=key, since=EVER)
            self._planned[key] = {row.id: row for row in rows}
        return list(self._planned[key].values())

    def _save(
        self, decision: ConsolidationOutcome, known: KnownMemories, unit: Unit | None
    ) -> None:
        for change in decision.changes:
            row: Any = change.row
            if unit is not None:
                row = save_searchable(unit, change.kind, row, change.before)
            if isinstance(row, Memory):
                known.note(row)
            elif isinstance(row, Fact) and self.dry_run:
                planned = self._planned[row.key]
                if row.recorded_to is None:
                    planned[row.id] = row
                else:
                    planned.pop(row.id, None)

    def _note(
        self,
        read: GroupReading,
        decisions: list[ConsolidationOutcome],
        changes: list[DerivedChange],
    ) -> None:
        if read.model is None:
            self.counts["groups"] += 1
            self.counts["turns"] += len(read.group.turns)
            self.counts["found"] += len(decisions)
        self.counts.update(each.how for each in changes)
        self.changes += changes


def _on_whose_word(turn: Episode, read: GroupReading) -> Episode:
    """The turn with the trust of its reader: a model's reading is at most inferred."""
    if read.model is None or TRUST[turn.origin] <= TRUST[INFERRED]:
        return turn
    return turn._replace(origin=INFERRED, trust=min(turn.trust, TRUST[INFERRED]))


def _is_done(unit: Unit, read: GroupReading) -> bool:
    """Whether another process has done this group since it was selected."""
    group = read.group
    bounds = {"after": group.after, "through": group.through, "session_id": group.session_id}
    found = unit.value("consolidation.overlapping", by_model=read.model is not None, **bounds)
    return found is not None


def _without_forgotten(unit: Unit, read: GroupReading) -> GroupReading:
    bounds = {"after": read.group.after, "through": read.group.through}
    gone = {turn_id for (turn_id,) in unit.tuples("consolidation.forgotten", **bounds)}
    return read._replace(said=tuple(each for each in read.said if each.source_id not in gone))


def _row(
    read: GroupReading, decisions: Sequence[ConsolidationOutcome], id: str, now: datetime
) -> Consolidation:
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
        model=read.model,
        dropped=read.dropped,
        prompt_tokens=read.prompt_tokens,
        answer_tokens=read.answer_tokens,
    )


def _fresh(unit: Unit, memory: Memory) -> Memory | None:
    row = unit.one(Memory, "memory.by_id", id=memory.id)
    return None if row is None or row.is_deleted or row.superseded_by is not None else row


def _said_at(view: View, memory: Memory) -> datetime:
    """When the last turn among a memory's sources was said."""
    turns = (view.one(Episode, "log.episode", id=turn_id) for turn_id in memory.source_ids)
    return max((turn.at for turn in turns if turn is not None), default=memory.created_at)


def text_distance(place: Place) -> Distance:
    """A function for the distance in meaning of two short texts; None without an embedder.

    The embedder is loaded at the first pair, which most runs never reach.
    """
    loaded: list[TextEmbedder | None] = []

    @lru_cache(maxsize=MOST_SIMILAR)
    def distance(one: str, other: str) -> float | None:
        if not loaded:
            embedding = place.embedding()
            loaded.append(None if embedding is None else embedding.fit(b"", 0))
        (embedder,) = loaded
        if embedder is None:
            return None
        try:
            left, right = embedder.embed([one, other])
        except Unreachable:  # matching by words does not need it
            return None
        return calibrated_distance(max(0.0, 1.0 - float(left @ right)), embedder.fingerprint)

    return distance


INDEX = "consolidation"  # the mark up to which every turn is done
