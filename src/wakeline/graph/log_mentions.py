"""What one entry of the log adds to the graph: names, evidence for their kind, and relations.

A turn is read with the few turns before it in its session; an event adds the name
of a project, a thread or a fact, or what a language model read in a turn.
The same entry always adds the same, so it can be taken back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from wakeline.graph.names import (
    FACT,
    MOST_NAME,
    NO_EVIDENCE,
    PERSON,
    PREFERENCE,
    PROJECT,
    entity_id,
    is_real_name,
    kind_signs,
    names_in_turn,
    normalise_spelling,
)
from wakeline.graph.patterns import MODEL, MODEL_CONFIDENCE
from wakeline.graph.triples import MOST_TRIPLES, Triple, is_somebody, triples
from wakeline.model.log import Episode, Event

# How far back a turn's context reaches: in the log, and in turns of its session.
REACH: Final = 8
MOST_BEFORE: Final = 2
# The kinds of event that add to the graph: those that give a name, not those that change a row.
TELLING_EVENTS: Final = ("project.added", "thread.opened", "fact.set", "extraction.made")


class EntryMentions(NamedTuple):
    """What one entry adds. `evidence` holds counts by name, in the order of `names.PERSON`..."""

    seq: int
    source_id: str
    at: datetime
    mentions: dict[str, str]
    evidence: dict[str, tuple[int, ...]]
    triples: Sequence[Triple]


def stream_of(turn: Episode) -> str | None:
    """The id that a turn shares with those before it: its session, else its exchange."""
    return turn.session_id or turn.exchange_id


def mentions_of_turn(turn: Episode, before: Sequence[Episode]) -> EntryMentions | None:
    """What a turn adds to the graph; None if it was forgotten."""
    if turn.forgotten_at is not None:
        return None
    names = names_in_turn(turn)
    mentions = {entity_id(name): name for name in names}
    evidence: dict[str, tuple[int, ...]] = {}
    stated: list[Triple] = []
    if turn.kind in ("conversation", "observation"):
        text = normalise_spelling(turn.text)
        if turn.kind == "conversation" and is_somebody(turn.speaker):
            _count(evidence, entity_id(turn.speaker), PERSON)
        for name, kind in kind_signs(text, names):
            _count(evidence, entity_id(name), kind)
        stated = triples(turn, text, before)
        for triple in stated:
            _note_ends(triple, mentions, evidence)
    return EntryMentions(turn.seq, turn.id, turn.recorded_at, mentions, evidence, stated)


def _note_ends(
    triple: Triple, mentions: dict[str, str], evidence: dict[str, tuple[int, ...]]
) -> None:
    """Count both ends of a relation: whoever says "I" is mentioned, and so is what is preferred."""
    if not triple.is_pending:
        mentions.setdefault(triple.from_id, triple.from_name)
        if "s" in triple.people:
            _count(evidence, triple.from_id, PERSON)
    if "o" in triple.people:
        _count(evidence, triple.to_id, PERSON)
    if triple.is_preference:
        mentions.setdefault(triple.to_id, triple.to_text)
        _count(evidence, triple.to_id, PREFERENCE)


def _count(evidence: dict[str, tuple[int, ...]], name: str, kind: int) -> None:
    known = evidence.get(name, NO_EVIDENCE)
    evidence[name] = (*known[:kind], known[kind] + 1, *known[kind + 1 :])


def mentions_of_event(event: Event) -> EntryMentions | None:
    """What an event adds to the graph; None if nothing, or if its content was forgotten."""
    after = event.after
    if after is None or event.kind not in TELLING_EVENTS:
        return None
    if event.subject_kind == "extraction":
        stated = _read_by_model(after)
        ends = {triple.from_id: triple.from_name for triple in stated}
        ends |= {triple.to_id: triple.to_text for triple in stated}
        return EntryMentions(event.seq, event.subject_id, event.at, ends, {}, stated)
    if event.subject_kind == "fact":
        names, kind = [after.get("key")], FACT
    elif event.subject_kind == "project":
        names, kind = [after.get("key"), after.get("title")], PROJECT
    else:
        names, kind = [after.get("id"), after.get("title")], PROJECT
    mentions: dict[str, str] = {}
    evidence: dict[str, tuple[int, ...]] = {}
    for name in names:
        if isinstance(name, str) and is_real_name(name) and entity_id(name) not in mentions:
            mentions[entity_id(name)] = name
            _count(evidence, entity_id(name), kind)
    return EntryMentions(event.seq, event.id, event.at, mentions, evidence, ())


def _read_by_model(extraction: Mapping[str, Any]) -> list[Triple]:
    found = []
    for each in extraction.get("triples", ())[:MOST_TRIPLES]:
        subject, relation, target = each["subject"], each["relation"], each["object"]
        if max(len(subject), len(relation), len(target)) <= MOST_NAME:
            found.append(
                Triple(
                    entity_id(subject), subject, relation, entity_id(target), target,
                    MODEL_CONFIDENCE, False, MODEL,
                )
            )  # fmt: skip
    return found
