"""Tokens for the server, and the keys that sign them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, NamedTuple

import typer
from rich.console import RenderableType
from rich.text import Text
from typer.core import TyperGroup

from wakeline.base.errors import Invalid
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer, console, document, line
from wakeline.interfaces.cli.shapes import day, listing, nothing, when
from wakeline.interfaces.open_home import open_home, read_text
from wakeline.interfaces.rest.keys import needed_key_file
from wakeline.store.folder import unknown_agent

app = take.group("Tokens for `wakeline serve`.", cls=TyperGroup)
keys = take.group("The keys that sign tokens.")
app.add_typer(keys, name="keys")


class ShownKey(NamedTuple):
    """A key without its secret."""

    id: str
    made_at: datetime
    is_current: bool


class Revoked(NamedTuple):
    """A token that was taken back."""

    id: str
    until: datetime


@app.command("create")
def create(
    role: Annotated[str, typer.Option("--role", help="agent or operator.")] = "agent",
    agent: Annotated[
        str | None, typer.Option("--agent", metavar="NAME", help="The only agent it reaches.")
    ] = None,
    subject: Annotated[
        str | None, typer.Option("--subject", metavar="WHO", help="Who will use it.")
    ] = None,
    days: Annotated[int, typer.Option("--days", help="How long it holds.")] = 30,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Make a token. It is printed this once and stored nowhere."""
    from wakeline.interfaces.rest.tokens import issue

    with open_home(home, tenant) as place:
        file = needed_key_file(place)
        if agent is not None and place.port.store(agent) is None:
            raise unknown_agent(agent, place.location)
        now = place.clock.now()
        issued = issue(
            lambda: file.ring().current or file.rotate(id=place.ids.new(now), now=now),
            id=place.ids.new(now),
            tenant=place.tenant,
            role=role,
            agent=agent,
            subject=subject,
            days=days,
            now=now,
        )
    if as_json:
        document(issued)
        return
    # The token alone goes to standard output, so that a script can take it from there.
    line(issued.token)
    whom = f"agent {issued.agent}" if issued.agent else "every agent"
    console(stderr=True).print(
        Text(
            f"{issued.role} token {issued.id} for {whom} of tenant {issued.tenant}, "
            f"until {day(issued.expires_at)}"
        )
    )


@app.command("revoke")
def revoke(
    token: Annotated[
        str,
        typer.Argument(metavar="TOKEN", help="The token itself, or `-` to read it from input."),
    ],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Take a token back before its time."""
    from wakeline.interfaces.rest.tokens import token_id

    with open_home(home, tenant) as place:
        file = needed_key_file(place)
        found = token_id((read_text(token) or "").strip(), file.ring())
        if found is None:
            raise Invalid(
                "this is no token that a key of this home signed and that still holds.",
                todo="There is nothing to take back.",
            )
        file.revoke(found[0], until=found[1], now=place.clock.now())
    revoked = Revoked(*found)
    answer(revoked, lambda: Text(f"token {revoked.id} is taken back"), as_json=as_json)


@keys.command("list")
def list_keys(
    home: take.Home = None, tenant: take.Tenant = None, as_json: take.Json = False
) -> None:
    """The keys there are, never their secrets."""
    with open_home(home, tenant) as place:
        ring = needed_key_file(place).ring()
    found = [ShownKey(key.id, key.made_at, key is ring.current) for key in ring.keys]
    answer(found, lambda: _keys(found), as_json=as_json)


@keys.command("rotate")
def rotate_keys(
    home: take.Home = None, tenant: take.Tenant = None, as_json: take.Json = False
) -> None:
    """Make a new key. Tokens of the one before it still hold, those of older ones do not."""
    with open_home(home, tenant) as place:
        now = place.clock.now()
        key = needed_key_file(place).rotate(id=place.ids.new(now), now=now)
    shown = ShownKey(key.id, key.made_at, True)
    answer(shown, lambda: Text(f"key {key.id} signs from now on"), as_json=as_json)


def _keys(found: list[ShownKey]) -> RenderableType:
    if not found:
        return nothing("no keys yet; `wakeline token create` makes the first")
    return listing(
        ["key", "made", "use"],
        [
            [key.id, when(key.made_at), "signs" if key.is_current else "still believed"]
            for key in found
        ],
    )
