"""Search all that an agent wrote down on purpose, each store by its own method.

All these rows are in one index, but a good answer differs: a fact is asked for by its key,
knowledge by its meaning, a letter by its words and its age. So each store has its own retriever,
and a store is added by one line of `STORES`. Reads only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from wakeline.base.errors import Invalid
from wakeline.flows.common import parse
from wakeline.flows.common.pages import HIGHEST_ID
from wakeline.flows.common.place import Place
from wakeline.flows.recall.recall import recall
from wakeline.flows.recall.searchable import JOURNAL, search_entry
from wakeline.log.admit import clean_text
from wakeline.model.memory import Hit
from wakeline.model.writings import Letter
from wakeline.recall.store_weights import exactness, letter_weight, situation, word_scores

MOST_HITS: Final = 100
LOOKED_AT: Final = 300  # rows of a store, from which the best are chosen
DEEPER: Final = 3  # times as many rows as wanted are ranked again
EXACT: Final = 0.99

Retrieve = Callable[[Place, str, int, datetime], list[Hit]]


class SearchStore(NamedTuple):
    """A store that is searched: a description of its method, and its retriever."""

    way: str
    retrieve: Retrieve


# -- retrievers


def recall_retriever(kind: str, *, strategy: str | None = None) -> Retrieve:
    """A retriever that recalls rows of one kind by words and meaning."""

    def retrieve(place: Place, query: str, k: int, _now: datetime) -> list[Hit]:
        return recall(place, query, k=k, kinds=[kind], strategy=strategy)

    return retrieve


def exact_first_retriever(kind: str) -> Retrieve:
    """A retriever that returns rows with the same words first, then rows of similar meaning."""
    near = recall_retriever(kind)

    def retrieve(place: Place, query: str, k: int, now: datetime) -> list[Hit]:
        found = near(place, query, DEEPER * k, now)
        same = {hit.id: exactness(query, hit.text) for hit in found}
        exact = [hit for hit in found if same[hit.id] >= EXACT]
        exact.sort(key=lambda hit: -_shared(query, hit))
        first = [hit._replace(why={**hit.why, "exact": 1.0}) for hit in exact]
        return [*first, *(hit for hit in found if same[hit.id] < EXACT)][:k]

    return retrieve


def situation_retriever(kind: str) -> Retrieve:
    """A retriever that ranks rows by how well their situation fits the question."""
    near = recall_retriever(kind)

    def retrieve(place: Place, query: str, k: int, now: datetime) -> list[Hit]:
        found = near(place, query, DEEPER * k, now)
        if not found:
            return found
        fits = word_scores(query, [situation(hit.text) for hit in found])
        order = sorted(range(len(found)), key=lambda n: -(fits[n] + 1 / (1 + n)))
        return [found[n]._replace(why={**found[n].why, "situation": fits[n]}) for n in order][:k]

    return retrieve


def search_letters(place: Place, query: str, k: int, now: datetime) -> list[Hit]:
    """Letters, drafts included, ranked by their words and their age."""
    with place.store.reading() as view:
        rows = view.all(Letter, "letters.latest", before=HIGHEST_ID, limit=LOOKED_AT)
    known = {row.id for row in rows}
    hits = [_of_letter(row) for row in rows]
    older = recall_retriever("letter", strategy="fulltext")(place, query, k, now)
    hits += [hit for hit in older if hit.id not in known]
    words = word_scores(query, [hit.text for hit in hits])
    weighed = [
        hit._replace(score=letter_weight(share, hit.at, now), why={"words": share})
        for hit, share in zip(hits, words, strict=True)
        if share
    ]
    weighed.sort(key=lambda hit: (-hit.score, hit.id))
    return weighed[:k]


def _of_letter(row: Letter) -> Hit:
    shown = search_entry(row)
    return Hit(
        row.id, None, shown.kind, shown.text, shown.at, 0.0, {}, None, shown.thread_id,
        shown.origin, shown.trust, shown.metadata,
    )  # fmt: skip


def _shared(query: str, hit: Hit) -> float:
    """A score for exact matches: of two that hold all words, the shorter one is better."""
    return exactness(query, hit.text) - len(hit.text) / 1_000_000


# The stores that are searched, the most valuable per byte first.
STORES: dict[str, SearchStore] = {
    "decisions": SearchStore("its own words, then meaning", exact_first_retriever("decision")),
    "facts": SearchStore("its own words, then meaning", exact_first_retriever("fact")),
    "principles": SearchStore("the situation that it is for", situation_retriever("principle")),
    "knowledge": SearchStore("meaning", recall_retriever("knowledge", strategy="rrf")),
    "letters": SearchStore("words and how long ago", search_letters),
    "journal": SearchStore("words and meaning", recall_retriever(JOURNAL)),
}


# -- all of them


class StoreHits(NamedTuple):
    """The hits of one store, best first, and the method that found them."""

    store: str
    way: str
    hits: tuple[Hit, ...]


def search(
    place: Place, query: str, *, stores: Sequence[str] | None = None, k: int = 5
) -> list[StoreHits]:
    """The hits of each store; a store whose best hit shares more words with the query comes first.

    The journal is searched only if it is named.
    """
    place.ask("recall")
    asked = clean_text(query, field="query")
    most = parse.whole_number(k, field="k", least=1, most=MOST_HITS)
    now = place.clock.now()
    found = []
    for name in _chosen(stores):
        way, retrieve = STORES[name]
        hits = tuple(retrieve(place, asked, most, now))
        if hits:
            found.append(StoreHits(name, way, hits))
    # Scores of different stores cannot be compared; shared words can.
    found.sort(key=lambda store: -exactness(asked, store.hits[0].text))
    return found


def _chosen(stores: Sequence[str] | None) -> list[str]:
    if stores is None:
        return [name for name in STORES if name != JOURNAL]
    if isinstance(stores, str) or not stores:
        raise Invalid(f"stores is {stores!r}.", todo=f"Give a list of {', '.join(STORES)}.")
    return list(dict.fromkeys(parse.choice(x, tuple(STORES), field="stores") for x in stores))
