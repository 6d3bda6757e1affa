"""What was decided against: written down, checked before acting, confirmed, reversed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.flows.beliefs.decisions import MOST_LISTED
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import QUIET, clipped, day, nothing, zone_of
from wakeline.interfaces.open_home import chosen, opened, text_given
from wakeline.model.decision import Decision, DecisionCheck, DecisionConflict

app = take.group("What was decided against.")

Reason = Annotated[str | None, typer.Option(help="Why.")]


@app.command("list")
def list_decisions(
    agent: take.Agent = None,
    state: Annotated[
        str | None, typer.Option(help="Only these: in_force, proposed or reversed.")
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Every decision, the newest first."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.decisions.all(state=state)
    answer(found, lambda: _listed(found, zone), as_json=as_json)


@app.command("add")
def add_decision(
    words: Annotated[list[str], take.named("DECISION")],
    reason: Reason = None,
    decided_at: Annotated[
        str | None, typer.Option("--at", metavar="MOMENT", help="When, if it was not now.")
    ] = None,
    replaces: Annotated[
        str | None, typer.Option(metavar="ID", help="The decision that ends with this one.")
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Write down what was decided against, as in "no Redis for the queue"."""
    agent, (text,) = take.split(words, "what was decided against")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        made = one.decisions.add(
            text_given(text) or "", reason, decided_at=decided_at, replaces=replaces
        )
    answer(made, lambda: _whole(made, zone), as_json=as_json)


@app.command("check")
def check_decisions(
    words: Annotated[list[str], take.named("ACTION")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Whether an action would go against a decision; - for standard input."""
    agent, (text,) = take.split(words, "an action")
    with opened(home, tenant) as place:
        found = chosen(place, agent).decisions.check(text_given(text) or "")
    answer(found, lambda: _conflicts(found), as_json=as_json)


@app.command("weigh")
def weigh_action(
    words: Annotated[list[str], take.named("ACTION")],
    k: Annotated[int, typer.Option("-k", help="How many of the nearest decisions.")] = 8,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """The same, and the decisions nearest to the action, for you to judge."""
    agent, (text,) = take.split(words, "an action")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.decisions.weigh(text_given(text) or "", k=k)
    answer(found, lambda: _weighed(found, zone), as_json=as_json)


@app.command("show")
def show_decision(
    words: Annotated[list[str], take.named("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """One decision, and what became of it."""
    agent, (row_id,) = take.split(words, "an id")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.decisions.get(row_id)
    answer(found, lambda: _whole(found, zone), as_json=as_json)


@app.command("confirm")
def confirm_decision(
    words: Annotated[list[str], take.named("ID")],
    reason: Reason = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Put a decision in force that was read in what was said."""
    agent, (row_id,) = take.split(words, "an id")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        made = one.decisions.confirm(row_id, reason=reason)
    answer(made, lambda: _whole(made, zone), as_json=as_json)


@app.command("reverse")
def reverse_decision(
    words: Annotated[list[str], take.named("ID")],
    because: Annotated[str | None, typer.Option(help="Why it holds no longer.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Let a decision hold no longer; it stays, with when and why it ended."""
    agent, (row_id,) = take.split(words, "an id")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        gone = one.decisions.reverse(row_id, because)
    answer(gone, lambda: _whole(gone, zone), as_json=as_json)


def _listed(found: list[Decision], zone: tzinfo) -> RenderableType:
    """Two lines each: a table would leave the text no room beside the id."""
    if not found:
        return nothing("Nothing was decided against.")
    parts: list[RenderableType] = []
    for row in found:
        because = f", because {clipped(row.reason, 200)}" if row.reason else ""
        state = row.state.replace("_", " ")
        parts.append(Text(f"{clipped(row.decision, 200)}{because}"))
        parts.append(Text(f"  {state} since {day(row.decided_at, zone)}  {row.id}", style=QUIET))
    if len(found) == MOST_LISTED:
        parts.append(Text(f"\nthe newest {MOST_LISTED:,}; there may be more", style=QUIET))
    return Group(*parts)


def _whole(row: Decision, zone: tzinfo) -> RenderableType:
    state = row.state.replace("_", " ")
    parts = [
        Text(f"{state} since {day(row.decided_at, zone)}  {row.id}", style=QUIET),
        Text(row.decision),
    ]
    if row.reason:
        parts.append(Text(f"because {row.reason}"))
    if row.ended_at is not None:
        why = f", because {row.ended_because}" if row.ended_because else ""
        by = f", by {row.superseded_by}" if row.superseded_by else ""
        parts.append(Text(f"reversed {day(row.ended_at, zone)}{by}{why}"))
    return Group(*parts)


def _weighed(found: DecisionCheck, zone: tzinfo) -> RenderableType:
    parts = [_conflicts(found.conflicts)]
    if found.near:
        parts.append(Text("\nNear to it; whether it goes against one of these is not judged:"))
    for each in found.near:
        row = each.decision
        because = f", because {clipped(row.reason, 200)}" if row.reason else ""
        parts.append(Text(f"{clipped(row.decision, 200)}{because}"))
        parts.append(
            Text(f"  {each.likeness:.2f}, {day(row.decided_at, zone)}  {row.id}", style=QUIET)
        )
    return Group(*parts)


def _conflicts(found: Sequence[DecisionConflict]) -> RenderableType:
    if not found:
        return nothing("No decision speaks against it.")
    parts: list[RenderableType] = []
    for each in found:
        parts.append(Text(each.told))
        words = [one.said if one.said == one.by else f"{one.said}: {one.by}" for one in each.why]
        why = ", ".join(["the model", *words] if each.by == "model" else words)
        parts.append(Text(f"  {each.score:.2f} by {why}  {each.decision.id}", style=QUIET))
    return Group(*parts)
