"""The life of a session: wake, record, recall, end, and how the agent stands."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from typing import IO, Annotated, Any

import typer

from wakeline.base.errors import Invalid, NotFound, WakelineError
from wakeline.flows.common.time_zones import time_zone
from wakeline.interfaces import fast_commands
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.output import Advance, answer, document, line, progress
from wakeline.interfaces.cli.session.preset_screen import explained_preset
from wakeline.interfaces.cli.session.stage_screen import staged_screen, staged_wake
from wakeline.interfaces.cli.session.wake_screen import wake_screen
from wakeline.interfaces.json_values import in_camel_case
from wakeline.interfaces.open_home import STANDARD_INPUT, choose_agent, open_home, read_text


def join(app: typer.Typer) -> None:
    """Hang the commands into the program."""
    app.command()(wake)
    app.command()(hydrate)
    app.command()(record)
    app.command()(recall)
    app.command()(end)
    app.command()(status)
    app.command()(settle)


Preset = Annotated[
    str | None, typer.Option(help="Which sources: all, interactive, lean, agent-minimal or auto.")
]
Sources = Annotated[
    str | None, typer.Option(help="Which sources instead, by name, separated by commas.")
]
Exclude = Annotated[
    str | None, typer.Option(help="Sources to leave out, by name, separated by commas.")
]
Budget = Annotated[int | None, typer.Option(help="Tokens that the text may fill.")]
Framing = Annotated[
    str | None, typer.Option(help="first-person speaks to the agent, system about it.")
]
AsOf = Annotated[
    str | None,
    typer.Option(metavar="MOMENT", help="As it was then; read only, nothing is recorded."),
]
Intent = Annotated[
    str | None, typer.Option(help="What is to be done: what bears on it is recalled.")
]


def wake(
    agent: take.Agent = None,
    preset: Preset = None,
    sources: Sources = None,
    exclude: Exclude = None,
    wake_type: Annotated[
        str, typer.Option(help="gradual, sudden, called or scheduled.")
    ] = "gradual",
    budget: Budget = None,
    framing: Framing = None,
    intent: Intent = None,
    thread: take.Thread = None,
    project: take.Project = None,
    mode: take.Mode = "chat",
    model: Annotated[str | None, typer.Option(help="The model that wakes.")] = None,
    source: Annotated[str | None, typer.Option(help="Where it wakes, such as a host.")] = None,
    as_of: AsOf = None,
    text: Annotated[bool, typer.Option("--text", help="Only what the agent reads.")] = False,
    staged: Annotated[
        bool, typer.Option("--staged", help="Only the stages that the agent is oriented for.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="With --staged: every stage, in order.")
    ] = False,
    explain_preset: Annotated[
        bool,
        typer.Option(
            "--explain-preset", help="Wake nobody: show what auto would choose now, and its rules."
        ),
    ] = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Put an agent back together and open a session."""
    if explain_preset:
        with open_home(home, tenant) as place:
            found = choose_agent(place, agent).explain_preset(
                wake_type, mode=mode, budget=budget, exclude=exclude
            )
        answer(found, lambda: explained_preset(found), as_json=as_json)
        return
    wanted = {
        "preset": preset,
        "sources": sources,
        "exclude": exclude,
        "wake_type": wake_type,
        "budget": budget,
        "framing": framing,
        "intent": intent,
        "thread": thread,
        "project": project,
        "mode": mode,
        "model_id": model,
        "source": source,
    }
    if as_of is None and (staged or force):
        taken = staged_wake(home, tenant, agent, force=force, **wanted)
        if text and not as_json:
            line("\n\n".join(stage.text for stage in taken.stages))
            return
        answer(taken, lambda: staged_screen(taken), as_json=as_json)
        return
    began = time.perf_counter()
    woken = fast_commands.wake(home, tenant, agent, as_of=as_of, **wanted)
    if text and not as_json:
        line(woken.text)
        return
    seconds = time.perf_counter() - began
    answer(woken, lambda: wake_screen(woken, seconds=seconds), as_json=as_json)


def hydrate(
    agent: take.Agent = None,
    preset: Preset = None,
    sources: Sources = None,
    exclude: Exclude = None,
    budget: Budget = None,
    framing: Framing = None,
    intent: Intent = None,
    thread: take.Thread = None,
    project: take.Project = None,
    mode: take.Mode = "chat",
    as_of: AsOf = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=NUMBER", help="Such as fact_limit=5; several are fine."),
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Show an agent's context without waking it: reads only, records nothing."""
    with open_home(home, tenant) as place:
        found = choose_agent(place, agent).hydrate(
            preset=preset,
            sources=sources,
            exclude=exclude,
            budget=budget,
            framing=framing,
            intent=intent,
            thread=thread,
            project=project,
            mode=mode,
            as_of=as_of,
            **dict(map(_limit, limit or [])),
        )
    if as_json:
        document(in_camel_case(found))
        return
    line(found.system_prompt or "nothing was asked for that has a text; --json shows the rest")


def _limit(text: str) -> tuple[str, Any]:
    """A limit by its name: a number, or for `ai_name` a name."""
    name, _, value = text.partition("=")
    if name == "ai_name":
        return name, value
    if not value.isdecimal():
        raise Invalid(f"{text!r} is not NAME=NUMBER.", todo="Write it as fact_limit=5.")
    return name, int(value)


def record(
    agent_name: take.Agent = None,
    user: Annotated[
        str | None, typer.Option("--user", help="What the person said; `-` reads standard input.")
    ] = None,
    agent: Annotated[
        str | None, typer.Option("--agent", help="What the agent said; `-` reads standard input.")
    ] = None,
    file: Annotated[
        str | None,
        typer.Option("--file", help="Events as JSON lines; `-` reads standard input."),
    ] = None,
    thread: take.Thread = None,
    project: take.Project = None,
    mode: take.Mode = "chat",
    session: take.Session = None,
    at: Annotated[
        str | None, typer.Option("--at", help="When it was said, such as 2026-03-01T09:00:00Z.")
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Keep one exchange, or a file of events."""
    if file is not None:
        if user is not None or agent is not None:
            raise Invalid("--file stands alone.", todo="Leave out --user and --agent.")
        kept_many = _record_file(home, tenant, agent_name, file)
        answer(kept_many, lambda: screens.kept_many(kept_many), as_json=as_json)
        return
    kept = fast_commands.record(
        home,
        tenant,
        agent_name,
        user=user,
        agent=agent,
        session=session,
        thread=thread,
        project=project,
        mode=mode,
        at=at,
    )
    answer(kept, lambda: screens.record_screen(kept), as_json=as_json)


def _record_file(home: str | None, tenant: str | None, name: str | None, file: str) -> Any:
    size = None
    if file != STANDARD_INPUT:
        try:
            with _source(file):
                size = os.path.getsize(file)
        except OSError as error:
            raise NotFound(f"{file} cannot be read ({error.strerror}).") from error
    with open_home(home, tenant) as place:
        keeper = choose_agent(place, name)
        kept: list[int] = []
        try:
            with progress("bytes", size) as advance, _source(file) as lines:
                return keeper.observe_many(events(lines, advance), progress=kept.append)
        except WakelineError as error:
            done = sum(kept)
            if done:
                error.message += f" The {done} events before its batch were kept."
            raise


def _source(file: str) -> IO[bytes]:
    if file == STANDARD_INPUT:
        return sys.stdin.buffer
    return open(file, "rb")


def events(lines: IO[bytes], advance: Advance) -> Iterator[dict[str, Any]]:
    """The events of a file, one JSON object a line; empty lines are passed over."""
    for number, raw in enumerate(lines, start=1):
        advance(len(raw))
        if not raw.strip():
            continue
        try:
            event = json.loads(raw)
        except (ValueError, RecursionError) as error:
            raise Invalid(
                f"line {number} is not JSON ({error}).", todo="Write one object a line."
            ) from None
        if not isinstance(event, dict):
            raise Invalid(f"line {number} is not an object.", todo="Write one object a line.")
        yield event


def recall(
    words: Annotated[list[str], take.words_after_agent("QUERY")],
    k: Annotated[int, typer.Option("--k", "-k", help="How many answers.")] = 10,
    kind: Annotated[
        list[str] | None,
        typer.Option(
            help="Only conversation, observation, tool_result, error, memory, fact, knowledge, "
            "handoff, summary, document, task, hint, project, message, attachment, soul, diary, "
            "letter, decision, principle or journal; may be given several times."
        ),
    ] = None,
    thread: take.Thread = None,
    project: take.Project = None,
    speaker: Annotated[str | None, typer.Option(help="Only what this one said.")] = None,
    since: Annotated[str | None, typer.Option(help="From this moment on.")] = None,
    until: Annotated[str | None, typer.Option(help="Before this moment.")] = None,
    topic: Annotated[
        str | None, typer.Option(help="Of what was read, only what is about this.")
    ] = None,
    role: Annotated[
        str | None, typer.Option(help="Only turns of user, agent, tool, system or other.")
    ] = None,
    as_of: Annotated[str | None, typer.Option(help="From what was known at this moment.")] = None,
    budget: Annotated[
        int | None, typer.Option(help="Tokens that all answers together may fill.")
    ] = None,
    strategy: Annotated[
        str | None, typer.Option(help="default, rrf, rrf-faithful or fulltext; else as set.")
    ] = None,
    archived: Annotated[
        bool, typer.Option("--archived", help="Also what self-care has put away.")
    ] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Show why each ranked.")] = False,
    prompt: Annotated[
        bool, typer.Option("--prompt", help="Only a block of quotes to put before an agent.")
    ] = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Find what was said or is known."""
    agent, (query,) = take.split_agent(words, "a question")
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        zone, now = time_zone(one.identity.person_time_zone), place.clock.now()
        wanted: dict[str, Any] = {
            "k": k,
            "kinds": kind or None,
            "archived": archived,
            "thread": thread,
            "project": project,
            "strategy": strategy,
            "speaker": speaker,
            "since": since,
            "until": until,
            "topic": topic,
            "role": role,
            "as_of": as_of,
            "budget": budget,
        }
        if prompt and not as_json:
            line(one.recall_text(query, **wanted))
            return
        began = time.perf_counter()
        hits = one.recall(query, **wanted)
        seconds = time.perf_counter() - began
    answer(
        hits,
        lambda: screens.hits(hits, zone=zone, now=now, seconds=seconds, explain=explain),
        as_json=as_json,
    )


def end(
    agent: take.Agent = None,
    summary: Annotated[
        str | None,
        typer.Option(help="What happened; `-` reads standard input. Else it is made from the log."),
    ] = None,
    message: Annotated[
        str | None,
        typer.Option("--message", "--message-to-next", help="A message to the next session."),
    ] = None,
    working_on: Annotated[str | None, typer.Option(help="What is in the middle.")] = None,
    open_threads: Annotated[str | None, typer.Option(help="What is unresolved.")] = None,
    decisions: Annotated[
        str | None, typer.Option("--decisions", "--key-decisions", help="What was decided.")
    ] = None,
    warnings: Annotated[str | None, typer.Option(help="What to beware of.")] = None,
    recommendations: Annotated[str | None, typer.Option(help="What to do next.")] = None,
    handoff: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Every part of the handoff as a JSON object, from a file or `-`; the other "
            "options come before it.",
        ),
    ] = None,
    session: take.Session = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """End a session and leave a handoff for the next one."""
    parts = {
        "message_to_next": message,
        "working_on": working_on,
        "open_threads": open_threads,
        "key_decisions": decisions,
        "warnings": warnings,
        "recommendations": recommendations,
    }
    given = {name: text for name, text in parts.items() if text is not None}
    if summary is not None:
        given["summary"] = read_text(summary) or ""
    fields = {**_handoff_given(handoff), **given}
    with open_home(home, tenant) as place:
        ended = choose_agent(place, agent).end(session_id=session, **fields)
    answer(ended, lambda: screens.end_screen(ended), as_json=as_json)


def _handoff_given(file: str | None) -> dict[str, Any]:
    """The parts of a handoff from a JSON file; what they may be is checked where it is kept."""
    if file is None:
        return {}
    try:
        if file == STANDARD_INPUT:
            found = json.loads(read_text(file) or "")
        else:
            with open(file, encoding="utf-8") as source:
                found = json.load(source)
    except OSError as error:
        raise NotFound(f"{file} cannot be read ({error.strerror}).") from None
    except (ValueError, RecursionError) as error:
        raise Invalid(f"{file} is not JSON ({error}).", todo="Give one JSON object.") from None
    if not isinstance(found, dict) or "session_id" in found:
        raise Invalid(f"{file} is not a handoff.", todo="Give one JSON object with its parts.")
    return found


def status(
    agent: take.Agent = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """How an agent stands: sessions, counts, what is open."""
    with open_home(home, tenant) as place:
        found = choose_agent(place, agent).status()
    answer(found, lambda: screens.status(found), as_json=as_json)


def settle(
    agent: take.Agent = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Do the work that writes have asked for, until nothing waits."""
    with open_home(home, tenant) as place:
        settled = choose_agent(place, agent).settle()
    answer(settled, lambda: screens.settle_screen(settled), as_json=as_json)
