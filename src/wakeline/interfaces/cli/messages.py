"""Messages to an agent: left, listed, read, answered."""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.text import Text

from wakeline import engine
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import QUIET, clipped, when, zone_of
from wakeline.interfaces.open_home import chosen, opened, text_given
from wakeline.model.message import MESSAGE_KINDS, Message

app = take.group("What others left for an agent.")


@app.command("send")
def send(
    words: Annotated[list[str], take.named("TEXT")],
    sender: Annotated[
        str | None, typer.Option("--from", help="Who says it. Else the person.")
    ] = None,
    kind: Annotated[str, typer.Option(help=f"One of {', '.join(MESSAGE_KINDS)}.")] = "message",
    priority: Annotated[int, typer.Option(help="From 1 to 10; 10 comes first.", min=1, max=10)] = 5,
    reply: Annotated[bool, typer.Option("--reply", help="It waits for an answer.")] = False,
    until: Annotated[
        str | None, typer.Option(metavar="WHEN", help="From then on it is no longer shown.")
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Leave a message that the next wake shows; `-` reads standard input."""
    agent, (text,) = take.split(words, "a text")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        message = one.messages.send(
            text_given(text) or "",
            sender=sender,
            kind=kind,
            priority=priority,
            wants_reply=reply,
            expires_at=until,
        )
    answer(message, lambda: _messages([message], zone), as_json=as_json)


@app.command("mail")
def mail(
    words: Annotated[list[str], take.named("TO TEXT")],
    kind: Annotated[str, typer.Option(help=f"One of {', '.join(MESSAGE_KINDS)}.")] = "message",
    priority: Annotated[int, typer.Option(help="From 1 to 10; 10 comes first.", min=1, max=10)] = 5,
    reply: Annotated[bool, typer.Option("--reply", help="It waits for an answer.")] = False,
    until: Annotated[
        str | None, typer.Option(metavar="WHEN", help="From then on it is no longer shown.")
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Say something to another agent of the home; `-` reads standard input."""
    agent, (to, text) = take.split(words, "an agent to write to", "a text")
    with opened(home, tenant) as place:
        sent = chosen(place, agent).messages.mail(
            to,
            text_given(text) or "",
            kind=kind,
            priority=priority,
            wants_reply=reply,
            expires_at=until,
        )
    answer(sent, lambda: Text(f"{sent.sender} wrote to {sent.to_name}"), as_json=as_json)


@app.command("list")
def list_messages(
    agent: take.Agent = None,
    unread: Annotated[bool, typer.Option("--unread", help="Only what was not read.")] = False,
    unanswered: Annotated[
        bool, typer.Option("--unanswered", help="Only what waits for an answer.")
    ] = False,
    limit: Annotated[int, typer.Option(help="How many at most.", min=1, max=10_000)] = 1000,
    after: Annotated[str, typer.Option(help="Only behind this id: the next page.")] = "",
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Messages, oldest first; unread and unanswered ones most pressing first."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.messages.all(unread=unread, unanswered=unanswered, limit=limit, after=after)
    answer(found, lambda: _messages(found, zone), as_json=as_json)


@app.command("read")
def read(
    words: Annotated[list[str], take.named("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Note that a message was read."""
    agent, (message_id,) = take.split(words, "a message's id")
    _one(agent, home, tenant, lambda one: one.messages.read(message_id), as_json=as_json)


@app.command("reply")
def reply(
    words: Annotated[list[str], take.named("ID TEXT")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Note what a message was answered with."""
    agent, (message_id, text) = take.split(words, "a message's id", "a text")
    said = text_given(text)
    _one(agent, home, tenant, lambda one: one.messages.reply(message_id, said), as_json=as_json)


@app.command("delete")
def delete(
    words: Annotated[list[str], take.named("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Take a message away; `wakeline forget` removes it for good."""
    agent, (message_id,) = take.split(words, "a message's id")
    _one(agent, home, tenant, lambda one: one.messages.delete(message_id), as_json=as_json)


def _one(
    agent: str | None,
    home: str | None,
    tenant: str | None,
    act: Callable[[engine.Agent], Any],
    *,
    as_json: bool,
) -> None:
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        message = act(one)
    answer(message, lambda: _messages([message], zone), as_json=as_json)


def _messages(found: list[Message], zone: tzinfo) -> RenderableType:
    return screens.rows(
        ["from", "message", "state", "sent"],
        [
            [
                clipped(message.sender, 20),
                Text(clipped(message.text, 300)).append(f"\n{message.id}", style=QUIET),
                _state(message),
                when(message.created_at, zone),
            ]
            for message in found
        ],
        wide="message",
    )


def _state(message: Message) -> str:
    if message.is_deleted:
        return "deleted"
    if message.replied_at is not None:
        return "answered"
    waits = ", waits" if message.wants_reply else ""
    return ("unread" if message.read_at is None else "read") + waits
