"""The commands of evaluations, and how these look to people."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, tzinfo

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from wakeline.engine.operations.evals import EVALS
from wakeline.interfaces.cli.build import Dated, build_group
from wakeline.interfaces.cli.shapes import (
    HEADING,
    QUIET,
    WARN,
    clip_line,
    count,
    listing,
    nothing,
    when,
)
from wakeline.model.writings import DIMENSIONS, EvalComparison, EvalMeans

MOMENT = 17
PRAISE = 1.0  # by so much better than the log, and it is marked


def _judged(rows: list[EvalComparison], zone: tzinfo, now: datetime) -> RenderableType:
    if not rows:
        return nothing("none yet")
    titles = "  ".join(["judged".ljust(MOMENT), *DIMENSIONS])
    note = "the agent's own / what the log says; - where it says nothing"
    shown = (part for row in rows for part in _one(row, zone, now))
    return Group(Text(titles, style=HEADING), *shown, Text(f"\n{note}", style=QUIET))


def _one(row: EvalComparison, zone: tzinfo, now: datetime) -> Iterator[RenderableType]:
    """One session's scores, and below them its note and its id, which keeps a line of its own."""
    scores = Text(when(row.judged.updated_at, zone, now).ljust(MOMENT))
    for name in DIMENSIONS:
        cell = _beside(row, name)
        cell.pad_right(len(name) - len(cell.plain))
        scores.append("  ").append_text(cell)
    scores.rstrip()
    below = Text(row.judged.session_id, style=QUIET)
    if row.judged.note:
        below = Text(clip_line(row.judged.note, 200)).append(f"\n{below.plain}", style=QUIET)
    yield from (scores, Padding(below, (0, 0, 0, MOMENT + 2)))


def _beside(row: EvalComparison, name: str) -> Text:
    told = row.judged.computed.get(name)
    text = f"{getattr(row.judged, name)} / {told['score']:g}" if told else f"{_own(row, name)} / -"
    return Text(text, style=WARN if row.differences.get(name, 0) >= PRAISE else "")


def _own(row: EvalComparison, name: str) -> int:
    own: int = getattr(row.judged, name)
    return own


def _means(found: EvalMeans, _: tzinfo) -> RenderableType:
    rows = [
        [
            mean.dimension,
            f"{mean.own:.2f}",
            "-" if mean.computed is None else f"{mean.computed:.2f}",
            str(mean.sessions),
        ]
        for mean in found.dimensions
    ]
    said = [f"{count(found.sessions, 'session')}, mean {found.own:.2f}", *found.remarks]
    return Group(
        listing(["dimension", "own", "log", "sessions in the log"], rows),
        Text("\n" + "; ".join(said), style=QUIET),
    )


evals = build_group(EVALS, {EvalComparison: Dated(_judged), "mean_evals": _means})
