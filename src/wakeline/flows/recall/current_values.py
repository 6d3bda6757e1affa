"""Put the current value before superseded values and before future ones. Reads only.

A superseded row, or a turn that states an outdated value, is an answer about the past. A value
that is set for a later day is an answer about the future. The caller sees first what is true
now. The order of the rest does not change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from wakeline.model.log import KINDS
from wakeline.model.memory import Fact, Hit, Memory
from wakeline.ports.store import View
from wakeline.recall.analyse import query_terms, terms
from wakeline.recall.fulltext_rank import Candidate, make_hit

NEAR = 0.5  # the share of a turn's score from which a row counts as being about the same
MOST_STEPS = 100  # of a supersession chain
SIGNAL = "current"


class CurrentQuestion(NamedTuple):
    """The query and its time, the filter of rows, and how a row becomes a candidate."""

    query: str
    now: datetime
    passes: Callable[[Candidate], bool]
    to_candidate: Callable[[int, Any], Candidate]


def put_current_first(
    view: View, found: list[Hit], turned: Mapping[str, str], question: tuple[Any, ...]
) -> list[Hit]:
    """The hits with each current row before the first hit that it superseded.

    The current row is added if ranking did not find it. A turn may have been found for something
    else that it says, so the row that supersedes it must answer the question too.
    """
    asked = CurrentQuestion(*question)
    own = {each.id: each for each in found}
    placed: list[Hit] = []
    done: set[str] = set()
    for each in found:
        row = _latest_valid(view, turned[each.id], asked.now) if each.id in turned else None
        if row is not None and row.id not in done:
            lifted = _lifted(row, own.get(row.id), each, asked)
            if lifted is not None:
                placed.append(lifted)
                done.add(row.id)
        if each.id not in done:
            placed.append(each)
            done.add(each.id)
    return placed


def _lifted(row: Fact | Memory, ranked: Hit | None, old: Hit, asked: CurrentQuestion) -> Hit | None:
    """The row as a hit that goes before an old one, or None if it must not."""
    candidate = asked.to_candidate(row.seq, row)
    if ranked is None and not asked.passes(candidate):
        return None
    if old.kind in KINDS and not _answers(row, ranked, old, asked.query):
        return None
    new = ranked or make_hit(candidate, 0.0, {})
    if new.score >= old.score:
        return new
    return new._replace(score=old.score, why={**new.why, SIGNAL: old.score - new.score})


def _answers(row: Fact | Memory, ranked: Hit | None, turn: Hit, query: str) -> bool:
    """Whether a row answers the question: by a word other than its subject, or by its rank."""
    if ranked is not None and ranked.score >= NEAR * turn.score:
        return True
    if isinstance(row, Fact):
        about, subject = f"{row.key} {row.value}", row.key.partition(".")[0]
    else:
        about, subject = row.content, (row.entity_refs or ("",))[0]
    words = set(terms(about.replace("_", " "))) - set(terms(subject.replace("_", " ")))
    return not words.isdisjoint(query_terms(query))


def _latest_valid(view: View, row_id: str, now: datetime) -> Fact | Memory | None:
    """The row at the end of a supersession chain that is valid now, or None."""
    for _ in range(MOST_STEPS):
        fact = view.one(Fact, "memory.fact_by_id", id=row_id)
        row = fact or view.one(Memory, "memory.by_id", id=row_id)
        if row is None or row.is_deleted:
            return None
        if row.superseded_by is None:
            # The last fact of a chain may have ended too, or begin on a later day.
            return row if fact is None else view.one(Fact, "memory.fact", key=fact.key, now=now)
        row_id = row.superseded_by
    return None
