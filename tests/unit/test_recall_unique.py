"""Who asks for a word finds the turn that says it, before everything that only stands near."""

from __future__ import annotations

import random
from functools import cache

import pytest

from tests.unit.recall_corpus import Said, a_corpus, a_question, an_embedder
from wakeline.ports.minds import Embedder
from wakeline.recall.corpus import Corpus
from wakeline.recall.index import Index
from wakeline.recall.questions import is_bare
from wakeline.recall.ranking import RankingRequest
from wakeline.recall.strategies import by_features

NOW = 1_685_577_600.0  # 2023-06-01
TURNS = 500
A_SESSION = 10

# Talk about servers, gardens and journeys, made of a few words so that all of them are common.
WHO = ("we", "I", "my sister", "the team", "our neighbour", "you")
DID = ("moved", "checked", "planned", "forgot", "painted", "deployed", "ordered", "found")
WHAT = ("the server", "a garden fence", "the train tickets", "a database", "the old piano")
WHEN = ("yesterday", "last week", "in the evening", "before lunch", "again", "this morning")
ASKS = ("Did that go well?", "What happened then?", "And the number?", "Which name was it?", "")
LONG = "There was much to do and nobody knew where to begin with the server and the tickets. " * 9

# Where the word stands (turn of the store), who says it, the turn, and what is asked for.
UNIQUE: list[tuple[int, str, str, list[str]]] = [
    (40, "first", "Staging is called kestrel.", ["kestrel", "What is kestrel?"]),
    (123, "second", "kestrel", ["kestrel", "where did we talk about the kestrel server?"]),
    (55, "first", "I ordered part 4711-B yesterday.", ["4711-B", "When did I order part 4711-B?"]),
    (258, "second", "Deploy it to heron.staging in the evening.", ["heron.staging"]),
    (259, "second", f"{LONG}The host is quokka. {LONG}", ["quokka", "which host is the quokka?"]),
    (300, "first", "Do you know the zeppelin?", ["zeppelin", "what did I say about a zeppelin?"]),
    (377, "second", "Thanks! It is under src/auth/tokens_v2.py", ["tokens_v2.py", "src/auth"]),
    (499, "first", "my sister found a marimba", ["marimba", "Who found the marimba last week?"]),
    (211, "first", "Invoice 88231 was paid.", ["88231", "was invoice 88231 paid?"]),
]
CASES = [(place, who, text, question) for place, who, text, asked in UNIQUE for question in asked]
PAIRS = {"a person and an agent": ("user", "assistant"), "two people": ("Ana", "Ben")}


def chatter(pair: tuple[str, str]) -> list[Said]:
    chance = random.Random(7)
    said: list[Said] = []
    for at in range(TURNS):
        parts = [chance.choice(each) for each in (WHO, DID, WHAT, WHEN)]
        text = f"{' '.join(parts)}. {chance.choice(ASKS)}".strip()
        month, day = divmod(at // A_SESSION, 28)
        said.append(
            (pair[at % 2], text, f"s{at // A_SESSION}", f"2023-{month + 1:02}-{day + 1:02}")
        )
    return said


@cache
def embedder_of(pair: tuple[str, str]) -> Embedder:
    return an_embedder([each[1] for each in chatter(pair)])


def a_store(pair: tuple[str, str], *put: tuple[int, str, str]) -> tuple[Corpus, Embedder]:
    """Five hundred turns, some of them replaced."""
    said = chatter(pair)
    for place, who, text in put:
        speaker = pair[0] if who == "first" else pair[1]
        said[place] = (speaker, text, *said[place][2:])
    embedder = embedder_of(pair)
    return a_corpus(*said, embedder=embedder), embedder


def best(question: str, corpus: Corpus, embedder: Embedder | None, most: int) -> list[int]:
    asked = RankingRequest(a_question(question, corpus, embedder), Index(corpus), NOW)
    found: list[int] = by_features(asked).rows[:most].tolist()
    return found


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
@pytest.mark.parametrize(("place", "who", "text", "question"), CASES, ids=[c[3] for c in CASES])
def test_the_one_turn_that_says_a_word_stands_first(
    place: int, who: str, text: str, question: str, pair: tuple[str, str]
) -> None:
    corpus, embedder = a_store(pair, (place, who, text))
    assert best(question, corpus, embedder, 1) == [place]


@pytest.mark.parametrize("question", ["kestrel", "tell me about the kestrel", "what is kestrel?"])
def test_two_turns_that_say_a_word_stand_first_and_second(question: str) -> None:
    pair = PAIRS["a person and an agent"]
    corpus, embedder = a_store(
        pair, (44, "first", "Staging is called kestrel."), (390, "second", "kestrel is up again")
    )
    assert sorted(best(question, corpus, embedder, 2)) == [44, 390]


@pytest.mark.parametrize("question", ["kestrel marimba", "are kestrel and marimba the same?"])
def test_two_words_of_different_turns_find_both(question: str) -> None:
    pair = PAIRS["two people"]
    corpus, embedder = a_store(
        pair, (44, "first", "Staging is called kestrel."), (391, "second", "we found a marimba")
    )
    assert sorted(best(question, corpus, embedder, 2)) == [44, 391]


def test_a_bare_word_finds_all_that_say_it_before_what_stands_beside() -> None:
    pair = PAIRS["two people"]
    places = list(range(3, TURNS, 60))
    corpus, embedder = a_store(pair, *((at, "first", "a gauge was moved") for at in places))
    assert sorted(best("gauge", corpus, embedder, len(places))) == places


def test_without_an_embedder_a_word_is_found_as_well() -> None:
    pair = PAIRS["two people"]
    said = chatter(pair)
    said[77] = ("Ana", "Staging is called kestrel.", *said[77][2:])
    assert best("what is kestrel?", a_corpus(*said), None, 1) == [77]


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("kestrel", True),
        ("leaking roof of the garage", True),
        ("4711-B", True),
        ("首都", True),
        ("kestrel?", False),
        ("where the kestrel is", False),
        ("did I order it", False),
    ],
)
def test_bare_words_are_told_from_sentences(text: str, bare: bool) -> None:
    assert is_bare(text) is bare
