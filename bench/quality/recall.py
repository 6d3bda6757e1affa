"""How well recall finds evidence, how fast, and what each feature is worth.

Every dialogue becomes an agent of its own in a home that is thrown away afterwards;
its questions go through the public `recall`. It shows nothing.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from bench.quality.fitting import Lesson, fit
from bench.quality.measures import Measures, mean, measured
from wakeline import engine
from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.recall.rank import ranking_candidates as looked_at_flow
from wakeline.recall.features import BY_HAND, COMPANY, FEATURES, WEIGHTS, company

DEEPEST: Final = 20
FULL_TEXT: Final = "fulltext"
FITTED: Final = "fitted"  # by weights that never saw the dialogue
ADVERSARIAL: Final = "5"
# How much a question counts when weights are fitted: few long dialogues, many short ones.
FIT_WEIGHTS: Final = {"locomo": 1.0, "beam": 3.0}
FIT_ADVERSARIAL: Final = 0.3
FIT_ROUNDS: Final = 3
# A question that stands in the data twice is looked up twice.
HOME_SETTINGS: Final = {
    "sqlite.synchronous": "OFF",
    "archive.files": "false",
    "recall.answers": "0",
}
Advance = Callable[[int], None]


class Asked(NamedTuple):
    """A question with the turns that hold its evidence."""

    text: str
    category: str
    evidence: frozenset[str]


class Dialogue(NamedTuple):
    """Turns as events, and questions about them."""

    collection: str
    id: str
    events: list[dict[str, Any]]
    questions: list[Asked]


class Row(NamedTuple):
    """One line of the result: a strategy and an embedder on a category of a collection."""

    embedder: str
    strategy: str
    collection: str
    category: str
    questions: int
    measures: Measures
    p50_ms: float
    p95_ms: float


class Worth(NamedTuple):
    """What is lost at 10 without one feature, in points, by collection."""

    feature: str
    lost: dict[str, float]


class Result(NamedTuple):
    """Everything that was measured."""

    rows: list[Row]
    ingest_per_second: float
    index_per_second: float
    ablation: list[Worth]
    fitted: dict[str, float]


class Answered(NamedTuple):
    """One question, answered by one strategy with one embedder."""

    embedder: str
    strategy: str
    dialogue: Dialogue
    question: Asked
    measures: Measures
    seconds: float


class Studied(NamedTuple):
    """One question with what the default strategy looks at."""

    embedder: str
    dialogue: Dialogue
    question: Asked
    looked_at: Any


def read_dialogues(path: str) -> list[Dialogue]:
    """The dialogues of a file, or of all the files of a folder."""
    files = [path]
    if os.path.isdir(path):
        files = [os.path.join(path, f) for f in sorted(os.listdir(path)) if f.endswith(".json")]
    if not files:
        raise NotFound(f"{path} holds no .json file.")
    return [dialogue for file in files for dialogue in _read_file(file)]


def _read_file(path: str) -> Iterator[Dialogue]:
    try:
        with open(path, encoding="utf-8") as source:
            found = json.load(source)
    except OSError as error:
        raise NotFound(f"{path} cannot be read ({error.strerror}).") from error
    except ValueError as error:
        raise Invalid(f"{path} is not JSON ({error}).") from None
    try:
        for each in found:
            yield _dialogue(each)
    except (KeyError, TypeError) as error:
        raise Invalid(
            f"{path} is not a file of dialogues ({error!r}).", todo="docs/recall.md has the form."
        ) from None


def _dialogue(found: Mapping[str, Any]) -> Dialogue:
    events = [
        {
            "text": turn["text"],
            "speaker": turn["speaker"],
            "at": turn["at"],
            "session": str(turn["session"]),
            "source_id": turn["id"],
        }
        for turn in found["turns"]
    ]
    known = {event["source_id"] for event in events}
    questions = [
        Asked(q["question"], str(q["category"]), frozenset(q["evidence"]) & known)
        for q in found["questions"]
    ]
    return Dialogue(
        str(found["id"]).split("-", 1)[0],
        str(found["id"]),
        events,
        [question for question in questions if question.evidence],
    )


def bench_recall(
    dialogues: Sequence[Dialogue],
    strategies: Sequence[str],
    embedders: Sequence[str],
    *,
    ablation: bool = False,
    fit: bool = False,
    location: str | None = None,
    tenant: str = "default",
    advance: Advance = lambda _count: None,
) -> Result:
    """Measure strategies with embedders, in a home that is thrown away or one that is given.

    With `fit` also weights that never saw the dialogue they are tried on. Rates, ablation and
    fit are those of the first embedder; so is full text, which needs none.
    """
    answered: list[Answered] = []
    studied: list[Studied] = []
    taken = indexed = 0.0
    with tempfile.TemporaryDirectory(prefix="wakeline-bench-") as folder:
        for embedder in embedders:
            is_first = embedder == embedders[0]
            settings = {**HOME_SETTINGS, "embedder": embedder}
            tried = [name for name in strategies if is_first or name != FULL_TEXT]
            with engine.open(location or folder, tenant=tenant, settings=settings) as home:
                for dialogue in dialogues:
                    with _living(home, dialogue) as (agent, kept, read):
                        taken, indexed = taken + is_first * kept, indexed + is_first * read
                        answered += _answers(agent, embedder, dialogue, tried)
                        if is_first and (ablation or fit):
                            studied += _study(agent, embedder, dialogue, home)
                    advance(1)
    turns = sum(len(dialogue.events) for dialogue in dialogues)
    rows = _rows(answered)
    fitted: dict[str, float] = {}
    if fit:
        more, fitted = _fitted_rows(studied)
        rows += more
    worth = _ablation(studied) if ablation else []
    return Result(rows, turns / taken, turns / indexed, worth, fitted)


@contextmanager
def _living(home: engine.Home, dialogue: Dialogue) -> Iterator[tuple[engine.Agent, float, float]]:
    """An agent that took part in a dialogue, and how long it took to keep and to index it."""
    agent = home.agent(f"bench-{home.ids.new(home.clock.now()).lower()}")
    began = time.perf_counter()
    agent.observe_many(dialogue.events)
    kept = time.perf_counter()
    agent.settle()
    yield agent, kept - began, time.perf_counter() - kept
    agent.close()
    home.port.remove(agent.name)


def _answers(
    agent: engine.Agent, embedder: str, dialogue: Dialogue, strategies: Sequence[str]
) -> Iterator[Answered]:
    for strategy in strategies:
        agent.recall("warm", k=1, strategy=strategy)
        for question in dialogue.questions:
            began = time.perf_counter()
            hits = agent.recall(question.text, k=DEEPEST, strategy=strategy)
            seconds = time.perf_counter() - began
            found = measured([hit.source_id or "" for hit in hits], question.evidence)
            yield Answered(embedder, strategy, dialogue, question, found, seconds)


def _study(
    agent: engine.Agent, embedder: str, dialogue: Dialogue, home: engine.Home
) -> Iterator[Studied]:
    for question in dialogue.questions:
        looked_at = looked_at_flow(agent.place, question.text, now=home.clock.now())
        yield Studied(embedder, dialogue, question, looked_at)


# -- tables


def _groups(question: Asked) -> tuple[str, ...]:
    """The lines that a question counts for: its category, and all but the adversarial ones."""
    return (question.category,) if question.category == ADVERSARIAL else (question.category, "all")


def _rows(answered: Sequence[Answered]) -> list[Row]:
    groups: dict[tuple[str, str, str, str], list[Answered]] = {}
    for one in answered:
        for group in _groups(one.question):
            key = (one.embedder, one.dialogue.collection, group, one.strategy)
            groups.setdefault(key, []).append(one)
    return [
        Row(
            embedder,
            strategy,
            collection,
            category,
            len(found),
            mean([one.measures for one in found]),
            _percentile([one.seconds for one in found], 0.5),
            _percentile([one.seconds for one in found], 0.95),
        )
        for (embedder, collection, category, strategy), found in groups.items()
    ]


def _percentile(seconds: Sequence[float], share: float) -> float:
    ordered = sorted(seconds)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _in_order(studied: Studied, weights: Any) -> list[str]:
    """The sources as these weights order them; the last is that of company."""
    import numpy as np

    sources = studied.looked_at.source_ids
    order = np.argsort(-(_with_company(studied, weights) @ weights), kind="stable").tolist()
    return [*(sources[i] for i in order), *sources[len(order) :]]


def _with_company(studied: Studied, weights: Any) -> Any:
    """The features of a question's candidates, and what their scores say of their company."""
    import numpy as np

    features = studied.looked_at.features
    likely = company(studied.looked_at.streams, features @ weights[:-1])
    return np.hstack((features, likely[:, None]))


def _judged(studied: Sequence[Studied], weights: Sequence[Any]) -> list[Answered]:
    return [
        Answered(
            one.embedder,
            FITTED,
            one.dialogue,
            one.question,
            measured(_in_order(one, weight), one.question.evidence),
            0.0,
        )
        for one, weight in zip(studied, weights, strict=True)
    ]


def _ablation(studied: Sequence[Studied]) -> list[Worth]:
    """What each feature is worth with the weights as they are: lost points at 10 without it."""
    import numpy as np

    names = [*(feature.name for feature in FEATURES), COMPANY]
    whole = np.array([WEIGHTS[name] for name in names])
    full = _at_10(_judged(studied, [whole] * len(studied)))
    found = []
    for column, name in enumerate(names):
        without = np.where(np.arange(len(whole)) == column, 0, whole)
        left = _at_10(_judged(studied, [without] * len(studied)))
        found.append(Worth(name, {group: full[group] - left[group] for group in full}))
    return found


def _at_10(answered: Sequence[Answered]) -> dict[str, float]:
    wanted = [row for row in _rows(answered) if row.category in ("all", ADVERSARIAL)]
    return {f"{r.collection} {r.category}": 100 * r.measures.recall_10 for r in wanted}


def _fitted_rows(studied: Sequence[Studied]) -> tuple[list[Row], dict[str, float]]:
    """Weights fitted without a dialogue, tried on it; and those fitted on all.

    What is set by hand is left out while the others are fitted, and set afterwards.
    """
    names = [*(feature.name for feature in FEATURES), COMPANY]
    without = {}
    for left_out in dict.fromkeys(one.dialogue.id for one in studied):
        without[left_out] = _fitted([one for one in studied if one.dialogue.id != left_out])
    rows = _rows(_judged(studied, [without[one.dialogue.id] for one in studied]))
    return rows, dict(zip(names, _fitted(studied).tolist(), strict=True))


def _fitted(studied: Sequence[Studied]) -> Any:
    """Weights for some questions.

    What company says follows from the scores, and so from the weights: it is told with the
    weights of the round before, until another round changes next to nothing.
    """
    import numpy as np

    names = [*(feature.name for feature in FEATURES), COMPANY]
    is_fitted = np.array([name not in BY_HAND for name in names])
    weights = np.array([BY_HAND.get(name, 0.0) for name in names])
    for rounds in range(FIT_ROUNDS):
        fitted = is_fitted & (np.array(names) != COMPANY) if rounds == 0 else is_fitted
        lessons = [_lesson(one, _with_company(one, weights)[:, fitted]) for one in studied]
        weights[fitted] = fit(lessons, weights[fitted])
    return weights


def _lesson(one: Studied, features: Any) -> Any:
    import numpy as np

    sources = one.looked_at.source_ids[: len(features)]
    weight = FIT_WEIGHTS.get(one.dialogue.collection, 1.0)
    if one.question.category == ADVERSARIAL:
        weight *= FIT_ADVERSARIAL
    is_evidence = np.array([s in one.question.evidence for s in sources])
    return Lesson(features, is_evidence, weight)
