"""A host's hooks and its MCP server: put in and taken out, with what changes shown first."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Any, NamedTuple
from urllib.parse import quote

import typer
from rich.text import Text

from wakeline import engine
from wakeline.base.digest import sha256_hex
from wakeline.base.environment import DEFAULT_HOME, claude_servers_file, home_location, host_folder
from wakeline.base.errors import HomeUnusable, Invalid, NotFound
from wakeline.base.process import own_command
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.home.agents import ask
from wakeline.interfaces.cli.home.config import store
from wakeline.interfaces.cli.home.hooks import Host, desk_of, known_host
from wakeline.interfaces.cli.home.serve import DEFAULT_PORT
from wakeline.interfaces.cli.output import answer, console
from wakeline.interfaces.hook.host_settings import (
    BEGIN,
    HOOK_FORMATS,
    TOKEN_VARIABLE,
    add_hooks,
    remove_hooks,
)
from wakeline.interfaces.hook.mcp_servers import add_server, remove_server
from wakeline.interfaces.hook.respond import HOSTS
from wakeline.interfaces.open_home import default_agent, open_home
from wakeline.store.files import write_whole
from wakeline.store.hook_state import HookState

FIRST_AGENTS = {"claude-code": "claude"}  # of other hosts it has the host's name
FILES = {"claude-code": "settings.json", "gemini": "settings.json", "cursor": "hooks.json"}
TOML, CODEX_CONFIG = ".toml", "config.toml"
UNTYPED = ("gemini",)  # hosts that have no word for servers that are programs
SENDING = ("claude-code",)  # hosts that can send an event to a server
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


class Installed(NamedTuple):
    """What was done to a host's settings and to its list of servers."""

    settings: str
    servers: str
    changed: bool
    agent: str | None
    diff: str


class Places(NamedTuple):
    """Where a host keeps its settings and its list of servers; it may be one file."""

    settings: str
    servers: str


class File(NamedTuple):
    """A file of a host as it is, and as it is to be; None: there is none."""

    path: str
    before: str | None
    after: str | None


def join(app: typer.Typer) -> None:
    """Hang the commands into the program."""
    app.command()(install)
    app.command()(uninstall)


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
    servers: ServersFile = None,
    server: ServerUrl = None,
    yes: take.Yes = False,
    dry_run: DryRun = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Add hooks and tools to a host, so that its agent has this memory. Shows the change first."""
    places = _places(host, settings, servers)
    path, listed = places
    before = {each: _read(each) for each in places}  # of one file, if they are one
    url = _url(host, agent, server, home, tenant)
    words = _words(["hook", host], agent, home, tenant)
    is_toml = path.endswith(TOML)
    after = dict(before)
    with _about(path):
        after[path] = add_hooks(
            after[path], HOOK_FORMATS[host], words, is_toml=is_toml, url=url, guards=guards
        )
    with open_home(home, tenant) as place:
        desk = desk_of(place)
    command, *args = _words(["mcp"], agent, home, tenant)
    known = desk.installation(listed)
    options = {"is_typed": host not in UNTYPED, "is_toml": listed.endswith(TOML)}
    with _about(listed):
        entered = add_server(after[listed], command, args, kept=known, **options)
    after[listed] = entered.text
    files = [File(each, before[each], after[each]) for each in before]
    diff, name = _diffs(files), agent
    if _is_agreed(diff, f"Add this to {host}?", yes=yes, dry_run=dry_run, as_json=as_json):
        with open_home(home, tenant) as place:
            name = _agent(place, agent, host)
            desk = desk_of(place)  # in the home, which may have been made just now
        for file in files:
            if file.after != file.before:
                kept = _kept(desk, places, host, file) if file.path == path else {}
                kept |= entered.kept if file.path == listed else {}
                kept["made"] = desk.installation(file.path).get("made") or _missing(file.path)
                desk.keep_installation(file.path, kept)
        for file in files:
            _leave(file)
    done = Installed(path, listed, bool(diff) and not dry_run, name, diff)
    said = _installed(done, host, url, dry_run=dry_run)
    answer(done, lambda: Text(said), as_json=as_json)


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
    places = _places(host, settings, servers)
    path, listed = places
    now = {each: _read(each) for each in places}
    if not any(text is not None for text in now.values()):
        raise NotFound(f"there is no {path}.", todo="Name the file with --settings.")
    with open_home(home, tenant) as place:
        desk = desk_of(place)
    files = [File(each, now[each], _as_before(desk, places, host, each, now[each])) for each in now]
    diff, unread = _diffs(files), _not_understood(now[listed], listed)
    if _is_agreed(diff, f"Take this out of {host}?", yes=yes, dry_run=dry_run, as_json=as_json):
        for file in files:
            _leave(file)
            for folder in desk.installation(file.path).get("made") or ():
                with suppress(OSError):  # the host has put something there meanwhile
                    os.rmdir(folder)
            if not unread or file.path != listed:
                desk.keep_installation(file.path, None)
    done = Installed(path, listed, bool(diff) and not dry_run, None, diff)
    said = _installed(done, host, unread=unread, dry_run=dry_run)
    answer(done, lambda: Text(said), as_json=as_json)


def _places(host: str, settings: str | None, servers: str | None) -> Places:
    """The files themselves, where links lead to them."""
    known_host(host)
    path = os.path.realpath(settings or _usual_settings(host))
    return Places(path, os.path.realpath(servers or _servers_path(host, path)))


def _usual_settings(host: str) -> str:
    """Codex reads two files and warns of hooks in both, so ours go where others are."""
    folder = host_folder(host)
    if host != "codex":
        return os.path.join(folder, FILES[host])
    config, hooks = os.path.join(folder, CODEX_CONFIG), os.path.join(folder, "hooks.json")
    is_in_config = BEGIN in (_read(os.path.realpath(config)) or "")
    return hooks if os.path.exists(hooks) and not is_in_config else config


def _servers_path(host: str, settings: str) -> str:
    """The host's list of MCP servers. Codex and Gemini CLI keep it with other settings."""
    if host == "claude-code":
        return claude_servers_file()
    if host == "cursor":
        return os.path.join(host_folder("cursor"), "mcp.json")
    if host == "codex" and not settings.endswith(TOML):
        return os.path.join(os.path.dirname(settings), CODEX_CONFIG)
    return settings


def _as_before(
    desk: HookState, places: Places, host: str, path: str, now: str | None
) -> str | None:
    """A file without what is ours; None if there was none before."""
    if now is None:
        return None
    known = desk.installation(path)
    before: str | None = known.get("before")
    if known.get("after") == sha256_hex(now.encode()):
        return before
    left: str | None = now
    is_toml = path.endswith(TOML)
    if path == places.settings:
        with _about(path):
            left = remove_hooks(now, HOOK_FORMATS[host], is_toml=is_toml, before=before)
    if path == places.servers and left is not None:
        with suppress(Invalid):  # a list that is not understood stays as it is
            left = remove_server(left, known, is_toml=is_toml)
    return left


def _not_understood(text: str | None, path: str) -> str:
    """Why what is ours cannot be taken out of a list of servers; empty if it can."""
    try:
        remove_server(text or "{}", {}, is_toml=path.endswith(TOML))
    except Invalid as error:
        return f"{path} stays as it is: {error.message}"
    return ""


@contextmanager
def _about(path: str) -> Iterator[None]:
    """Say of which file something is said."""
    try:
        yield
    except Invalid as error:
        raise Invalid(f"{path}: {error.message}", todo=error.todo) from None


def _leave(file: File) -> None:
    """Put a file as it is to be."""
    if file.after is None and file.before is not None:
        os.unlink(file.path)
    elif file.after is not None and file.after != file.before:
        _write(file.path, file.after)


def _missing(path: str) -> list[str]:
    """The folders that have to be made for a file, innermost first."""
    found: list[str] = []
    while (path := os.path.dirname(path)) and not os.path.lexists(path):
        found.append(path)
    return found


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


def _words(words: list[str], agent: str | None, home: str | None, tenant: str | None) -> list[str]:
    """The program and its words, to be run from any folder."""
    given: dict[str, str | None] = {"--agent": agent, "--tenant": tenant}
    location = home_location(home)
    if not engine.is_database_url(location):
        # A host that is started elsewhere does not have this environment.
        is_usual = home is None and location == DEFAULT_HOME
        given["--home"] = None if is_usual else os.path.abspath(os.path.expanduser(location))
    elif home is not None:  # one of the environment may hold a password, and stays there
        given["--home"] = home
    words = words + [word for name, x in given.items() if x is not None for word in (name, x)]
    program = os.path.join(os.path.dirname(sys.executable), "wakeline")
    if os.path.isfile(program):
        return [program, *words]
    return own_command(*words)


def _url(
    host: str, agent: str | None, server: str | None, home: str | None, tenant: str | None
) -> str | None:
    """Where events are sent; None if each runs a program. A folder needs no server."""
    is_database = engine.is_database_url(home_location(home))
    if host not in SENDING or not (is_database or server is not None):
        if server is not None:
            raise Invalid(f"{HOSTS[host].title} sends its events nowhere.", todo="Leave it out.")
        return None
    with open_home(home, tenant) as place:
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


def _diffs(files: list[File]) -> str:
    """What changes. Of a list of servers, with much of the host's own, nothing around it."""
    lines = [line for number, file in enumerate(files) for line in _diff(file, 0 if number else 3)]
    return "\n".join(lines)


def _diff(file: File, around: int) -> Iterator[str]:
    texts = ((file.before or "").splitlines(), (file.after or "").splitlines())
    return difflib.unified_diff(*texts, file.path, file.path, lineterm="", n=around)


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


def _kept(desk: HookState, places: Places, host: str, file: File) -> dict[str, Any]:
    """How settings were without what is ours, for as long as nobody else changes them."""
    before = _as_before(desk, places, host, file.path, file.before)
    return {"before": before, "after": sha256_hex((file.after or "").encode())}


def _installed(
    done: Installed, host: str, url: str | None = None, *, unread: str = "", dry_run: bool
) -> str:
    if not done.diff:
        files = list(dict.fromkeys((done.settings, done.servers)))
        are = "are as they" if files[1:] else "is as it"
        return unread or f"{' and '.join(files)} {are} should be."
    if dry_run:
        return "Nothing was changed."
    if done.agent is None:
        gone = f"Hooks are gone. {unread}" if unread else "Hooks and tools are gone."
        return f"{gone} What was kept stays kept."
    said = f"From its next session on, {HOSTS[host].title} has the memory of {done.agent}."
    if host == "codex":
        # It runs hooks only after the person has looked at them, and does not say so.
        said += " It asks first: look at `/hooks` there."
    if url is not None:
        said += (
            f" It asks {url} with the token in {TOKEN_VARIABLE}; `wakeline token create` makes one."
        )
    return said
