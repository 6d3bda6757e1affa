"""Personality on the command line: where it stands, what it rests on, and the three ways back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import tzinfo
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import RenderableType

from wakeline import engine
from wakeline.base.errors import Invalid
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.home.agents import ask
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.self import personality_screens as screens
from wakeline.interfaces.cli.shapes import zone_of
from wakeline.interfaces.open_home import choose_agent, open_home

Screen = Callable[[Any, tzinfo], RenderableType]


class PersonalityAct(NamedTuple):
    """Something to show or do: the words that follow it, how it is done, how that is shown.

    What asks first says what it is about to do.
    """

    words: tuple[str, ...]
    do: Callable[[engine.Agent, Sequence[str], dict[str, Any]], Any]
    screen: Screen
    optional: int = 0  # so many of the last words can be left out
    asks: str | None = None


def _person(one: engine.Agent) -> str:
    return one.identity.person_name or "person"


ACTS: dict[str, PersonalityAct] = {
    "status": PersonalityAct(
        (), lambda one, _words, _page: one.personality.status(), screens.status
    ),
    "show": PersonalityAct((), lambda one, _words, _page: one.personality.show(), screens.show),
    "diff": PersonalityAct(
        ("DATE",),
        lambda one, words, _page: {"diff": one.personality.diff(*words)},
        screens.diff,
        1,
    ),
    "history": PersonalityAct(
        (), lambda one, _words, page: one.personality.history(**page), screens.history
    ),
    "export": PersonalityAct(
        ("FOLDER",),
        lambda one, words, _page: one.personality.export(words[0]),
        screens.personality_export_screen,
    ),
    "rollback": PersonalityAct(
        ("DATE",),
        lambda one, words, _page: one.personality.rollback(words[0], actor=_person(one)),
        screens.reset,
        asks="Bring back the personality of {0}?",
    ),
    "reset soft": PersonalityAct(
        (),
        lambda one, _words, _page: one.personality.reset_soft(actor=_person(one)),
        screens.reset,
        asks="Take out of the personality of {agent} what contradicts its core?",
    ),
    "reset hard": PersonalityAct(
        (),
        lambda one, _words, _page: one.personality.reset_hard(actor=_person(one)),
        screens.reset,
        asks="Make the personality of {agent} a copy of its core again?",
    ),
}
FIRST_WORDS = {name.split()[0] for name in ACTS}


def join(program: typer.Typer) -> None:
    """Hang the command into the program."""
    program.command()(personality)


def personality(
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
    yes: take.Yes = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """How an agent's identity has expressed itself, and how far that is from its core.

    `show` tells what each observation rests on; `diff [DATE]` compares with the core or with a
    snapshot; `export FOLDER` writes the files. `reset soft` takes out what contradicts the core,
    `rollback DATE` brings back a snapshot, `reset hard` goes back to the core; each asks first,
    and each can be taken back by a rollback.
    """
    left = list(words or ())
    agent = None if not left or left[0] in FIRST_WORDS else left.pop(0)
    act, rest = _act(left or ["status"])
    given = {"limit": limit, "before": before}
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        if act.asks is not None and not yes:
            ask(act.asks.format(*rest, agent=one.identity.display_name))
        zone = zone_of(one)
        found = act.do(one, rest, {name: value for name, value in given.items() if value})
    answer(found, lambda: act.screen(found, zone), as_json=as_json)


def _act(words: Sequence[str]) -> tuple[PersonalityAct, list[str]]:
    """What is asked for, and the words that follow it."""
    count = 2 if " ".join(words[:2]) in ACTS else 1
    what, rest = " ".join(words[:count]), list(words[count:])
    act = ACTS.get(what)
    if act is None:
        raise Invalid(
            f"{' '.join(words[:2])!r} is nothing to show or do.",
            todo=f"Use one of {', '.join(ACTS)}.",
        )
    if not len(act.words) - act.optional <= len(rest) <= len(act.words):
        form = " ".join((what, *act.words))
        raise Invalid(f"{what} takes other words.", todo=f"The form is: {form}")
    return act, rest
