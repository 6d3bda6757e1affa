"""What a turn is worth, by the table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wakeline.language.ascii_words import ascii_words
from wakeline.log.importance import RULES, importance
from wakeline.model.log import KINDS, ROLES, Kind, Role


def said(text: str, *, kind: Kind = "conversation", role: Role = "user") -> float:
    return importance(text, kind, speaker_role=role)


@pytest.mark.feature("C20")
@pytest.mark.parametrize(
    ("text", "kind", "role", "score"),
    [
        ("Remember this: the staging host is called heron.", "conversation", "user", 0.95),
        ("It is IMPORTANT that nobody hears of it.", "conversation", "user", 0.95),
        ("exit code 0, 14 tests passed", "tool_result", "tool", 0.8),
        ("disk full", "error", "tool", 0.8),
        ("We decided to leave Redis out.", "conversation", "agent", 0.75),
        ("I prefer tea.", "conversation", "user", 0.75),
        ("To clarify: I left on Monday.", "conversation", "user", 0.6),
        ("Yes, on the second floor.", "conversation", "agent", 0.6),
        ("We walked along the river.", "conversation", "user", 0.4),
        ("The battery is at 40 %.", "observation", "system", 0.3),
    ],
)
def test_each_row_of_the_table(text: str, kind: Kind, role: Role, score: float) -> None:
    assert said(text, kind=kind, role=role) == score


def test_the_table_stands_highest_first() -> None:
    assert [rule.score for rule in RULES] == [0.95, 0.8, 0.75, 0.6, 0.4, 0.3]


def test_the_highest_signal_wins() -> None:
    assert said("Yes, we decided it, and it is important.") == 0.95
    assert said("Yes, we decided it.") == 0.75


@pytest.mark.parametrize("role", ["agent", "tool", "system"])
def test_only_people_can_call_a_thing_important(role: Role) -> None:
    assert said("This is important.", role=role) == 0.4


def test_a_tool_that_prints_important_is_still_a_tool() -> None:
    assert said("IMPORTANT: update available", kind="tool_result", role="user") == 0.8


@pytest.mark.parametrize(
    "text",
    [
        "That was unimportant.",
        "More importantly, it rained.",
        "It's not important.",
        "It isn’t important at all.",
        "Nothing important happened.",
        "We had undecided guests.",
    ],
)
def test_words_count_whole_and_not_denied(text: str) -> None:
    assert said(text) == 0.4


@pytest.mark.parametrize(
    "text", ["No one came to the party.", "Right now I am in Porto.", "Actually we walked."]
)
def test_an_opening_answers_only_if_it_stands_alone(text: str) -> None:
    assert said(text) == 0.4


def test_curly_apostrophes_are_apostrophes() -> None:
    assert said("Don’t forget the keys.") == 0.95


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("Isto é importante!", 0.95),
        ("Merk dir das bitte.", 0.95),
        ("N'oublie pas les clés.", 0.95),
        ("Prefiro chá.", 0.75),
        ("Je préfère le thé.", 0.75),
        ("Hemos decidido quedarnos.", 0.75),
        ("Das heißt, wir bleiben.", 0.6),
        ("Fomos ao mercado.", 0.4),
    ],
)
def test_a_few_other_languages_are_read_too(text: str, score: float) -> None:
    assert said(text) == score


@given(st.text(), st.sampled_from(KINDS), st.sampled_from(ROLES))
def test_every_turn_has_a_score_of_the_table(text: str, kind: Kind, role: Role) -> None:
    assert importance(text, kind, speaker_role=role) in {rule.score for rule in RULES}


PHRASES = [phrase for rule in RULES for phrase in (*rule.phrases, *rule.openings)]
PIECES = st.sampled_from([*PHRASES, "not", "nothing", "Nobody", ", ", ". ", "\n", " ", "42"])


@given(st.lists(PIECES, min_size=1).map("".join), st.sampled_from(KINDS), st.sampled_from(ROLES))
def test_a_text_whose_words_are_known_scores_the_same(text: str, kind: Kind, role: Role) -> None:
    words = ascii_words(text) if text.isascii() else None
    known = importance(text, kind, speaker_role=role, words=words)
    assert known == importance(text, kind, speaker_role=role)
