"""What every system found, as a table for people and as one document for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rich.table import Table

from bench.machine import words
from bench.quality.recall import ADVERSARIAL
from bench.timing import Spread, spread

DEPTHS: Final = (5, 10, 20)
Group = tuple[str, str]


class Row(NamedTuple):
    """One system over all dialogues."""

    name: str
    version: str
    questions: dict[Group, int]
    recall: dict[Group, tuple[float, ...]]  # in percent, at each depth
    query: Spread  # in milliseconds
    embedding_ms: float  # a turn; 0 if the system embeds by itself or not at all
    turns_per_second: float
    turns_per_second_without_embedding: float


def row(name: str, version: str, found: Sequence[Mapping[str, Any]]) -> Row:
    """The means over questions; adversarial ones are a group of their own."""
    groups: dict[Group, list[Mapping[str, Any]]] = {}
    for one in found:
        for answer in one["answers"]:
            groups.setdefault(_group(one["collection"], answer["category"]), []).append(answer)
    turns = sum(one["turns"] for one in found)
    storing = sum(one["storing_seconds"] for one in found)
    embedding = sum(one["embedding_seconds"] for one in found)
    return Row(
        name,
        version,
        {group: len(answers) for group, answers in groups.items()},
        {group: _recall(answers) for group, answers in groups.items()},
        spread([answer["seconds"] for one in found for answer in one["answers"]]),
        1000 * embedding / turns,
        turns / (storing + embedding),
        turns / storing,
    )


def _group(collection: str, category: str) -> Group:
    return (collection, ADVERSARIAL if category == ADVERSARIAL else "all")


def _recall(answers: Sequence[Mapping[str, Any]]) -> tuple[float, ...]:
    return tuple(100 * sum(a[f"recall_{k}"] for a in answers) / len(answers) for k in DEPTHS)


def table(machine: dict[str, Any], rows: Sequence[Row]) -> Table:
    """One line a system."""
    made = Table(title=words(machine), title_justify="left", title_style="dim")
    groups = sorted({group for one in rows for group in one.recall})
    made.add_column("system")
    made.add_column("version")
    for group in groups:
        made.add_column(_heading(group, rows), justify="right")
    for heading in ("p50 ms", "p95 ms", "turns/s", "without\nembedding"):
        made.add_column(heading, justify="right")
    for one in rows:
        made.add_row(*_cells(one, groups))
    return made


def _heading(group: Group, rows: Sequence[Row]) -> str:
    collection, category = group
    which = f"category {category}" if category == ADVERSARIAL else "others"
    asked = max(one.questions.get(group, 0) for one in rows)
    return f"{collection}, {which}\n{asked} questions\nat 5 / 10 / 20"


def _cells(one: Row, groups: Sequence[Group]) -> list[str]:
    bare = one.turns_per_second_without_embedding
    return [
        one.name,
        one.version,
        *(" / ".join(f"{share:.1f}" for share in one.recall.get(group, ())) for group in groups),
        f"{one.query.p50:.1f}",
        f"{one.query.p95 or 0.0:.1f}",
        f"{one.turns_per_second:,.0f}",
        f"{bare:,.0f}" if one.embedding_ms else "",
    ]


def document(
    machine: dict[str, Any], rows: Sequence[Row], skipped: Mapping[str, str], notes: Sequence[str]
) -> dict[str, Any]:
    """The same as plain values."""
    return {
        "machine": machine,
        "systems": [_plain(one) for one in rows],
        "skipped": dict(skipped),
        "notes": list(notes),
    }


def _plain(one: Row) -> dict[str, Any]:
    return {
        "name": one.name,
        "version": one.version,
        "recall": [
            {
                "collection": collection,
                "category": category,
                "questions": one.questions[collection, category],
                **{f"at_{k}": round(s, 2) for k, s in zip(DEPTHS, shares, strict=True)},
            }
            for (collection, category), shares in sorted(one.recall.items())
        ],
        "query_p50_ms": round(one.query.p50, 2),
        "query_p95_ms": round(one.query.p95 or 0.0, 2),
        "turns_per_second": round(one.turns_per_second, 1),
        "turns_per_second_without_embedding": round(one.turns_per_second_without_embedding, 1)
        if one.embedding_ms
        else None,
        "embedding_ms_per_turn": round(one.embedding_ms, 2) if one.embedding_ms else None,
    }
