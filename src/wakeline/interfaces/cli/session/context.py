"""What is put before agents, and what that costs."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text
from typer.core import TyperGroup

from wakeline.context.hook_load import HookTime, LoadReport, load_report
from wakeline.flows.session.current_session import own_session
from wakeline.flows.wake.turn_context import TurnContext
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.home.hooks import desk_of
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import GOOD, QUIET, WARN, columns
from wakeline.interfaces.open_home import choose_agent, open_home
from wakeline.store.hook_state import Content

app = take.group("What is put before agents at each turn.", cls=TyperGroup)
REASONS = {
    "first": "the first of its thread",
    "exchanges": "enough exchanges",
    "time": "enough time",
    "leaving": "somebody left",
}


@app.command()
def show(
    words: Annotated[list[str], take.words_after_agent("PROMPT")],
    mode: Annotated[str | None, typer.Option(help="chat, booth, code or robot.")] = None,
    budget: Annotated[int | None, typer.Option(help="Most tokens.")] = None,
    framing: Annotated[str | None, typer.Option(help="first-person or system.")] = None,
    session: Annotated[str | None, typer.Option(help="Else that of this terminal.")] = None,
    resumed: Annotated[
        bool, typer.Option("--resumed", help="The session goes on: repeat nothing.")
    ] = False,
    entropy: Annotated[float | None, typer.Option(help="Of the conversation, if known.")] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """What an agent would be told at a prompt, beside what it woke with."""
    agent, (prompt,) = take.split_agent(words, "a prompt")
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        made = one.context.assemble(
            prompt,
            session_id=own_session(one.place, session_id=session),
            mode=mode,
            budget=budget,
            framing=framing,
            gateway_restarted=resumed,
            entropy=entropy,
        )
    answer(made, lambda: _shown(made), as_json=as_json)


def _shown(made: TurnContext) -> RenderableType:
    took = sum(time.milliseconds for time in made.times)
    about = f"{made.tokens:,} tokens · {len(made.times)} hooks in {took:.1f} ms · {made.mode}"
    failed = "".join(f" · {each.source}: {each.reason}" for each in made.missing)
    return Group(Text(made.text), Text(), Text(about + failed, style=QUIET))


@app.command()
def report(home: take.Home = None, tenant: take.Tenant = None, as_json: take.Json = False) -> None:
    """What hooks took lately, against what they may take."""
    with open_home(home, tenant) as place:
        lines = desk_of(place).loads()
    found = load_report(time for line in lines for time in _timed(line))
    answer(found, lambda: _screen(found), as_json=as_json)


def _timed(line: Content) -> list[HookTime]:
    """A line that was written down: its event, and the hooks of the turn in it."""
    names = [line.get(name) for name in ("host", "point", "hook")]
    if not _is_number(line.get("ms")) or not all(isinstance(name, str) for name in names):
        return []
    host, point, hook = map(str, names)
    found = [HookTime(host, point, f"{host} {hook}", line["ms"], str(line.get("wrote") or ""))]
    inner = line.get("hooks")
    for name, took in inner.items() if isinstance(inner, dict) else ():
        if _is_number(took):
            found.append(HookTime(host, point, name, took))
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _screen(found: LoadReport) -> RenderableType:
    if not found.loads:
        return Text("No hook has run yet.")
    rows: list[list[RenderableType | str]] = [["", "hook", "runs", "p95", "slowest", "may take"]]
    for load in found.loads:
        level = Text("slow", style=WARN) if load.is_over else Text("ok", style=GOOD)
        budget = f"{load.budget} ms" if load.budget is not None else ""
        took = (f"{load.p95:,.0f} ms", f"{load.slowest:,.0f} ms")
        rows.append([level, load.hook, f"{load.runs:,}", *took, budget])
    told = [f"{each.times:,} for {REASONS.get(each.reason, each.reason)}" for each in found.writes]
    wrote = "Handoffs written: " + (", ".join(told) if told else "none") + "."
    return Group(columns(rows, widths=(4, None, 7, 10, 10, 9)), Text(wrote, style=QUIET))
