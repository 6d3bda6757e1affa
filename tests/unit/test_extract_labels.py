"""How right the rules are, by labels of real dialogues, whose words are elsewhere, and of our own.

Real dialogues are read where `WAKELINE_BENCH_DATA` names them; our own is read everywhere.
"""

from __future__ import annotations

import os
import re
from typing import Any

import pytest

from bench.extract import (
    BATCHES,
    COLLECTION,
    Key,
    Label,
    key_of,
    labels,
    precisions,
    read,
    sample,
    table,
)
from bench.quality.recall import Dialogue, read_dialogues
from bench.quality.recall_command import DATA_VARIABLE
from wakeline.model.consolidation import EXTRACTED_KINDS

LABELS = labels()
HELD_OUT = (3, 4)
LEAST_RIGHT = 0.9
LEAST_FOUND = 0.9
DATA = os.environ.get(DATA_VARIABLE)

# Turns of Mel and Jo, by turns, each with what a reader says that it states.
OWN_DIALOGUE: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("I live in Porto.", ("Mel lives in Porto.",)),
    ("I work as a nurse.", ("Jo works as a nurse.",)),
    ("Do you like it? I wish I were a nurse.", ()),
    ("I ran a long race yesterday.", ("Jo ran a long race on 1 March 2026.",)),
    ("I grew up in Ohio.", ("Mel grew up in Ohio.",)),
    ("Maybe I'll move there. Nice!", ()),
    ("I'm studying marine biology.", ("Mel studies marine biology.",)),
    ("I use Vim for notes.", ("Jo uses Vim.",)),
    ("I volunteer at a dog shelter.", ("Mel volunteers at a dog shelter.",)),
    ("If it rains, I'll call the office.", ()),
    ("I drive a red Ferrari.", ("Mel drives a red Ferrari.",)),
    ("I'm part of a choir.", ("Jo is part of a choir.",)),
    ("I almost fell off a ladder yesterday.", ()),
    ("I was born in 1989.", ("Jo was born in 1989.",)),
)


def batch(number: int) -> list[Label]:
    return [label for label in LABELS if label.batch == number]


def a_dialogue(*texts: str) -> Dialogue:
    events: list[dict[str, Any]] = [
        {
            "text": text,
            "speaker": ("Mel", "Jo")[number % 2],
            "at": "2026-03-02T09:00:00Z",
            "session": "1",
            "source_id": f"D1:{number}",
        }
        for number, text in enumerate(texts, start=0)
    ]
    return Dialogue("locomo", "locomo-test", events, [])


def test_two_hundred_were_labelled_first_and_more_than_a_hundred_held_out() -> None:
    assert len(batch(1)) == 200
    assert len(batch(3)) >= 100
    assert {label.batch for label in LABELS} == set(BATCHES)
    assert len({label.key for label in LABELS}) == len(LABELS)


def test_nine_in_ten_of_what_was_held_out_were_right_when_they_were_drawn() -> None:
    for number in HELD_OUT:
        assert sum(label.correct for label in batch(number)) >= LEAST_RIGHT * len(batch(number))


@pytest.mark.skipif(DATA is None, reason=f"{DATA_VARIABLE} names no dialogues")
def test_the_rules_still_find_what_was_held_out_and_nine_in_ten_are_right() -> None:
    assert DATA is not None
    told = [each for each in read_dialogues(DATA) if each.id.startswith(COLLECTION)]
    counted = {each.batch: each for each in precisions(LABELS, read(told).findings)}
    for number in HELD_OUT:
        each = counted[number]
        assert each.found >= LEAST_FOUND * each.drawn
        assert each.correct >= LEAST_RIGHT * each.found


def test_the_rules_find_what_an_own_dialogue_states_and_nine_in_ten_are_right() -> None:
    found = read([a_dialogue(*(text for text, _ in OWN_DIALOGUE))]).findings
    said = {(key.turn, each.text) for key, each in found.items()}
    stated = {
        (f"D1:{number}", sentence)
        for number, (_, sentences) in enumerate(OWN_DIALOGUE)
        for sentence in sentences
    }
    assert len(said & stated) >= LEAST_FOUND * len(stated)
    assert len(said & stated) >= LEAST_RIGHT * len(said)


def test_labels_hold_ids_and_hashes_and_no_words_of_a_dialogue() -> None:
    for key, _, _ in LABELS:
        assert re.fullmatch(r"locomo-conv-\d\d", key.conversation)
        assert re.fullmatch(r"D\d+:\d+", key.turn)
        assert key.kind in EXTRACTED_KINDS
        assert re.fullmatch(r"[a-z_]{2,24}", key.attribute)
        assert re.fullmatch(r"[0-9a-f]{16}", key.hash)
        assert key.when is None or re.fullmatch(r"\d{4}-\d\d-\d\d", key.when)


def test_precision_is_counted_on_what_is_still_found() -> None:
    keys = [Key("c", f"D1:{n}", "fact", "has", "0" * 16, None) for n in range(4)]
    known = [Label(key, 1, correct=number != 0) for number, key in enumerate(keys)]
    assert precisions(known, keys) == [(1, 4, 3, 4, 3)]
    assert precisions(known, keys[1:3]) == [(1, 4, 3, 2, 2)]
    assert precisions(known, []) == [(1, 4, 3, 0, 0)]


def test_a_dialogue_of_two_is_read_and_told_in_figures() -> None:
    found = read([a_dialogue("I live in Porto.", "I ran a long race yesterday.", "Nice!")])
    assert (found.turns, found.sessions) == (3, 1)
    assert [each.text for each in found.findings.values()] == [
        "Mel lives in Porto.",
        "Jo ran a long race on 1 March 2026.",
    ]
    (first, second) = found.findings
    known = [Label(first, 1, correct=True)]
    lines = table(found, known)
    assert lines[0].startswith("3 turns, 1 sessions: 2 findings, 2.00 a session")
    assert lines[-1] == "all that is found and has a label: 1/1 = 1.000; without one: 1"
    assert second.turn in sample(found, known, 5, 1)[0]


def test_a_key_changes_with_the_subject_the_value_and_the_day() -> None:
    (each,) = read([a_dialogue("I ran a long race yesterday.")]).findings.values()
    keys = {
        key_of("c", each),
        key_of("c", each._replace(subject="Jo")),
        key_of("c", each._replace(value="ran")),
        key_of("c", each._replace(when=None)),
    }
    assert len(keys) == 4
