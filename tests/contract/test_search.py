"""One search over what was written down, each store in its own way."""

from __future__ import annotations

from datetime import datetime

import pytest

import wakeline
from tests.builders import Homes
from wakeline.base.errors import Invalid
from wakeline.flows.recall.search_stores import exact_first_retriever, situation_retriever


def hits(ash: wakeline.Agent, query: str, *stores: str) -> list[str]:
    return [hit.id for found in ash.search(query, stores=stores) for hit in found.hits]


@pytest.mark.feature("E17", "X41")
def test_one_search_reaches_every_store_and_names_the_way(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.record(user="The heron is only talked about here.")
    ids = {
        "facts": ash.facts.set("heron.pond", "west").id,
        "knowledge": ash.knowledge.add("The heron eats frogs.").entries[0].id,
        "letters": ash.letters.write(whats_next="Look for the heron.").id,
        "decisions": ash.decisions.add("never feed the heron").id,
        "principles": ash.principles.add("the heron comes near", "stand still").id,
    }
    ids["journal"] = ash.journal.write("The heron calms me.").id
    found = {store.store: store for store in ash.search("heron")}
    assert {name: store.hits[0].id for name, store in found.items()} == {
        name: ids[name] for name in ("decisions", "facts", "principles", "knowledge", "letters")
    }
    assert found["letters"].way == "words and how long ago"
    assert hits(ash, "heron", "journal") == [ids["journal"]]
    # The same index serves recall, which ranks all of it by one formula.
    kinds = {hit.kind for hit in ash.recall("heron")}
    assert kinds == {"conversation", "decision", "fact", "knowledge", "letter", "principle"}


@pytest.mark.feature("E2")
def test_a_fact_is_found_by_its_key_before_what_is_only_like_it(open_home: Homes) -> None:
    ash = open_home.agent()
    known = {
        "identity.created": "14 February 2026",
        "relationship.lucas": "operator",
        "service.bot.status": "stopped",
        "essays.count": "41",
        "essays.read.count": "7 of the essays were read",
    }
    ids = {key: ash.facts.set(key, value).id for key, value in known.items()}
    for key in known:
        assert hits(ash, key, "facts")[0] == ids[key], key
    assert ash.search("essays.count", stores=["facts"])[0].hits[0].why["exact"] == 1
    woken = ash.wake(budget=20_000).text
    assert all(value in woken for value in known.values())


def test_of_letters_with_the_same_words_the_newer_comes_first(open_home: Homes) -> None:
    ash = open_home.agent()
    old = ash.letters.write(whats_next="Repair the greenhouse door.")
    open_home.later(days=40)
    ash.wake()
    ash.record(user="Please paint the shed.", agent="I painted the shed green.")
    ash.end()
    new = ash.letters.write(whats_next="Repair the greenhouse door.")
    assert hits(ash, "greenhouse door", "letters") == [new.id, old.id]
    # A letter that was drafted is found here too.
    (drafted,) = hits(ash, "who painted the shed?", "letters")
    assert ash.letters.get(drafted).author == "log"
    assert hits(ash, "xylophone", "letters") == []


@pytest.mark.parametrize("settings", [{}, {"embedder": "none"}], ids=["static", "words alone"])
def test_a_store_of_any_kind_is_asked_by_its_words_or_its_situation(
    open_home: Homes, settings: dict[str, str]
) -> None:
    ash = open_home(settings=settings).agent("ash", person="Mel")
    now: datetime = open_home.clock.now()
    add = ash.memories.add
    redis = add("no Redis for the queue")
    add("the queue of visitors at the garden gate is long on Sundays, and nobody minds at all")
    rules = [
        add("WHEN writing an essay THEN look in the archive for what was said before"),
        add("WHEN a mail was sent THEN write down to whom, and look at no essay"),
    ]
    asked = exact_first_retriever("memory")(ash.place, "Redis for the queue", 3, now)
    assert asked[0].id == redis.id
    assert asked[0].why["exact"] == 1
    for situation, rule in zip(
        ("an essay is being written", "a mail was sent"), rules, strict=True
    ):
        assert situation_retriever("memory")(ash.place, situation, 2, now)[0].id == rule.id


@pytest.mark.feature("E18")
def test_decisions_are_found_as_they_were_said_and_principles_by_their_situation(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    redis = ash.decisions.add("no Redis for the queue", reason="one more server to keep")
    ash.decisions.add("no queue at the garden gate on Sundays, whoever asks for one and why")
    look = ash.principles.add("an essay is being written", "look in the archive first")
    ash.principles.add("a mail was sent", "write down to whom, and look at no essay")
    (found,) = ash.search("Redis for the queue", stores=["decisions"])
    assert (found.hits[0].id, found.hits[0].why["exact"]) == (redis.id, 1)
    assert hits(ash, "writing an essay", "principles")[0] == look.id
    # What holds no longer is no answer any more.
    ash.decisions.reverse(redis.id, "the queue has grown")
    ash.principles.retire(look.id, "the archive is closed")
    assert redis.id not in hits(ash, "Redis for the queue", "decisions")
    assert look.id not in hits(ash, "writing an essay", "principles")
    assert ash.verify().ok


def test_a_search_for_nothing_or_nowhere_is_refused(open_home: Homes) -> None:
    ash = open_home.agent()
    assert ash.search("anything") == []
    for wrong in ({"query": ""}, {"query": "  "}, {"query": "x", "k": 0}, {"query": "x", "k": 101}):
        with pytest.raises(Invalid):
            ash.search(**wrong)
    for stores in ([], "facts", ["turns"]):
        with pytest.raises(Invalid):
            ash.search("x", stores=stores)
