"""`wakeline serve`: a home over HTTP."""

from __future__ import annotations

import os
import tempfile
from typing import Annotated, NamedTuple

import typer
from rich.text import Text

from wakeline import engine
from wakeline.base.environment import home_location, is_debugging
from wakeline.base.errors import Invalid, NotPermitted
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import console, document
from wakeline.interfaces.open_home import open_home
from wakeline.interfaces.rest.keys import LOCAL_FILE, key_file, local_token

DEFAULT_PORT = 8420
MOST_WORKERS = 64


class Serving(NamedTuple):
    """What is served where, and what it asks for."""

    url: str
    home: str
    keys: str | None
    token_file: str | None


def join(app: typer.Typer) -> None:
    """Add the command."""
    app.command("serve")(serve)


def serve(
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="Port; 0 for any that is free.")] = (
        DEFAULT_PORT
    ),
    workers: Annotated[int, typer.Option("--workers", help="Processes that answer.")] = 1,
    home: take.Home = None,
    tenant: Annotated[
        str | None, typer.Option("--tenant", metavar="NAME", help="Serve this one only.")
    ] = None,
    as_json: take.Json = False,
) -> None:
    """Serve a home over HTTP until it is stopped."""
    if not 1 <= workers <= MOST_WORKERS:
        raise Invalid(f"workers is {workers}.", todo=f"Use a number from 1 to {MOST_WORKERS}.")
    run(home, tenant, host=host, port=port, workers=workers, as_json=as_json)


def run(
    home: str | None,
    tenant: str | None,
    *,
    host: str,
    port: int,
    workers: int = 1,
    only_tools: bool = False,
    agent: str | None = None,
    as_json: bool,
) -> None:
    """Serve until told to stop: everything, or the tools alone."""
    from wakeline.interfaces.mcp.http import PATH
    from wakeline.interfaces.rest.listening import listen
    from wakeline.interfaces.rest.service import home_mark
    from wakeline.interfaces.rest.worker import Work, serve_on, start_log

    location = home_location(home)
    with open_home(home, tenant) as place:
        told = _checked(place, host)
        listener = listen(host, port, mark=home_mark(place.location))
    url = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"
    _tell(told._replace(url=f"{url}{PATH}" if only_tools else url), as_json=as_json)
    start_log(debugging=is_debugging())
    with tempfile.TemporaryDirectory(prefix="wakeline-serve-") as folder:
        work = Work(location, tenant, folder, is_debugging(), only_tools, agent)
        serve_on(listener, work, workers)


def _checked(place: engine.Home, host: str) -> Serving:
    """Whatever is wrong with home, keys or address is said now, once, and not by each worker."""
    from wakeline.interfaces.rest.listening import is_loopback

    file = key_file(place)
    if file is not None and file.ring().keys:
        return Serving("", place.location, file.path, None)
    if engine.is_database_url(place.location):
        raise NotPermitted(
            "a home in PostgreSQL is served only with keys.",
            todo="Name a file with WAKELINE_KEYS and run `wakeline token create`.",
        )
    if not is_loopback(host):
        raise NotPermitted(
            f"without keys a home is served to this machine only, not on {host}.",
            todo="Run `wakeline token create` first; it makes a key.",
        )
    local_token(place.location)
    return Serving("", place.location, None, os.path.join(place.location, LOCAL_FILE))


def _tell(serving: Serving, *, as_json: bool) -> None:
    """Where it is served. One line, at once: whoever started it may wait for it."""
    if as_json:
        document(serving)
        return
    who = (
        f"tokens signed by {serving.keys}"
        if serving.keys
        else f"the token in {serving.token_file}; `wakeline token create` makes others"
    )
    shown = console(stderr=True)
    docs = f" (docs: {serving.url}/docs)" if serving.url.count("/") == len("//") else ""
    shown.print(Text(f"serving {serving.home} at {serving.url}{docs}"))
    shown.print(Text(f"it asks for {who}"))
