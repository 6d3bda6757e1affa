"""Find summaries of days, weeks and months, when a recall asks for them. Reads only.

They are in no index: there are few of them, and most questions do not want them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from wakeline.flows.recall.index_rows import reading_of
from wakeline.flows.recall.load_index import LoadedIndex, entries_from_rows, entry_from_columns
from wakeline.flows.recall.searchable import FiledRow
from wakeline.model.consolidation import Summary
from wakeline.model.memory import Hit
from wakeline.model.recall import Vector
from wakeline.ports.store import View
from wakeline.recall.analyse import terms
from wakeline.recall.corpus import Corpus
from wakeline.recall.fulltext_rank import Candidate, rank

# BM25 as full text computes it.
SATURATION: Final = 1.2
BY_LENGTH: Final = 0.75
LEAST_RARITY: Final = 1e-6

# The terms of a question, the filter of rows, and how a row becomes a candidate.
SummaryQuestion = tuple[Sequence[str], Callable[[Candidate], bool], Callable[[int, Any], Candidate]]


def summary_corpus(view: View, loaded: LoadedIndex) -> Corpus:
    """All summaries with content as a corpus; one without a vector gets it now."""
    corpus = Corpus(loaded.growing.dimension)
    rows = _rows(view)
    known = {
        vector.seq: vector
        for vector in view.all(Vector, "summaries.vectors", fingerprint=loaded.fingerprint)
    }
    unread = entries_from_rows([row for row in rows if row.seq not in known], loaded.embedder)
    found = [
        entry_from_columns((*reading_of(row), known[row.seq].vector, known[row.seq].tokens))
        for row in rows
        if row.seq in known
    ]
    corpus.add(sorted([*found, *unread], key=lambda entry: entry.seq))
    return corpus


def add_summaries_by_words(
    view: View, found: Sequence[Hit], asked: SummaryQuestion, *, now: datetime
) -> list[Hit]:
    """The hits of full text together with the summaries that hold words of the question."""
    wanted, passes, shown = asked
    rows = _rows(view)
    held = {row.seq: Counter(terms(row.row.content)) for row in rows}
    scores = _scores(held, wanted)
    candidates = [shown(*row) for row in rows if row.seq in scores]
    hits = rank(
        [each for each in candidates if passes(each)], scores, now=now, k=len(candidates) or 1
    )
    return sorted([*found, *hits], key=lambda hit: -hit.score)


def _rows(view: View) -> list[FiledRow]:
    return [FiledRow(row.seq, row) for row in view.all(Summary, "summaries.all") if row.content]


def _scores(held: dict[int, Counter[str]], wanted: Sequence[str]) -> dict[int, float]:
    mean = sum(map(Counter.total, held.values())) / max(len(held), 1)
    scores: dict[int, float] = {}
    for term in dict.fromkeys(wanted):
        having = [seq for seq, counts in held.items() if term in counts]
        odds = (len(held) - len(having) + 0.5) / (len(having) + 0.5)
        rarity = max(LEAST_RARITY, math.log(odds))
        for seq in having:
            times, length = held[seq][term], held[seq].total()
            weight = SATURATION * (1 - BY_LENGTH + BY_LENGTH * length / mean)
            share = rarity * times * (SATURATION + 1) / (times + weight)
            scores[seq] = scores.get(seq, 0.0) + share
    return scores
