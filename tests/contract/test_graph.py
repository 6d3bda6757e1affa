"""Entities and how they relate, through the public door, on both engines."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.builders import Homes, select, values
from tests.contract.life import tables
from wakeline.base.errors import Invalid
from wakeline.model.memory import Entity, GraphPattern, Relationship

SAID = (
    "I work at Novabank in Porto.",
    "My sister Teresa lives in Lisbon.",
    "I met Dr. Mara Lindqvist today. She moved to Berlin last year.",
    "Mara's sister is Anna.",
    "Jonas works at Acme. Jonas mentors Anna. Anna mentors Teresa. Teresa mentors Jonas.",
    "I prefer tea without milk.",
)


def told(homes: Homes, *texts: str) -> Any:
    ash = homes.agent()
    ash.wake()
    for text in texts or SAID:
        ash.record(user=text)
    ash.settle()
    return ash


def said_of(agent: Any, name: str) -> set[tuple[str, str, str]]:
    found = agent.entities.relations(name)
    return {(each.subject, each.relation, each.object) for each in found}


@pytest.mark.feature("C10")
def test_an_entity_is_found_by_any_of_its_names_with_what_is_said_of_it(open_home: Homes) -> None:
    ash = told(open_home)
    mara = ash.entities.get("mara")
    assert mara == ash.entities.get("Mara Lindqvist")
    assert (mara.name, mara.type, mara.aliases) == ("Mara Lindqvist", "person", ("Mara",))
    assert mara.mention_count == 2
    assert said_of(ash, "Mara") == {
        ("Mara Lindqvist", "sister", "Anna"),
        ("Mara Lindqvist", "moved_to", "Berlin"),
    }
    assert {each.name for each in mara.company} == {"Berlin", "Anna", "Mel"} - {"Mel"}
    assert ash.entities.get("Nobody") is None
    assert ash.entities.relations("Nobody") == []
    for wrong in ("", "  ", None, 7):
        with pytest.raises(Invalid):
            ash.entities.get(wrong)


@pytest.mark.feature("C10")
def test_entities_are_listed_by_type_most_mentioned_first(open_home: Homes) -> None:
    ash = told(open_home)
    ash.projects.add("heron", title="The Heron")
    ash.facts.set("staging.host", "heron")
    ash.settle()
    people = ash.entities.all(type="person")
    assert people[0].name == "Mel"
    assert {"Mel", "Teresa", "Mara Lindqvist", "Anna", "Jonas"} == {each.name for each in people}
    assert [each.name for each in ash.entities.all(type="preference")] == ["tea without milk"]
    assert {"heron", "The Heron"} <= {each.name for each in ash.entities.all(type="project")}
    assert [each.name for each in ash.entities.all(type="fact")] == ["staging.host"]
    assert len(ash.entities.all(limit=2)) == 2
    for wrong in ({"type": "animal"}, {"limit": 0}):
        with pytest.raises(Invalid):
            ash.entities.all(**wrong)


@pytest.mark.feature("B10", "C11")
def test_a_triple_has_a_confidence_its_sources_and_says_whether_it_is_pending(
    open_home: Homes,
) -> None:
    ash = told(open_home)
    kept = ash.record(user="As I said, I work at Novabank.")
    ash.settle()
    work = next(r for r in ash.entities.relations("Mel") if r.relation == "works_at")
    assert work.confidence == pytest.approx(1 - 0.1 * 0.1)
    assert work.source_ids[-1] == kept.id
    assert work.exchange_ids[-1] == kept.exchange_id
    assert len(work.source_ids) == 2
    assert not work.is_pending
    moved = next(r for r in ash.entities.relations("Mara") if r.relation == "moved_to")
    assert (moved.is_pending, moved.confidence) == (True, pytest.approx(0.85 * 0.5))


@pytest.mark.feature("B10")
def test_patterns_have_a_yield_and_a_verb_that_recurs_becomes_one(open_home: Homes) -> None:
    ash = told(open_home, "Jonas mentors Anna.", "Anna mentors Teresa.", "I work at Novabank.")
    assert said_of(ash, "Anna") == set()
    assert {p.id: (p.kind, p.state) for p in ash.entities.patterns()} == {
        "mentors": ("discovered", "candidate"),
        "works_at": ("static", "active"),
    }
    ash.record(user="Teresa mentors Jonas.")
    ash.settle()
    assert said_of(ash, "Anna") == {("Jonas", "mentors", "Anna"), ("Anna", "mentors", "Teresa")}
    for day in range(10):
        ash.record(user=f"Teresa mentors Jonas on day {day}.")
    ash.settle()
    (mentors, works) = sorted(ash.entities.patterns())
    assert (mentors.seen, mentors.found, mentors.state) == (13, 3, "retired")
    assert mentors.yield_score == pytest.approx(3 / 13)
    assert works.yield_score == 1.0
    assert said_of(ash, "Anna") == set()


@pytest.mark.feature("B10")
def test_how_often_two_are_mentioned_together_is_counted(open_home: Homes) -> None:
    ash = told(open_home, "We saw Teresa with Anna.", "Anna and Teresa came.", "Anna called Jonas.")
    company = {each.name: each.times for each in ash.entities.get("Anna").company}
    assert company == {"Teresa": 2, "Jonas": 1}
    sql = "SELECT times FROM cooccurrences WHERE from_id = 'teresa' AND to_id = 'anna'"
    assert select(ash, sql) == [(2,)]


def graph(agent: Any) -> dict[str, Any]:
    found = tables(agent)
    return {name: found[name] for name in ("entities", "mentions", "relationships", "patterns")}


@pytest.mark.feature("B10")
@pytest.mark.parametrize("number", range(len(SAID)))
def test_forgetting_a_turn_leaves_the_graph_as_if_it_was_never_said(
    open_home: Homes, number: int
) -> None:
    ash = told(open_home)
    (turn,) = select(ash, "SELECT id FROM episodes WHERE text = :text", text=SAID[number])[0]
    ash.forget(turn)
    assert ash.verify().ok
    before = graph(ash)
    ash.rebuild()
    assert graph(ash) == before


def test_forgetting_whoever_was_named_takes_the_guess_away(open_home: Homes) -> None:
    ash = told(open_home, "I saw Quixote.", "He moved to Berlin.")
    assert said_of(ash, "Quixote") == {("Quixote", "moved_to", "Berlin")}
    (turn,) = select(ash, "SELECT id FROM episodes WHERE text = 'I saw Quixote.'")[0]
    ash.forget(turn)
    assert values(ash, Relationship, "memory.relationships") == []
    assert values(ash, GraphPattern, "graph.patterns") == []
    assert "quixote" not in {row.id for row in values(ash, Entity, "integrity.entities")}
    assert ash.verify().ok


def test_forgetting_a_fact_takes_its_key_away(open_home: Homes) -> None:
    ash = told(open_home)
    fact = ash.facts.set("quixote.house", "blue")
    ash.settle()
    assert ash.entities.get("quixote.house").type == "fact"
    ash.forget(fact.id)
    assert ash.entities.get("quixote.house") is None
    assert ash.verify().ok


def test_it_makes_no_difference_in_how_many_pieces_the_log_was_taken_in(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    for text in SAID:
        ash.record(user=text)
        ash.settle()
    in_pieces = graph(ash)
    ash.rebuild()
    assert graph(ash) == in_pieces


def test_a_home_without_anybody_has_an_empty_graph(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.settle()
    assert (ash.entities.all(), ash.entities.patterns()) == ([], [])


def test_a_name_too_long_for_an_index_is_no_name(open_home: Homes) -> None:
    ash = told(open_home, "See " + "a.b" * 3000 + " and Anna.", "I like " + "x" * 5000 + ".")
    assert [each.name for each in ash.entities.all()] == ["Anna"]


@pytest.mark.feature("B10", "B22")
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who is Mara's sister?", "Mara's sister is Anna."),
        ("Where does Jonas work?", "Jonas works at Acme."),
        ("Where do I work?", "I work at Novabank in Porto."),
    ],
)
def test_a_question_about_a_relation_finds_the_turn_that_says_it(
    open_home: Homes, question: str, answer: str
) -> None:
    ash = open_home.agent()
    for number in range(60):
        ash.observe(f"Mara and Jonas spoke of the sister ship and of work, day {number}.")
    for text in (*SAID[:4], "Jonas works at Acme."):
        ash.observe(text, speaker="Mel", role="user")
    ash.settle()
    (first, *_) = ash.recall(question, strategy="rrf", k=5)
    assert first.text == answer
    assert first.why["relations"] == pytest.approx(1 / 61)


@pytest.mark.feature("B22")
def test_hops_follow_what_is_stated_before_what_is_only_mentioned_together(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.observe("Teresa's brother is Bernardo.", source_id="stated")
    ash.observe("It was there that Bernardo bought the old harp.", source_id="related")
    for number in range(20):
        ash.observe(f"The weather was grey on day {number}.", source_id=f"w{number}")
    ash.settle()
    hits = {hit.source_id: hit for hit in ash.recall("What about Teresa?", strategy="rrf", k=50)}
    assert hits["stated"].why["entities"] == pytest.approx(1 / 61)
    assert hits["related"].why["entities"] == pytest.approx(1 / 62)


OVER_TIME = (
    "I work at Novabank.",
    "My sister Teresa lives in Lisbon.",
    "I met Mara Lindqvist today.",
    "She moved to Berlin.",
    "Mara said hello.",
    "MARA is here.",
    "Mara Silva called.",
    "Jonas mentors Anna.",
    "Anna mentors Teresa.",
    "I prefer tea.",
    "You like tea.",
    "We live in Paris.",
    "I met Paris Hilton.",
    "So Mara J. Lindqvist wrote.",
)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_said_and_forgotten_the_graph_is_that_of_what_is_left(
    tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    homes = Homes("sqlite", str(tmp_path / "home"))
    ash = homes.agent()
    ash.wake()
    known: list[str] = []
    for number in range(30):
        what = chance.random()
        if what < 0.7 or not known:
            answer = chance.choice(OVER_TIME) if chance.random() < 0.3 else None
            known += ash.record(user=chance.choice(OVER_TIME), agent=answer).ids
        elif what < 0.8:
            ash.settle()
        elif what < 0.85:
            known.append(ash.facts.set("mara.city", f"Oslo{number}").id)
        else:
            ash.forget(chance.choice(known))
            assert ash.verify().ok
    ash.settle()
    before = graph(ash)
    ash.rebuild()
    assert graph(ash) == before
    homes.close()
