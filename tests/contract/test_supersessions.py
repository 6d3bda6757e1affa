"""Two hundred facts that are stated and later change in other words, among things that do not."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

import wakeline
from tests.builders import Homes, there
from wakeline.model.memory import Hit

PEOPLE = (
    "Ana", "Bruno", "Carla", "Dario", "Elsa", "Fabio", "Greta", "Hugo", "Ines", "Jorge",
    "Karin", "Lena", "Milo", "Nora", "Otto", "Paula", "Rosa", "Simon", "Tilda", "Vera",
    "Agnes", "Boris", "Clara", "Dennis", "Edith", "Felix", "Gerda", "Henri", "Irma", "Jonas",
    "Klara", "Louis", "Maren", "Niels", "Olga", "Peter", "Quentin", "Rita", "Stefan", "Teresa",
    "Ulrich", "Viola", "Walter", "Xenia", "Yvonne", "Zeno", "Alba", "Bela", "Cosima", "Dora",
)  # fmt: skip
TOWNS = (
    "Porto", "Lisbon", "Faro", "Braga", "Madrid", "Seville", "Lyon", "Nantes", "Ghent", "Utrecht",
    "Bremen", "Leipzig", "Graz", "Turin", "Parma", "Bergen", "Malmo", "Tampere", "Riga", "Vilnius",
)  # fmt: skip
FIRMS = (
    "Nimbus", "Vireo", "Halden", "Orbita", "Castell", "Meridian", "Lumen", "Tessera", "Quarry",
    "Northwind", "Bluebell", "Solace", "Kestrel", "Argent", "Fathom", "Juniper",
)  # fmt: skip
DISHES = (
    "lentil soup", "fried trout", "onion tart", "rice pudding", "pumpkin stew", "fish curry",
    "plum cake", "bean salad", "goat cheese", "apple pie", "potato gratin", "cold noodles",
)  # fmt: skip
COLOURS = ("red", "blue", "green", "violet", "orange", "brown", "grey", "white", "black", "teal")
IDLE = (
    "The train was late again and it rained the whole way.",
    "We watched an old film about a lighthouse.",
    "Work was long today, but the evening was quiet.",
    "My sister called and we talked about the summer.",
    "I slept badly and drank too much coffee.",
    "The market had the first strawberries.",
)


class Kind(NamedTuple):
    """Something that changes: how it is said first, how later, and how somebody asks."""

    attribute: str
    values: tuple[str, ...]
    first: tuple[str, ...]
    later: tuple[str, ...]
    asked: str


KINDS = (
    Kind("lives_in", TOWNS,
         ("I live in {}.", "I'm living in {} these days, near the river."),
         ("I moved to {}!", "I've just moved to {}, and it is lovely here."),
         "Where does {} live?"),
    Kind("works_at", FIRMS,
         ("I work at {}.", "These days I work for {}."),
         ("I now work at {}.", "I started working at {}, and it is fine so far."),
         "Which company does {} work at?"),
    Kind("favourite_dish", DISHES,
         ("My favourite dish is {}.", "You know, my favourite dish is {}."),
         ("My new favourite dish is {}.", "My favourite dish is now {}."),
         "What is {}'s favourite dish?"),
    Kind("favourite_colour", COLOURS,
         ("My favourite colour is {}.", "You know, my favourite colour is {}."),
         ("My new favourite colour is {}.", "My favourite colour is now {}."),
         "What is {}'s favourite colour?"),
)  # fmt: skip


class Changed(NamedTuple):
    """One of the two hundred."""

    who: str
    kind: Kind
    old: str
    new: str


def two_hundred(chance: random.Random) -> list[Changed]:
    return [Changed(who, kind, *chance.sample(kind.values, 2)) for who in PEOPLE for kind in KINDS]


def tell(
    homes: Homes, ash: wakeline.Agent, chance: random.Random, said: list[tuple[str, str]]
) -> None:
    """A season of sessions in which people say these things, and much else."""
    chance.shuffle(said)
    for start in range(0, len(said), 20):
        events = [
            {"text": text, "speaker": who, "role": "user"}
            for each in said[start : start + 20]
            for who, text in (each, (chance.choice(PEOPLE), chance.choice(IDLE)))
        ]
        ash.observe_many(events)
        homes.later(days=1)
    ash.consolidate()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_current_value_comes_first_and_the_old_one_as_of_then(open_home: Homes) -> None:
    chance = random.Random(6)
    ash = open_home.agent()
    changes = two_hundred(chance)
    assert len(changes) == 200
    first = [(c.who, chance.choice(c.kind.first).format(c.old)) for c in changes]
    tell(open_home, ash, chance, first)
    between = open_home.later(days=5)
    open_home.later(days=5)
    later = [(c.who, chance.choice(c.kind.later).format(c.new)) for c in changes]
    tell(open_home, ash, chance, later)
    ash.settle()
    current = then = as_of = 0
    for change in changes:
        key = f"{change.who.lower()}.{change.kind.attribute}"
        question = change.kind.asked.format(change.who)
        hits = ash.recall(question, k=5)
        said = hits[0].text
        current += change.new in said and change.old not in said and _is_of(hits[0], change.who)
        then += there(ash.facts.get(key, at=between)).value == change.old
        was = ash.recall(question, k=1, as_of=between)[0]
        as_of += change.old in was.text and _is_of(was, change.who)
        assert there(ash.facts.get(key)).value == change.new
    assert then == 200
    assert current >= 190, f"the current value came first {current} times of 200"
    assert as_of >= 190, f"the old value came first {as_of} times of 200"


def _is_of(hit: Hit, who: str) -> bool:
    return hit.speaker == who or who.lower() in hit.text.lower()
