"""The static embedder: offline, of unit length, with a fingerprint of what it was made with."""

from pathlib import Path

import numpy as np
import pytest

from wakeline.base.errors import Damaged
from wakeline.minds.embedders import static


@pytest.fixture(scope="module")
def words() -> static.StaticEmbedding:
    found = static.load()
    assert found is not None
    return found


@pytest.mark.feature("X30", "X46")
def test_texts_become_vectors_of_length_one_and_of_the_dimension_it_says(
    words: static.StaticEmbedding,
) -> None:
    embedder = words.fit(b"", 0)
    made = embedder.embed(["a kayak", "", "ein Boot 🛶"])
    assert made.shape == (3, embedder.dimension)
    assert made.dtype == np.float32
    assert np.linalg.norm(made, axis=1)[[0, 2]] == pytest.approx([1, 1], abs=1e-5)
    assert not made[1].any() or np.linalg.norm(made[1]) == pytest.approx(1, abs=1e-5)


def test_what_means_the_same_is_nearer(words: static.StaticEmbedding) -> None:
    child, toddler, engine = words.fit(b"", 0).embed(["little child", "toddler", "engine oil"])
    assert child @ toddler > child @ engine


def test_other_counts_are_another_fingerprint(words: static.StaticEmbedding) -> None:
    few, more = words.count_tokens(["a kayak"]), words.count_tokens(["a kayak", "a lake"])
    assert words.count_tokens(["a lake"], few) == more
    prints = {words.fit(counts, 1).fingerprint for counts in (b"", few, more)}
    assert len(prints) == 3
    assert words.fit(few, 1).fingerprint != words.fit(few, 2).fingerprint


def test_a_word_that_a_store_says_all_the_time_weighs_less(words: static.StaticEmbedding) -> None:
    counts = words.count_tokens(["kayak"] * 50 + ["lake"])
    embedder = words.fit(counts, 1)
    (kayak, lake) = (
        embedder.token_weights(ids).max() for ids in embedder.tokens(["kayak", "lake"])
    )
    assert kayak < lake


def test_stop_words_and_marks_are_not_compared_one_by_one(words: static.StaticEmbedding) -> None:
    (nothing,) = words.fit(b"", 0).tokens(["the of and, ... !?"])
    assert not len(nothing)


def test_a_file_that_is_not_the_pinned_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "weights").mkdir()
    (tmp_path / static.WEIGHTS).write_bytes(b"other")
    with pytest.raises(Damaged):
        static._checked([str(tmp_path)], static.WEIGHTS)


def test_without_its_files_there_is_no_embedder_and_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(static, "find_spec", lambda _name: None)
    assert static.load() is None
    assert "is not installed" in str(static.missing())
