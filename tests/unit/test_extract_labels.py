"""The labels of what rules read in real dialogues: how many, how right, and none of their words."""

from __future__ import annotations

import re
from typing import Any

from bench.extract import BATCHES, Key, Label, key_of, labels, precisions, read, sample, table
from bench.quality.recall import Dialogue
from wakeline.model.consolidation import EXTRACTED_KINDS

LABELS = labels()


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


def test_nine_in_ten_of_what_was_held_out_are_right() -> None:
    for number in (3, 4):
        assert sum(label.correct for label in batch(number)) >= 0.9 * len(batch(number))


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
