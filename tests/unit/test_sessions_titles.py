"""What a session is called."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.sessions_dialogue import a_dialogue, a_turn
from wakeline.model.log import Episode
from wakeline.sessions.sentences import folded, informative, words_of
from wakeline.sessions.titles import title_of

TITLES = [
    ("Fix the login page of the shop.", "Fix the login page of the shop"),
    ("Hi Ash, can you please fix the login page?", "Fix the login page?"),
    ("hey ash can you fix the login page", "Fix the login page"),
    ("Good morning! Please fix the login page.", "Fix the login page"),
    ("Olá! Você pode revisar o contrato da Ana?", "Revisar o contrato da Ana?"),
    ("Oi Ash, pode me revisar o contrato?", "Revisar o contrato?"),
    ("Hola, ¿qué pasa con el informe final?", "¿qué pasa con el informe final?"),
    ("Guten Morgen, kannst du mir den Bericht schreiben?", "Den Bericht schreiben?"),
    ("Bonjour, peux-tu relire le rapport final ?", "Relire le rapport final ?"),
    ("# Plan\n\n- **Fix** the login page", "Fix the login page"),
    ("```\nTraceback\n```\nWhy does the login page crash?", "Why does the login page crash?"),
    ("修复登录页面的错误。", "修复登录页面的错误。"),
]


@pytest.mark.parametrize(("request_text", "title"), TITLES)
def test_a_title_is_the_request_without_courtesies(request_text: str, title: str) -> None:
    assert title_of(a_dialogue(request_text)) == (title, "e1")


def test_a_greeting_and_small_talk_are_passed_over() -> None:
    turns = a_dialogue(
        "Good morning Ash!", "Good morning.", "How are you?", "Fine.", "Plan the herb garden."
    )
    assert title_of(turns) == ("Plan the herb garden", "e5")


def test_a_long_request_is_cut_between_words() -> None:
    text = "Please write the migration that moves invoices from the old schema to the new one."
    found = title_of(a_dialogue(text))
    assert found is not None
    assert found.text == "Write the migration that moves invoices from the old schema…"
    assert len(found.text) <= 60


def test_a_thin_request_is_told_apart_by_topics_of_a_turn_that_shares_its_words() -> None:
    turns = a_dialogue("Fix it!", "I'll fix the login redirect and its cookies.")
    assert title_of(turns) == ("Fix it: login, redirect, cookies", "e2")


def test_a_thin_request_stands_alone_where_no_turn_shares_its_words() -> None:
    assert title_of(a_dialogue("Kestrel?", "The staging database.")) == ("Kestrel?", "e1")


@pytest.mark.parametrize(
    "turns",
    [
        [],
        a_dialogue("Hi", "Hello, Ana."),
        a_dialogue("Thanks!", "You are welcome."),
        a_dialogue("/clear"),
        a_dialogue("<command-name>clear the whole context</command-name>"),
        [a_turn(1, "agent", "I looked at the login page.")],
        [a_turn(1, "user", "Fix the secret login page.", forgotten=True)],
        [a_turn(1, "tool", "Fix the login page.", kind="tool_result")],
    ],
)
def test_a_session_in_which_nothing_was_asked_has_no_title(turns: list[Episode]) -> None:
    assert title_of(turns) is None


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(max_size=120) | st.sampled_from([r for r, _ in TITLES]), max_size=6))
def test_every_telling_word_of_a_title_stands_in_its_source(texts: list[str]) -> None:
    turns = a_dialogue(*texts)
    found = title_of(turns)
    if found is None:
        return
    assert 0 < len(found.text) <= 60
    source = next(turn.text for turn in turns if turn.id == found.source_id)
    # A title leaves signs out that nobody sees, so two words may have become one: "a.b".
    held = "".join(part for word in words_of(source) for part in re.findall(r"\w+", folded(word)))
    told = informative(words_of(found.text.rstrip("…")))
    assert all(part in held for word in told for part in re.findall(r"\w+", folded(word)))
