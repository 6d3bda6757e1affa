"""Findings as a table for people and as one JSON document for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from bench.findings import Finding, Skipped
from bench.machine import words
from bench.timing import Spread


def table(machine: dict[str, Any], found: Sequence[Finding | Skipped]) -> Table:
    """One line a measurement."""
    made = Table(
        title=words(machine), title_justify="left", title_style="dim", caption_justify="left"
    )
    made.add_column("measured")
    for heading in ("episodes", "p50", "p95"):
        made.add_column(heading, justify="right")
    made.add_column("beside")
    for heading in ("p50", "p95", "more", "ratio"):
        made.add_column(heading, justify="right")
    made.add_column("promised")
    for finding in found:
        if isinstance(finding, Finding):
            made.add_row(*_cells(finding))
    skipped = [f"{f.name} was skipped: {f.reason}." for f in found if isinstance(f, Skipped)]
    made.caption = "\n".join(skipped) or None
    return made


def _cells(finding: Finding) -> list[str]:
    difference, ratio = finding.difference, finding.ratio
    return [
        finding.title,
        "" if finding.episodes is None else f"{finding.episodes:,}",
        *_numbers(finding.ours, finding.unit),
        finding.against,
        *(_numbers(finding.other, finding.unit) if finding.other else ("", "")),
        "" if difference is None else f"{difference:+.3f} ms",
        "" if ratio is None else f"{ratio:.2f}x",
        _promise(finding),
    ]


def _numbers(spread: Spread, unit: str) -> tuple[str, str]:
    if unit == "events/s":
        return f"{spread.p50:,.0f}/s", ""
    if unit == "%":
        return f"{spread.p50:.1f} %", ""
    return f"{spread.p50:.3f} ms", "" if spread.p95 is None else f"{spread.p95:.3f} ms"


def _promise(finding: Finding) -> str:
    if finding.target is None:
        return ""
    words = finding.target.words
    if finding.target.of == "slowest":
        words = f"{words} (the longest {finding.ours.slowest:,.0f} ms)"
    return f"{words}: " + ("[green]met[/]" if finding.met else "[yellow]not met[/]")


def document(
    machine: dict[str, Any], found: Sequence[Finding | Skipped], *, quick: bool
) -> dict[str, Any]:
    """Everything that was found, as plain values."""
    return {
        "machine": machine,
        "quick": quick,
        "measurements": [_plain(f) for f in found if isinstance(f, Finding)],
        "skipped": [f._asdict() for f in found if isinstance(f, Skipped)],
    }


def _plain(finding: Finding) -> dict[str, Any]:
    target = finding.target
    return {
        "name": finding.name,
        "title": finding.title,
        "unit": finding.unit,
        "episodes": finding.episodes,
        "wakeline": _rounded(finding.ours),
        "against": finding.against or None,
        "other": None if finding.other is None else _rounded(finding.other),
        "difference": _round(finding.difference),
        "ratio": _round(finding.ratio),
        "target": None
        if target is None
        else {"of": target.of, target.bound: target.limit, "words": target.words},
        "met": finding.met,
        "details": {
            name: _round(value) if isinstance(value, float) else value
            for name, value in (finding.details or {}).items()
        },
    }


def _rounded(spread: Spread) -> dict[str, float | None]:
    return {name: _round(value) for name, value in spread._asdict().items()}


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
