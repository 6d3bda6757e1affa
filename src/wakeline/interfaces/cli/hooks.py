"""Hosts: their hooks put in and taken out, paused, and their past taken in."""

from __future__ import annotations

import difflib
import os
import sys
from typing import Annotated, NamedTuple
from urllib.parse import quote

import typer
from rich.text import Text

from wakeline import engine
from wakeline.base.clock import SystemClock, written
from wakeline.base.config import home_location, host_folder
from wakeline.base.digest import sha256_hex
from wakeline.base.errors import HomeUnusable, Invalid, NotFound
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.agents import ask
from wakeline.interfaces.cli.config import store
from wakeline.interfaces.cli.output import answer, console, progress
from wakeline.interfaces.cli.serve import DEFAULT_PORT
from wakeline.interfaces.hook import HOSTS, run
from wakeline.interfaces.hook.importing import import_file, transcripts
from wakeline.interfaces.hook.settings import (
    BEGIN,
    FORMS,
    TOKEN_VARIABLE,
    with_hooks,
    without_hooks,
)
from wakeline.interfaces.opening import chosen, default_agent, opened
from wakeline.store.desk import Desk
from wakeline.store.files import write_whole

FIRST_AGENTS = {"claude-code": "claude"}  # of other hosts it has the host's name
FILES = {"claude-code": "settings.json", "gemini": "settings.json", "cursor": "hooks.json"}
TOML = ".toml"
SENDING = ("claude-code",)  # hosts that can send an event to a server
Host = Annotated[
    str,
    typer.Argument(
        metavar="HOST", help="claude-code, codex, gemini or cursor.", show_default=False
    ),
]
SettingsFile = Annotated[
    str | None,
    typer.Option(
        "--settings",
        metavar="FILE",
        help="The host's settings. Else its own, in the person's home.",
        show_default=False,
    ),
]
ServerUrl = Annotated[
    str | None,
    typer.Option(
        "--server",
        metavar="URL",
        help="Where `wakeline serve` answers; for Claude Code and a PostgreSQL home.",
        show_default=False,
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and no more.")]


class Paused(NamedTuple):
    """Whether hooks keep what is said, and whether that was so before."""

    paused: bool
    changed: bool
    at: str


class Installed(NamedTuple):
    """What was done to a host's settings."""

    settings: str
    changed: bool
    agent: str | None
    diff: str


class Imported(NamedTuple):
    """What was taken in of a host's past."""

    agent: str
    transcripts: int
    new: int
    known: int


def join(app: typer.Typer) -> None:
    """Hang the commands into the program."""
    app.command()(hook)
    app.command()(install)
    app.command()(uninstall)
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
    with opened(home, tenant) as place:
        desk = desk_of(place)
    now = SystemClock().now()
    try:
        changed = desk.pause(now) if is_paused else desk.resume(now)
    except OSError as error:
        raise HomeUnusable(f"{error}.", todo="Check who may write there.") from error
    done = Paused(is_paused, changed, written(now))
    said = "Hooks are paused." if is_paused else "Hooks keep what is said."
    answer(done, lambda: Text(said if changed else f"{said} That was so before."), as_json=as_json)


def install(
    host: Host,
    agent: Annotated[
        str | None,
        typer.Option("--agent", metavar="NAME", help="For whom. Made if it is not there."),
    ] = None,
    guards: Annotated[
        bool | None,
        typer.Option(
            "--guards/--no-guards",
            help="Look at every call of a tool whether a guard stands against it.",
            show_default=False,
        ),
    ] = None,
    settings: SettingsFile = None,
    server: ServerUrl = None,
    yes: take.Yes = False,
    dry_run: DryRun = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Add hooks to a host's settings, so that its agent has this memory. Shows the change first."""
    path = _settings_path(host, settings)
    before = _read(path)
    words = _words(host, agent, home, tenant)
    url = _url(host, agent, server, home, tenant)
    is_toml = path.endswith(TOML)
    after = with_hooks(before, FORMS[host], words, is_toml=is_toml, url=url, guards=guards)
    diff = _diff(path, before or "", after)
    name = agent
    if _is_agreed(diff, f"Add these hooks to {path}?", yes=yes, dry_run=dry_run, as_json=as_json):
        with opened(home, tenant) as place:
            name = _agent(place, agent, host)
            _remember(desk_of(place), path, host, before, after)
        _write(path, after)
    done = Installed(path, bool(diff) and not dry_run, name, diff)
    said = _installed(done, host, dry_run=dry_run)
    if url is not None and done.changed:
        said += (
            f" It asks {url} with the token in {TOKEN_VARIABLE}; `wakeline token create` makes one."
        )
    answer(done, lambda: Text(said), as_json=as_json)


def uninstall(
    host: Host,
    settings: SettingsFile = None,
    yes: take.Yes = False,
    dry_run: DryRun = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Take the hooks out of a host's settings again. What is kept stays kept."""
    path = _settings_path(host, settings)
    now = _read(path)
    if now is None:
        raise NotFound(f"there is no {path}.", todo="Name the file with --settings.")
    with opened(home, tenant) as place:
        desk = desk_of(place)
    known = desk.installation(path)
    is_untouched = known.get("after") == sha256_hex(now.encode())
    after: str | None = (
        known.get("before")
        if is_untouched
        else without_hooks(now, FORMS[host], is_toml=path.endswith(TOML))
    )
    diff = _diff(path, now, after or "")
    agreed = _is_agreed(
        diff, f"Take these hooks out of {path}?", yes=yes, dry_run=dry_run, as_json=as_json
    )
    if agreed:
        if after is None:
            os.unlink(path)
        else:
            _write(path, after)
        desk.keep_installation(path, None)
    done = Installed(path, bool(diff) and not dry_run, None, diff)
    answer(done, lambda: Text(_installed(done, host, dry_run=dry_run)), as_json=as_json)


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
    _known(host)
    if host != "claude-code":
        raise Invalid(
            f"the transcripts of {HOSTS[host].title} are not understood.",
            todo="Its hooks keep what is said from now on.",
        )
    place_of = path or os.path.join(host_folder(host), "projects")
    files = transcripts(place_of)
    if not files:
        raise NotFound(f"there are no transcripts in {place_of}.", todo="Name a file or a folder.")
    new = known = 0
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        desk = desk_of(place)
        total = sum(os.path.getsize(file) for file in files)
        with progress(f"{one.name}: bytes", total=total) as advance:
            for file in files:
                kept = import_file(one, desk, place.settings, file)
                new, known = new + kept.new, known + kept.duplicates
                advance(os.path.getsize(file))
        name = one.name
    done = Imported(name, len(files), new, known)
    said = f"{new:,} turns of {len(files):,} transcripts taken in, {known:,} were known."
    answer(done, lambda: Text(said), as_json=as_json)


def desk_of(place: engine.Home) -> Desk:
    """Where hooks keep what is not in this home yet."""
    return Desk(place.location, is_database=engine.is_database_url(place.location))


def _known(host: str) -> None:
    if host not in FORMS:
        raise Invalid(f"there is no host {host!r}.", todo=f"Use {', '.join(FORMS)}.")


def _settings_path(host: str, given: str | None) -> str:
    """The file itself, where a link leads to it."""
    _known(host)
    return os.path.realpath(given or _usual_settings(host))


def _usual_settings(host: str) -> str:
    """Codex reads two files and warns of hooks in both, so ours go where others are."""
    folder = host_folder(host)
    if host != "codex":
        return os.path.join(folder, FILES[host])
    config, hooks = os.path.join(folder, "config.toml"), os.path.join(folder, "hooks.json")
    is_in_config = BEGIN in (_read(os.path.realpath(config)) or "")
    return hooks if os.path.exists(hooks) and not is_in_config else config


def _read(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8", newline="") as source:
            return source.read()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise Invalid(f"{path} cannot be read ({error}).", todo="Mend it first.") from None


def _write(path: str, text: str) -> None:
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        mode = os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o600
        write_whole(path, text.encode(), mode=mode)
    except OSError as error:
        raise HomeUnusable(
            f"{path} cannot be written ({error.strerror}).", todo="Check who may write it."
        ) from error


def _words(host: str, agent: str | None, home: str | None, tenant: str | None) -> list[str]:
    """The program and its words, to be run from any folder."""
    given: dict[str, str | None] = {"--agent": agent, "--tenant": tenant}
    if home is not None:
        is_url = engine.is_database_url(home)
        given["--home"] = home if is_url else os.path.abspath(os.path.expanduser(home))
    words = ["hook", host]
    words += [word for name, x in given.items() if x is not None for word in (name, x)]
    program = os.path.join(os.path.dirname(sys.executable), "wakeline")
    if os.path.isfile(program):
        return [program, *words]
    return [sys.executable, "-m", "wakeline", *words]


def _url(
    host: str, agent: str | None, server: str | None, home: str | None, tenant: str | None
) -> str | None:
    """Where events are sent; None if each runs a program. A folder needs no server."""
    is_database = engine.is_database_url(home_location(home))
    if host not in SENDING or not (is_database or server is not None):
        if server is not None:
            raise Invalid(f"{HOSTS[host].title} sends its events nowhere.", todo="Leave it out.")
        return None
    with opened(home, tenant) as place:
        name = agent or _first_agent(place, host)
    above = (server or f"http://127.0.0.1:{DEFAULT_PORT}").rstrip("/")
    if not above.startswith(("http://", "https://")):
        raise Invalid(f"{server!r} is no address of a server.", todo="It begins with https://.")
    return f"{above}/api/agents/{quote(name, safe='')}/hooks/{host}"


def _first_agent(place: engine.Home, host: str) -> str:
    try:
        return default_agent(place)
    except NotFound:
        return FIRST_AGENTS.get(host, host)


def _agent(place: engine.Home, name: str | None, host: str) -> str:
    """The agent that hooks speak for, made if nobody lives here or it was named."""
    try:
        found = name or default_agent(place)
    except NotFound:
        found = FIRST_AGENTS.get(host, host)
        if not engine.is_database_url(place.location):
            store(place, {"agent": found})
    return place.agent(found, person=place.settings.text("person.name") or None).identity.name


def _diff(path: str, before: str, after: str) -> str:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), path, path, lineterm="")
    return "\n".join(lines)


def _is_agreed(diff: str, question: str, *, yes: bool, dry_run: bool, as_json: bool) -> bool:
    """Show what would change and let the person say whether it may."""
    if not diff:
        return False
    if not as_json:
        console().print(Text(diff))
    if dry_run:
        return False
    if not yes:
        ask(question)
    return True


def _remember(desk: Desk, path: str, host: str, before: str | None, after: str) -> None:
    """Remember how the file was without our hooks, for as long as nobody else changes it."""
    known = desk.installation(path)
    if before is not None and known.get("after") == sha256_hex(before.encode()):
        before = known.get("before")
    elif before is not None:
        before = without_hooks(before, FORMS[host], is_toml=path.endswith(TOML))
    desk.keep_installation(path, {"before": before, "after": sha256_hex(after.encode())})


def _installed(done: Installed, host: str, *, dry_run: bool) -> str:
    if not done.diff:
        return f"{done.settings} is as it should be."
    if dry_run:
        return "Nothing was changed."
    if done.agent is None:
        return "The hooks are gone. What was kept stays kept."
    said = f"From its next session on, {HOSTS[host].title} has the memory of {done.agent}."
    # It runs hooks only after the person has looked at them, and does not say so.
    return f"{said} It asks first: look at `/hooks` there." if host == "codex" else said
