"""What a dialogue was about, without a model."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.sessions_dialogue import a_dialogue, a_turn
from wakeline.language.sentences import spoken_turns
from wakeline.reading.topics import key_topics, topics_in

INVOICES = a_dialogue(
    "The backfill of the invoices fails on staging.",
    "I see. Which invoices does the backfill touch?",
    "All invoices of October. The schema is in, the backfill is not.",
    "Then the backfill must skip invoices that the schema already covers.",
    "Exactly. And the schema must not change again.",
    "Understood.",
)


def test_frequent_telling_words_come_first() -> None:
    assert set(key_topics(INVOICES, 3)) == {"backfill", "invoices", "schema"}


def test_there_are_at_most_n() -> None:
    assert len(key_topics(INVOICES, 2)) == 2
    assert key_topics(INVOICES, 0) == ()
    assert key_topics([]) == ()


def test_names_come_before_words() -> None:
    turns = [
        a_turn(1, "user", "The invoices of Lake Garda Ltd are wrong.", entities=["lake garda"]),
        a_turn(2, "agent", "I see the invoices.", entities=[]),
        a_turn(3, "user", "Lake Garda wants new invoices.", entities=["lake garda"]),
        a_turn(4, "agent", "New invoices, then."),
        a_turn(5, "user", "Yes, invoices."),
    ]
    topics = key_topics(turns)
    assert topics[:2] == ("Lake Garda", "invoices")
    assert "Garda" not in topics


def test_a_reference_that_is_not_in_the_text_is_no_name() -> None:
    assert key_topics([a_turn(1, "user", "Tomatoes!", entities=["01JD4Q8ZZ"])]) == ("Tomatoes",)


def test_stop_words_numbers_and_the_speakers_are_out() -> None:
    turns = a_dialogue("Ash, what about the 42 tomatoes?", "Ana, the tomatoes are fine.")
    assert key_topics(turns) == ("tomatoes",)


def test_forms_of_one_word_are_one_topic() -> None:
    turns = a_dialogue("One invoice.", "Two invoices.", "The invoice!", "Invoices…", "An invoice.")
    assert key_topics(turns) == ("invoice",)


def test_tools_and_forgotten_turns_have_no_say() -> None:
    turns = [
        a_turn(1, "user", "Water the tomatoes."),
        a_turn(2, "tool", "kernel panic", kind="tool_result"),
        a_turn(3, "user", "My diagnosis is secret.", forgotten=True),
    ]
    assert set(key_topics(turns)) == {"Water", "tomatoes"}


def test_each_topic_names_the_most_trusted_turn_it_stands_in() -> None:
    turns = [
        a_turn(1, "user", "Tomatoes need water."),
        a_turn(2, "agent", "Tomatoes it is."),
        a_turn(3, "other", "Tomatoes, tomatoes!"),
    ]
    (tomatoes,) = (t for t in topics_in(spoken_turns(turns)) if t.text.lower() == "tomatoes")
    assert (tomatoes.episode_id, tomatoes.trust) == ("e1", 1.0)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text(max_size=80), max_size=8), st.randoms(use_true_random=False))
def test_the_order_in_which_turns_arrive_does_not_matter(texts: list[str], chance: Random) -> None:
    turns = a_dialogue(*texts)
    shuffled = list(turns)
    chance.shuffle(shuffled)
    assert key_topics(turns) == key_topics(shuffled)


def test_the_word_that_opens_an_answer_is_no_name() -> None:
    turns = a_dialogue(
        "Take the parser in Harbour apart.",
        "Refactored the parser of Harbour.",
        "And the lexer?",
        "Refactored the lexer of Harbour too.",
    )
    told = [turn._replace(entity_refs=("Harbour", "Refactored")) for turn in turns]
    assert key_topics(told, 3) == ("Harbour", "parser", "lexer")
    person = [turn._replace(role="user") for turn in told]
    assert key_topics(person, 2) == ("Harbour", "Refactored")
