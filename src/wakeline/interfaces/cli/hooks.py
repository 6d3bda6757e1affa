"""Hosts: their hooks put in and taken out, paused, and their past taken in."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterator
from typing import Annotated, NamedTuple

import typer
from rich.text import Text

from wakeline import engine
from wakeline.base.clock import SystemClock, written
from wakeline.base.config import claude_folder, claude_servers
from wakeline.base.digest import sha256_hex
from wakeline.base.errors import HomeUnusable, Invalid, NotFound
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.agents import ask
from wakeline.interfaces.cli.config import store
from wakeline.interfaces.cli.output import answer, console, progress
from wakeline.interfaces.hook import run
from wakeline.interfaces.hook.importing import import_file, transcripts
from wakeline.interfaces.hook.servers import with_server, without_server
from wakeline.interfaces.hook.settings import with_hooks, without_hooks
from wakeline.interfaces.opening import chosen, default_agent, opened
from wakeline.store.desk import Desk
from wakeline.store.files import write_whole

HOSTS = ("claude-code",)
FIRST_AGENT = "claude"
Host = Annotated[str, typer.Argument(metavar="HOST", help="claude-code.", show_default=False)]
SettingsFile = Annotated[
    str | None,
    typer.Option(
        "--settings",
        metavar="FILE",
        help="The host's settings. Else its own, in the person's home.",
        show_default=False,
    ),
]
ServersFile = Annotated[
    str | None,
    typer.Option(
        "--servers",
        metavar="FILE",
        help="The host's list of MCP servers. Else its own, in the person's home.",
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
    """What was done to a host's settings, and to its list of servers."""

    settings: str
    servers: str
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
    settings: SettingsFile = None,
    servers: ServersFile = None,
    yes: take.Yes = False,
    dry_run: DryRun = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Add hooks and tools to a host, so that its agent has this memory. Shows the change first."""
    path, listed = _settings_path(host, settings), _servers_path(servers)
    before, known = _read(path), _read(listed)
    after = with_hooks(before, *_command(["hook", host], agent, home, tenant))
    with opened(home, tenant) as place:
        snippet = str(desk_of(place).installation(listed).get("snippet", ""))
    entered = with_server(known, *_command(["mcp"], agent, home, tenant), snippet=snippet)
    diff = _diffs((path, before or "", after), (listed, known or "", entered.text))
    name = agent
    if _is_agreed(diff, f"Add this to {host}?", yes=yes, dry_run=dry_run, as_json=as_json):
        with opened(home, tenant) as place:
            name = _agent(place, agent)
            _remember(desk_of(place), path, before, after)
            if entered.text != known:
                desk_of(place).keep_installation(listed, {"snippet": entered.snippet})
        _write(path, after)
        _write(listed, entered.text)
    done = Installed(path, listed, bool(diff) and not dry_run, name, diff)
    answer(done, lambda: Text(_installed(done, dry_run=dry_run)), as_json=as_json)


def uninstall(
    host: Host,
    settings: SettingsFile = None,
    servers: ServersFile = None,
    yes: take.Yes = False,
    dry_run: DryRun = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Take hooks and tools out of a host again. What is kept stays kept."""
    path, listed = _settings_path(host, settings), _servers_path(servers)
    now, known = _read(path), _read(listed)
    if now is None and known is None:
        raise NotFound(f"there is no {path}.", todo="Name the file with --settings.")
    with opened(home, tenant) as place:
        desk = desk_of(place)
    after = _without_hooks(desk, path, now)
    snippet = str(desk.installation(listed).get("snippet", ""))
    left = _without_server(known, snippet)
    diff = _diffs((path, now or "", after or ""), (listed, known or "", left or ""))
    if _is_agreed(diff, f"Take this out of {host}?", yes=yes, dry_run=dry_run, as_json=as_json):
        for file, text, was in ((path, after, now), (listed, left, known)):
            _leave(file, text, was)
            desk.keep_installation(file, None)
    done = Installed(path, listed, bool(diff) and not dry_run, None, diff)
    answer(done, lambda: Text(_installed(done, dry_run=dry_run)), as_json=as_json)


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
    place_of = path or os.path.join(claude_folder(), "projects")
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
    if host not in HOSTS:
        raise Invalid(f"there is no host {host!r}.", todo=f"Use {', '.join(HOSTS)}.")


def _settings_path(host: str, given: str | None) -> str:
    """The file itself, where a link leads to it."""
    _known(host)
    return os.path.realpath(given or os.path.join(claude_folder(), "settings.json"))


def _servers_path(given: str | None) -> str:
    return os.path.realpath(given or claude_servers())


def _without_hooks(desk: Desk, path: str, now: str | None) -> str | None:
    """The settings without our hooks; None if there was no file before."""
    if now is None:
        return None
    known = desk.installation(path)
    if known.get("after") == sha256_hex(now.encode()):
        before: str | None = known.get("before")
        return before
    return without_hooks(now)


def _without_server(known: str | None, snippet: str) -> str | None:
    """The list of servers without ours; one that is not understood stays as it is."""
    try:
        return without_server(known, snippet) or None if known is not None else None
    except Invalid:
        return known


def _leave(path: str, text: str | None, was: str | None) -> None:
    """Put a file as it is to be; None: there is none."""
    if text is None and was is not None:
        os.unlink(path)
    elif text is not None and text != was:
        _write(path, text)


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


def _command(
    words: list[str], agent: str | None, home: str | None, tenant: str | None
) -> tuple[str, list[str]]:
    """The program and its words, to be run without a shell from any folder."""
    given: dict[str, str | None] = {"--agent": agent, "--tenant": tenant}
    if home is not None:
        is_url = engine.is_database_url(home)
        given["--home"] = home if is_url else os.path.abspath(os.path.expanduser(home))
    words = words + [word for name, x in given.items() if x is not None for word in (name, x)]
    program = os.path.join(os.path.dirname(sys.executable), "wakeline")
    if os.path.isfile(program):
        return program, words
    return sys.executable, ["-m", "wakeline", *words]


def _agent(place: engine.Home, name: str | None) -> str:
    """The agent that hooks speak for, made if nobody lives here or it was named."""
    try:
        found = name or default_agent(place)
    except NotFound:
        found = FIRST_AGENT
        if not engine.is_database_url(place.location):
            store(place, {"agent": found})
    return place.agent(found, person=place.settings.text("person.name") or None).identity.name


def _diffs(settings: tuple[str, str, str], servers: tuple[str, str, str]) -> str:
    """What changes in both files. Of the second, with much of the host's own, nothing around it."""
    lines = [*_diff(*settings, around=3), *_diff(*servers, around=0)]
    return "\n".join(lines)


def _diff(path: str, before: str, after: str, *, around: int) -> Iterator[str]:
    texts = (before.splitlines(), after.splitlines())
    return difflib.unified_diff(*texts, path, path, lineterm="", n=around)


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


def _remember(desk: Desk, path: str, before: str | None, after: str) -> None:
    """Remember how the file was, for as long as nobody else changes it."""
    known = desk.installation(path)
    if before is not None and known.get("after") == sha256_hex(before.encode()):
        before = known.get("before")  # it held our hooks: what counts is how it was without them
    desk.keep_installation(path, {"before": before, "after": sha256_hex(after.encode())})


def _installed(done: Installed, *, dry_run: bool) -> str:
    if not done.diff:
        return f"{done.settings} and {done.servers} are as they should be."
    if dry_run:
        return "Nothing was changed."
    if done.agent is None:
        return "Hooks and tools are gone. What was kept stays kept."
    return f"From its next session on, Claude Code has the memory of {done.agent}."
