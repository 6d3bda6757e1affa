"""How far whole texts are apart, on the scale on which 0.01 is a small edit and 0.3 is growth."""

from __future__ import annotations

import pytest

from wakeline.base.config import load_settings as settings
from wakeline.minds.embedders import choose
from wakeline.minds.text_distance import (
    MOST_STRETCH,
    change_distance,
    text_distance,
    text_stretches,
)
from wakeline.ports.minds import TextEmbedder

CORE = """# Ash

Calm and exact. Would rather try a thing than talk about it, and likes what is small and well made.

Says so when it does not know, and asks before it guesses.

Minds the time of the person it works with. Gives the reason first where that helps.
"""
GROWN = [
    "Gives its reasons first when it works with Mel, which saves both of them a second round.",
    "Has grown careful with what cannot be undone, and asks before it deletes anything.",
    "Is shorter in the morning.",
    "Mel loves old maps.",
    "Conversations come back to Lisbon.",
]
ELSEWHERE = "The harbour master sells frozen herring to three ships from Bergen every winter.\n"


@pytest.fixture(scope="module")
def static() -> TextEmbedder:
    embedding = choose.load_embedder(settings(None, {}), "static")
    if embedding is None:
        pytest.skip(str(choose.missing_requirement("static")))
    return embedding.fit(b"", 0)


@pytest.mark.feature("U12", "X29")
def test_edits_growth_and_another_text_lie_where_the_scale_says(static: TextEmbedder) -> None:
    edited = CORE.replace("a thing", "something")
    assert 0 < text_distance(CORE, edited, static) < 0.01
    grown = CORE + "\n" + "\n".join(GROWN)
    assert 0.01 < text_distance(CORE, grown, static) < 0.3
    assert text_distance(CORE, ELSEWHERE, static) > 0.6
    assert text_distance(CORE, f"  {CORE}\n\n", static) == 0
    assert text_distance(grown, CORE, static) == text_distance(CORE, grown, static)


@pytest.mark.feature("C33")
def test_a_few_sentences_do_not_drown_in_a_long_text(static: TextEmbedder) -> None:
    long = "\n".join(f"{CORE} Knows chapter {n} of the book on bees by heart." for n in range(8))
    longer = long + "\n" + "\n".join(GROWN)
    assert change_distance(long, longer, static) > 0.01
    assert change_distance(long, longer, static) > text_distance(long, longer, static)
    assert change_distance(long, long + "\nHums.", static) < 0.01
    assert change_distance(long, long, static) == 0


def test_what_is_new_counts_however_much_stands_before_it(static: TextEmbedder) -> None:
    huge = "\n".join(
        f"Keeps rule {n} of the house in mind and says so when asked." for n in range(4000)
    )
    grown = huge + "\n" + "\n".join(GROWN)
    assert change_distance(huge, grown, static) > 0.01
    assert 0 < text_distance(huge, grown, static) < 0.3
    assert text_distance(huge, grown, None) > 0


def test_a_long_text_is_read_to_its_end(static: TextEmbedder) -> None:
    long = CORE * 20
    assert text_distance(long, long + ELSEWHERE * 20, static) > 0.01
    parts = text_stretches(long)
    assert all(0 < len(part) <= MOST_STRETCH for part in parts)
    assert "".join("".join(parts).split()) == "".join(long.split())


@pytest.mark.parametrize(
    "text", ["", " \n", "x" * 5000, "\u6d77" * 5000, "a " * 3000, "\ud7ff\n" * 999]
)
def test_any_text_has_a_distance_from_any_other(static: TextEmbedder, text: str) -> None:
    for embedder in (static, None):
        assert 0 <= text_distance(CORE, text, embedder) <= 1
        assert 0 <= change_distance(text, CORE, embedder) <= 1


def test_without_an_embedder_words_decide() -> None:
    grown = CORE + "\n".join(GROWN)
    assert 0.01 < text_distance(CORE, grown, None) < text_distance(CORE, ELSEWHERE, None) == 1
