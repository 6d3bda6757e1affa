"""Keeping what is kept: verify, rebuild, export, backup, restore, forget."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline import engine
from wakeline.base.errors import Conflict, HomeUnusable
from wakeline.context.framing import one_line
from wakeline.flows.forget.forget import Forgotten
from wakeline.flows.home.backup import ARCHIVE
from wakeline.flows.home.rebuild import Rebuilt
from wakeline.flows.verify import Report
from wakeline.interfaces import exit_codes
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.home.agents import ask
from wakeline.interfaces.cli.output import Advance, answer, progress
from wakeline.interfaces.cli.shapes import ALARM, GOOD, QUIET, count, listing
from wakeline.interfaces.open_home import STANDARD_INPUT, choose_agent, open_home
from wakeline.interfaces.reserved_output import answer_stream
from wakeline.model.identity import Identity
from wakeline.store.folder import FolderHome, agent_key

BATCH = 500


def join(app: typer.Typer) -> None:
    """Hang the commands into the program."""
    app.command()(verify)
    app.command()(rebuild)
    app.command()(export)
    app.command()(backup)
    app.command()(restore)
    app.command()(forget)


def verify(
    agent: take.Agent = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Derive again what is stored, and say where the two differ. Changes nothing."""
    with open_home(home, tenant) as place, progress("comparing"):
        report: Report = choose_agent(place, agent).verify()
    found = {"agent": report.agent, "ok": report.ok, "checks": report.checks}
    answer(found, lambda: _report(report), as_json=as_json)
    if not report.ok:
        raise typer.Exit(exit_codes.INTEGRITY)


def _report(report: Report) -> RenderableType:
    rows: list[list[str | Text]] = [
        [
            Text("ok", style=GOOD) if check.ok else Text("fail", style=ALARM),
            check.name,
            *(f"{number:,}" for number in check[1:5]),
        ]
        for check in report.checks
    ]
    faults = [example for check in report.checks for example in check.examples]
    return Group(
        listing(["", "checked", "compared", "missing", "extra", "different"], rows),
        *(Text(f"  {one_line(fault)}", style=ALARM) for fault in faults),
        *([] if report.ok else [Text("")]),
        *map(Text, report.todo),
    )


def rebuild(
    agent: take.Agent = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Drop everything that is derived and make it again from the log."""
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        total = one.status().turns
        with progress("rows", total) as advance:
            rebuilt = one.rebuild(progress=advance)
    answer(rebuilt, lambda: _rebuilt(rebuilt), as_json=as_json)


def _rebuilt(done: Rebuilt) -> RenderableType:
    return Text(
        f"made again: {count(done.full_text, 'row')} of full text, "
        f"{count(done.entities, 'entity', 'entities')}, {count(done.mentions, 'mention')}"
    )


def export(
    agent: take.Agent = None,
    to: Annotated[
        str, typer.Option("--to", metavar="FILE", help="Where to; `-` is standard output.")
    ] = STANDARD_INPUT,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,  # noqa: ARG001 - the export is JSON lines either way
) -> None:
    """The whole log as JSON lines, each text once."""
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        found = one.status()
        with progress("lines", found.turns + found.events) as advance:
            lines = one.export()
            if to == STANDARD_INPUT:
                _write(lines, advance)
            else:
                _write_file(to, lines, advance)


def _write(lines: Iterable[str], advance: Advance) -> None:
    out = answer_stream()
    for line in lines:
        out.write(line + "\n")
        advance(1)


def _write_file(path: str, lines: Iterable[str], advance: Advance) -> None:
    """Write a new file, for its owner alone; one that is there is left alone."""
    try:
        target = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Conflict(f"{path} exists.", todo="Name a file that does not.") from None
    except OSError as error:
        raise HomeUnusable(f"{path} cannot be written ({error.strerror}).") from error
    try:
        with os.fdopen(target, "w", encoding="utf-8", newline="\n") as file:
            for line in lines:
                file.write(line + "\n")
                advance(1)
    except BaseException:
        os.unlink(path)  # half a log would pass for a whole one
        raise


def backup(
    agent: take.Agent = None,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FOLDER", help="A new folder. Else in the home's backups."),
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Copy one agent, or all of them, into a folder that can be checked and restored."""
    with open_home(home, tenant) as place, progress("copying"):
        names = [agent] if agent is not None else place.port.agents()
        path = place.backup(names, to=to)
    made = {"path": path, "agents": names}
    answer(made, lambda: Text(f"{', '.join(names)} copied to {path}"), as_json=as_json)


def restore(
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH",
            help="A backup, an archive folder, or an export; with --from-archive also an agent.",
            show_default=False,
        ),
    ],
    from_archive: Annotated[
        bool, typer.Option("--from-archive", help="From the archive's files alone.")
    ] = False,
    name: Annotated[
        str | None, typer.Option(help="Which agent of the backup; or its name from now on.")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the agent of that name, after a backup.")
    ] = False,
    backup_to: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="With --replace: where that backup goes.")
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Bring agents back from a backup, from an archive, or from an export."""
    with open_home(home, tenant) as place, progress("restoring"):
        source, whose = archive_at(place, path) if from_archive else (path, None)
        found = place.restore(source, name=name or whose, replace=replace, backup_to=backup_to)
    answer(found, lambda: _restored(found), as_json=as_json)


def archive_at(home: engine.Home, path: str) -> tuple[str, str | None]:
    """The archive that a path or an agent's name stands for, and whose it is if that is named."""
    beside = os.path.join(path, ARCHIVE)
    if os.path.isdir(beside):
        return beside, None
    if isinstance(home.port, FolderHome) and not os.path.exists(path):
        name = agent_key(path)
        own = os.path.join(home.port.folder_of(name), ARCHIVE)
        if os.path.isdir(own):
            return own, name
    return path, None


def _restored(found: list[Identity]) -> RenderableType:
    return Group(*(Text(f"{identity.name} is back ({identity.id})") for identity in found))


def forget(
    words: Annotated[list[str], take.words_after_agent("ID")],
    yes: take.Yes = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Remove one row for good, from every table, index and file. It cannot be undone."""
    forget_row(words, "an id", yes, home, tenant, as_json=as_json)


def forget_row(
    words: list[str],
    named: str,
    yes: bool,
    home: str | None,
    tenant: str | None,
    *,
    as_json: bool,
    look: Callable[[engine.Agent, str], str] | None = None,
) -> None:
    """Forget the row that the words name; `look` finds its id, and raises if it is not there."""
    agent, (name,) = take.split_agent(words, named)
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        row_id = name if look is None else look(one, name)
        if not yes:
            ask(f"Forget {name} for good? Copies outside this home still hold it.")
        forgotten = one.forget(row_id)
    answer(forgotten, lambda: _forgotten(forgotten), as_json=as_json)


def _forgotten(forgotten: Forgotten) -> RenderableType:
    """What is gone, what was made again without it, and what could not be reached."""
    rows = [f"{forgotten.id} is forgotten: a mark without content stands in its place."]
    if forgotten.removed:
        rows.append(f"gone with it: {', '.join(forgotten.removed)}")
    if forgotten.remade:
        rows.append(f"made again without it: {', '.join(forgotten.remade)}")
    if forgotten.scrubbed is None:
        rows.append("Its bytes leave the files when no one reads them: run `wakeline settle`.")
    elif forgotten.scrubbed.unreached:
        rows.append(f"could not be cleaned: {', '.join(forgotten.scrubbed.unreached)}")
    note = "Backups and exports that were carried out of this home still hold it."
    return Group(*map(Text, rows), Text(note, style=QUIET))
