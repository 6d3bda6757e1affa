"""The commands of principles, and how principles look to people."""

from __future__ import annotations

from datetime import tzinfo
from typing import Annotated

from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.engine.operations.principles import PRINCIPLES
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.build import build_group
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import QUIET, clip_line, count, day, nothing, zone_of
from wakeline.interfaces.open_home import choose_agent, open_home
from wakeline.model.decision import FittingPrinciple, Principle, Trial


def principle_lines(found: list[Principle], _: tzinfo) -> RenderableType:
    """Two lines each: a table would leave the text no room beside the id."""
    if not found:
        return nothing("No principle was written down.")
    parts: list[RenderableType] = []
    for row in found:
        when, then = clip_line(row.situation, 200), clip_line(row.response, 200)
        parts.append(Text(f"WHEN {when} THEN {then}"))
        told = f"  {row.state}, worked {_worked(row)}, quality {row.quality:.2f}  {row.id}"
        parts.append(Text(told, style=QUIET))
    return Group(*parts)


def _worked(row: Principle) -> str:
    if row.check_for is None:
        return "unknown (no check)"
    return f"{row.successes} of {row.successes + row.failures}"


def _whole(row: Principle, trials: list[Trial] | tuple[()], zone: tzinfo) -> RenderableType:
    parts = [
        Text(f"{row.state} since {day(row.updated_at, zone)}  {row.id}", style=QUIET),
        Text(f"WHEN {row.situation}"),
        Text(f"THEN {row.response}"),
        Text(f"worked {_worked(row)}, quality {row.quality:.2f}", style=QUIET),
    ]
    if row.check_for is not None:
        other = f", against it: {row.opposite}" if row.opposite else ""
        parts.append(Text(f"{row.check_kind} shows: {row.check_for}{other}", style=QUIET))
    if row.retired_because:
        parts.append(Text(f"because {row.retired_because}"))
    parts += [
        Text(f"{day(trial.at, zone)}  {trial.outcome}  session {trial.session_id}")
        for trial in trials
    ]
    return Group(*parts)


def fitting_lines(found: list[FittingPrinciple], _: tzinfo) -> RenderableType:
    if not found:
        return nothing("No principle is for this.")
    parts: list[RenderableType] = []
    for each in found:
        row = each.principle
        parts.append(Text(f"WHEN {row.situation} THEN {row.response}"))
        by = ", ".join(f"{one.said}: {one.by}" for one in each.why)
        parts.append(
            Text(f"  {each.score:.2f} by {by}; worked {_worked(row)}  {row.id}", style=QUIET)
        )
    return Group(*parts)


def whole_principle(found: list[Principle], zone: tzinfo) -> RenderableType:
    return Group(*(_whole(row, (), zone) for row in found))


def counted_line(found: list[Trial], _: tzinfo) -> RenderableType:
    return Text(f"{count(len(found), 'trial')} counted.")


app = build_group(
    PRINCIPLES,
    {
        "list_principles": principle_lines,
        Principle: whole_principle,
        FittingPrinciple: fitting_lines,
        Trial: counted_line,
    },
)


@app.command("show")
def show_principle(
    words: Annotated[list[str], take.words_after_agent("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """One principle, and what came of it session by session."""
    agent, (row_id,) = take.split_agent(words, "an id")
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        zone = zone_of(one)
        found, trials = one.principles.get(row_id), one.principles.trials(row_id)
    whole = {"principle": found, "trials": trials}
    answer(whole, lambda: _whole(found, trials, zone), as_json=as_json)
