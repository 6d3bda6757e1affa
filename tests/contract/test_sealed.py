"""Sealed parts on both engines: the same answers, and none lost when a part is."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.builders import Homes, select, values
from wakeline.model.recall import Segment
from wakeline.model.requests import RecallFilters

NOUNS = "boat garden kettle letter piano river ladder bicycle market window cello roof".split()
VERBS = "painted mended lost found sold borrowed washed moved measured photographed".split()
PLACES = "harbour station kitchen library cellar bakery meadow bridge school attic".split()
MARKED = 100  # every so many turns one has a word of its own
QUESTIONS = [f"who {verb} the {noun} at the {place}?" for verb, noun, place in zip(
    VERBS, NOUNS, PLACES, strict=False
)]  # fmt: skip


def turns(count: int, *, first: int = 0, session_size: int = 12) -> Iterator[dict[str, Any]]:
    """Turns of two people, each of its own wording, some with a word that no other has."""
    for number in range(first, first + count):
        chance = Random(number)
        noun, other = chance.sample(NOUNS, 2)
        text = (
            f"We {chance.choice(VERBS)} the {noun} near the {chance.choice(PLACES)}, then the "
            f"{other} number {chance.randrange(1000)}."
        )
        if number % MARKED == 0:
            text += f" The password was {marker(number)}."
        yield {
            "text": text,
            "speaker": ("Ana", "Ben")[number % 2],
            "session": f"s{number // session_size}",
            "at": f"2025-{1 + number // 300 % 12:02}-{1 + number // 12 % 28:02}T10:00:00Z",
            "source_id": f"t{number}",
        }


def marker(number: int) -> str:
    return f"kestrel{number}"


def segments(agent: Any) -> list[Segment]:
    return values(agent, Segment, "recall.all_segments")


def found_first(agent: Any, numbers: Iterable[int]) -> list[int]:
    """Of some marked turns those that are not found first by their word."""
    missed = []
    for number in numbers:
        hits = agent.recall(marker(number), k=3)
        if not hits or hits[0].source_id != f"t{number}":
            missed.append(number)
    return missed


@pytest.fixture
def sealed_home(open_home: Homes) -> Homes:
    ash = open_home.agent()
    ash.observe_many(list(turns(1200)))
    ash.settle()
    assert [segment.rows for segment in segments(ash)] == [1200]
    return open_home


def test_sealed_rows_answer_as_rows_in_memory_do(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.observe_many(list(turns(1200)))
    before = [[hit.id for hit in ash.recall(q)] for q in QUESTIONS]
    ash.settle()
    after = [[hit.id for hit in open_home.agent().recall(q)] for q in QUESTIONS]
    same = sum(len(set(a) & set(b)) for a, b in zip(before, after, strict=True))
    assert same >= 0.95 * sum(map(len, before))


def test_what_is_said_later_is_found_beside_what_is_sealed(sealed_home: Homes) -> None:
    ash = sealed_home.agent()
    ash.observe_many(list(turns(250, first=1200)))
    assert found_first(ash, range(0, 1450, MARKED)) == []
    ash.settle()
    assert found_first(sealed_home.agent(), range(0, 1450, MARKED)) == []
    assert sum(segment.rows for segment in segments(ash)) == 1200, "few rows stay in memory"


def test_parts_grow_together_and_leave_nothing_behind(sealed_home: Homes) -> None:
    ash = sealed_home.agent()
    ash.observe_many(list(turns(1100, first=1200)))
    ash.settle()
    assert [segment.rows for segment in segments(ash)] == [2300]
    assert found_first(sealed_home.agent(), range(0, 2300, MARKED)) == []
    assert len(shelves(sealed_home, ash)) == 1


def test_filters_find_all_there_is_in_sealed_parts(sealed_home: Homes) -> None:
    ash = sealed_home.agent()
    assert len(ash.recall("boat", speaker="Ana", k=1000)) >= 100
    some: list[RecallFilters] = [
        {"speaker": "Ana", "since": "2025-01-01T00:00:00Z", "until": "2025-01-01T12:00:00Z"},
        {"thread": "nowhere"},
    ]
    for filters in some:
        hits = ash.recall("the boat", k=50, **filters)
        assert len(hits) == (6 if "speaker" in filters else 0)


def test_a_forgotten_turn_leaves_its_part_at_once(sealed_home: Homes) -> None:
    ash = sealed_home.agent()
    (hit,) = ash.recall(marker(300), k=1)
    before = shelves(sealed_home, ash)
    ash.forget(hit.id)
    assert not set(shelves(sealed_home, ash)) & set(before), "the sealed arrays are gone too"
    assert all(hit.source_id != "t300" for hit in ash.recall(marker(300)))
    assert found_first(ash, range(400, 1200, MARKED)) == []
    ash.settle()
    assert [segment.rows for segment in segments(ash)] == [1199]
    assert found_first(sealed_home.agent(), range(400, 1200, MARKED)) == []


def test_a_fact_that_changes_leaves_sealed_parts_alone_and_one_that_is_forgotten_does_not(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    first = ash.facts.set("staging.host", "kestrel")
    ash.observe_many(list(turns(1200)))
    ash.settle()
    before = shelves(open_home, ash)
    changed = ash.facts.set("staging.host", "heron")
    ash.settle()
    assert shelves(open_home, ash) == before
    assert [hit.id for hit in ash.recall("staging.host", kinds=["fact"])] == [changed.id]
    ash.forget(first.id)
    assert not set(shelves(open_home, ash)) & set(before)


@pytest.mark.parametrize("damage", ["lost", "torn", "scrambled"])
def test_a_part_that_is_damaged_is_noticed_and_made_again(sealed_home: Homes, damage: str) -> None:
    ash = sealed_home.agent()
    (name,) = shelves(sealed_home, ash)
    harm(sealed_home, ash, name, damage)
    again = sealed_home.agent()
    assert found_first(again, range(0, 1200, MARKED)) == []
    again.settle()
    assert [segment.rows for segment in segments(again)] == [1200]
    assert found_first(sealed_home.agent(), range(0, 1200, MARKED)) == []


@pytest.mark.slow
def test_verify_notices_a_part_that_is_not_what_was_written(sealed_home: Homes) -> None:
    ash = sealed_home.agent()
    assert ash.verify().ok
    (name,) = shelves(sealed_home, ash)
    harm(sealed_home, ash, name, "flipped")
    report = ash.verify()
    assert not report.ok
    assert [check.name for check in report.checks if not check.ok] == ["sealed parts"]
    ash.rebuild()
    assert ash.verify().ok


def test_two_that_settle_at_once_seal_once(sealed_home: Homes) -> None:
    ash, twin = sealed_home.agent(), sealed_home.agent()
    ash.observe_many(list(turns(1100, first=1200)))
    from threading import Thread

    workers = [Thread(target=agent.settle) for agent in (ash, twin)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    ash.settle()
    assert sum(segment.rows for segment in segments(ash)) == 2300
    assert len(shelves(sealed_home, ash)) == len(segments(ash))
    assert found_first(sealed_home.agent(), range(0, 2300, MARKED)) == []


# -- behind the public door


def shelves(homes: Homes, agent: Any) -> list[str]:
    """The names of the sealed parts that are kept."""
    if homes.engine == "sqlite":
        folder = Path(homes.location, "agents", "ash", "index")
        return [entry.removesuffix(".seg") for entry in os.listdir(folder)]
    return [row[0] for row in select(agent, "SELECT DISTINCT name FROM segment_chunks")]


def harm(homes: Homes, agent: Any, name: str, damage: str) -> None:
    """What a disk, or somebody's hand, may do to a part."""
    if homes.engine != "sqlite":
        change = {
            "lost": "DELETE FROM segment_chunks",
            "torn": "DELETE FROM segment_chunks WHERE number > 0",
            "scrambled": "UPDATE segment_chunks SET data = sha256(data) WHERE part <> ''",
            "flipped": "UPDATE segment_chunks SET data = set_byte(data, 5, 77) WHERE part = 'rows'",
        }[damage]
        with agent.place.store._connections.filling("default") as connection:
            connection.execute(change)
        return
    path = Path(homes.location, "agents", "ash", "index", f"{name}.seg")
    raw = bytearray(path.read_bytes())
    if damage == "lost":
        path.unlink()
        return
    if damage == "torn":
        raw = raw[: len(raw) // 2]
    elif damage == "scrambled":
        raw[40:] = bytes(byte ^ 0x5A for byte in raw[40:])
    else:
        raw[-5000] ^= 0xFF
    path.write_bytes(raw)
