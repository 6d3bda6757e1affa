"""The work that was asked for, and the worker that does it: `wakeline jobs`, `wakeline worker`."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC
from types import FrameType
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline import engine
from wakeline.base.config import DEFAULT_TENANT
from wakeline.base.environment import is_debugging
from wakeline.context.framing import one_line
from wakeline.interfaces import exit_codes
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.home.agents import ask
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import ALARM, count, listing, nothing, when
from wakeline.interfaces.open_home import choose_agent, open_home
from wakeline.interfaces.rest.worker import start_log
from wakeline.jobs.listing import ListedJob
from wakeline.jobs.worker import JobsLook, WorkerResult

LONGEST_REASON = 300

MOST_WARM = 8  # agents that a worker keeps open for hooks

log = logging.getLogger("wakeline.worker")


app = take.group("What waits to be done, runs, or was given up.")

Whose = Annotated[
    str | None,
    typer.Argument(
        metavar="[AGENT]",
        help="The agent. Else all of this home.",
        autocompletion=take.agent_names,
        show_default=False,
    ),
]
Job = Annotated[str | None, typer.Option("--job", metavar="NAME", help="Only those of this name.")]


def join(program: typer.Typer) -> None:
    """Hang the commands into the program."""
    program.add_typer(app, name="jobs")
    program.command()(worker)


@app.command("list")
def list_(
    agent: Whose = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """What waits, what runs, by whom and since when, and what was parked and why."""
    with open_home(home, tenant) as place:
        found = place.jobs() if agent is None else choose_agent(place, agent).jobs.all()
    answer(found, lambda: _jobs(found), as_json=as_json)


@app.command()
def retry(
    agent: Whose = None,
    job: Job = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Let parked jobs run again."""
    with open_home(home, tenant) as place:
        found = _each(place, agent, lambda one: one.jobs.retry(job))
    answer(found, lambda: _told(found, "will be run again", "nothing is parked"), as_json=as_json)


@app.command()
def drop(
    agent: Whose = None,
    job: Job = None,
    yes: take.Yes = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Give up parked jobs."""
    with open_home(home, tenant) as place:
        if not yes:
            ask(f"Give up what is parked of {agent or 'every agent here'}?")
        found = _each(place, agent, lambda one: one.jobs.drop(job))
    answer(found, lambda: _told(found, "given up", "nothing is parked"), as_json=as_json)


def _each(place: engine.Home, agent: str | None, do: Any) -> list[ListedJob]:
    found: list[ListedJob] = (
        place.each_with_jobs(do) if agent is None else do(choose_agent(place, agent))
    )
    return found


def _jobs(found: Sequence[ListedJob]) -> RenderableType:
    if not found:
        return nothing("nothing is waiting")
    rows: list[list[str | Text]] = [
        [job.agent, f"{job.name} {job.key}".strip(), _state(job), _about(job)] for job in found
    ]
    return listing(["agent", "job", "state", ""], rows, wide="")


def _state(job: ListedJob) -> Text:
    return Text(job.state, style=ALARM if job.state == "parked" else "")


def _about(job: ListedJob) -> str:
    """Who runs it, or why it waits."""
    if job.state == "running":
        return f"{job.holder}, since {when(job.since, UTC)} UTC"
    if job.reason is None:
        return f"since {when(job.created_at, UTC)} UTC"
    reason = one_line(job.reason)[:LONGEST_REASON]
    if job.state == "parked":
        return f"failed {count(job.attempts, 'time')}: {reason}"
    return (
        f"again from {when(job.run_after, UTC)} UTC; failed {count(job.attempts, 'time')}: {reason}"
    )


def _told(found: Sequence[ListedJob], what: str, none: str) -> RenderableType:
    if not found:
        return nothing(none)
    return Group(*(Text(f"{job.agent}: {f'{job.name} {job.key}'.strip()} {what}") for job in found))


# -- the worker


def worker(
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents", metavar="NAMES", help="Only these, by commas.", show_default=False
        ),
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="Stop when nothing is left to do.")] = False,
    at_once: Annotated[
        int, typer.Option("--at-once", metavar="N", help="Agents that it looks after at a time.")
    ] = 1,
    home: take.Home = None,
    tenant: Annotated[
        str | None,
        typer.Option("--tenant", metavar="NAME", help="Only of this one.", show_default="all"),
    ] = None,
    as_json: take.Json = False,
) -> None:
    """Do what agents have asked for, as it comes, until it is stopped."""
    names = None if agents is None else [name for name in agents.split(",") if name.strip()]
    start_log(debugging=is_debugging())
    with open_home(home, tenant) as place, _until_told() as stop, _warm(place):
        log.info("looking after %s", place.location)
        worked: WorkerResult = place.work(
            agents=names,
            every_tenant=tenant is None and names is None,
            at_once=at_once,
            once=once,
            stop=stop,
            tell=_tell,
        )
    answer(worked, lambda: _worked(worked), as_json=as_json)
    if once and worked.troubles:
        raise typer.Exit(exit_codes.ERROR)


@contextmanager
def _warm(place: engine.Home) -> Iterator[None]:
    """A worker has loaded what hooks would have to: let them ask it."""
    from wakeline.interfaces.rest.residents import Residents
    from wakeline.interfaces.warm.server import WarmServer

    residents = Residents(place, most=MOST_WARM)
    try:
        with WarmServer(place, residents.using):
            yield
    finally:
        residents.close()


@contextmanager
def _until_told() -> Iterator[threading.Event]:
    """Set by the signals that ask a process to stop; what runs then is finished first."""
    stop = threading.Event()

    def told(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    before = {number: signal.signal(number, told) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _tell(looked: JobsLook) -> None:
    """One line for each look that came to something."""
    who = looked.agent if looked.tenant == DEFAULT_TENANT else f"{looked.tenant}/{looked.agent}"
    if looked.trouble is not None:
        log.warning("%s cannot be looked after: %s", who, one_line(looked.trouble))
    elif looked.held_by is not None:
        log.info("%s is looked after by %s", who, looked.held_by)
    if looked.done:
        log.info("%s: %s (%.2f s)", who, ", ".join(looked.done), looked.seconds)
    for name, reason in looked.failed:
        log.warning("%s: %s failed: %s", who, name, one_line(reason))


def _worked(worked: WorkerResult) -> RenderableType:
    done = ", ".join(f"{name} {times:,}" for name, times in worked.done.items())
    lines = [f"done: {done or 'nothing'}"]
    if worked.failed:
        lines.append(f"failed: {worked.failed:,} (`wakeline jobs` says why)")
    if worked.troubles:
        lines.append(f"could not be looked after: {count(worked.troubles, 'time')}")
    return Text("\n".join(lines))
