"""Each feature speaks for what its reason says, and not for its like."""

import time
from datetime import UTC, datetime

import numpy as np
import pytest

from tests.unit.recall_corpus import Said, a_corpus, a_question, an_embedder, an_entry, says
from wakeline.recall.candidates import choose_candidates
from wakeline.recall.corpus import Corpus
from wakeline.recall.features import (
    COMPANY,
    FEATURES,
    WEIGHTS,
    company,
    feature_input,
    important,
    stated,
)
from wakeline.recall.index import Index
from wakeline.recall.pages import NAMES, WISHES, page_bytes, read_page
from wakeline.recall.questions import MOST_TOKENS
from wakeline.recall.speakers import named_speaker, share_of_questions
from wakeline.recall.turns import read_turn

# Turns of one stream have a neighbour each; "t" is another stream.
# feature, question, turns; the first turn must get more than the second (or, if the weight is
# negative, less harm is the second's: the sign is the weight's own).
CASES: list[tuple[str, str, Said, Said]] = [
    ("words_own", "the kayak", ("A", "my kayak"), ("A", "my piano", "t")),
    ("unique_words", "is the kayak red?", ("A", "my kayak"), ("B", "nice")),
    ("bare_words", "kayak", ("A", "my kayak"), ("B", "nice")),
    ("words_around", "the kayak", ("A", "my kayak"), ("B", "nice")),
    ("words_before", "the kayak", ("A", "my kayak"), ("B", "nice piano", "t")),
    ("speaker", "What did Ana paint?", ("Ana", "I paint boats"), ("Ben", "I paint boats", "t")),
    ("speaker_of_self", "What did Ana paint?", ("Ana", "I paint"), ("Ana", "paint dries", "t")),
    ("other_to_them", "What did Ana paint?", ("Ben", "you paint"), ("Ana", "you paint", "t")),
    ("first_person", "paint", ("A", "my paint"), ("A", "the paint", "t")),
    ("oneself", "where did I paint?", ("user", "paint it"), ("assistant", "paint it", "t")),
    ("agents_part", "did you paint?", ("assistant", "paint it"), ("user", "paint it", "t")),
    ("only_asks", "paint", ("A", "do they paint?"), ("A", "they paint.", "t")),
    ("overlength", "paint", ("A", "paint " + "and more " * 80), ("A", "paint", "t")),
    ("opens_session", "paint", ("A", "paint", "one"), ("A", "no word of it", "t")),
    ("rare_words", "paint", ("A", "paint zebra quokka"), ("A", "paint paint", "t")),
    ("names_something", "paint", ("A", "paint from Porto"), ("A", "thanks, Ana! paint", "t")),
    ("standing_wish", "paint", ("user", "Always paint it"), ("user", "they paint", "t")),
    ("recent", "paint", ("A", "paint"), ("A", "paint", "t", "2021-01-01")),
    ("day", "on 8 May 2023 paint", ("A", "paint"), ("A", "paint", "t", "2021-01-01")),
    ("day_told", "on 7 May 2023 paint", ("A", "paint yesterday"), ("A", "paint", "t")),
    ("time_for_when", "when did they paint?", ("A", "paint in 2020"), ("A", "paint", "t")),
]


@pytest.mark.parametrize(
    ("feature", "question", "more", "less"), CASES, ids=lambda case: str(case)[:20]
)
def test_a_feature_tells_two_turns_apart(
    feature: str, question: str, more: Said, less: Said
) -> None:
    first, second = says(feature, question, more, less)
    assert first > second


@pytest.mark.parametrize(
    ("feature", "question", "more", "less"),
    [
        ("feedback", "my little child", ("A", "our son is a toddler"), ("A", "the engine oil")),
        ("pieces", "a dog and a cat", ("A", "puppy and kitten"), ("A", "invoice and tax")),
        ("about_it", "a dog", ("A", "puppy"), ("A", "puppy, invoice, tax and engine oil")),
    ],
)
def test_other_words_of_the_same_meaning_count(
    feature: str, question: str, more: Said, less: Said
) -> None:
    first, second = says(feature, question, (*more, "one"), (*less, "two"), meaning=True)
    assert first > second


def test_a_turn_after_a_question_answers_it_except_between_a_person_and_an_agent() -> None:
    said: list[Said] = [("A", "where is the kayak?"), ("B", "kayak in the shed")]
    assert says("answers", "kayak", *said) == [0, 1]
    roles: list[Said] = [("user", "where is the kayak?"), ("assistant", "kayak in the shed")]
    assert says("answers", "kayak", *roles) == [0, 0]


def test_of_two_equal_turns_the_more_important_one_counts_more() -> None:
    corpus = Corpus(0)
    for seq, weight in ((1, 0.9), (2, 0.2)):
        entry = an_entry(seq, ("A", "paint", f"s{seq}"), None)
        corpus.add([entry._replace(importance=weight)])
    asked, index = a_question("paint", corpus), Index(corpus)
    found = feature_input(asked, index, choose_candidates(index, asked), 2)
    assert dict(zip(found.rows.tolist(), important(found).round(1).tolist(), strict=True)) == {
        0: 0.9,
        1: 0.2,
    }


def test_a_long_question_is_compared_by_its_rarest_tokens() -> None:
    text = " ".join(f"{word}{number}" for word in ("zebra", "quartz") for number in range(200))
    corpus = a_corpus(("A", "boats"))
    question = a_question(text, corpus, an_embedder(["boats and planes"]))
    assert len(question.tokens) <= MOST_TOKENS
    assert sorted(question.tokens.tolist()) == question.tokens.tolist()


@pytest.mark.parametrize(
    ("text", "names", "wishes"),
    [
        ("We flew from Porto to Rome", 2, False),
        ("Thanks, Mel! Good luck, Ana.", 0, False),
        ("Always answer in French", 1, True),
        ("I really prefer short answers", 0, True),
        ("it is always raining", 0, False),
    ],
)
def test_names_that_tell_something_and_standing_wishes_are_read(
    text: str, names: int, wishes: bool
) -> None:
    turn = read_turn(text, speaker="Ana", at=datetime(2023, 5, 8, tzinfo=UTC))
    assert (turn.names, turn.wishes) == (names, wishes)
    flags = read_page(page_bytes(turn)).flags
    assert (flags & WISHES > 0, flags & NAMES > 0) == (wishes, names > 0)


def test_a_session_counts_by_its_three_best() -> None:
    one: list[Said] = [("A", "kayak", "one")] * 3
    said = [*one, ("A", "kayak", "two"), ("B", "x", "two")]
    values = says("session", "kayak", *said)
    assert values[0] > values[3]


def test_every_feature_has_a_weight_a_reason_and_a_name_of_its_own() -> None:
    names = [feature.name for feature in FEATURES]
    assert sorted([*names, COMPANY]) == sorted(WEIGHTS)
    assert len(set(names)) == len(names)
    assert all(feature.reason for feature in FEATURES)


def test_company_is_how_likely_the_others_of_a_session_are() -> None:
    scores = np.log(np.array([0.4, 0.3, 0.2, 0.1]))
    found = company(np.array([7, 8, 7, 9]), scores)
    assert found.tolist() == pytest.approx([0.2, 0.0, 0.4, 0.0])
    assert company(np.zeros(0, np.int64), np.zeros(0)).tolist() == []


def test_a_corpus_that_grew_turn_by_turn_scores_as_one_that_was_loaded_at_once() -> None:
    said: list[Said] = [
        ("AB"[i % 2], f"turn {i} about kayak {i % 5}", f"s{i // 7}") for i in range(40)
    ]
    embedder = an_embedder([each[1] for each in said])
    whole, grown = (a_corpus(*said, embedder=embedder, at_once=n) for n in (100, 3))
    question = a_question("which kayak was turn 3?", whole, embedder)
    one, other = (choose_candidates(Index(corpus), question) for corpus in (whole, grown))
    assert one.rows.tolist() == other.rows.tolist()
    assert (one.lexical == other.lexical).all()


def test_where_no_word_is_known_and_nothing_is_near_nothing_is_found() -> None:
    said: list[Said] = [("A", "staging is called kestrel"), ("A", "the garden is wet")]
    embedder = an_embedder([each[1] for each in said])
    corpus = a_corpus(*said, embedder=embedder)
    assert not len(choose_candidates(Index(corpus), a_question("zeppelin", corpus, embedder)).rows)


@pytest.mark.parametrize(
    ("question", "speaker"),
    [
        ("What did Melanie say?", "Melanie"),
        ("What did Mel say?", "Melanie"),
        ("What did Caroline and Melanie do?", None),
        ("What did Jon buy?", "Jon"),
        ("What about john smith?", "John Smith"),
        ("Who came?", None),
    ],
)
def test_a_speaker_is_known_by_name_first_name_or_short_form(
    question: str, speaker: str | None
) -> None:
    known = ["Caroline", "Melanie", "Jon", "John Smith"]
    assert named_speaker(question, known) == speaker


def test_a_described_picture_is_no_sentence() -> None:
    assert share_of_questions("Look! Is it yours? [photo: what is this?]") == 0.5
    assert share_of_questions("") == 0


def test_a_fact_of_now_counts_by_what_it_says_of_the_question() -> None:
    corpus = Corpus(0)
    entries = [an_entry(seq, ("A", "kayak shed", f"s{seq}"), None) for seq in (1, 2, 3)]
    roles = ("fact", "past", "user")
    corpus.add([e._replace(role=role) for e, role in zip(entries, roles, strict=True)])
    question, index = a_question("where is the kayak?", corpus), Index(corpus)
    looked_at = feature_input(question, index, choose_candidates(index, question), 3, 0.0)
    values = dict(zip(looked_at.rows.tolist(), stated(looked_at).tolist(), strict=True))
    assert values == {0: 1.0, 1: 0.0, 2: 0.0}


@pytest.mark.parametrize("piece", ["A", "1", "_", "名", " ", ". ", "Aa ", "a' "])
def test_an_endless_word_is_read_in_the_time_of_its_length(piece: str) -> None:
    text = "Dump: " + (piece * 100_000)[:100_000]
    began = time.process_time()
    read_turn(text, speaker="mel", at=datetime(2026, 3, 2, tzinfo=UTC))
    assert time.process_time() - began < 3.0  # 0.3 s at most; cut in every way it would be 100 s
