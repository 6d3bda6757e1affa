"""Consolidation by hand: what it would do, and what it did."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.context.framing import one_line
from wakeline.flows.memory.consolidate import count_unconsolidated
from wakeline.flows.memory.self_care import SelfCareResult
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer, progress
from wakeline.interfaces.cli.shapes import GOOD, QUIET, WARN, clip_line, count, paragraph
from wakeline.interfaces.open_home import choose_agent, open_home
from wakeline.model.consolidation import ConsolidationResult, DerivedChange, ModelDay, ModelRun
from wakeline.model.personality_status import PersonalityStep

LONGEST = 240
MOST_SHOWN = 200
MOST_SOURCES = 3
SIGNS = {"inserted": "+", "merged": "=", "superseded": "→", "held": "?"}
STYLES = {"inserted": GOOD, "merged": QUIET, "superseded": WARN, "held": QUIET}


def join(app: typer.Typer) -> None:
    """Hang the command into the program."""
    app.command()(consolidate)
    app.command("self-care")(self_care)


def consolidate(
    agent: take.Agent = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what it would do, and change nothing.")
    ] = False,
    everything: Annotated[
        bool,
        typer.Option(
            "--now", help="Also what was said within the last hour in a session that is open."
        ),
    ] = False,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Turn what was said into facts and memories. Nothing is deleted or edited."""
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        waiting: int = count_unconsolidated(one.place)
        with progress(f"{one.name}: turns", total=waiting) as advance:
            done = one.consolidate(dry_run=dry_run, everything=everything, progress=advance)
    answer(done, lambda: _consolidated(done), as_json=as_json)


def self_care(
    agent: take.Agent = None,
    focus: Annotated[
        str | None, typer.Option(help="What comes first, as in “garden project”.")
    ] = None,
    limit: Annotated[int, typer.Option(help="How many memories at most.", min=30, max=500)] = 500,
    session: take.Session = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Make one memory of many and fold conversations into summaries: the agent's own act."""
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        done = one.self_care(focus=focus, limit=limit, session_id=session)
    answer(done, lambda: _cared(done), as_json=as_json)


def _cared(done: SelfCareResult) -> RenderableType:
    text = Text(f"{count(done.memories, 'memory', 'memories')} became one: {done.memory.id}\n")
    text.append(f"{paragraph(done.memory.content)}\n", style=QUIET)
    folded = len(done.conversations)
    text.append(
        f"{count(done.turns, 'turn')} went into {count(folded, 'summary', 'summaries')}; "
        f"{done.tokens_before:,} tokens are {done.tokens_after:,} now"
    )
    if done.left:
        text.append(f"\n{count(done.left, 'memory', 'memories')} left for another time")
    for reason in done.due:
        text.append(f"\n{reason}", style=WARN)
    return text.append("\n`recall --archived` finds what was put away", style=QUIET)


def _consolidated(done: ConsolidationResult) -> RenderableType:
    lines = [_line(change) for change in done.changes[:MOST_SHOWN]]
    left = len(done.changes) - len(lines)
    if left > 0:
        lines.append(Text(f"and {count(left, 'change')} more; `--json` has all", style=QUIET))
    told = [] if done.studied is None else [_studied(done.studied, dry_run=done.dry_run)]
    return Group(*lines, _sum(done), *told)


def _line(change: DerivedChange) -> Text:
    """One change, with what it replaces and the turns that say so."""
    line = Text(f"{SIGNS[change.how]} ", style=STYLES[change.how])
    line.append(clip_line(change.text, LONGEST), style="default")
    if change.before is not None:
        line.append(f"  (was: {clip_line(change.before, LONGEST)})", style=QUIET)
    if change.why is not None:
        line.append(f"  not taken: {one_line(change.why)}", style=QUIET)
    shown = change.source_ids[-MOST_SOURCES:]
    more = len(change.source_ids) - len(shown)
    said_by = ", ".join(shown) + (f" and {more} more" if more else "")
    reader = f" · read by {one_line(change.model)}" if change.model else ""
    return line.append(
        f"\n  {change.how} · {change.kind} {change.id} · from {said_by}{reader}", style=QUIET
    )


def _sum(done: ConsolidationResult) -> Text:
    did = {
        "new": done.inserted,
        "said again": done.merged,
        "superseded": done.superseded,
        "held back": done.held,
        "faded": done.faded,
    }
    told = (
        ", ".join(f"{number:,} {what}" for what, number in did.items() if number) or "nothing new"
    )
    verb = "would read" if done.dry_run else "read"
    text = Text(f"{verb} {count(done.turns, 'turn')} of {count(done.groups, 'session')}: {told}")
    if not done.turns:
        text = Text(f"nothing to consolidate{'' if not done.faded else f': {told}'}")
    if done.personality is not None:
        text.append(f"\n{_personality(done.personality)}", style=_style(done.personality))
    if done.waiting:
        text.append(
            f"\n{count(done.waiting, 'turn')} of the last hour will wait; `--now` takes them too",
            style=QUIET,
        )
    return text


def _personality(step: PersonalityStep) -> str:
    if step.written is None:
        return f"personality: unchanged, {step.why}"
    told = f"personality: {count(step.observations, 'observation')}"
    if step.added or step.removed:
        told += f", {step.added} new, {step.removed} gone"
    if step.drift_from_center is not None:
        told += f"; {step.drift_from_center:.3f} from its core"
    told += ", which is an alert" if step.is_alert else ""
    told = f"{told} (snapshot {step.written})"
    if step.failed is not None:
        told += f"\nthe model had no words for it: {clip_line(step.failed, LONGEST)}"
    return told


def _style(step: PersonalityStep) -> str:
    return WARN if step.is_alert else QUIET


def _studied(did: ModelRun, *, dry_run: bool) -> Text:
    """What a language model read, what it cost, and what waits for it."""
    name = one_line(did.model)
    if dry_run:
        return Text(f"{name} would be shown {count(did.waiting, 'turn')}; it is not asked now")
    text = Text(f"{name} read {count(did.turns, 'turn')}: {count(did.found, 'statement')}")
    if did.dropped:
        text.append(f", {did.dropped:,} more that no turn bears out")
    text.append(
        f"\n  {count(did.requests, 'request')}, {_spent(did.prompt_tokens, did.answer_tokens)}"
        f"{_cost(did.cost)} · today {_of_day(did.today)}",
        style=QUIET,
    )
    if did.withheld:
        told = f"\n  {count(did.withheld, 'turn')} not shown: orders to a model"
        text.append(told, style=QUIET)
    for why in did.left:
        text.append(f"\n! left for later: {one_line(why)}", style=WARN)
    if did.why is not None:
        text.append(f"\n! {one_line(did.why)} {one_line(did.todo)}".rstrip(), style=WARN)
    if did.waiting:
        text.append(f"\n  {count(did.waiting, 'turn')} still to be read by it", style=QUIET)
    return text


def _spent(shown: int, answered: int) -> str:
    return f"{shown:,} + {answered:,} tokens"


def _of_day(day: ModelDay) -> str:
    return f"{day.prompt_tokens + day.answer_tokens:,} tokens{_cost(day.cost)}"


def _cost(cost: float) -> str:
    return f", {cost:.4f}" if cost else ""
