"""What a session is called."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.sessions_dialogue import a_dialogue, a_turn
from wakeline.language.words import fold_word, informative_words, words_of
from wakeline.model.log import Episode
from wakeline.reading import titles

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


def title_of(turns: Sequence[Episode]) -> tuple[str, str | None] | None:
    """The title and the turn of its request."""
    found = titles.title_of(turns)
    return None if found is None else (found.text, found.source_id)


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
    found = titles.title_of(a_dialogue(text))
    assert found is not None
    assert found.text == "Write the migration that moves invoices from the old schema…"
    assert len(found.text) <= 60


def test_a_thin_request_is_told_apart_by_topics_of_a_turn_that_shares_its_words() -> None:
    turns = a_dialogue("Fix it!", "I'll fix the login redirect and its cookies.")
    assert title_of(turns) == ("Fix it: login, redirect, cookies", "e2")


def test_a_thin_request_stands_alone_where_no_turn_shares_its_words() -> None:
    assert title_of(a_dialogue("Kestrel?", "The staging database.")) == ("Kestrel?", "e1")


PASTED = "\n".join(
    f'2026-11-02 09:1{n}:07 ERROR worker.py:{n}1 refused {{"id": {n}, "to": null}}'
    for n in range(9)
)
TRACE = (
    'Traceback (most recent call last):\n  File "/srv/app/shop.py", line 31, in pay\n'
    "    raise Refused(card)\nshop.errors.Refused: the card was refused by the bank"
)
PAGE = "The herb garden lies behind the old mill and was laid out by monks long ago. " * 30


@pytest.mark.feature("U14")
@pytest.mark.parametrize(
    "turns",
    [
        ("ok", "Fine.", "continue", "I do.", "Plan the herb garden."),
        ("привет!", "Привет.", "Почини страницу входа магазина"),
        ("こんにちは", "はい。", "続けてください", "はい。", "庭の計画を立ててください"),
        ("你好！", "你好。", "继续", "好的。", "修复登录页面的错误"),
        ("안녕하세요", "네.", "로그인 페이지를 고쳐 주세요"),
        ("नमस्ते", "नमस्ते", "लॉगिन पेज ठीक करो"),
        ("/model fast", "Done.", "Plan the herb garden."),
        (PASTED, "A log.", "Why are cards refused?"),
        ("Fix bug #1234 of version 2.3.1 in the importer",),
    ],
)
def test_what_asks_for_nothing_gives_no_title_in_any_language(turns: tuple[str, ...]) -> None:
    found = title_of(a_dialogue(*turns))
    assert found == (turns[-1].rstrip("."), f"e{len(turns)}")


@pytest.mark.feature("U14")
@pytest.mark.parametrize(
    ("text", "title"),
    [
        (f"{TRACE}\nWhy does the payment fail?", "Why does the payment fail?"),
        (f"Why does the payment fail?\n{PASTED}", "Why does the payment fail?"),
        (f"{PAGE}\nHow old is the herb garden?", "How old is the herb garden?"),
    ],
)
def test_of_what_was_pasted_a_title_takes_what_was_asked_about_it(text: str, title: str) -> None:
    assert title_of(a_dialogue(text)) == (title, "e1")


@pytest.mark.feature("U14")
def test_a_title_tells_what_the_session_came_to_be_about_beside_its_request() -> None:
    turns = a_dialogue(
        *("Fix the login page.", "The redirect loses its cookies."),
        *("And the redirect of the cookies?", "The redirect drops them."),
        *("Which cookies?", "All cookies of the session."),
    )
    assert title_of(turns) == ("Fix the login page: cookies, redirect", "e1")
    found = titles.title_of(turns)
    assert found is not None
    assert set(found.topic_ids) <= {turn.id for turn in turns[1:]}
    long = "Write the migration that moves invoices from the old schema"
    turns[0] = turns[0]._replace(text=long)
    assert title_of(turns) == (long, "e1"), "what was asked goes before what it came to"


@pytest.mark.parametrize(
    "turns",
    [
        [],
        a_dialogue("ok"),
        a_dialogue("yes please", "Done.", "thanks, continue", "Done.", "Ja, weiter!"),
        a_dialogue("/compact keep the plan"),
        a_dialogue(PASTED),
        a_dialogue('{"name": "heron", "port": 22}'),
        a_dialogue("https://example.org/a/page/about/herons"),
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
def test_every_telling_word_of_a_title_stands_in_its_session(texts: list[str]) -> None:
    turns = a_dialogue(*texts)
    found = titles.title_of(turns)
    if found is None:
        return
    assert 0 < len(found.text) <= 60
    assert found.source_id in {turn.id for turn in turns if turn.role == "user"}
    source = "\n".join(turn.text for turn in turns)
    # A title leaves signs out that nobody sees, so two words may have become one: "a.b".
    held = "".join(
        part for word in words_of(source) for part in re.findall(r"\w+", fold_word(word))
    )
    told = informative_words(words_of(found.text.rstrip("…")))
    assert all(part in held for word in told for part in re.findall(r"\w+", fold_word(word)))
