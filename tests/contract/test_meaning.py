"""What vectors there are, who makes them, and that they are compared exactly."""

from __future__ import annotations

import numpy as np
import pytest

import wakeline
from tests.builders import Homes, select
from wakeline.flows.recall.recall import recall
from wakeline.minds.embedders.choose import missing_requirement
from wakeline.model.job import IndexMark
from wakeline.model.memory import MEMORY_TYPES
from wakeline.model.recall import Vector, WordCounts

needs_minilm = pytest.mark.skipif(
    missing_requirement("minilm") is not None, reason=str(missing_requirement("minilm"))
)
SAID = [
    ("How is Ana?", "She was let go last week and looks for work."),
    ("What is for dinner?", "Soup with too much salt, I fear."),
    ("Where is the boat?", "Moored behind the lighthouse."),
    ("Did the seeds come?", "Yes, the tomatoes and the basil."),
]


@needs_minilm
@pytest.mark.feature("B3")
def test_both_halves_of_an_exchange_have_a_vector_of_minilm_and_are_found_by_it(
    open_home: Homes,
) -> None:
    ash = open_home(settings={"embedder": "minilm"}).agent("ash")
    for user, agent in SAID:
        ash.record(user=user, agent=agent)
    ash.settle()
    rows = select(ash, "SELECT fingerprint, vector FROM vectors")
    assert len(rows) == 2 * len(SAID)
    assert all(name.startswith("minilm-384") for name, _ in rows)
    assert {len(np.frombuffer(vector, dtype="<f2")) for _, vector in rows} == {384}
    found = ash.recall("who lost her job?", strategy="rrf")
    assert found[0].text == SAID[0][1]
    assert "words" not in found[0].why, "no word of the question is in it"


@pytest.mark.feature("B4")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("dinners", "What is for dinner?"),
        ("mooring", "Moored behind the lighthouse."),
        ("looked working", "She was let go last week and looks for work."),
    ],
)
def test_both_halves_of_an_exchange_are_found_by_the_stems_of_their_words(
    open_home: Homes, question: str, text: str
) -> None:
    ash = open_home.agent()
    for user, agent in SAID:
        ash.record(user=user, agent=agent)
    (first, *_) = ash.recall(question, strategy="fulltext")
    assert first.text == text
    assert first.why["words"] > 0


@pytest.mark.feature("B9")
def test_an_embedder_is_loaded_at_its_first_use_and_shared_by_all_that_follows(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.record(user="The boat is moored behind the lighthouse.")
    assert ash._embeddings == {}, "neither a wake nor a write needs one"
    ash.settle()
    made = ash.place.embedding()
    ash.recall("where is the boat?")
    assert ash.place.embedding() is made
    assert len(ash._embeddings) == 1


def _write_half(ash: wakeline.Agent, vector: Vector) -> None:
    with ash.place.store.writing(ash.place.by()) as unit:
        unit.put(vector)
        unit.put(IndexMark(f"vectors {vector.fingerprint}", vector.seq))
        raise RuntimeError("as if the process had been stopped")


@pytest.mark.feature("B9")
def test_vectors_and_how_far_they_have_come_are_written_together(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.observe_many([{"text": f"Sentence {n} about the boat."} for n in range(700)])
    ash.settle()
    (fingerprint,) = {row[0] for row in select(ash, "SELECT fingerprint FROM vectors")}
    with ash.place.store.reading() as view:
        vectors = view.all(Vector, "recall.all_vectors", fingerprint=fingerprint)
    half = vectors[len(vectors) // 2].seq
    with ash.place.store.writing(ash.place.by()) as unit:
        for vector in vectors:
            if vector.seq > half:
                unit.run("recall.drop_vectors", seq=vector.seq)
        unit.run("recall.clear_segments")
        unit.put(IndexMark(f"vectors {fingerprint}", half))
        unit.add_job("readings")
    with pytest.raises(RuntimeError):
        _write_half(ash, vectors[-1])
    assert len(select(ash, "SELECT seq FROM vectors")) == len(vectors) // 2 + 1
    fresh = open_home.agent()
    fresh.settle()
    assert len(select(fresh, "SELECT seq FROM vectors")) == len(vectors)
    assert fresh.verify().ok


@pytest.mark.feature("C12")
def test_the_nearest_memories_are_those_that_comparing_all_of_them_finds(open_home: Homes) -> None:
    ash = open_home.agent()
    subjects = ("boat", "lighthouse", "tomato", "piano", "ferry", "roof", "letter", "frost")
    for n in range(64):
        one, other = subjects[n % 8], subjects[(n // 8 + n) % 8]
        ash.memories.add(f"The {one} and the {other}, number {n}.")
    ash.settle()
    embedding = ash.place.embedding()
    assert embedding is not None
    ids = dict(select(ash, "SELECT seq, id FROM memories"))
    kept = select(ash, "SELECT seq, fingerprint, vector FROM vectors ORDER BY seq")
    counts = select(ash, "SELECT counts, version FROM word_counts")
    embedder = embedding.fit(bytes(counts[0][0]), counts[0][1])
    assert {row[1] for row in kept} == {embedder.fingerprint}
    asked = embedder.embed(["a tomato in the frost"])[0]
    vectors = np.stack([np.frombuffer(row[2], dtype="<f2").astype(np.float32) for row in kept])
    near = vectors @ asked
    wanted = {ids[kept[at][0]] for at in np.argsort(-near)[:10]}
    found = ash.recall("a tomato in the frost", k=64, kinds=["memory"], strategy="rrf")
    by_meaning = sorted(
        (hit for hit in found if "meaning" in hit.why), key=lambda h: -h.why["meaning"]
    )
    edge = np.sort(near)[-10]
    ties = {ids[row[0]] for row, value in zip(kept, near, strict=True) if abs(value - edge) < 1e-2}
    assert wanted - ties <= {hit.id for hit in by_meaning[:10]} <= wanted | ties


@pytest.mark.feature("A80", "A84")
def test_a_memory_of_each_type_has_its_weight_its_mark_its_tags_and_its_vector(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    for number, kind in enumerate(MEMORY_TYPES, start=1):
        ash.memories.add(
            f"Something {kind} about the lighthouse.",
            type=kind,
            title=f"About {kind}",
            importance=number,
            pinned=number % 2 == 0,
            tags=["sea", kind],
        )
    ash.settle()
    rows = select(ash, "SELECT seq, type, title, importance, is_pinned, archived_at FROM memories")
    assert [row[1] for row in sorted(rows)] == list(MEMORY_TYPES)
    assert [round(row[3] * 10) for row in sorted(rows)] == [1, 2, 3, 4, 5, 6]
    assert [bool(row[4]) for row in sorted(rows)] == [False, True] * 3
    assert {row[5] for row in rows} == {None}
    assert [memory.tags for memory in ash.memories.all()] == [("sea", t) for t in MEMORY_TYPES]
    assert {row[0] for row in select(ash, "SELECT seq FROM vectors")} == {row[0] for row in rows}
    recall(ash.place, "lighthouse", k=1, injected=True)
    assert select(ash, "SELECT access_count FROM marks") == [(1,)]


def test_what_is_not_said_changes_no_count_of_words(open_home: Homes) -> None:
    """Vectors are made again when turns have doubled, not because facts were set."""
    with open_home() as home:
        ash = home.agent("ash")
        ash.observe_many({"text": f"we planted row {number} today"} for number in range(40))
        ash.settle()
        with ash.place.store.reading() as view:
            before = view.all(WordCounts, "recall.word_counts")
        for number in range(40):
            ash.facts.set(f"row.{number}", "planted")
        ash.settle()
        with ash.place.store.reading() as view:
            assert view.all(WordCounts, "recall.word_counts") == before
        ash.observe_many({"text": f"we watered row {number} today"} for number in range(40))
        ash.settle()
        with ash.place.store.reading() as view:
            (after,) = view.all(WordCounts, "recall.word_counts")
        assert after.version == before[0].version + 1
