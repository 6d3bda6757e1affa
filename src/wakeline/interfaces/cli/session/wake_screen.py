"""The wake as a person sees it: every line comes from what the wake delivered."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from wakeline.context.framing import one_line
from wakeline.flows.common.time_zones import time_zone
from wakeline.hydration.lines import PRESSING, handoff_parts
from wakeline.hydration.prompt import away_words
from wakeline.interfaces.cli.session.guard_screens import do_not_repeat
from wakeline.interfaces.cli.shapes import (
    ALARM,
    HEADING,
    INDENT,
    QUIET,
    clip_line,
    columns,
    count,
    paragraph,
    section,
    when,
)
from wakeline.language.ages import span_text
from wakeline.model.agenda import Hint, Task
from wakeline.model.context import Crossing, Sibling, Woken
from wakeline.model.identity import Identity
from wakeline.model.liminal import DriftObservation, GapLine, GapReport
from wakeline.model.memory import Fact, Memory
from wakeline.model.message import Message
from wakeline.model.session import Handoff, Session

MOST_TASKS = 6
MOST_HINTS = 4
MOST_FACTS = 6
MOST_MEMORIES = 5
MOST_MESSAGES = 4
SENDER = 10
MOST_CHANGES = 8
MOST_SESSIONS = 5
MOST_ITEMS = 3
LONGEST = 300
ONE_LINE = 110
PART = 10
WHEN = 12
SOURCE = 9
KEY = 26
DRIFTED = 36
# Parts of a handoff that a person reads first, and those of which it is enough to know.
FIRST_PARTS = ("working on", "warnings")
LATER_PARTS = ("summary", "open threads", "key decisions", "recommendations", "surprises")

WARNINGS = {"grounding_pending": "the guardian has something to say: wake with --preset all"}
CONTEXT_KEYS = ("identity", "documents", "missing")


def wake_screen(woken: Woken, *, seconds: float | None = None) -> RenderableType:
    """Who woke, after how long, what was left for it and what is open."""
    identity: Identity = woken.context["identity"]
    zone = time_zone(identity.person_time_zone)
    now = woken.liminal.woke_at
    verb = "woke" if woken.session_id else "as of"
    parts: list[RenderableType] = [_head(identity, woken.liminal, zone, verb), Text("")]
    parts += _self(identity, woken.context["documents"])
    parts += _left(_rows(woken, "SessionHandoff"), woken.liminal, zone)
    report = woken.liminal.report
    told = () if report is None else report.lines[:MOST_CHANGES]
    new = {line.subject_id for line in told}
    hints = [hint for hint in _rows(woken, "Hints") if hint.id not in new]
    facts = [fact for fact in _rows(woken, "KeyFacts") if fact.id not in new]
    parts += _meanwhile(woken, told, zone)
    parts += _drifted(woken.liminal)
    parts += _messages(_rows(woken, "Notifications"), now, zone)
    parts += _open(_rows(woken, "CurrentTasks"), hints, now, zone)
    parts += do_not_repeat(_rows(woken, "Guards"), now, zone)
    parts += _facts(facts, now, zone)
    parts += _pinned(_rows(woken, "PinnedMemories"))
    parts.append(Padding(_foot(woken, seconds), (0, 0, 0, INDENT)))
    return Group(*parts)


def _rows(woken: Woken, source: str) -> Sequence[Any]:
    found: Sequence[Any] = woken.context.get(source, ())
    return found


def _head(identity: Identity, crossing: Crossing, zone: tzinfo, verb: str) -> Text:
    line = Text(identity.display_name, style=HEADING)
    line.append(f" · {verb} {when(crossing.woke_at, zone)} ({crossing.wake_type})", style="")
    if crossing.away is None:
        return line.append(" for the first time", style="not bold")
    line.append(f" after {away_words(crossing.away)}", style="not bold")
    wake = crossing.disorientation
    if wake is None:
        return line
    felt = f': "{wake.felt_gap_duration}", disorientation {wake.disorientation_intensity:.2f}'
    return line.append(felt, style="not bold")


def _drifted(crossing: Crossing) -> list[RenderableType]:
    """What is no longer what it was, the farthest first."""
    if not crossing.drifts:
        return []
    rows = [
        [Text(f"{drift.domain}/{one_line(drift.subject)}", style=QUIET), _how_far(drift)]
        for drift in crossing.drifts[:MOST_CHANGES]
    ]
    return [section("Drift", "", [columns(rows, widths=(DRIFTED, None))])]


def _how_far(drift: DriftObservation) -> Text:
    by = "" if drift.measure == "meaning" else ", by words alone"
    return Text(f"{drift.magnitude:.2f} {drift.drift_valence}{by}")


def _self(identity: Identity, documents: dict[str, str]) -> list[RenderableType]:
    """Who it is: its person, and the first sentence of its identity document."""
    person = ""
    if identity.person_name:
        person = f"with {one_line(identity.person_name)}, {identity.person_time_zone}"
    body = clip_line(_first_paragraph(documents.get("identity", "")), LONGEST // 2)
    if not person and not body:
        return []
    return [section("Who you are", person, [Text(body)] if body else [])]


def _first_paragraph(document: str) -> str:
    """The first lines of a document that are neither a heading nor empty."""
    kept: list[str] = []
    for line in paragraph(document).splitlines():
        if line.strip() and not line.startswith("#"):
            kept.append(line)
        elif kept:
            break
    return " ".join(kept)


def _left(handoffs: Sequence[Handoff], crossing: Crossing, zone: tzinfo) -> list[RenderableType]:
    if not handoffs:
        return []
    handoff = handoffs[0]
    body: list[RenderableType] = []
    if handoff.message_to_next:
        body.append(Text(f"“{clip_line(handoff.message_to_next, 2 * LONGEST)}”", style="italic"))
    said = dict(handoff_parts(handoff))
    # A message says what matters most; the summary stands in where there is none.
    names = FIRST_PARTS if handoff.message_to_next else ("summary", *FIRST_PARTS)
    rows = [_part(name, said[name]) for name in names if name in said]
    more = [
        _counted(name, said[name]) for name in LATER_PARTS if name in said and name not in names
    ]
    if more:
        rows.append([Text("also", style=QUIET), Text(", ".join(more), style=QUIET)])
    if rows:
        body.append(columns(rows, widths=(PART, None)))
    return [section("Left for you", _author(handoff, crossing, zone), body)]


def _items(text: str) -> list[str]:
    """The points of a part: one a line."""
    return [line.lstrip("-* ") for line in paragraph(text).splitlines() if line.strip()]


def _counted(name: str, text: str) -> str:
    number = len(_items(text))
    return f"{name} ({number})" if number > 1 else name


def _part(name: str, text: str) -> list[RenderableType]:
    items = _items(text)
    shown = [clip_line(item, LONGEST) for item in items[:MOST_ITEMS]]
    if len(items) > len(shown):
        shown[-1] += f" (+{len(items) - len(shown)} more)"
    if len(shown) == 1:
        return [Text(name, style=QUIET), Text(shown[0])]
    return [
        Text(name, style=QUIET),
        columns([["·", item] for item in shown], widths=(1, None), gap=1),
    ]


def _author(handoff: Handoff, crossing: Crossing, zone: tzinfo) -> str:
    ended = when(handoff.session_ended_at, zone, crossing.woke_at)
    facts = [
        span_text(handoff.session_ended_at - handoff.session_started_at)
        if handoff.session_started_at
        else "",
        handoff.model_id or "",
        f"thread {handoff.thread_id}" if handoff.thread_id else "",
    ]
    known = ", ".join(one_line(fact) for fact in facts if fact)
    author = "by" if handoff.author == "agent" else "made from the log of"
    title = f" “{clip_line(handoff.title, 60)}”" if handoff.title else ""
    return f"{author} the session{title} that ended {ended}" + (f" ({known})" if known else "")


def _meanwhile(woken: Woken, told: Sequence[GapLine], zone: tzinfo) -> list[RenderableType]:
    """What happened, what was cut off, and who else is awake."""
    crossing = woken.liminal
    cut_off = sorted(crossing.cut_off, key=lambda session: session.started_at)
    siblings = sorted(crossing.siblings, key=lambda sibling: sibling.last_heard_at)
    alarms = [
        *(_cut_off(session, crossing, zone) for session in cut_off[-MOST_SESSIONS:]),
        *(_sibling(sibling, crossing, zone) for sibling in siblings[-MOST_SESSIONS:]),
    ]
    rows: list[list[RenderableType | str]] = []
    rows += [[Text("!", style=ALARM), text, "", ""] for text in alarms]
    rows += [_change(line, crossing.woke_at, zone) for line in told]
    if not rows:
        return []
    said = [
        count(len(crossing.cut_off), "session was", "sessions were") + " cut off"
        if crossing.cut_off
        else "",
        count(len(crossing.siblings), "other session is", "other sessions are") + " awake"
        if crossing.siblings
        else "",
        _counted_changes(crossing.report, len(told)),
    ]
    body: list[RenderableType] = [columns(rows, widths=(1, None, WHEN, SOURCE), gap=1)]
    return [section("While you were away", " · ".join(x for x in said if x), body)]


def _counted_changes(report: GapReport | None, shown: int) -> str:
    """How many changes there were, how many concern the agent, and how many are shown."""
    if report is None or not report.lines:
        return ""
    pressing = sum(1 for line in report.lines if line.concern >= PRESSING)
    concern = f", {pressing:,} that {'concerns' if pressing == 1 else 'concern'} you"
    total = len(report.lines) + report.left_out
    first = f", the first {shown}" if total > shown else ""
    return f"{count(total, 'change')}{concern if pressing else ''}{first}"


def _change(line: GapLine, now: datetime, zone: tzinfo) -> list[RenderableType | str]:
    by = f", by {clip_line(line.by, PART * 2)}" if line.by else ""
    return [
        Text("!", style=ALARM) if line.concern >= PRESSING else "",
        clip_line(line.text, ONE_LINE) + by,
        Text(when(line.at, zone, now), style=QUIET),
        Text(f"{line.source_id[:4]}…{line.source_id[-4:]}", style=QUIET),
    ]


def _cut_off(session: Session, crossing: Crossing, zone: tzinfo) -> str:
    title = f" “{clip_line(session.title, 60)}”" if session.title else ""
    began = when(session.started_at, zone, crossing.woke_at)
    return f"the session{title} that began {began} never ended; its handoff was made from its log"


def _sibling(sibling: Sibling, crossing: Crossing, zone: tzinfo) -> str:
    since = when(sibling.since, zone, crossing.woke_at)
    heard = when(sibling.last_heard_at, zone, crossing.woke_at)
    thread = f" in thread {one_line(sibling.thread_id)}" if sibling.thread_id else ""
    doing = f": “{clip_line(sibling.working_on, 100)}”" if sibling.working_on else ""
    title = f"“{clip_line(sibling.title, 60)}” is " if sibling.title else ""
    return (
        f"{title}awake on {one_line(sibling.host)}{thread} since {since}, last heard {heard}{doing}"
    )


def _messages(messages: Sequence[Message], now: datetime, zone: tzinfo) -> list[RenderableType]:
    if not messages:
        return []
    unread = sum(1 for message in messages if message.read_at is None)
    waits = sum(1 for message in messages if message.wants_reply and not message.replied_at)
    note = f"{unread} unread" + (f", {waits} to answer" if waits else "")
    rows: list[list[RenderableType | str]] = [
        [
            _fitted(message.sender),
            _fitted(message.text),
            Text(when(message.created_at, zone, now), style=QUIET),
        ]
        for message in messages[:MOST_MESSAGES]
    ]
    return [section("Messages", note, [columns(rows, widths=(SENDER, None, WHEN))])]


def _open(
    tasks: Sequence[Task], hints: Sequence[Hint], now: datetime, zone: tzinfo
) -> list[RenderableType]:
    if not tasks and not hints:
        return []
    overdue = sum(1 for task in tasks if _is_overdue(task, now))
    late = f" ({overdue} overdue)" if overdue else ""
    note = " · ".join(
        [
            *([count(len(tasks), "task") + late] if tasks else []),
            *([count(len(hints), "hint")] if hints else []),
        ]
    )
    # Most important first, as they came, but nothing overdue may fall off the end.
    first = sorted(tasks, key=lambda task: not _is_overdue(task, now))
    body: list[RenderableType] = []
    if first:
        rows = [_task(task, now, zone) for task in first[:MOST_TASKS]]
        body.append(columns(rows, widths=(4, None, 20), gap=1))
    if hints:
        shown: list[list[RenderableType | str]] = [
            ["hint", _fitted(hint.content)] for hint in hints[:MOST_HINTS]
        ]
        body.append(columns(shown, widths=(4, None), gap=1))
    return [section("Open", note, body)]


def _fitted(text: str) -> Text:
    """A text that stays on its line, cut where the line ends."""
    return Text(one_line(text), no_wrap=True, overflow="ellipsis")


def _is_overdue(task: Task, now: datetime) -> bool:
    return task.due_at is not None and task.due_at < now


def _task(task: Task, now: datetime, zone: tzinfo) -> list[RenderableType | str]:
    state = Text(task.status, style=QUIET)
    if task.due_at is not None:
        day = when(task.due_at, zone, now).rsplit(" ", 1)[0]
        state = Text(f"due {day}", style=QUIET)
        if _is_overdue(task, now):
            state = Text(f"overdue since {day}", style=ALARM)
    return [f"#{task.number}", _fitted(task.title), state]


def _facts(facts: Sequence[Fact], now: datetime, zone: tzinfo) -> list[RenderableType]:
    if not facts:
        return []
    first = facts[:MOST_FACTS]
    rows: list[list[RenderableType | str]] = [
        [
            _fitted(fact.key),
            _fitted(fact.value),
            Text(f"since {when(fact.valid_from, zone, now).rsplit(' ', 1)[0]}", style=QUIET),
        ]
        for fact in first
    ]
    note = f"{len(facts)} known" + (f", the first {MOST_FACTS}" if len(facts) > MOST_FACTS else "")
    width = min(KEY, max(len(one_line(fact.key)) for fact in first))
    return [section("Facts", note, [columns(rows, widths=(width, None, 17))])]


def _pinned(memories: Sequence[Memory]) -> list[RenderableType]:
    if not memories:
        return []
    titles = "; ".join(clip_line(m.title or m.content, 80) for m in memories[:MOST_MEMORIES])
    more = len(memories) - MOST_MEMORIES
    note = f"{len(memories)} pinned" + (f", the first {MOST_MEMORIES}" if more > 0 else "")
    return [section("Memories", note, [Text(titles)])]


def _foot(woken: Woken, seconds: float | None) -> Text:
    sources = [name for name, rows in woken.context.items() if name not in CONTEXT_KEYS and rows]
    said = [
        f"context {woken.tokens:,} of {woken.budget:,} tokens",
        count(len(sources), "source"),
    ]
    if woken.preset_rule:
        said.append(f"rule {woken.preset_rule}")
    if woken.omitted:
        names = sorted({item.source for item in woken.omitted})
        said.append(f"{count(len(woken.omitted), 'line')} left out: {', '.join(names)}")
    said += [WARNINGS.get(code, code) for code in woken.warnings]
    said += [f"{item.source} could not be read ({item.reason})" for item in woken.missing]
    if seconds is not None:
        said.append(f"{seconds * 1000:.0f} ms")
    if woken.withheld:
        said.append(f"{count(len(woken.withheld), 'row')} forgotten since")
    if woken.session_id is None:
        said.append("a reading of the past: no session, nothing recorded")
    else:
        said.append(f"session {woken.session_id}")
    return Text(" · ".join(said), style=QUIET)
