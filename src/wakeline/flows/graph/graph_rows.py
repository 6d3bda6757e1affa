"""Keep the graph in the store: read mentions and relations from the log, save them as rows.

Adding goes forward in the order of the log. After a forgetting, the counts of an entry are
taken back, and only the relations that it stated are made again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from wakeline.graph.ledger import (
    Key,
    Ledger,
    affected_names,
    empty_entity,
    key_of,
    rebuild_relation,
)
from wakeline.graph.log_mentions import (
    MOST_BEFORE,
    REACH,
    EntryMentions,
    mentions_of_event,
    mentions_of_turn,
    stream_of,
)
from wakeline.model.log import Episode, Event
from wakeline.model.memory import Entity, Extraction, GraphPattern, Relationship
from wakeline.ports.store import Unit, View

INDEX = "entities"
BATCH = 500


# -- reading the log


def mentions_between(view: View, after: int, through: int) -> list[EntryMentions]:
    """What each entry of a stretch adds to the graph, in order."""
    most = through - after + REACH  # sequences have no gaps
    bounds = {"after": max(0, after - REACH), "through": through, "limit": most}
    turns = view.all(Episode, "log.episodes_between", **bounds)
    bounds["after"] = after
    events = view.all(Event, "graph.telling_events", **bounds)
    found = [mentions_of_event(event) for event in events]
    for at, turn in enumerate(turns):
        if turn.seq > after:
            found.append(mentions_of_turn(turn, _before(turns, at)))
    told = [each for each in found if each is not None]
    return sorted(told, key=lambda each: each.seq) if events else told


def _before(turns: Sequence[Episode], at: int) -> list[Episode]:
    """The last turns of the same session shortly before a turn."""
    turn, stream = turns[at], stream_of(turns[at])
    found: list[Episode] = []
    if stream is None:
        return found
    for earlier in reversed(turns[max(0, at - REACH) : at]):
        if turn.seq - earlier.seq > REACH or len(found) == MOST_BEFORE:
            break
        if stream_of(earlier) == stream and earlier.forgotten_at is None:
            found.append(earlier)
    return found[::-1]


def mentions_through(view: View, through: int) -> Iterator[EntryMentions]:
    """What each entry of the log adds to the graph, up to a sequence."""
    for start in range(0, through, BATCH):
        yield from mentions_between(view, start, min(start + BATCH, through))


def mentions_at(view: View, seqs: Iterable[int]) -> list[EntryMentions]:
    """What the entries of some sequences add, in order; neighbours are read together."""
    found: list[EntryMentions] = []
    wanted = sorted(set(seqs))
    for _, group in groupby(enumerate(wanted), key=lambda pair: pair[1] - pair[0]):
        run = [seq for _, seq in group]
        for start in range(0, len(run), BATCH):
            found += mentions_between(view, run[start] - 1, run[start : start + BATCH][-1])
    return found


def affected_entries(turns: Iterable[Episode], mark: int) -> set[int]:
    """The sequences, up to a mark, of entries whose reading may depend on these turns."""
    return {
        seq for turn in turns for seq in range(turn.seq, turn.seq + REACH + 1) if 0 < seq <= mark
    }


# -- adding


def expected_graph(view: View, through: int) -> tuple[Ledger, list[tuple[str, int]]]:
    """The whole graph and all mentions, computed from the log up to a sequence."""
    ledger = Ledger()
    mentions: list[tuple[str, int]] = []
    for told in mentions_through(view, through):
        ledger.add(told)
        mentions += [(named, told.seq) for named in told.mentions]
    ledger.settle_names(ledger.names.values())
    ledger.close()
    return ledger, mentions


def add_to_graph(unit: Unit, tellings: Sequence[EntryMentions]) -> None:
    """Add what entries state to the existing rows."""
    ledger = _loaded(unit, tellings)
    for told in tellings:
        ledger.add(told)
    _settle_and_write(unit, ledger)
    add_mentions(unit, [(named, told.seq) for told in tellings for named in told.mentions])


def add_mentions(unit: Unit, pairs: list[tuple[str, int]]) -> None:
    """Save which entry mentions which entity."""
    for start in range(0, len(pairs), BATCH * 10):
        unit.run("graph.add_mentions", pairs=pairs[start : start + BATCH * 10])


def _loaded(view: View, tellings: Iterable[EntryMentions]) -> Ledger:
    """A ledger of the rows that some entries concern."""
    ids: set[str] = set()
    keys: set[Key] = set()
    patterns: set[str] = set()
    for told in tellings:
        ids.update(told.mentions, told.evidence)
        for triple in told.triples:
            keys.add(key_of(triple))
            patterns.add(triple.pattern)
    relations = [_relation(view, key) for key in sorted(keys)]
    return Ledger(
        view.all(Entity, "graph.names_at", ids=sorted(ids)) if ids else (),
        [row for row in relations if row is not None],
        view.all(GraphPattern, "graph.patterns_at", ids=sorted(patterns)) if patterns else (),
    )


def _relation(view: View, key: Key) -> Relationship | None:
    from_id, to_id, relation = key
    query = {"from_id": from_id, "to_id": to_id, "relation": relation}
    return view.one(Relationship, "graph.relationship", **query)


def _settle_and_write(unit: Unit, ledger: Ledger) -> None:
    changed = ledger.names_to_settle()
    if changed:
        words, ends = affected_names(changed)
        ledger.load_names(
            unit.all(Entity, "graph.names_at", ids=sorted(words - ledger.names.keys()))
        )
        known = sorted(words & ledger.names.keys())
        if known:
            ledger.load_names(unit.all(Entity, "graph.full_names", words=known))
        if ends:
            ledger.load_names(unit.all(Entity, "graph.siblings", pairs=sorted(ends)))
        ledger.settle_names(changed)
    ledger.close()
    for row in ledger.changed():
        unit.put(row)
    names, relations, patterns = ledger.removed_keys()
    for name in names:
        unit.run("integrity.drop_entity", id=name)
    for from_id, to_id, relation in relations:
        unit.run("graph.drop_relationship", from_id=from_id, to_id=to_id, relation=relation)
    for pattern in patterns:
        unit.run("graph.drop_pattern", id=pattern)


# -- taking back


def recount_graph(unit: Unit, old: Sequence[EntryMentions], seqs: Iterable[int]) -> None:
    """After a forgetting: replace what some entries added by what they state now."""
    new = mentions_at(unit, seqs)
    old_by_seq, new_by_seq = ({each.seq: each for each in tellings} for tellings in (old, new))
    changed = [
        seq
        for seq in sorted(old_by_seq.keys() | new_by_seq.keys())
        if old_by_seq.get(seq) != new_by_seq.get(seq)
    ]
    old = [old_by_seq[seq] for seq in changed if seq in old_by_seq]
    new = [new_by_seq[seq] for seq in changed if seq in new_by_seq]
    if not changed:
        return
    for seq in changed:
        unit.run("integrity.drop_mentions", seq=seq)
    add_mentions(unit, [(named, told.seq) for told in new for named in told.mentions])
    ledger = _loaded(unit, [*old, *new])
    for tellings, sign in ((old, -1), (new, 1)):
        for told in tellings:
            for named, counts in told.evidence.items():
                ledger.count(named, counts, sign)
            for triple in told.triples:
                ledger.count_pattern(triple.pattern, triple.relation, seen=sign, found=0)
    for named, spellings in _spelt([*old, *new]).items():
        _mentions_again(unit, ledger, named, spellings)
    for key in {key_of(triple) for told in (*old, *new) for triple in told.triples}:
        _state_again(unit, ledger, key, new)
    _settle_and_write(unit, ledger)


def _spelt(tellings: Iterable[EntryMentions]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for told in tellings:
        for named, name in told.mentions.items():
            found.setdefault(named, set()).add(name)
    return found


def _mentions_again(view: View, ledger: Ledger, named: str, spellings: set[str]) -> None:
    """Recompute a name's spellings, first sequence and count from its present mentions."""
    known = ledger.names.get(named) or empty_entity(named)
    ((count, first),) = view.tuples("graph.counted_mentions", entity_id=named)
    if not count:
        known = empty_entity(named)._replace(evidence=known.evidence)
    elif spellings == {known.name} and not known.aliases:
        known = known._replace(mention_count=int(count), first_seq=int(first))
    else:  # the first and the remaining spellings are known only from the entries
        seqs = [int(seq) for (seq,) in view.tuples("integrity.turns_mentioning", entity_id=named)]
        counted = Ledger()
        for told in mentions_at(view, seqs):
            if named in told.mentions:
                only = {named: told.mentions[named]}
                counted.add(told._replace(mentions=only, evidence={}, triples=()))
        again = counted.names.get(named) or empty_entity(named)
        known = again._replace(canonical_id=known.canonical_id, evidence=known.evidence)
    ledger.names[named] = known


def _state_again(view: View, ledger: Ledger, key: Key, new: Sequence[EntryMentions]) -> None:
    """Recompute a relation from the sources that still state it."""
    known = ledger.relations.pop(key, None)
    ids = {told.source_id for told in new if any(key_of(t) == key for t in told.triples)}
    ids.update(known.source_ids if known else ())
    seqs = [int(seq) for _, seq, _ in view.tuples("graph.sources", ids=sorted(ids))]
    seqs += [row.seq for row in view.all(Extraction, "graph.extractions_at", ids=sorted(ids))]
    again = rebuild_relation(key, mentions_at(view, seqs))
    if known is not None:
        ledger.count_pattern(known.pattern, known.relation, seen=0, found=-1)
    if again is not None:
        ledger.relations[key] = again
        ledger.count_pattern(again.pattern, again.relation, seen=0, found=1)
