"""What a language model reads in sessions beside rules, and how often rightly.

The rest of `python -m bench.extract --model`. The model is the small real one of the tests, on a
server that is started for it, or any OpenAI-compatible one (`--url`, `--name`). Sessions are the
first ones of each conversation. Statements were labelled by hand before anything was counted, those
that the turns bear out and those that they do not, and are kept without a word of the dialogues
(`tests/data/model_labels.json`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

from wakeline.base.errors import Garbled
from wakeline.consolidation.extract import extract
from wakeline.consolidation.match import same_value
from wakeline.consolidation.reading import (
    MOST_ANSWER,
    SCHEMA,
    ShownTurn,
    accept_statements,
    portions,
    prompt_for,
    statements,
    turns_to_show,
)
from wakeline.minds.models.openai_compatible import OpenAIChatServer
from wakeline.minds.models.remote import RemoteModel
from wakeline.model.consolidation import ExtractedStatement
from wakeline.model.log import Episode
from wakeline.ports.minds import LanguageModel, Usage

LABELS: Final = Path(__file__).parents[1] / "tests" / "data" / "model_labels.json"
HASH_DIGITS: Final = 16
CONTEXT: Final = 4096  # tokens of the small model's server
SECONDS: Final = 900  # for one answer, on a machine that others use


class Said(NamedTuple):
    """One statement of a model."""

    conversation: str
    turn: str
    statement: Mapping[str, Any]
    found: ExtractedStatement | None  # None: the turn does not bear it out
    is_new: bool  # rules did not find it

    @property
    def key(self) -> tuple[str, str, str, str]:
        told = "|".join(str(self.statement[name]) for name in ("subject", "value", "quote"))
        digest = sha256(told.encode()).hexdigest()[:HASH_DIGITS]
        return self.conversation, self.turn, str(self.statement["attribute"]), digest


class Asked(NamedTuple):
    """What came of asking."""

    sessions: int
    turns: int
    requests: int
    garbled: int
    by_rules: int
    prompt_tokens: int
    answer_tokens: int
    seconds: float
    said: list[Said]


class ModelLabel(NamedTuple):
    """What a reader of the turn said of a statement: that it holds, and is worth keeping."""

    conversation: str
    turn: str
    attribute: str
    hash: str
    is_kept: bool  # the turn bears it out, as far as the check can tell
    correct: bool

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self[:4]


@contextmanager
def asked_model(url: str | None, name: str) -> Iterator[LanguageModel]:
    """The model at an address, or the small one on a server of its own."""
    if url is not None:
        yield RemoteModel(OpenAIChatServer(url, name, key=None, timeout=SECONDS))
        return
    from tests.contract import small_model

    lacks = small_model.lacks()
    if lacks is not None:
        raise SystemExit(lacks)
    with small_model.running(CONTEXT) as found:
        yield RemoteModel(
            OpenAIChatServer(f"{found}/v1", small_model.NAME, key=None, timeout=SECONDS)
        )


def ask(model: LanguageModel, dialogues: Iterable[tuple[str, list[Episode]]], count: int) -> Asked:
    """Ask about the first sessions of each conversation; what cannot be read is counted."""
    found = Asked(0, 0, 0, 0, 0, 0, 0, 0.0, [])
    for conversation, turns in dialogues:
        people = list(dict.fromkeys(turn.speaker for turn in turns))
        names = {"person": people[0], "agent": people[-1]}
        sessions = [tuple(some) for _, some in groupby(turns, key=lambda turn: turn.session_id)]
        for session in sessions[:count]:
            rules = extract(session, zone=UTC, **names)
            found = found._replace(
                sessions=found.sessions + 1,
                turns=found.turns + len(session),
                by_rules=found.by_rules + len(rules),
            )
            for some in portions(session):
                given = turns_to_show(some, **names)
                if given:
                    found = _portion(model, conversation, given, rules, found)
    return found


def _portion(
    model: LanguageModel,
    conversation: str,
    given: Sequence[ShownTurn],
    rules: Sequence[ExtractedStatement],
    found: Asked,
) -> Asked:
    spent: list[Usage] = []
    began = perf_counter()
    try:
        answer = model.complete_as(
            prompt_for(given), SCHEMA, most_tokens=MOST_ANSWER, spent=spent.append
        )
        said = [_said(conversation, given, each, rules) for each in statements(answer)]
        garbled = 0
    except Garbled:
        said, garbled = [], 1
    return found._replace(
        requests=found.requests + 1,
        garbled=found.garbled + garbled,
        prompt_tokens=found.prompt_tokens + sum(each.prompt_tokens or 0 for each in spent),
        answer_tokens=found.answer_tokens + sum(each.answer_tokens or 0 for each in spent),
        seconds=found.seconds + perf_counter() - began,
        said=[*found.said, *said],
    )


def _said(
    conversation: str,
    given: Sequence[ShownTurn],
    statement: Mapping[str, Any],
    rules: Sequence[ExtractedStatement],
) -> Said:
    kept = accept_statements(given, {"statements": [statement]}, UTC).found
    number = int(statement["turn"])
    turn = given[number - 1].turn.id if 1 <= number <= len(given) else ""
    if not kept:
        return Said(conversation, turn, statement, None, is_new=False)
    one = kept[0]
    is_known = any(
        rule.source_id == one.source_id
        and rule.subject == one.subject
        and (rule.attribute == one.attribute or same_value(rule.value, one.value))
        for rule in rules
    )
    return Said(conversation, turn, statement, one, is_new=not is_known)


def model_labels(path: Path = LABELS) -> list[ModelLabel]:
    return [ModelLabel(**row) for row in json.loads(path.read_text(encoding="utf-8"))]


def table(asked: Asked, known: Sequence[ModelLabel]) -> list[str]:
    """What was asked, what came of it, and how right that is by the labels."""
    kept = [each for each in asked.said if each.found is not None]
    new = [each for each in kept if each.is_new]
    lines = [
        f"{asked.sessions} sessions, {asked.turns} turns: {asked.requests} requests,"
        f" {asked.garbled} answers that cannot be used; {asked.prompt_tokens:,} +"
        f" {asked.answer_tokens:,} tokens, {asked.seconds / max(1, asked.requests):.0f} s each",
        f"rules found {asked.by_rules}; the model said {len(asked.said)}, of which turns bear out"
        f" {len(kept)}, and {len(new)} are new",
    ]
    judged = {label.key: label.correct for label in known}
    for name, some in (("borne out", kept), ("dropped", [s for s in asked.said if not s.found])):
        correct = [judged[each.key] for each in some if each.key in judged]
        lines.append(f"{name}: {sum(correct)} of {len(correct)} with a label are right")
    for is_kept, name in ((True, "borne out"), (False, "dropped")):
        those = [label.correct for label in known if label.is_kept == is_kept]
        lines.append(f"labels, {name}: {sum(those)} of {len(those)} are right")
    return lines


def sample(asked: Asked, known: Sequence[ModelLabel], turns: Mapping[str, str]) -> list[str]:
    """Statements that nobody has judged, with their turn for the reader and a row to keep."""
    judged = {label.key for label in known}
    lines = []
    for each in asked.said:
        if each.key in judged:
            continue
        row = ModelLabel(*each.key, is_kept=each.found is not None, correct=False)
        told = each.found.text if each.found else "(dropped)"
        lines += [
            f"{each.conversation} {each.turn}: {turns.get(f'{each.conversation} {each.turn}', '')}",
            f"    {json.dumps(each.statement, ensure_ascii=False)}\n    {told}",
            f"    {json.dumps(row._asdict())}",
        ]
    return lines
