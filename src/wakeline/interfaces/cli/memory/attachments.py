"""Files that were shown to an agent: attached, listed, looked at again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline import engine
from wakeline.base.errors import Invalid
from wakeline.engine.operations.attachments import ATTACHMENTS
from wakeline.flows.session.current_session import own_session
from wakeline.interfaces import exit_codes
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.build import build_group
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import ALARM, GOOD, QUIET, clip_line, count, when, zone_of
from wakeline.interfaces.open_home import choose_agent, open_home, read_texts
from wakeline.model.attachment import AttachmentDetail, Receipt, ReceiptTurn, VerifiedReceipt
from wakeline.store.folder import agent_key


def join(program: typer.Typer) -> None:
    """Hang the commands into the program."""
    program.command()(attach)
    program.add_typer(app, name="attachments")


def attach(
    words: Annotated[list[str], take.words_after_agent("PATH...")],
    observation: Annotated[
        str | None, typer.Option(help="What was seen in it; `-` reads standard input.")
    ] = None,
    text: Annotated[
        str | None,
        typer.Option(help="What was read out of one file that is no text; `-` reads it."),
    ] = None,
    route: Annotated[
        str | None, typer.Option(help="native-image-parts, vision-prepass or documents.")
    ] = None,
    turn: Annotated[str | None, typer.Option(metavar="ID", help="The turn it came with.")] = None,
    exchange: Annotated[
        str | None, typer.Option(metavar="ID", help="The exchange it came with.")
    ] = None,
    thread: take.Thread = None,
    project: take.Project = None,
    session: take.Session = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Keep a receipt for each file: path, SHA-256, an excerpt. No file is copied."""
    observation, text = read_texts(observation, text)
    with open_home(home, tenant) as place:
        agent, paths = _split(place, words)
        one = choose_agent(place, agent)
        zone = zone_of(one)
        if turn is None and exchange is None:
            session = own_session(one.place, session_id=session)
        found = one.attachments.add_many(
            paths,
            observation=observation,
            text=text,
            route=route,
            turn=turn,
            exchange=exchange,
            thread=thread,
            project=project,
            session=session,
        )
    told = count(len(found), "receipt")
    answer(found, lambda: _receipts(found, zone, told), as_json=as_json)


def _split(home: engine.Home, words: Sequence[str]) -> tuple[str | None, list[str]]:
    """The agent, if the first word names one and something follows it; the rest are files."""
    names = {agent_key(name) for name in home.port.agents()}
    if len(words) > 1 and _key(words[0]) in names:
        return words[0], list(words[1:])
    return None, list(words)


def _key(word: str) -> str:
    try:
        return agent_key(word)
    except Invalid:
        return ""  # no name of an agent, so a path


def _receipts(found: Sequence[Receipt], zone: tzinfo, told: str = "") -> RenderableType:
    return screens.rows(
        ["file", "receipt"],
        [
            [
                Text(clip_line(receipt.filename, 30)),
                Text(clip_line(receipt.observation or receipt.excerpt or receipt.mime, 300))
                .append(f"\n{_about(receipt, zone)}", style=QUIET)
                .append("" if receipt.status == "present" else f" · {receipt.status}", style=ALARM),
            ]
            for receipt in found
        ],
        wide="receipt",
        note=told,
    )


def _about(receipt: Receipt, zone: tzinfo) -> str:
    facts = [
        receipt.id,
        receipt.mime,
        f"{receipt.size:,} bytes",
        when(receipt.updated_at, zone),
        clip_line(receipt.source_path, 200),
    ]
    return " · ".join(facts)


def _place(link: ReceiptTurn, zone: tzinfo) -> Text:
    where = {
        "turn": link.turn_id,
        "exchange": link.exchange_id,
        "thread": link.thread_id,
        "session": link.session_id,
    }
    told = ", ".join(f"{name} {value}" for name, value in where.items() if value)
    return Text(f"shown {when(link.at, zone)}: {clip_line(told or 'on its own', 300)}", style=QUIET)


def _verified(found: Sequence[VerifiedReceipt]) -> RenderableType:
    return screens.rows(
        ["state", "file"],
        [
            [
                Text(item.receipt.status, style=GOOD if item.gap is None else ALARM),
                Text(clip_line(item.receipt.source_path, 300)).append(
                    f"\n{item.receipt.id}" + (f" · {clip_line(item.gap, 300)}" if item.gap else ""),
                    style=QUIET,
                ),
            ]
            for item in found
        ],
        wide="file",
    )


def _detail(found: AttachmentDetail, zone: tzinfo) -> RenderableType:
    return Group(_receipts([found.receipt], zone), *(_place(link, zone) for link in found.places))


app = build_group(ATTACHMENTS, {Receipt: _receipts, "get_attachment": _detail})


@app.command("verify")
def verify_attachments(
    words: Annotated[list[str] | None, take.words_after_agent("[ID]")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Look at the files again, all or one; fails if one is not what it was."""
    given = words or []
    ids = [word for word in given if word.startswith("att_")]
    names = [word for word in given if word not in ids]
    if len(names) > 1:
        raise Invalid(f"{names[1]} is no id of an attachment.", todo="Ids begin with att_.")
    with open_home(home, tenant) as place:
        found = choose_agent(place, names[0] if names else None).attachments.verify(*ids)
    answer(found, lambda: _verified(found), as_json=as_json)
    if any(item.gap for item in found):
        raise typer.Exit(exit_codes.ERROR)
