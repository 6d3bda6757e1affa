"""Identity documents: what is in force, what was proposed, and the person's decision.

Accepting and rejecting work only where somebody sits at a terminal: a file or a pipe
cannot tell the person from the agent's shell.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import tzinfo
from typing import Annotated, cast

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline import engine
from wakeline.base.errors import Invalid, NotPermitted
from wakeline.flows.identity.documents import accept_document, reject_document
from wakeline.flows.identity.identity_files import IdentityFileImport
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer, console
from wakeline.interfaces.cli.shapes import (
    HEADING,
    QUIET,
    WARN,
    listing,
    nothing,
    paragraph,
    when,
    zone_of,
)
from wakeline.interfaces.open_home import choose_agent, open_home
from wakeline.model.identity import Document
from wakeline.model.requests import IdentityChanges

app = take.group("Identity documents, in versions.", cls=take.ShowsByDefault)
Version = Annotated[int | None, typer.Option(help="Which version. Else the newest.")]
LINE_STYLES = {"+": "green", "-": "red", "@": QUIET}


@app.command("show")
def show(
    agent: take.Agent = None,
    full: Annotated[bool, typer.Option("--full", help="With their texts.")] = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """The documents in force and those that wait for a decision."""
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        found, zone = one.documents.all(), zone_of(one)
    answer(found, lambda: _documents(found, zone, full=full), as_json=as_json)


@app.command("diff")
def diff(
    words: Annotated[list[str], take.words_after_agent("KIND")],
    version: Version = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """How a proposed document differs from the one in force."""
    agent, (kind,) = take.split_agent(words, "a kind of document")
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        one.documents.all()  # takes in what was edited by hand
        text = one.documents.diff(kind, version=version)
    answer({"kind": kind, "diff": text}, lambda: _diff(text), as_json=as_json)


@app.command("sections")
def sections(
    agent: take.Agent = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Propose sections on how to read what is given at a wake. The person decides on them."""
    with open_home(home, tenant) as place:
        made = choose_agent(place, agent).documents.propose_sections()
    answer(made, lambda: _proposed(made), as_json=as_json)


@app.command("import")
def import_files(
    words: Annotated[list[str], take.words_after_agent("FOLDER")],
    decide: Annotated[
        bool, typer.Option("--accept", help="Show each, ask, and put it in force; on a terminal.")
    ] = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Take in identity files as other programs keep them: SOUL.md, AGENTS.md and so on.

    ANCHOR.md (or USER.md), TOOLS.md, MEMORY.md, STANDING.md, IDENTITY.md and PERSONALITY.md too.
    Each is proposed; the person decides.
    """
    agent, (folder,) = take.split_agent(words, "a folder")
    if decide:
        ask_for_a_terminal()
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        taken = one.documents.import_folder(folder, actor="import")
        if decide:
            taken = [_put_in_force(one, each) for each in taken]
    answer(taken, lambda: _taken_in(taken), as_json=as_json)


def _put_in_force(agent: engine.Agent, taken: IdentityFileImport) -> IdentityFileImport:
    made = taken.document
    if made.state != "proposed":
        return taken
    return taken._replace(document=_confirmed(agent, made.kind, made.version, accept_document))


def _taken_in(taken: list[IdentityFileImport]) -> RenderableType:
    return listing(
        ["file", "document", "version", "state", ""],
        [
            [
                each.file,
                each.document.kind,
                str(each.document.version),
                _state(each.document),
                "" if each.is_new else "as it was",
            ]
            for each in taken
        ],
    )


def _proposed(made: list[Document]) -> RenderableType:
    if not made:
        return nothing("Nothing is left to propose.")
    kinds = ", ".join(document.kind for document in made)
    return Text(
        f"Proposed for {kinds}. `wakeline identity diff KIND` shows it; accept or reject it."
    )


@app.command("accept")
def accept(
    words: Annotated[list[str], take.words_after_agent("KIND")],
    version: Version = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Put a proposed document in force. Only the person can, on a terminal."""
    _decide(words, version, home, tenant, accept_document, as_json=as_json)


@app.command("reject")
def reject(
    words: Annotated[list[str], take.words_after_agent("KIND")],
    version: Version = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Refuse a proposed document; its file goes back. Only the person can, on a terminal."""
    _decide(words, version, home, tenant, reject_document, as_json=as_json)


FIELDS = {
    "display-name": "display_name",
    "person": "person_name",
    "time-zone": "person_time_zone",
    "model": "model_key",
    "model-name": "model_display",
    "origin": "origin",
    "values": "core_values_json",
    "memory": "memory_config_json",
    "policy": "identity_policy",
}


@app.command("set")
def set_field(
    words: Annotated[list[str], take.words_after_agent("FIELD VALUE")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Change what the identity row says. Only the person can, on a terminal.

    Fields: display-name, person, time-zone, model, model-name, origin, values (separated by
    semicolons), memory (a JSON object), policy.
    """
    agent, (field, value) = take.split_agent(words, "a field", "a value")
    if field not in FIELDS:
        raise Invalid(f"there is no field {field!r}.", todo=f"Use one of {', '.join(FIELDS)}.")
    ask_for_a_terminal()
    with open_home(home, tenant) as place:
        name = choose_agent(place, agent).identity.name
        changes = cast("IdentityChanges", {FIELDS[field]: _value(field, value)})
        changed = place.update(name, **changes)
    answer(changed, lambda: Text(f"{changed.name}: {field} is changed"), as_json=as_json)


def _value(field: str, text: str) -> object:
    if field == "values":
        return [part.strip() for part in text.split(";") if part.strip()]
    if field != "memory":
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Invalid(f"{field} is not JSON ({error}).", todo="Give one JSON object.") from None


def ask_for_a_terminal(what: str = "who an agent is") -> None:
    """Raise unless somebody sits there: a pipe cannot tell the person from the agent's shell."""
    if not sys.stdin.isatty():
        raise NotPermitted(
            f"the person decides {what}, on a terminal.",
            todo="Run it in a terminal, without a pipe.",
        )


def _decide(
    words: list[str],
    version: int | None,
    home: str | None,
    tenant: str | None,
    decision: Callable[..., Document],
    *,
    as_json: bool,
) -> None:
    agent, (kind,) = take.split_agent(words, "a kind of document")
    ask_for_a_terminal()
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        decided = _confirmed(one, kind, version, decision)
    answer(decided, lambda: _decided(decided), as_json=as_json)


def _confirmed(
    agent: engine.Agent, kind: str, version: int | None, decision: Callable[..., Document]
) -> Document:
    """Show what is decided about, ask, and do it: the version that was shown, and no later one."""
    found = agent.documents.all()  # takes in what was edited by hand
    if version is None:
        waiting = (d.version for d in found if d.kind == kind and d.state == "proposed")
        version = max(waiting, default=None)
    text = agent.documents.diff(kind, version=version)
    console(stderr=True).print(_diff(text))
    verb = "Put this in force" if decision is accept_document else "Throw this away"
    typer.confirm(f"{verb}?", abort=True, err=True)
    agent.documents.all()  # what was edited meanwhile waits, before the file is written over
    person = agent.identity.person_name or "person"
    return decision(agent.place, kind, version=version, actor=person)


def _documents(found: list[Document], zone: tzinfo, *, full: bool) -> RenderableType:
    if not found:
        return nothing("no documents yet; `wakeline init` writes the first ones")
    if full:
        return Group(*(part for document in found for part in _whole(document)))
    return listing(
        ["document", "version", "state", "tokens", "since"],
        [
            [
                document.kind,
                str(document.version),
                _state(document),
                str(document.tokens),
                when(document.decided_at or document.created_at, zone),
            ]
            for document in found
        ],
    )


def _whole(document: Document) -> list[RenderableType]:
    title = Text(f"{document.kind} version {document.version}, ", style=HEADING)
    return [title.append_text(_state(document)), Text(paragraph(document.content) + "\n")]


def _state(document: Document) -> Text:
    waits = document.state == "proposed"
    return Text(document.state.replace("_", " "), style=WARN if waits else "")


def _decided(document: Document) -> Text:
    return Text(f"{document.kind} version {document.version} is {document.state.replace('_', ' ')}")


def _diff(text: str) -> Text:
    shown = Text()
    for line in paragraph(text).splitlines():
        shown.append(line + "\n", style=LINE_STYLES.get(line[:1], ""))
    return shown
