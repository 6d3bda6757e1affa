"""What the measurement of a model beside rules counts, and what its labels hold."""

from __future__ import annotations

import json
import re

import pytest

from bench.extract import episodes
from bench.extract_model import Asked, ModelLabel, ask, asked_model, model_labels, sample, table
from tests.contract.model_server import Server
from tests.unit.test_extract_labels import a_dialogue
from wakeline.consolidation.reading import NAMES
from wakeline.minds.models import choose as kinds

LABELS = model_labels()
DIALOGUE = a_dialogue(
    "I live in Porto.", "After work I prefer old jazz, what else.", "How nice that is!"
)
SAID = [
    (1, "I live in Porto", "Mel", "lives_in", "Porto"),
    (2, "I prefer old jazz", "Jo", "prefers", "old jazz"),
    (2, "I prefer old jazz", "Jo", "prefers", "new jazz"),
    (9, "I prefer old jazz", "Jo", "prefers", "old jazz"),
]


def asked(server: Server, answer: str) -> Asked:
    server.says = [answer]
    with asked_model(server.url, "tiny") as model:
        return ask(model, [(DIALOGUE.id, episodes(DIALOGUE))], 1)


@pytest.mark.skipif(
    kinds.missing_requirement("openai") is not None, reason=str(kinds.missing_requirement("openai"))
)
def test_what_is_borne_out_and_new_is_told_apart_from_what_is_not(server: Server) -> None:
    answer = {"statements": [dict(zip(NAMES, each, strict=True)) for each in SAID]}
    found = asked(server, json.dumps(answer))
    assert (found.sessions, found.turns, found.requests, found.garbled) == (1, 3, 1, 0)
    assert found.by_rules == 1
    assert [each.found is not None for each in found.said] == [True, True, False, False]
    assert [each.is_new for each in found.said] == [False, True, False, False]
    labels = [
        ModelLabel(*found.said[1].key, is_kept=True, correct=True),
        ModelLabel(*found.said[2].key, is_kept=False, correct=False),
    ]
    lines = table(found, labels)
    assert "the model said 4, of which turns bear out 2, and 1 are new" in lines[1]
    assert lines[2:] == [
        "borne out: 1 of 1 with a label are right",
        "dropped: 0 of 1 with a label are right",
        "labels, borne out: 1 of 1 are right",
        "labels, dropped: 0 of 1 are right",
    ]
    shown = "\n".join(sample(found, labels, {}))
    assert "Porto" in shown
    assert "new jazz" not in shown


@pytest.mark.skipif(
    kinds.missing_requirement("openai") is not None, reason=str(kinds.missing_requirement("openai"))
)
def test_an_answer_that_cannot_be_used_is_counted(server: Server) -> None:
    found = asked(server, "I would rather not.")
    assert (found.requests, found.garbled, found.said) == (1, 1, [])


def test_labels_hold_ids_and_hashes_and_no_words_of_a_dialogue() -> None:
    assert len({label.key for label in LABELS}) == len(LABELS) > 0
    for label in LABELS:
        assert re.fullmatch(r"locomo-conv-\d\d", label.conversation)
        assert re.fullmatch(r"(?:D\d+:\d+)?", label.turn)
        assert re.fullmatch(r"[a-z_]{2,24}", label.attribute)
        assert re.fullmatch(r"[0-9a-f]{16}", label.hash)
