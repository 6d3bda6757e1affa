"""What of a state is embedded, and how far two states are apart, with the real embedders."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence

import pytest

from bench.drift import distance, embedders
from wakeline.minds import state_distance as states
from wakeline.minds.calibration import (
    HEALTHY_GROWTH,
    SMALL_EDIT,
    TABLE,
    TOP,
    UNMEASURED,
    Calibration,
    calibrated_distance,
    calibration_of,
    curve_value,
)
from wakeline.minds.state_distance import sentences_of, state_distance, state_pieces, words_of
from wakeline.ports.minds import TextEmbedder

EMBEDDERS = embedders()
PERSONALITY = """# Who I am

I keep the records of a small observatory on the coast. Most of my day goes into weather notes,
instrument logs and letters from amateurs who saw something in the sky. I write plainly and date
everything. When a measurement looks odd, I ask for the raw plates before I say a word about it.

# How I work

- I answer letters in the order in which they came.
- I mark guesses as guesses.
- I do not correct an old log; I add a note beside it.
- Before a storm I copy the week's readings to the second machine.

# People

Greta runs the dome and decides what is observed. Old Mr. Falk visits on Thursdays and tells
stories about the comet of his youth. The school in the valley sends me drawings of the moon.
"""
GROWN = f"""{PERSONALITY}
Since the spring I also prepare the evening talks, and visitors have begun to ask for them. I have
learned to read spectra well enough to sort them for Greta. Two students now share the logs with me.
"""
ANOTHER = """# Profile

Customer support for a bakery chain. Handles refunds, allergies and wedding cakes over chat.
Cheerful tone, short sentences, emoji allowed. Escalates complaints about hygiene at once.

# Rules

- Offer a voucher before a refund.
- Never promise delivery on Sundays.
- Ask for the branch and the receipt number.
- Forward anything legal to head office.

# Contacts

Marco supervises the night bakers. Head office is in Turin. Suppliers write to a separate address.
Ovens are serviced by a firm from Milan. Flour comes by truck on Mondays and Thursdays.
"""


@pytest.fixture(params=EMBEDDERS)
def embedder(request: pytest.FixtureRequest) -> TextEmbedder:
    return EMBEDDERS[request.param]


def test_the_default_embedder_is_among_those_that_are_tried() -> None:
    assert "static" in EMBEDDERS


@pytest.mark.feature("U12", "A92")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("weather notes", "weather reports"),
        ("I write plainly and date", "I write plainly, and I date"),
        ("- I mark guesses as guesses.", "* I mark guesses as guesses"),
        ("Before a storm I copy", "Before a storm, I copy"),
        ("on Thursdays", "on Thursday"),
        ("measurement looks odd", "measurment looks odd"),
    ],
)
def test_a_small_edit_of_a_document_stays_below_a_hundredth(
    embedder: TextEmbedder, old: str, new: str
) -> None:
    assert old in PERSONALITY
    assert distance(PERSONALITY, PERSONALITY.replace(old, new), embedder) < SMALL_EDIT


@pytest.mark.feature("U12", "A92")
def test_healthy_growth_of_a_document_stays_below_the_alert_and_another_is_far(
    embedder: TextEmbedder,
) -> None:
    grown = distance(PERSONALITY, GROWN, embedder)
    assert SMALL_EDIT < grown < HEALTHY_GROWTH
    assert distance(PERSONALITY, ANOTHER, embedder) > 0.6
    assert distance(PERSONALITY, PERSONALITY, embedder) == 0


@pytest.mark.feature("U12")
def test_whole_texts_are_on_the_same_scale(embedder: TextEmbedder) -> None:
    core, edited, grown, another = embedder.embed(
        [PERSONALITY, PERSONALITY.replace("weather notes", "weather reports"), GROWN, ANOTHER]
    )
    assert calibrated_distance(1 - float(core @ edited), embedder.fingerprint) < SMALL_EDIT
    assert calibrated_distance(1 - float(core @ grown), embedder.fingerprint) < HEALTHY_GROWTH
    assert calibrated_distance(1 - float(core @ another), embedder.fingerprint) > HEALTHY_GROWTH


@pytest.mark.feature("U12")
def test_what_was_measured_of_static_vectors_is_on_its_scale() -> None:
    assert calibrated_distance(0.012, "static") < SMALL_EDIT  # one synonym
    assert (
        calibrated_distance(0.5, "static") < HEALTHY_GROWTH
    )  # a healthy personality from its core


@pytest.mark.feature("U12")
@pytest.mark.parametrize(
    ("embedder", "name"),
    [
        ("static", "static"),
        ("static-256:64b47a2d:g1:w3-0af1", "static"),
        ("minilm-384:53aa5117:q1", "minilm"),
        ("minilm-384:53aa5117:q1+93248f2a", "minilm"),
        ("openai-1536:text-embedding-3-small", None),
        ("ollama", None),
        ("", None),
    ],
)
def test_an_embedder_has_its_row_by_name_or_fingerprint(embedder: str, name: str | None) -> None:
    assert calibration_of(embedder) == (TABLE[name] if name else UNMEASURED)


@pytest.mark.feature("U12")
@pytest.mark.parametrize("row", [*TABLE.values(), UNMEASURED])
def test_every_curve_rises_from_nothing_and_stays_on_the_scale(row: Calibration) -> None:
    for curve, top in ((row.states, TOP), (row.whole, 1)):
        values = [curve_value(curve, raw / 100) for raw in range(-5, 205)]
        assert values == sorted(values)
        assert (values[0], values[-1]) == (0, top)


def test_a_distance_that_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="no number"):
        calibrated_distance(float("nan"), "static")


def test_nothing_that_is_reworded_ranks_with_a_reversal(embedder: TextEmbedder) -> None:
    assert distance("Mara sings.", "Invoices, kilns and ferries.", embedder) <= TOP < 0.9


def test_a_short_state_is_embedded_by_sentences_and_words_a_long_one_by_sentences() -> None:
    short = state_pieces("- Search is done.\n- Two comments are open.")
    assert short.sentences == ("Search is done.", "Two comments are open.")
    assert short.words == ("search", "done", "2", "comments", "open")
    assert short.texts == [*short.sentences, *short.words]
    long = state_pieces(PERSONALITY)
    assert not long.words
    assert "I mark guesses as guesses." in long.sentences
    assert short.is_whole
    assert long.is_whole


@pytest.mark.parametrize(
    "text",
    ["x" * 10**6, "漢" * 10**6, "One more. " * 10**5, "a, " * 300_000, "\n" * 10**6, "", "\ud800"],
)
def test_pieces_are_bounded_however_long_a_state_is(text: str) -> None:
    pieces = state_pieces(text)
    assert len(pieces.texts) <= states.MOST_SENTENCES + states.MOST_WORDS
    assert max(map(len, pieces.sentences), default=0) <= states.MOST_LETTERS
    assert pieces.is_whole == (len(text) <= states.MOST_CHARACTERS)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I'd like Mara's forty mugs.", ["like", "mara", "40", "mugs"]),
        ("Teh form is won.", ["form", "won"]),
        ("She doesn’t sing", ["sing"]),
        ("L'école n'est pas loin", ["école", "est", "pas", "loin"]),
        ("検索は、本文", ["検索", "索は", "は本", "本文"]),
        ("字", ["字"]),
        ("heron.internal v2_3", ["heron.internal", "v2", "3"]),
        ("... !!", []),
    ],
)
def test_words_that_say_something(text: str, words: list[str]) -> None:
    assert words_of(text) == words


def test_sentences_end_at_marks_lines_and_without_spaces() -> None:
    assert sentences_of("# Title\nOne; two! 終わった。完了。\n1. Last") == [
        "Title",
        "One;",
        "two!",
        "終わった。",
        "完了。",
        "Last",
    ]


def test_another_number_is_another_state_however_near_the_vectors_are() -> None:
    one, other = "Step 17 done", "Step 19 done"
    alike = [[1.0, 0.01 * place] for place in range(len(state_pieces(one).texts))]
    found = state_distance(one, alike, other, alike, embedder="static")
    assert found is not None
    assert found > SMALL_EDIT


def test_what_an_embedder_cannot_tell_apart_is_compared_by_its_letters() -> None:
    one, other = "検索は動く", "完了した"
    found = state_distance(one, _same(one), other, _same(other), embedder="minilm")
    assert found == pytest.approx(TOP)


def _same(text: str) -> list[list[float]]:
    return [[1.0, 0.0] for _ in state_pieces(text).texts]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([[1.0, 0.0]], [[1.0, 0.0]]),  # too few
        ([[1.0, 0.0]] * 3, [[1.0, 0.0, 0.0]] * 3),  # of two sizes
        ([], []),
    ],
)
def test_vectors_that_do_not_fit_the_states_give_no_distance(
    before: Sequence[Sequence[float]], after: Sequence[Sequence[float]]
) -> None:
    assert len(state_pieces("Mara sings.").texts) == 3
    assert state_distance("Mara sings.", before, "Tom sings.", after, embedder="static") is None


@pytest.mark.parametrize("broken", [0.0, float("nan"), float("inf")])
def test_vectors_that_say_nothing_have_no_counterpart(broken: float) -> None:
    rows = [[broken, broken]] * 3
    assert state_distance("Mara sings.", rows, "Tom dances.", rows, embedder="static") == TOP


def test_a_state_that_was_emptied_has_nothing_in_common_with_what_it_was() -> None:
    assert state_distance("Mara sings.", _same("Mara sings."), "", [], embedder="static") == TOP
    assert state_distance("", [], "...", [], embedder="static") == 0


def test_comparing_loads_neither_numpy_nor_an_embedders_library() -> None:
    code = """
import json, sys
from datetime import UTC, datetime
from wakeline.liminal.drift import detect_drift
from wakeline.minds.state_distance import state_distance, state_pieces
rows = [[float(i == j) for j in range(8)] for i in range(3)]
far = state_distance("Mara sings.", rows, "Tom dances.", rows, embedder="static-256:x")
assert detect_drift("d", "s", "b", "a", noticed_at=datetime.now(UTC), distance=far)
heavy = {"numpy", "tokenizers", "Stemmer", "simsimd", "wordllama", "onnxruntime"}
json.dump(sorted(heavy & set(sys.modules)), sys.stdout)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
    assert json.loads(done.stdout) == []
