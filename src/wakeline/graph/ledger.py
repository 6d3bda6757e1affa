"""The graph as it grows: the mentions of log entries, added up in the order of the log.

Starts empty or from loaded rows, and knows which rows changed since then. It does not
know where rows are kept: the caller loads what it needs first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, TypeVar

from wakeline.graph import names as naming
from wakeline.graph.log_mentions import EntryMentions
from wakeline.graph.names import NO_EVIDENCE
from wakeline.graph.patterns import BY_NAME, MODEL, pattern_state, yield_score
from wakeline.graph.triples import Triple
from wakeline.model.memory import Entity, GraphPattern, PatternKind, Relationship

MOST_CONFIDENCE: Final = 0.99
Key = tuple[str, str, str]  # from, to, relation
K = TypeVar("K")
R = TypeVar("R")


def key_of(triple: Triple) -> Key:
    """The key of a relation: from, to, and its name."""
    return triple.from_id, triple.to_id, triple.relation


def empty_entity(id: str) -> Entity:
    """An entity of which only the name is known."""
    return Entity(id, id, "concept", (), 0, 0, id, NO_EVIDENCE, "", "")


def add_statement(known: Relationship | None, triple: Triple, told: EntryMentions) -> Relationship:
    """A relation after one more statement. Each statement multiplies the doubt by (1 - c)."""
    if known is None:
        return Relationship(
            *key_of(triple),
            triple.confidence,
            (told.source_id,),
            told.at,
            triple.is_pending,
            triple.pattern,
            triple.to_text,
        )
    sources = known.source_ids
    return known._replace(
        confidence=min(MOST_CONFIDENCE, 1 - (1 - known.confidence) * (1 - triple.confidence)),
        source_ids=sources if told.source_id in sources[-1:] else _joined(sources, told.source_id),
        updated_at=told.at,
        is_pending=known.is_pending and triple.is_pending,
    )


def _joined(sources: tuple[str, ...], source_id: str) -> tuple[str, ...]:
    return sources if source_id in sources else (*sources, source_id)


def rebuild_relation(key: Key, tellings: Iterable[EntryMentions]) -> Relationship | None:
    """A relation, built again from all entries that state it, in the order of the log."""
    known = None
    for told in tellings:
        for triple in told.triples:
            if key_of(triple) == key:
                known = add_statement(known, triple, told)
    return known


class Ledger:
    """Names, relations and patterns by their keys."""

    def __init__(
        self,
        names: Iterable[Entity] = (),
        relations: Iterable[Relationship] = (),
        patterns: Iterable[GraphPattern] = (),
    ) -> None:
        self.names = {row.id: row for row in names}
        self.relations: dict[Key, Relationship] = {row[:3]: row for row in relations}
        self.patterns = {row.id: row for row in patterns}
        self._names_before = dict(self.names)
        self._relations_before = dict(self.relations)
        self._patterns_before = dict(self.patterns)

    def add(self, told: EntryMentions) -> None:
        """Add the mentions of one log entry."""
        for named, name in told.mentions.items():
            self._mention(named, name, told.seq)
        for named, counts in told.evidence.items():
            self.count(named, counts)
        for triple in told.triples:
            key = key_of(triple)
            is_first = key not in self.relations
            self.relations[key] = add_statement(self.relations.get(key), triple, told)
            self.count_pattern(triple.pattern, triple.relation, seen=1, found=int(is_first))

    def count(self, id: str, counts: Iterable[int], sign: int = 1) -> None:
        """Add evidence for a name; with sign -1, take it away."""
        known = self.names.get(id) or empty_entity(id)
        evidence = tuple(a + sign * b for a, b in zip(known.evidence, counts, strict=True))
        self.names[id] = known._replace(evidence=evidence)

    def count_pattern(self, id: str, relation: str, *, seen: int, found: int) -> None:
        """Count how often a pattern matched, and how many relations it was first to find."""
        known = self.patterns.get(id)
        if known is None:
            known = _unseen(id, relation)
        seen, found = known.seen + seen, known.found + found
        self.patterns[id] = known._replace(
            seen=seen,
            found=found,
            yield_score=yield_score(seen, found),
            state=pattern_state(known.kind, seen, found),
        )

    def _mention(self, id: str, name: str, seq: int) -> None:
        known = self.names.get(id) or empty_entity(id)
        if not known.mention_count:
            first_word, last_word = naming.first_and_last_word(name)
            self.names[id] = known._replace(
                name=name,
                first_seq=seq,
                mention_count=1,
                first_word=first_word,
                last_word=last_word,
            )
            return
        aliases = known.aliases
        if name != known.name and name not in aliases:
            aliases = tuple(sorted((*aliases, name)))
        self.names[id] = known._replace(aliases=aliases, mention_count=known.mention_count + 1)

    # -- which names mean the same

    def load_names(self, rows: Iterable[Entity]) -> None:
        """Load more names; those that are known already stay unchanged."""
        for row in rows:
            self.names.setdefault(row.id, row)
            self._names_before.setdefault(row.id, row)

    def names_to_settle(self) -> list[Entity]:
        """Names with a change that may decide which names mean the same, before and after it."""
        found: list[Entity] = []
        for row in self.names.values():
            before = self._names_before.get(row.id)
            if before is None:
                found.append(row)
            elif before != row and _decides(before) != _decides(row):
                found += (before, row)
        return found

    def settle_names(self, changed: Iterable[Entity]) -> None:
        """Decide again which full name the affected names belong to. All must be loaded."""
        by_word: dict[str, list[Entity]] = defaultdict(list)
        by_ends: dict[tuple[str, str], list[Entity]] = defaultdict(list)
        for row in self.names.values():
            if row.first_word and row.mention_count:
                by_word[row.first_word].append(row)
                if row.last_word != row.first_word:
                    by_word[row.last_word].append(row)
                by_ends[row.first_word, row.last_word].append(row)
        words, ends = affected_names(changed)
        for siblings in [by_ends[each] for each in ends if each in by_ends]:
            for row in siblings:
                canonical = naming.canonical_of_full_name(row, siblings)
                self.names[row.id] = row._replace(canonical_id=canonical)
        for row in [self.names[each] for each in words if each in self.names]:
            canonical = naming.canonical_of_word(row, by_word.get(row.id, ()))
            self.names[row.id] = row._replace(canonical_id=canonical)

    # -- what changed

    def close(self) -> None:
        """Set the type of every changed name, and drop names and patterns without evidence."""
        for row in list(self.names.values()):
            if row != self._names_before.get(row.id):
                if not row.mention_count and not any(row.evidence):
                    del self.names[row.id]
                else:
                    kind = naming.type_of(row.name, row.evidence)
                    self.names[row.id] = row._replace(type=kind)
        for pattern in [p for p in self.patterns.values() if not p.seen]:
            del self.patterns[pattern.id]

    def changed(self) -> list[Entity | Relationship | GraphPattern]:
        """The rows to write."""
        return [
            *_different(self.names, self._names_before),
            *_different(self.relations, self._relations_before),
            *_different(self.patterns, self._patterns_before),
        ]

    def removed_keys(self) -> tuple[list[str], list[Key], list[str]]:
        """The keys of rows to delete: of names, relations and patterns."""
        return (
            [key for key in self._names_before if key not in self.names],
            [key for key in self._relations_before if key not in self.relations],
            [key for key in self._patterns_before if key not in self.patterns],
        )


def _different(now: dict[K, R], before: dict[K, R]) -> list[R]:
    return [row for key, row in now.items() if row != before.get(key)]


def _unseen(id: str, relation: str) -> GraphPattern:
    kind: PatternKind = "discovered"
    if id in BY_NAME:
        kind, relation = "static", BY_NAME[id].relation
    elif id == MODEL:
        kind, relation = "model", ""
    return GraphPattern(id, kind, relation, 0, 0, 0.0, "candidate")


def _decides(row: Entity) -> tuple[object, ...]:
    """The parts of a name that decide which names mean the same."""
    place = row.evidence[naming.PLACE]
    return (
        naming.is_person(row),
        naming.is_declared(row),
        place == 0,
        place > row.evidence[naming.PERSON],
        row.first_seq,
        row.first_word,
    )


def affected_names(changed: Iterable[Entity]) -> tuple[set[str], set[tuple[str, str]]]:
    """The single words, and the first and last words of full names, that a change may affect."""
    words: set[str] = set()
    ends: set[tuple[str, str]] = set()
    for row in changed:
        if row.first_word:
            words |= {row.first_word, row.last_word}
            ends.add((row.first_word, row.last_word))
        elif " " not in row.id:
            words.add(row.id)
    return words, ends
