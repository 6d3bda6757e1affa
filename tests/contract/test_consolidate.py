"""Consolidation: what was said becomes what is known, with its sources, and nothing is lost."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

import wakeline
from tests.builders import START, Homes, events, select, there, values
from tests.contract.life import live, tables
from wakeline.base.errors import NotPermitted
from wakeline.liminal.narrative import CONSOLIDATED
from wakeline.model.consolidation import Consolidation
from wakeline.model.log import Episode
from wakeline.ports.gate import Allowed, Refused


def say(homes: Homes, ash: wakeline.Agent, *texts: str, days: float = 1, **options: Any) -> str:
    """A session in which the person says these things; then time goes by."""
    session = ash.wake().session_id
    for text in texts:
        ash.record(user=text, **options)
    ash.end(summary="done")
    homes.later(days=days)
    return str(session)


def told(ash: wakeline.Agent) -> list[str]:
    return [m.content for m in ash.memories.all() if m.superseded_by is None]


# -- from turns to rows


@pytest.mark.feature("C9")
def test_what_was_said_becomes_facts_and_memories_that_name_their_turns(open_home: Homes) -> None:
    ash = open_home.agent()
    session = say(open_home, ash, "I live in Porto, and I love old maps.")
    done = ash.consolidate()
    (turn,) = select(ash, "SELECT id FROM episodes")
    fact = there(ash.facts.get("mel.lives_in"))
    (memory,) = ash.memories.all()
    assert (fact.value, fact.valid_from, fact.source_ids) == ("Porto", START, turn)
    assert (memory.content, memory.source_ids) == ("Mel loves old maps.", turn)
    assert (memory.written, memory.type, memory.trust) == ("consolidated", "semantic", 1.0)
    assert (done.turns, done.found, done.inserted) == (1, 2, 2)
    assert {change.source_ids for change in done.changes} == {turn}
    assert {change.session_id for change in done.changes} == {session}
    kinds = [(e.kind, e.actor) for e in events(ash) if e.actor == "consolidation"]
    assert kinds == [
        ("fact.set", "consolidation"),
        ("memory.added", "consolidation"),
        ("consolidation.ran", "consolidation"),
    ]


@pytest.mark.feature("C23")
def test_said_again_in_other_words_it_has_more_sources_and_is_no_second_row(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    say(open_home, ash, "I live in Porto. I love old maps.")
    ash.consolidate()
    before = ash.memories.all()[0]
    say(open_home, ash, "I live in Porto, as I said. And I really enjoy old maps.")
    done = ash.consolidate()
    (memory,) = ash.memories.all()
    (fact,) = ash.facts.history("mel.lives_in")
    assert (done.merged, done.inserted, done.superseded) == (2, 0, 0)
    assert len(memory.source_ids) == len(fact.source_ids) == 2
    assert before.importance <= memory.importance <= max(0.8, before.importance)
    assert memory.id == before.id


def test_nothing_is_asked_twice_and_a_second_run_changes_nothing(open_home: Homes) -> None:
    ash = live(open_home)
    before = tables(ash)
    again = ash.consolidate()
    assert (again.turns, again.changes) == (0, ())
    assert tables(ash) == before


def test_a_dry_run_says_what_the_run_then_does_and_changes_nothing(open_home: Homes) -> None:
    ash = open_home.agent()
    for town in ("Porto", "Lisbon", "Faro"):
        say(open_home, ash, f"I moved to {town}.", "I love maps.", "I hate fog.")
    say(open_home, ash, "I love fog.")
    before = tables(ash)
    would = ash.consolidate(dry_run=True)
    assert tables(ash) == before
    did = ash.consolidate()

    def shape(done: Any) -> list[Any]:
        return [change._replace(id="") for change in done.changes]

    assert shape(would) == shape(did)
    assert (would.dry_run, would.superseded, would.merged) == (True, 3, 4)
    assert would[3:11] == did[3:11]


@pytest.mark.feature("C23")
def test_turns_of_the_last_hour_wait_while_their_session_is_open(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.record(user="I live in Porto.")
    open_home.later(minutes=61)
    ash.record(user="I work at Nimbus.")
    done = ash.consolidate()
    assert (done.turns, done.waiting) == (1, 1)
    assert ash.facts.get("mel.works_at") is None
    assert ash.consolidate(everything=True).turns == 1
    assert there(ash.facts.get("mel.works_at")).value == "Nimbus"
    ash.record(user="I love maps.")
    ash.end(summary="done")
    assert ash.consolidate().inserted == 1
    assert ash.consolidate().turns == 0


@pytest.mark.feature("C23")
def test_sessions_that_run_side_by_side_are_read_apart(open_home: Homes) -> None:
    one, two = open_home.agent(), open_home.agent()
    ids = {one.wake().session_id, two.wake().session_id}
    for number in range(3):
        one.record(user=f"I love maps of year {number}.")
        two.record(user=f"I love songs of year {number}.")
    one.end(summary="one")
    two.end(summary="two")
    assert one.consolidate().groups == 2
    rows = values(one, Consolidation, "integrity.consolidations")
    assert {row.session_id for row in rows} == ids
    assert [(row.turns, row.inserted) for row in rows] == [(3, 3), (3, 3)]


@pytest.mark.feature("C13")
def test_only_consolidation_writes_what_is_consolidated(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.record(user="I live in Porto, and I love old maps.")
    kept = ash.memories.add("Mel collects maps.")
    assert [(m.id, m.written) for m in ash.memories.all()] == [(kept.id, "deliberate")]
    assert ash.facts.get("mel.lives_in") is None
    ash.end(summary="maps")
    ash.settle()
    made = {m.content: m.written for m in ash.memories.all()}
    assert made == {"Mel collects maps.": "deliberate", "Mel loves old maps.": "consolidated"}
    by = {(e.kind, e.actor) for e in events(ash) if e.subject_kind in ("memory", "fact")}
    assert by == {
        ("memory.added", "ash"),
        ("memory.added", "consolidation"),
        ("fact.set", "consolidation"),
    }


def test_no_turn_is_edited_and_none_is_deleted(open_home: Homes) -> None:
    ash = open_home.agent()
    for town in ("Porto", "Lisbon"):
        say(open_home, ash, f"I live in {town}.")
    bounds = {"after": 0, "through": 1 << 62, "limit": 1000}
    before = values(ash, Episode, "log.episodes_between", **bounds)
    ash.consolidate()
    assert values(ash, Episode, "log.episodes_between", **bounds) == before
    assert ash.settle().failed == ()
    assert ash.verify().ok


def test_the_gate_is_asked(open_home: Homes) -> None:
    class Closed:
        def decide(self, action: str, _agent_id: str) -> Any:
            return Refused("not today") if action == "consolidate" else Allowed()

    ash = open_home(gate=Closed()).agent("ash", person="Mel")
    ash.observe("I live in Porto.")
    with pytest.raises(NotPermitted, match="not today"):
        ash.consolidate(everything=True)


# -- contradictions over time


def test_a_move_supersedes_and_both_stay_on_the_time_axis(open_home: Homes) -> None:
    ash = open_home.agent()
    say(open_home, ash, "I live in Porto.", days=10)
    ash.consolidate()
    between = open_home.clock.now()
    open_home.later(days=10)
    say(open_home, ash, "I moved to Lisbon!", days=10)
    done = ash.consolidate()
    (change,) = done.changes
    assert (change.how, change.text, change.before) == (
        "superseded",
        "Mel moved to Lisbon.",
        "Porto",
    )
    assert there(ash.facts.get("mel.lives_in")).value == "Lisbon"
    assert there(ash.facts.get("mel.lives_in", at=between)).value == "Porto"
    assert ash.recall("Where does Mel live?")[0].text == "mel.lives_in = Lisbon"
    then = ash.recall("Where does Mel live?", as_of=between, kinds=["fact"])
    assert [hit.text for hit in then] == ["mel.lives_in = Porto"]
    assert "mel.lives_in = Lisbon" in ash.wake().text
    was = ash.hydrate(as_of=between)
    assert was.key_facts == ("mel.lives_in",)
    assert "mel.lives_in = Porto" in ash.wake(as_of=between).text


def test_what_was_said_long_ago_and_comes_late_takes_its_place_in_the_past(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    say(open_home, ash, "I live in Lisbon.")
    ash.consolidate()
    for year, town in ((2019, "Porto"), (2015, "Faro"), (2017, "Braga")):
        at = datetime(year, 5, 1, tzinfo=UTC)
        ash.observe_many(
            [{"text": f"I live in {town}.", "speaker": "Mel", "role": "user", "at": at}]
        )
        ash.consolidate()

    def lived(year: int) -> str:
        return str(there(ash.facts.get("mel.lives_in", at=datetime(year, 6, 1, tzinfo=UTC))).value)

    assert there(ash.facts.get("mel.lives_in")).value == "Lisbon"
    assert [lived(year) for year in (2015, 2016, 2017, 2018, 2019, 2025)] == [
        *("Faro", "Faro", "Braga", "Braga", "Porto", "Porto"),
    ]
    assert ash.settle().failed == ()
    assert ash.verify().ok


def test_the_contrary_said_later_takes_the_place_of_a_liking(open_home: Homes) -> None:
    ash = open_home.agent()
    say(open_home, ash, "I love olives. I decided to sell the car.")
    say(open_home, ash, "Now I hate olives. I decided not to sell the car.")
    ash.consolidate()
    assert told(ash) == ["Mel dislikes olives.", "Mel decided not to sell the car."]
    old = next(m for m in ash.memories.all() if m.content == "Mel loves olives.")
    hits = [hit.id for hit in ash.recall("Does Mel like olives?")]
    assert hits.index(old.superseded_by or "") < hits.index(old.id)
    assert "Mel loves olives" not in ash.wake().text


def test_a_weaker_word_neither_replaces_nor_weakens_what_the_person_said(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    say(open_home, ash, "I live in Porto. I love maps.")
    ash.consolidate()
    open_home.later(days=1)
    for text in ("I live in Moscow. I hate maps.", "I live in Porto. I love maps."):
        ash.observe_many([{"text": text, "speaker": "Mel", "role": "user", "origin": "import"}])
    done = ash.consolidate(everything=True)
    assert [change.how for change in done.changes] == ["held", "held"]
    assert there(ash.facts.get("mel.lives_in")).value == "Porto"
    assert there(ash.facts.get("mel.lives_in")).trust == 1.0
    assert told(ash) == ["Mel loves maps."]
    say(open_home, ash, "I moved to Faro.")
    ash.consolidate()
    assert there(ash.facts.get("mel.lives_in")).value == "Faro"


def test_what_a_weaker_word_said_first_stands_on_the_stronger_one_when_it_comes(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.observe_many(
        [{"text": "I love maps.", "speaker": "Mel", "role": "user", "origin": "import"}]
    )
    ash.consolidate(everything=True)
    assert [m.trust for m in ash.memories.all()] == [0.3]
    say(open_home, ash, "I love maps.")
    ash.consolidate()
    (memory,) = ash.memories.all()
    assert (memory.origin, memory.trust, len(memory.source_ids)) == ("user_direct", 1.0, 1)


# -- around it


@pytest.mark.feature("A66")
def test_the_next_wake_knows_that_consolidation_ran_and_what_came_of_it(open_home: Homes) -> None:
    ash = open_home.agent()
    say(open_home, ash, "I live in Porto.")
    say(open_home, ash, "I moved to Lisbon.")
    ash.consolidate()
    open_home.later(hours=1)
    woken = ash.wake()
    assert "consolidation ran 1 time" in woken.text
    gap = ash.liminal.gaps()[0]
    assert gap.consolidation_occurred
    assert any(words in gap.subjective_experience for words in CONSOLIDATED[0])


def test_forgetting_one_turn_leaves_what_another_turn_says_too(open_home: Homes) -> None:
    ash = open_home.agent()
    say(open_home, ash, "I love old Quixote maps. I live in Porto.")
    say(open_home, ash, "I really adore old Quixote maps! I'm based in Porto. I hate xylophones.")
    ash.consolidate()
    first, second = (row[0] for row in select(ash, "SELECT id FROM episodes ORDER BY seq"))
    gone = ash.forget(first)
    assert {"fact", "memory"} <= {name.split()[0] for name in gone.remade}
    assert [m.source_ids for m in ash.memories.all()] == [(second,)] * 2
    assert there(ash.facts.get("mel.lives_in")).source_ids == (second,)
    assert ash.recall("Quixote maps", kinds=["memory"])[0].text == "Mel adores old Quixote maps."
    assert ash.settle().failed == ()
    assert ash.verify().ok
    ash.forget(second)
    assert ash.memories.all() == []
    assert ash.facts.get("mel.lives_in") is None
    assert ash.recall("Quixote xylophones Porto") == []
    assert ash.settle().failed == ()
    assert ash.verify().ok
    assert not [line for line in ash.export() if "Quixote" in line or "xylophone" in line]


def test_a_row_that_the_person_took_out_stays_out(open_home: Homes) -> None:
    ash = open_home.agent()
    say(open_home, ash, "I love maps.")
    ash.consolidate()
    ash.memories.delete(ash.memories.all()[0].id)
    assert ash.consolidate().changes == ()
    assert ash.memories.all() == []


def test_many_turns_of_one_session_are_done_in_several_transactions(open_home: Homes) -> None:
    ash = open_home.agent()
    at = START - timedelta(days=400)
    ash.observe_many(
        {"text": f"I love maps of year {n}.", "speaker": "Mel", "role": "user", "at": at}
        for n in range(2345)
    )
    heard: list[int] = []
    done = ash.consolidate(progress=heard.append)
    assert sum(heard) == done.turns == 2345
    assert done.inserted == len(ash.memories.all()) == 2345
    rows = values(ash, Consolidation, "integrity.consolidations")
    assert max(row.turns for row in rows) <= 50
    assert ash.consolidate().turns == 0


def test_while_a_session_is_open_groups_are_small(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    for number in range(25):
        ash.record(user=f"I love maps of year {number}.")
    open_home.later(minutes=61)
    assert ash.consolidate().inserted == 25
    rows = values(ash, Consolidation, "integrity.consolidations")
    assert [row.turns for row in rows] == [10, 10, 5]


def test_a_memory_takes_no_place_beside_the_turn_that_says_so(open_home: Homes) -> None:
    ash = open_home.agent()
    say(open_home, ash, "I love old maps.", "The old harbour was full of boats.")
    ash.consolidate()
    ash.settle()
    hits = ash.recall("Does Mel love old maps?", k=2)
    assert {hit.kind for hit in hits} == {"conversation"}
    assert hits[0].text == "I love old maps."
    (memory,) = ash.recall("Does Mel love old maps?", kinds=["memory"])
    assert memory.text.startswith("Mel loves old maps")
    words = ash.recall("old maps", k=2, strategy="fulltext")
    assert {hit.kind for hit in words} == {"conversation"}


def test_the_mark_survives_the_archive(open_home: Homes) -> None:
    live(open_home, days=1)
    home = open_home()
    home.copy("ash", "oak")
    oak = home.agent("oak", create=False)
    before = tables(oak)["memories"]
    assert oak.consolidate().turns == 0
    assert tables(oak)["memories"] == before
