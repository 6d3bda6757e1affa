"""What holds now, before what it took the place of and what is to take its own. Reads only.

An answer that was superseded, or a turn that says what no longer holds, is an answer about the
past, and a value that was set for a later day one about the future: whoever asks is shown first
what is true now. The order of the rest stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from wakeline.model.log import KINDS
from wakeline.model.memory import Fact, Hit, Memory
from wakeline.ports.store import View
from wakeline.recall.analyse import query_terms, terms
from wakeline.recall.rank import Candidate, hit

NEAR = 0.5  # of a turn's score, from which on a row is about the same
MOST_STEPS = 100  # of a chain of rows that took each other's place
SIGNAL = "current"


class Asked(NamedTuple):
    """What was asked and when, which rows may be answers, and how a row is shown as one."""

    query: str
    now: datetime
    passes: Callable[[Candidate], bool]
    shown: Callable[[int, Any], Candidate]


def current_first(
    view: View, found: list[Hit], turned: Mapping[str, str], question: tuple[Any, ...]
) -> list[Hit]:
    """The hits with each row that holds now before the first hit that it took the place of.

    What took the place of a row is added where ranking did not find it at all. A turn may have
    been found for something else that it says: what took its place must answer the question too.
    """
    asked = Asked(*question)
    own = {each.id: each for each in found}
    placed: list[Hit] = []
    done: set[str] = set()
    for each in found:
        row = _current(view, turned[each.id], asked.now) if each.id in turned else None
        if row is not None and row.id not in done:
            lifted = _lifted(row, own.get(row.id), each, asked)
            if lifted is not None:
                placed.append(lifted)
                done.add(row.id)
        if each.id not in done:
            placed.append(each)
            done.add(each.id)
    return placed


def _lifted(row: Fact | Memory, ranked: Hit | None, old: Hit, asked: Asked) -> Hit | None:
    """A row as the hit that goes before an old one; None if it does not."""
    candidate = asked.shown(row.seq, row)
    if ranked is None and not asked.passes(candidate):
        return None
    if old.kind in KINDS and not _answers(row, ranked, old, asked.query):
        return None
    new = ranked or hit(candidate, 0.0, {})
    if new.score >= old.score:
        return new
    return new._replace(score=old.score, why={**new.why, SIGNAL: old.score - new.score})


def _answers(row: Fact | Memory, ranked: Hit | None, turn: Hit, query: str) -> bool:
    """Whether a row is about what was asked: by a word beside its subject, or by its rank."""
    if ranked is not None and ranked.score >= NEAR * turn.score:
        return True
    if isinstance(row, Fact):
        about, subject = f"{row.key} {row.value}", row.key.partition(".")[0]
    else:
        about, subject = row.content, (row.entity_refs or ("",))[0]
    words = set(terms(about.replace("_", " "))) - set(terms(subject.replace("_", " ")))
    return not words.isdisjoint(query_terms(query))


def _current(view: View, row_id: str, now: datetime) -> Fact | Memory | None:
    """What holds now of what a chain ends in; None if nothing does."""
    for _ in range(MOST_STEPS):
        fact = view.one(Fact, "memory.fact_by_id", id=row_id)
        row = fact or view.one(Memory, "memory.by_id", id=row_id)
        if row is None or row.is_deleted:
            return None
        if row.superseded_by is None:
            # What a chain of facts ends in may have ended too, or begin on a later day.
            return row if fact is None else view.one(Fact, "memory.fact", key=fact.key, now=now)
        row_id = row.superseded_by
    return None
