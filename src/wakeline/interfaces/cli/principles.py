"""What to do when: written down, matched to a situation, and what sessions show of it."""

from __future__ import annotations

from datetime import tzinfo
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import QUIET, clipped, count, day, nothing, zone_of
from wakeline.interfaces.open_home import chosen, opened, text_given
from wakeline.model.decision import FittingPrinciple, Principle, Trial

app = take.group("What to do when, and how often it worked.")


@app.command("list")
def list_principles(
    agent: take.Agent = None,
    state: Annotated[str | None, typer.Option(help="Only these: active or retired.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Every principle, the best first."""
    with opened(home, tenant) as place:
        found = chosen(place, agent).principles.all(state=state)
    answer(found, lambda: _listed(found), as_json=as_json)


@app.command("add")
def add_principle(
    words: Annotated[list[str], take.named("WHEN THEN")],
    check: Annotated[
        str | None,
        typer.Option(help="Phrases, parted by |, of which the log must hold one for it to count."),
    ] = None,
    kind: Annotated[
        str, typer.Option(help="Where they are looked for: log, tool or fact (then a key).")
    ] = "log",
    opposite: Annotated[
        str | None, typer.Option(help="Phrases that show that it was not followed.")
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Write down what to do when, as in "writing an essay" "check the archive first"."""
    agent, (when, then) = take.split(words, "a situation", "what to do")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        made = one.principles.add(when, then, check=check, check_kind=kind, opposite=opposite)
    answer(made, lambda: _whole(made, (), zone), as_json=as_json)


@app.command("match")
def match_principles(
    words: Annotated[list[str], take.named("SITUATION")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Which principles fit a situation; - for standard input."""
    agent, (text,) = take.split(words, "a situation")
    with opened(home, tenant) as place:
        found = chosen(place, agent).principles.match(text_given(text) or "")
    answer(found, lambda: _fitting(found), as_json=as_json)


@app.command("show")
def show_principle(
    words: Annotated[list[str], take.named("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """One principle, and what came of it session by session."""
    agent, (row_id,) = take.split(words, "an id")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found, trials = one.principles.get(row_id), one.principles.trials(row_id)
    whole = {"principle": found, "trials": trials}
    answer(whole, lambda: _whole(found, trials, zone), as_json=as_json)


@app.command("verify")
def verify_principles(
    agent: take.Agent = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Count what sessions show that ended since; each counts once."""
    with opened(home, tenant) as place:
        made = chosen(place, agent).principles.verify()
    told = f"{count(len(made), 'trial')} counted."
    answer(made, lambda: Text(told), as_json=as_json)


@app.command("retire")
def retire_principle(
    words: Annotated[list[str], take.named("ID")],
    because: Annotated[str | None, typer.Option(help="Why.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Take a principle out of use; it stays, with its counts."""
    agent, (row_id,) = take.split(words, "an id")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        gone = one.principles.retire(row_id, because)
    answer(gone, lambda: _whole(gone, (), zone), as_json=as_json)


@app.command("restore")
def restore_principle(
    words: Annotated[list[str], take.named("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Take a retired principle into use again."""
    agent, (row_id,) = take.split(words, "an id")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        back = one.principles.restore(row_id)
    answer(back, lambda: _whole(back, (), zone), as_json=as_json)


def _listed(found: list[Principle]) -> RenderableType:
    """Two lines each: a table would leave the text no room beside the id."""
    if not found:
        return nothing("No principle was written down.")
    parts: list[RenderableType] = []
    for row in found:
        when, then = clipped(row.situation, 200), clipped(row.response, 200)
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


def _fitting(found: list[FittingPrinciple]) -> RenderableType:
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
