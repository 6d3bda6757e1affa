"""Hosts: their events answered, hooks paused, and their past taken in."""

from __future__ import annotations

import os
from typing import Annotated, NamedTuple

import typer
from rich.text import Text

from wakeline import engine
from wakeline.base.clock import SystemClock, stored_moment
from wakeline.base.environment import host_folder
from wakeline.base.errors import HomeUnusable, Invalid, NotFound
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer, progress
from wakeline.interfaces.hook.host_settings import HOOK_FORMATS
from wakeline.interfaces.hook.import_past import find_transcripts, import_file
from wakeline.interfaces.hook.respond import HOSTS
from wakeline.interfaces.hook.run import run
from wakeline.interfaces.hook.transcript import file_size
from wakeline.interfaces.hook.transcripts import TRANSCRIPTS
from wakeline.interfaces.open_home import choose_agent, open_home
from wakeline.store.hook_state import HookState

Host = Annotated[
    str,
    typer.Argument(
        metavar="HOST", help="claude-code, codex, gemini or cursor.", show_default=False
    ),
]


class Paused(NamedTuple):
    """Whether hooks keep what is said, and whether that was so before."""

    paused: bool
    changed: bool
    at: str


class Imported(NamedTuple):
    """What was taken in of a host's past."""

    agent: str
    transcripts: int
    new: int
    known: int


def join(app: typer.Typer) -> None:
    """Hang the commands into the program."""
    app.command()(hook)
    app.command()(pause)
    app.command()(resume)
    app.command("import")(import_past)


def hook(
    host: Host,
    agent: Annotated[str | None, typer.Option("--agent", metavar="NAME", help="Agent.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = True,
) -> None:
    """Answer one event of a host: JSON on stdin, JSON on stdout. Hosts call it; it never fails."""
    del as_json  # it never answers otherwise
    given = {"--agent": agent, "--home": home, "--tenant": tenant}
    run([host, *(word for name, x in given.items() if x is not None for word in (name, x))])


def pause(home: take.Home = None, tenant: take.Tenant = None, as_json: take.Json = False) -> None:
    """Let hooks keep nothing, and bring nothing, until `wakeline resume`."""
    _switch(home, tenant, is_paused=True, as_json=as_json)


def resume(home: take.Home = None, tenant: take.Tenant = None, as_json: take.Json = False) -> None:
    """Let hooks work again. What was said in the pause is not made up for."""
    _switch(home, tenant, is_paused=False, as_json=as_json)


def _switch(home: str | None, tenant: str | None, *, is_paused: bool, as_json: bool) -> None:
    with open_home(home, tenant) as place:
        desk = desk_of(place)
    now = SystemClock().now()
    try:
        changed = desk.pause(now) if is_paused else desk.resume(now)
    except OSError as error:
        raise HomeUnusable(f"{error}.", todo="Check who may write there.") from error
    done = Paused(is_paused, changed, stored_moment(now))
    said = "Hooks are paused." if is_paused else "Hooks keep what is said."
    answer(done, lambda: Text(said if changed else f"{said} That was so before."), as_json=as_json)


def import_past(
    host: Host,
    path: Annotated[
        str | None,
        typer.Argument(metavar="[PATH]", help="A transcript, or a folder of them."),
    ] = None,
    agent: Annotated[str | None, typer.Option("--agent", metavar="NAME", help="Agent.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Take in what was said in past sessions of a host, each turn once."""
    known_host(host)
    if host not in TRANSCRIPTS:
        raise Invalid(
            f"the transcripts of {HOSTS[host].title} are not understood.",
            todo="Its hooks keep what is said from now on.",
        )
    place_of = path or os.path.join(host_folder(host), TRANSCRIPTS[host].folder)
    files = find_transcripts(host, place_of)
    if not files:
        raise NotFound(f"there are no transcripts in {place_of}.", todo="Name a file or a folder.")
    new = known = 0
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        desk = desk_of(place)
        total = sum(map(file_size, files))
        with progress(f"{one.name}: bytes", total=total) as advance:
            for file in files:
                kept = import_file(one, desk, place.settings, host, file)
                new, known = new + kept.new, known + kept.duplicates
                advance(file_size(file))
        name = one.name
    done = Imported(name, len(files), new, known)
    said = f"{new:,} turns of {len(files):,} transcripts taken in, {known:,} were known."
    answer(done, lambda: Text(said), as_json=as_json)


def desk_of(place: engine.Home) -> HookState:
    """Where hooks keep what is not in this home yet."""
    return HookState(place.location, is_database=engine.is_database_url(place.location))


def known_host(host: str) -> None:
    if host not in HOOK_FORMATS:
        raise Invalid(f"there is no host {host!r}.", todo=f"Use {', '.join(HOOK_FORMATS)}.")
