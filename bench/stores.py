"""`python -m bench.stores`: each store in its own way, against one uniform full-text index.

Five stores of 16 entries and 16 questions to each (`tests/data/store_questions.json`), written and
fixed before anything was measured, in one home together with what was said around them. Decisions
and principles are kept as memories. Each question is asked of: one full-text index over everything;
the same index with only rows of the store in question; recall as it ranks by default, with only
those rows; the store in its own way. How often the right entry comes first, among the first five,
and the mean of 1 / its rank.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

import wakeline
from wakeline.base.clock import FixedClock
from wakeline.flows.recall.search_stores import (
    STORES,
    Retrieve,
    exact_first_retriever,
    situation_retriever,
)
from wakeline.model.memory import Hit

DATA: Final = Path(__file__).parents[1] / "tests" / "data" / "store_questions.json"
NOW: Final = datetime(2026, 6, 1, 12, tzinfo=UTC)
DEEP: Final = 100
FIRST: Final = 5
KINDS: Final = {
    "decisions": "memory",
    "facts": "fact",
    "principles": "memory",
    "knowledge": "knowledge",
    "letters": "letter",
}

Ask = Callable[[str], list[Hit]]


class Question(NamedTuple):
    """What is asked of which store, and which entry answers."""

    store: str
    text: str
    right: str


class Row(NamedTuple):
    """How one way answers the questions to one store."""

    store: str
    way: str
    questions: int
    first: float
    among_five: float
    reciprocal: float


class Life(NamedTuple):
    """An agent with its stores, what is in each, and what is asked."""

    agent: wakeline.Agent
    ids: dict[str, set[str]]
    questions: list[Question]


def lived(home: wakeline.Home, clock: FixedClock) -> Life:
    """Fill the stores: letters on their days, the rest before them."""
    data = json.loads(DATA.read_text(encoding="utf-8"))
    agent = home.agent("ash", person="Mel")
    questions: list[Question] = []
    ids: dict[str, set[str]] = {}

    def keep(store: str, id: str, asked: str | None) -> None:
        ids.setdefault(store, set()).add(id)
        if asked is not None:
            questions.append(Question(store, asked, id))

    for text in data["said"]:
        agent.record(user=text)
    for row in data["knowledge"]:
        taken = agent.knowledge.add(row["text"], category=row["category"])
        keep("knowledge", taken.entries[0].id, row["question"])
    for row in data["facts"]:
        keep("facts", agent.facts.set(row["key"], row["value"]).id, row["question"])
    for row in data["decisions"]:
        keep("decisions", agent.memories.add(row["text"]).id, row["question"])
    for row in data["principles"]:
        made = agent.memories.add(f"WHEN {row['when']} THEN {row['then']}")
        keep("principles", made.id, row["question"])
    letters = []
    for row in data["letters"]:
        clock.set(NOW - timedelta(days=row.pop("days_ago")))
        letters.append(agent.letters.write(**row).id)
        keep("letters", letters[-1], None)
    questions += [
        Question("letters", row["question"], letters[row["letter"]])
        for row in data["letter_questions"]
    ]
    clock.set(NOW)
    agent.settle()
    return Life(agent, ids, questions)


def ways(life: Life, store: str) -> dict[str, Ask]:
    """The ways to ask."""
    own: dict[str, Retrieve] = {
        **{name: found.retrieve for name, found in STORES.items()},
        "decisions": exact_first_retriever("memory"),
        "principles": situation_retriever("memory"),
    }

    def uniform(text: str) -> list[Hit]:
        return life.agent.recall(text, k=DEEP, strategy="fulltext")

    def within(text: str) -> list[Hit]:
        return [hit for hit in uniform(text) if hit.id in life.ids[store]]

    def recalled(text: str) -> list[Hit]:
        kinds = [KINDS[store]]
        found = life.agent.recall(text, k=DEEP, kinds=kinds, strategy="default")
        return [hit for hit in found if hit.id in life.ids[store]]

    def in_its_way(text: str) -> list[Hit]:
        found = own[store](life.agent.place, text, DEEP, NOW)
        return [hit for hit in found if hit.id in life.ids[store]]

    return {
        "uniform": uniform,
        "uniform, store known": within,
        "recall, store known": recalled,
        "its own": in_its_way,
    }


def row_of(store: str, way: str, ranks: Sequence[int | None]) -> Row:
    count = len(ranks)
    return Row(
        store,
        way,
        count,
        sum(rank == 1 for rank in ranks) / count,
        sum(rank is not None and rank <= FIRST for rank in ranks) / count,
        sum(1 / rank for rank in ranks if rank is not None) / count,
    )


def measured(life: Life) -> list[Row]:
    """Every store by every way, and all questions together."""
    rows: list[Row] = []
    every: dict[str, list[int | None]] = {}
    for store in ("decisions", "facts", "principles", "knowledge", "letters"):
        asked = [question for question in life.questions if question.store == store]
        for way, ask in ways(life, store).items():
            ranks = [_rank(ask(question.text), question.right) for question in asked]
            every.setdefault(way, []).extend(ranks)
            rows.append(row_of(store, way, ranks))
    return [*rows, *(row_of("all", way, ranks) for way, ranks in every.items())]


def _rank(hits: Sequence[Hit], right: str) -> int | None:
    return next((n for n, hit in enumerate(hits, 1) if hit.id == right), None)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--embedder", default="static")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    clock = FixedClock(NOW - timedelta(days=70))
    settings: dict[str, Any] = {"embedder": asked.embedder, "sqlite.synchronous": "OFF"}
    with (
        tempfile.TemporaryDirectory() as folder,
        wakeline.open(folder, clock=clock, settings=settings) as home,
    ):
        rows = measured(lived(home, clock))
    if asked.json:
        print(json.dumps([row._asdict() for row in rows], indent=1))
        return 0
    print("store       way                   questions  first  among five  reciprocal rank")
    for row in rows:
        print(
            f"{row.store:11} {row.way:21} {row.questions:9}  {row.first:5.2f}  "
            f"{row.among_five:10.2f}  {row.reciprocal:15.2f}"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
