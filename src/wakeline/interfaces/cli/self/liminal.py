"""The crossing on the command line: where an agent stands, and what it has crossed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import tzinfo
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import RenderableType

from wakeline import engine
from wakeline.base.errors import Invalid
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.self import liminal_screens as screens
from wakeline.interfaces.cli.shapes import zone_of
from wakeline.interfaces.open_home import choose_agent, open_home


class Given(NamedTuple):
    """What options said."""

    page: dict[str, Any]
    significance: float
    aware: bool
    everything: bool


class LiminalAct(NamedTuple):
    """Something to show or do: the words that follow it, how it is done, how that is shown."""

    words: tuple[str, ...]
    do: Callable[[engine.Agent, Sequence[str], Given], Any]
    screen: Callable[[Any, tzinfo], RenderableType]
    optional: int = 0  # so many of the last words can be left out


ACTS: dict[str, LiminalAct] = {
    "state": LiminalAct((), lambda one, _words, _given: one.liminal.standing(), screens.state),
    "gap": LiminalAct(
        ("ID",), lambda one, words, _given: one.liminal.report(*words), screens.gap, 1
    ),
    "gaps": LiminalAct((), lambda one, _words, given: one.liminal.gaps(**given.page), screens.gaps),
    "drifts": LiminalAct(
        (), lambda one, _words, given: one.liminal.drifts(**given.page), screens.drifts
    ),
    "thresholds": LiminalAct(
        (), lambda one, _words, given: one.liminal.thresholds(**given.page), screens.thresholds
    ),
    "wakes": LiminalAct(
        (), lambda one, _words, given: one.liminal.wakes(**given.page), screens.wakes
    ),
    "trends": LiminalAct((), lambda one, _words, _given: one.liminal.trends(), screens.trends),
    "export": LiminalAct(
        ("FOLDER",),
        lambda one, words, given: one.liminal.export_files(words[0], everything=given.everything),
        screens.export_screen,
    ),
    "import": LiminalAct(
        ("FOLDER",),
        lambda one, words, _given: one.liminal.import_files(words[0]),
        screens.import_screen,
    ),
    "mark": LiminalAct(
        ("TYPE", "FROM", "TO"),
        lambda one, words, given: one.liminal.mark_threshold(
            words[0], words[1], words[2], given.significance, aware=given.aware
        ),
        lambda found, zone: screens.thresholds([found], zone),
    ),
    "drift": LiminalAct(
        ("DOMAIN", "SUBJECT", "NOW", "BEFORE"),
        lambda one, words, _given: one.liminal.detect_drift(*words),
        lambda found, zone: screens.drifts([] if found is None else [found], zone),
    ),
}


def join(program: typer.Typer) -> None:
    """Hang the command into the program."""
    program.command()(liminal)


def liminal(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[AGENT] [WHAT …]",
            help=f"What to show or do: {', '.join(ACTS)}.",
            autocompletion=take.agent_names,
            show_default=False,
        ),
    ] = None,
    limit: Annotated[int | None, typer.Option(help="How many.", min=1, max=1000)] = None,
    before: Annotated[str | None, typer.Option(help="Go on behind this id.")] = None,
    significance: Annotated[
        float, typer.Option(help="Of a threshold that is marked, from 0 to 1.", min=0, max=1)
    ] = 0.5,
    unaware: Annotated[
        bool, typer.Option("--unaware", help="It was not noticed when it happened.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Export all there is, not the recent ones.")
    ] = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Where an agent stands between being away and being there.

    `gap [ID]` tells what happened while it was away; gaps, drifts, thresholds and wakes list what
    is kept; trends draws a life. `export FOLDER` and `import FOLDER` go by files; `mark TYPE FROM
    TO` notes a threshold; `drift DOMAIN SUBJECT NOW BEFORE` compares two states.
    """
    left = list(words or ())
    agent = None if not left or left[0] in ACTS else left.pop(0)
    what, *rest = left or ["state"]
    act = _act(what, rest)
    page = {"limit": limit, "before": before}
    given = Given(
        page={name: value for name, value in page.items() if value is not None},
        significance=significance,
        aware=not unaware,
        everything=everything,
    )
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        zone = zone_of(one)
        found = act.do(one, rest, given)
    answer(found, lambda: act.screen(found, zone), as_json=as_json)


def _act(what: str, rest: Sequence[str]) -> LiminalAct:
    act = ACTS.get(what)
    if act is None:
        raise Invalid(f"{what!r} is nothing to show.", todo=f"Use one of {', '.join(ACTS)}.")
    if not len(act.words) - act.optional <= len(rest) <= len(act.words):
        form = " ".join((what, *act.words))
        raise Invalid(f"{what} takes other words.", todo=f"The form is: {form}")
    return act
