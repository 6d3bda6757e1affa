"""What gives texts a meaning: the embedders there are, and changing to another one."""

from __future__ import annotations

import threading
from typing import Annotated, NamedTuple

import typer
from rich.console import RenderableType

from wakeline import engine
from wakeline.base.errors import Invalid, NotFound, WakelineError
from wakeline.flows.recall.embedder_progress import EmbedderProgress, embedder_progress
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.home.config import store
from wakeline.interfaces.cli.output import answer, progress
from wakeline.interfaces.cli.shapes import columns
from wakeline.interfaces.open_home import open_home
from wakeline.minds.embedders.choose import EMBEDDER_KINDS, missing_requirement

app = take.group("What gives texts a meaning.")
SECONDS_BETWEEN_LOOKS = 0.2


class Shown(NamedTuple):
    """One embedder as it stands on this machine and in this home."""

    name: str
    about: str
    is_chosen: bool
    missing: str | None


class Switched(NamedTuple):
    """What changing to another embedder came to."""

    embedder: str
    agents: list[EmbedderProgress]


@app.command("list")
def list_embedders(
    home: take.Home = None, tenant: take.Tenant = None, as_json: take.Json = False
) -> None:
    """Every embedder: what it is, which one is chosen, what it lacks here."""
    with open_home(home, tenant) as place:
        chosen = place.settings.text("embedder")
    found = [
        Shown(k.name, k.about, k.name == chosen, missing_requirement(k.name))
        for k in EMBEDDER_KINDS.values()
    ]
    answer(found, lambda: _shown(found), as_json=as_json)


@app.command("use")
def use_embedder(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The embedder.", show_default=False)],
    later: Annotated[
        bool, typer.Option("--later", help="Leave the work to the next `settle` or worker.")
    ] = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Change to another embedder and make every agent's vectors again.

    Until an agent's are whole, recall goes on with those that it has.
    """
    if name not in EMBEDDER_KINDS:
        raise NotFound(
            f"there is no embedder {name!r}.", todo=f"Use one of {', '.join(EMBEDDER_KINDS)}."
        )
    lacks = missing_requirement(name)
    if lacks is not None:
        raise Invalid(lacks, todo="Install it, or choose another: `wakeline embedder list`.")
    with open_home(home, tenant) as place:
        source = place.settings.sources["embedder"]
        if source in ("environment", "argument") and place.settings.text("embedder") != name:
            raise Invalid(
                "the environment names another embedder, which counts more.",
                todo="Unset WAKELINE_EMBEDDER, or set it to the one you want.",
            )
        if source != "environment":
            store(place, {"embedder": name})
    with open_home(home, tenant) as place:
        agents = [place.agent(each.name, create=False) for each in place.agents()]
        found = [_switched(agent, later=later) for agent in agents]
    switched = Switched(name, found)
    answer(switched, lambda: _switched_screen(switched), as_json=as_json)


def _switched(agent: engine.Agent, *, later: bool) -> EmbedderProgress:
    if not later:
        _settle(agent)  # it follows the settings by itself
    found: EmbedderProgress = embedder_progress(agent.place)
    return found


def _settle(agent: engine.Agent) -> None:
    """Settle while a bar shows how far the vectors have come."""
    failed: list[WakelineError | tuple[str, str]] = []

    def work() -> None:
        try:
            failed.extend(agent.settle().failed)
        except WakelineError as error:
            failed.append(error)

    before: EmbedderProgress = embedder_progress(agent.place)
    worker = threading.Thread(target=work)
    with progress(f"{agent.name}: vectors", total=before.of) as advance:
        worker.start()
        shown = 0
        while worker.is_alive():
            worker.join(SECONDS_BETWEEN_LOOKS)
            done = embedder_progress(agent.place).done
            advance(max(0, done - shown))
            shown = max(shown, done)
    for each in failed:
        if isinstance(each, WakelineError):
            raise each
        name, reason = each
        raise WakelineError(f"{name} of {agent.name} failed: {reason}", todo="Run it again.")


def _shown(found: list[Shown]) -> RenderableType:
    rows = [
        ["*" if each.is_chosen else " ", each.name, each.about, each.missing or "ready"]
        for each in found
    ]
    return columns(rows, widths=(1, 8, None, 30))


def _switched_screen(switched: Switched) -> RenderableType:
    rows = [
        [
            each.agent,
            "done" if each.is_done or switched.embedder == "none" else "waiting for `settle`",
            f"{min(each.done, each.of):,} of {each.of:,}",
        ]
        for each in switched.agents
    ]
    return columns([[switched.embedder, "is in use", ""], *rows], widths=(12, None, 20))
