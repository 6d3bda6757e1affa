"""The seeds' factors for memories, to the letter and as we keep them, and hops of entities."""

import math

import numpy as np
import pytest

from tests.unit.recall_corpus import Said, a_question, an_embedder, an_entry
from wakeline.recall.corpus import Corpus
from wakeline.recall.index import Index
from wakeline.recall.ranking import Ranking, RankingRequest
from wakeline.recall.strategies import STRATEGIES

SAID: list[Said] = [
    ("Ana", "the kayak is red", "one", "2023-05-08"),
    ("Ana", "the kayak is old", "two", "2023-05-08"),
    ("Ben", "taxes are due", "three", "2023-05-08"),
    ("Ben", "nobody knows why", "four", "2023-05-08"),
]
NOW = 1_685_577_600.0  # 2023-06-01
AGE = 23 + 14 / 24  # days from 8 May 2023, 10:00, to then


def ranked(strategy: str, *, importance: float = 0.5, **given: object) -> Ranking:
    """The first turn as a memory of so much importance, the others as they are."""
    embedder = an_embedder([each[1] for each in SAID])
    entries = [an_entry(seq, each, embedder) for seq, each in enumerate(SAID, start=1)]
    entries[0] = entries[0]._replace(kind="memory", stream=None, importance=importance)
    corpus = Corpus(embedder.dimension)
    corpus.add(entries)
    question = a_question("red kayak", corpus, embedder)
    return STRATEGIES[strategy].rank(RankingRequest(question, Index(corpus), NOW, **given))  # type: ignore[arg-type]


def score_of(found: Ranking, row: int) -> float:
    return float(found.scores[found.rows.tolist().index(row)])


@pytest.mark.feature("C15", "C16", "X23")
@pytest.mark.parametrize(("uses", "importance"), [(0, 0.5), (3, 0.5), (0, 0.0), (7, 1.0)])
def test_a_memory_fades_matters_and_gains_by_use(uses: int, importance: float) -> None:
    base = 1 / 61 + 1 / 61
    found = ranked("rrf", importance=importance, uses={1: uses})
    factor = math.exp(-0.01 * AGE) * max(importance, 0.05) * (1 + math.log(1 + uses))
    assert score_of(found, 0) == pytest.approx(base * factor)
    to_the_letter = ranked("rrf-faithful", importance=importance, uses={1: uses})
    faithful = math.exp(-0.01 * AGE) * importance * math.log(1 + uses)
    assert score_of(to_the_letter, 0) == pytest.approx(base * faithful)


@pytest.mark.feature("C16", "X23")
def test_to_the_letter_a_memory_that_was_never_used_has_nothing() -> None:
    assert score_of(ranked("rrf-faithful"), 0) == 0
    assert score_of(ranked("rrf"), 0) > 0


@pytest.mark.feature("B22", "B26")
def test_entities_count_by_how_many_hops_away_they_are() -> None:
    hops = (np.array([2]), np.array([3]))
    found = ranked("rrf", named=hops)
    recent = 1 + 0.15 * math.exp(-AGE / 14)
    entities = {row: found.why(place)["entities"] for place, row in enumerate(found.rows.tolist())
                if "entities" in found.why(place)}  # fmt: skip
    assert entities == {2: pytest.approx(1 / 61), 3: pytest.approx(1 / 62)}
    assert score_of(found, 3) >= recent / 62


@pytest.mark.feature("B25")
@pytest.mark.parametrize(("rows", "found"), [(1999, True), (2001, False)])
def test_in_a_sparse_store_a_greater_distance_is_near_enough(rows: int, found: bool) -> None:
    embedder = an_embedder([each[1] for each in SAID])
    one = an_entry(1, SAID[0], embedder)
    question_vector = embedder.embed(["red kayak"])[0]
    assert one.vector is not None
    # At a distance of 1.1 from the question: as good as at right angles to it, and a little more.
    aside = one.vector - (one.vector @ question_vector) * question_vector
    aside /= np.linalg.norm(aside)
    far = (-0.1 * question_vector + math.sqrt(1 - 0.01) * aside).astype(np.float32)
    page = an_entry(1, ("Ana", "something else", "x"), embedder).page
    entries = [
        one._replace(seq=seq, stream=f"s{seq}", page=page, vector=far) for seq in range(1, rows + 1)
    ]
    corpus = Corpus(embedder.dimension)
    corpus.add(entries)
    question = a_question("red kayak", corpus, embedder)
    ranking = STRATEGIES["rrf"].rank(RankingRequest(question, Index(corpus), NOW))
    assert bool(len(ranking.rows)) == found
