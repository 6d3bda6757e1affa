"""What was told to whom, and what a draft would contradict or repeat."""

from __future__ import annotations

from datetime import tzinfo
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.flows.beliefs.comms import Contact
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import QUIET, clipped, day, nothing, zone_of
from wakeline.interfaces.open_home import chosen, opened, text_given
from wakeline.model.decision import CommsWarning, Telling

app = take.group("What was told to whom.")


@app.command("list")
def list_contacts(
    agent: take.Agent = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Who was told something, those told last first."""
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.comms.contacts()
    answer(found, lambda: _contacts(found, zone), as_json=as_json)


@app.command("told")
def note_telling(
    words: Annotated[list[str], take.named("CONTACT TEXT")],
    topic: Annotated[str | None, typer.Option(help="What it is about.")] = None,
    told_at: Annotated[
        str | None, typer.Option("--at", metavar="MOMENT", help="When, if it was not now.")
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Note what a contact was told; - for standard input."""
    agent, (contact, text) = take.split(words, "a contact", "what was said")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        said = text_given(text) or ""
        made = one.comms.told(contact, said, topic=topic, told_at=told_at, origin="user_direct")
    answer(made, lambda: _tellings([made], zone), as_json=as_json)


@app.command("about")
def told_to(
    words: Annotated[list[str], take.named("CONTACT")],
    topic: Annotated[str | None, typer.Option(help="Only what is about this.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """What a contact was told, the newest first."""
    agent, (contact,) = take.split(words, "a contact")
    with opened(home, tenant) as place:
        one = chosen(place, agent)
        zone = zone_of(one)
        found = one.comms.about(contact, topic=topic)
    answer(found, lambda: _tellings(found, zone), as_json=as_json)


@app.command("check")
def check_draft(
    words: Annotated[list[str], take.named("CONTACT DRAFT")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """What of a draft contradicts or repeats what its reader was told; - for standard input."""
    agent, (contact, draft) = take.split(words, "a contact", "a draft")
    with opened(home, tenant) as place:
        found = chosen(place, agent).comms.check(contact, text_given(draft) or "")
    answer(found, lambda: _warnings(found), as_json=as_json)


@app.command("withdraw")
def withdraw_telling(
    words: Annotated[list[str], take.named("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Say that it was not told after all, or was taken back; its row stays."""
    agent, (row_id,) = take.split(words, "an id")
    with opened(home, tenant) as place:
        gone = chosen(place, agent).comms.withdraw(row_id)
    answer(gone, lambda: Text(f"{gone.contact} was not told: {gone.said}"), as_json=as_json)


def _contacts(found: list[Contact], zone: tzinfo) -> RenderableType:
    return screens.rows(
        ["contact", "told", "last"],
        [[row.contact, str(row.tellings), day(row.last_at, zone)] for row in found],
        wide="contact",
    )


def _tellings(found: list[Telling], zone: tzinfo) -> RenderableType:
    """Two lines each: a table would leave the text no room beside the id."""
    if not found:
        return nothing("Nothing was told.")
    parts: list[RenderableType] = []
    for row in found:
        about = f" about {row.topic}" if row.topic else ""
        parts.append(Text(clipped(row.said, 400)))
        told = f"  to {row.contact}{about} on {day(row.told_at, zone)}  {row.id}"
        parts.append(Text(told, style=QUIET))
    return Group(*parts)


def _warnings(found: list[CommsWarning]) -> RenderableType:
    if not found:
        return nothing("Nothing that was told speaks against it.")
    parts: list[RenderableType] = []
    for each in found:
        parts.append(Text(f"{each.kind}: {each.sentence}"))
        parts.append(Text(f"  {each.told}  {each.telling.id}", style=QUIET))
    return Group(*parts)
