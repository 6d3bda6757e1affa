"""What sentences state, by the table of patterns, and what they do not state."""

from __future__ import annotations

import pytest

from tests.unit.graph_turns import a_turn
from wakeline.graph.patterns import (
    STATIC,
    asked_relations,
    compile_pattern,
    learnable_relation,
    pattern_state,
)
from wakeline.graph.triples import MOST_TRIPLES, triples
from wakeline.model.log import Episode, Role

STATED = [
    ("I work at Novabank in Porto.", ("Mel", "works_at", "Novabank")),
    ("Jonas works for Acme Corp as an engineer.", ("Jonas", "works_at", "Acme Corp")),
    ("Yesterday Jonas told me that Mara Lindqvist lives in Oslo.",
     ("Mara Lindqvist", "lives_in", "Oslo")),
    ("I've been living in Lisbon since May.", ("Mel", "lives_in", "Lisbon")),
    ("We moved to Berlin last year.", ("Mel", "moved_to", "Berlin")),
    ("I was born on 4 May 1988.", ("Mel", "born_on", "4 May 1988")),
    ("My sister Teresa called.", ("Mel", "sister", "Teresa")),
    ("My older brother is Bernardo.", ("Mel", "brother", "Bernardo")),
    ("Mara's sister is Anna.", ("Mara", "sister", "Anna")),
    ("Anna is Mara's sister.", ("Mara", "sister", "Anna")),
    ("Anna is the sister of Mara.", ("Mara", "sister", "Anna")),
    ("My mum Rosa bakes.", ("Mel", "mother", "Rosa")),
    ("Anna is married to Jonas.", ("Anna", "married_to", "Jonas")),
    ("I have a dog named Rex.", ("Mel", "dog", "Rex")),
    ("I prefer tea without milk.", ("Mel", "prefers", "tea without milk")),
    ("I really love old maps.", ("Mel", "likes", "old maps")),
    ("I don't like mushrooms.", ("Mel", "dislikes", "mushrooms")),
    ("Anna hates olives.", ("Anna", "dislikes", "olives")),
    ("My favourite colour is green.", ("Mel", "favourite colour", "green")),
    ("I never eat breakfast.", ("Mel", "never", "eat breakfast")),
    ("I'm allergic to peanuts.", ("Mel", "allergic_to", "peanuts")),
    ("We use PostgreSQL for invoices.", ("Mel", "uses", "PostgreSQL")),
    ("Wakeline depends on SQLite.", ("Wakeline", "depends_on", "SQLite")),
    ("Heron is part of Wakeline.", ("Heron", "part_of", "Wakeline")),
    ("Wakeline is written in Python.", ("Wakeline", "written_in", "Python")),
    ("We decided against Kubernetes because it is heavy.",
     ("Mel", "decided_against", "Kubernetes")),
]  # fmt: skip


@pytest.mark.feature("B10")
@pytest.mark.parametrize(("text", "wanted"), STATED, ids=[text for text, _ in STATED])
def test_a_plain_sentence_states_one_thing(text: str, wanted: tuple[str, str, str]) -> None:
    found = triples(a_turn(text), text, [])
    assert wanted in [(each.from_name, each.relation, each.to_text) for each in found]
    assert not any(each.is_pending for each in found)


@pytest.mark.parametrize(
    "text",
    [
        "Do I work at Google?",
        "If I lived in Rome I would be happy.",
        "I wish I lived in Rome.",
        "Maybe Anna works at Acme.",
        "I'd like to sleep.",
        "I don't work at Novabank.",
        "I love it.",
        "Anna isn't married to Jonas.",
        "my sister",
        "the sister of",
        "",
        "works at lives in moved to",
        "我的妹妹叫特蕾莎。",
        "\0 I work at \0",
    ],
)
def test_what_nobody_states_is_not_read(text: str) -> None:
    assert triples(a_turn(text), text, []) == []


def before(*said: tuple[str, Role, str]) -> list[Episode]:
    return [
        a_turn(text, speaker=speaker, role=role, seq=number)
        for number, (speaker, role, text) in enumerate(said, start=1)
    ]


@pytest.mark.feature("B10")
def test_a_pronoun_is_the_one_named_last_and_waits_for_better() -> None:
    text = "She moved to Berlin."
    (found,) = triples(a_turn(text), text, before(("Mel", "user", "I saw Mara and Teresa.")))
    assert (found.from_name, found.is_pending, found.confidence) == ("Teresa", True, 0.85 * 0.5)
    text = "I met Mara. She moved to Berlin."
    (found,) = triples(a_turn(text), text, before(("Mel", "user", "I saw Teresa.")))
    assert (found.from_name, found.is_pending) == ("Mara", True)
    assert triples(a_turn("She moved to Berlin."), "She moved to Berlin.", []) == []


def test_you_is_the_other_one_of_two_and_a_guess_among_several() -> None:
    text = "You work at Novabank."
    answer = a_turn(text, speaker="ash", role="agent", seq=9)
    (found,) = triples(answer, text, before(("Mel", "user", "Hello")))
    assert (found.from_name, found.is_pending) == ("Mel", False)
    in_a_room = a_turn(text, speaker="Ana", role="other", seq=9)
    (found,) = triples(in_a_room, text, before(("Ben", "other", "Hello")))
    assert (found.from_name, found.is_pending) == ("Ben", True)
    assert triples(in_a_room, text, []) == []


def test_a_turn_states_a_bounded_number_of_things_however_long_it_is() -> None:
    text = " ".join(f"I like thing{number}." for number in range(5000))
    assert len(triples(a_turn(text), text, [])) == MOST_TRIPLES
    run = "I work at " + "A" * 30_000
    assert triples(a_turn(run), run, []) == []
    shouted = ("Mara " * 4000) + "works at " + ("Acme " * 4000)
    assert len(triples(a_turn(shouted), shouted, [])) <= MOST_TRIPLES


def test_every_pattern_is_a_wording_with_two_ends_and_a_trigger() -> None:
    assert len({pattern.name for pattern in STATIC}) == len(STATIC)
    for pattern in STATIC:
        groups = compile_pattern(pattern.wording).groupindex
        assert {"s", "o"} <= groups.keys(), pattern.name
        assert pattern.relation or "r" in groups, pattern.name
        assert pattern.triggers, pattern.name
        assert 0.5 <= pattern.confidence < 1, pattern.name


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("Who is Mara's sister?", "sister"),
        ("Who is my mum?", "mother"),
        ("Where does Jonas work?", "works_at"),
        ("where does she live", "lives_in"),
        ("What is my favorite colour?", "favourite colour"),
        ("Who is Anna's husband?", "married_to"),
    ],
)
def test_a_question_names_its_relation(question: str, relation: str) -> None:
    assert relation in asked_relations(question)


def test_a_verb_between_names_is_learnt_and_a_word_that_is_none_is_not() -> None:
    text = "Jonas mentors Anna."
    (found,) = triples(a_turn(text), text, [])
    assert (found.relation, found.pattern, found.confidence) == ("mentors", "mentors", 0.5)
    assert learnable_relation("reports to") == "reports to"
    assert [learnable_relation(word) for word in ("was", "always", "likes", "friends")] == [
        None
    ] * 4


def test_a_shape_counts_from_the_third_time_and_retires_when_it_only_repeats() -> None:
    assert pattern_state("discovered", 2, 2) == "candidate"
    assert pattern_state("discovered", 3, 1) == "active"
    assert pattern_state("discovered", 8, 2) == "active"
    assert pattern_state("discovered", 8, 1) == "retired"
    assert pattern_state("static", 1, 0) == "active"
