"""The whole log as lines of JSON: once, in order, with nothing that was forgotten."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest

from tests.builders import Homes, an_event, an_exchange, events
from tests.contract.life import live
from wakeline.log.archive import read_archive
from wakeline.model.job import ArchiveDay
from wakeline.store.log_lines import hash_line


def exported(agent: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in agent.export()]


def test_an_export_says_first_whose_it_is_and_what_follows(open_home: Homes) -> None:
    ash = live(open_home, days=1)
    header, *lines = exported(ash)
    status = ash.status()
    assert header["type"] == "header"
    assert (header["format"], header["version"]) == ("wakeline-log", 1)
    assert (header["agent"], header["agent_id"]) == ("ash", ash.identity.id)
    assert header["tenant"] == "default"
    assert (header["turns"], header["events"]) == (status.turns, status.events)
    kinds = [line["type"] for line in lines]
    assert (kinds.count("turn"), kinds.count("event")) == (status.turns, status.events)


def test_every_entry_comes_once_in_its_order_and_as_it_was_hashed(open_home: Homes) -> None:
    ash = live(open_home, days=2)
    lines = [line for line in ash.export() if json.loads(line)["type"] in ("turn", "event")]
    assert [json.loads(line)["seq"] for line in lines] == list(range(1, len(lines) + 1))
    first = events(ash)[0]
    assert hash_line(lines[first.seq - 1]) == first.line_hash


def test_each_text_stands_in_it_once(open_home: Homes) -> None:
    ash = open_home.agent()
    for number in range(10):
        an_exchange(ash, number)
    ash.settle()
    text = "\n".join(ash.export())
    assert [text.count(f"question{number}?") for number in range(10)] == [1] * 10


def test_a_sealed_day_comes_with_its_seal_and_the_chain_closes(open_home: Homes) -> None:
    ash = live(open_home, days=3)
    ash.archive()
    found = list(read_archive(ash.export()))
    sealed = [day for day in found if isinstance(day, ArchiveDay)]
    assert [day.day for day in sealed] == ["2026-03-02", "2026-03-03", "2026-03-04"]


def test_a_large_log_is_read_piece_by_piece_while_others_write(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.observe_many(an_event(number) for number in range(2_500))
    stream = ash.export()
    first = list(islice(stream, 700))
    an_exchange(open_home.agent(), 1)  # another handle: nobody waits for the reader
    rest = list(stream)
    assert len(first) + len(rest) == 1 + 2_501  # the header, the identity and the turns


@pytest.mark.feature("X26")
def test_what_was_forgotten_is_a_line_without_content(open_home: Homes) -> None:
    ash = open_home.agent()
    kept = an_exchange(ash, 1)
    an_exchange(ash, 2)
    before = [hash_line(line) for line in ash.export()]
    ash.forget(kept.id)
    lines = list(ash.export())
    assert "question1" not in "\n".join(lines)
    assert "answer1" in "\n".join(lines)
    (tombstone,) = [json.loads(line) for line in lines if '"type":"forgotten"' in line]
    assert tombstone["entry"] == "turn"
    assert tombstone["line_hash"] in before
    assert (tombstone["text"], tombstone["speaker"], tombstone["metadata"]) == ("", "", {})
