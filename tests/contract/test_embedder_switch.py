"""Another embedder is chosen: the old vectors answer until the new ones are whole."""

from __future__ import annotations

import pytest

from tests.builders import Homes, select
from tests.contract.test_sealed import MARKED, found_first, turns
from wakeline.flows.recall.embedder_progress import embedder_progress
from wakeline.minds.embedders.choose import missing_requirement

needs_minilm = pytest.mark.skipif(
    missing_requirement("minilm") is not None, reason=str(missing_requirement("minilm"))
)
TURNS = 201


def fingerprints(agent: object) -> set[str]:
    rows = select(agent, "SELECT DISTINCT fingerprint FROM vectors")  # type: ignore[arg-type]
    return {row[0] for row in rows}


@needs_minilm
@pytest.mark.feature("C18", "C40", "X30", "X46")
def test_vectors_of_two_models_are_never_in_one_search(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.observe_many(list(turns(TURNS)))
    ash.settle()
    (before,) = fingerprints(ash)
    assert before.startswith("static-256:"), "nothing else is tried unasked"
    other = open_home(settings={"embedder": "minilm"}).agent("ash")
    assert found_first(other, range(0, TURNS, MARKED)) == []
    assert embedder_progress(other.place)[1:3] == ("static", "minilm"), (
        "the old ones are still in force"
    )
    assert fingerprints(ash) == {before}
    other.settle()  # follows the settings by itself
    (after,) = fingerprints(ash)
    assert after.startswith("minilm-384")
    again = open_home(settings={"embedder": "minilm"}).agent("ash")
    assert found_first(again, range(0, TURNS, MARKED)) == []
    assert again.verify().ok
    assert len(again.recall("who lost her job?", k=1)) == 1


@needs_minilm
def test_a_switch_that_is_broken_off_leaves_the_old_vectors_in_force(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.observe_many(list(turns(TURNS)))
    ash.settle()
    other = open_home(settings={"embedder": "minilm"}).agent("ash")
    seen: list[int] = []
    embedding = other.place.embedding()
    assert embedding is not None
    read = type(embedding.fit(b"", 0)).read

    def once(self: object, texts: list[str]) -> object:
        seen.append(len(texts))
        raise MemoryError("as if the process had been stopped")

    type(embedding.fit(b"", 0)).read = once  # type: ignore[method-assign,assignment]
    try:
        assert other.settle().failed
    finally:
        type(embedding.fit(b"", 0)).read = read  # type: ignore[method-assign]
    assert seen
    assert found_first(open_home.agent(), range(0, TURNS, MARKED)) == []
    late = open_home(settings={"embedder": "minilm"}).agent("ash")
    assert found_first(late, range(0, TURNS, MARKED)) == []


@pytest.mark.feature("C27")
def test_without_an_embedder_words_and_recency_answer_by_the_same_call(open_home: Homes) -> None:
    ash = open_home(settings={"embedder": "none"}).agent("ash")
    ash.observe_many(list(turns(TURNS)))
    for _ in range(2):
        assert found_first(ash, range(0, TURNS, MARKED)) == []
        (hit, *_) = ash.recall("kestrel100")
        assert set(hit.why) <= {"words", "recency"}
        assert ash.recall("kestrel100", strategy="default")[0].id == hit.id
        ash.settle()
    assert fingerprints(ash) == set()


@pytest.mark.slow
def test_a_server_that_does_not_answer_leaves_words(open_home: Homes) -> None:
    settings = {
        "embedder": "ollama",
        "embedder.url": "http://127.0.0.1:9",
        "embedder.model": "nomic-embed-text",
    }
    ash = open_home(settings=settings).agent("ash")
    ash.observe_many(list(turns(MARKED + 1)))
    (hit, *_) = ash.recall("kestrel100")
    assert hit.source_id == "t100"
    assert set(hit.why) <= {"words", "recency"}
