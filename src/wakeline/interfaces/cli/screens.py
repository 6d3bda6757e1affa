"""Answers of commands as screens: pure functions from values to what Rich can print."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from wakeline.context.framing import one_line
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.home.status import OpenSession, Status
from wakeline.flows.session.end import Ended
from wakeline.hydration.lines import handoff_parts
from wakeline.interfaces.cli.shapes import (
    ALARM,
    HEADING,
    QUIET,
    WARN,
    clip_line,
    columns,
    count,
    listing,
    nothing,
    section,
    when,
)
from wakeline.jobs.settle import SettleResult
from wakeline.language.ages import span_text
from wakeline.model.log import Kept, KeptMany
from wakeline.model.memory import Hit

LONGEST = 240
MOST_OPEN = 8
# What a person calls a kind; the others are called as they are.
KINDS = {
    "conversation": "turn",
    "observation": "seen",
    "tool_result": "tool",
    "knowledge": "read",
    "document": "doc",
    "summary": "sum-up",
    "project": "proj.",
    "attachment": "file",
}


def record_screen(done: Kept) -> RenderableType:
    """The acknowledgement of one exchange."""
    if done.duplicate_of is not None:
        return Text(f"kept before as {done.duplicate_of}; nothing was added")
    where = f" in session {done.session_id}" if done.session_id else " outside any session"
    return Text(f"kept {count(len(done.ids), 'turn')}{where}: {', '.join(done.ids)}")


def kept_many(done: KeptMany) -> RenderableType:
    """The acknowledgement of a file."""
    again = f", {done.duplicates:,} were there before" if done.duplicates else ""
    return Text(f"kept {count(done.new, 'event')}{again}")


def hits(
    found: Sequence[Hit],
    *,
    zone: tzinfo,
    now: datetime,
    seconds: float | None = None,
    explain: bool = False,
) -> RenderableType:
    """What recall found, best first, and how long it took if that was measured."""
    if not found:
        took = "" if seconds is None else f" ({seconds * 1000:.0f} ms)"
        return nothing(f"nothing was found{took}")
    rows: list[list[RenderableType | str]] = []
    for number, hit in enumerate(found, start=1):
        text = Text(clip_line(hit.text, LONGEST))
        if explain:
            text.append(f"\n{_why(hit)}", style=QUIET)
        rows.append(
            [
                Text(f"{number:>2}", style=QUIET),
                f"{hit.score:>5.2f}",
                KINDS.get(hit.kind, hit.kind),
                text,
                _origin(hit, zone, now),
            ]
        )
    took = "" if seconds is None else f", {seconds * 1000:.1f} ms"
    foot = Text(f"{count(len(found), 'hit')}{took}", style=QUIET)
    kind = max(len(str(row[2])) for row in rows)
    return Group(columns(rows, widths=(2, 5, kind, None, 17)), Padding(foot, (1, 0, 0, 0)))


def hit_rows(found: Sequence[Hit], zone: tzinfo, now: datetime) -> RenderableType:
    """What a search of one store found, best first."""
    return hits(found, zone=zone, now=now)


def _why(hit: Hit) -> str:
    signals = " · ".join(f"{name} {share:.2f}" for name, share in hit.why.items())
    return f"{signals} · {hit.origin.replace('_', ' ')} {hit.trust:g}\n{hit.source_id or hit.id}"


def _origin(hit: Hit, zone: tzinfo, now: datetime) -> Text:
    """When it was, who said it, where."""
    lines = [when(hit.at, zone, now)]
    if hit.kind == "fact":
        lines.append("current" if hit.metadata.get("current") else "not true now")
    if hit.speaker:
        lines.append(clip_line(hit.speaker, 17))
    if hit.thread_id:
        lines.append(clip_line(hit.thread_id, 17))
    return Text("\n".join(lines), style=QUIET)


def end_screen(done: Ended) -> RenderableType:
    """The session that is over and what it left."""
    session = done.session
    lasted = span_text(session.ended_at - session.started_at) if session.ended_at else "unknown"
    rows: list[list[RenderableType | str]] = [
        [Text(name, style=QUIET), clip_line(text, 2 * LONGEST)]
        for name, text in handoff_parts(done.handoff)
        if name != "session"  # it stands above
    ]
    author = "" if done.handoff.author == "agent" else ", made from its log"
    title = f" “{clip_line(session.title, 60)}”" if session.title else ""
    return Group(
        Text(f"session{title} ended after {lasted}; it leaves a handoff{author}:", style=HEADING),
        columns(rows, widths=(max([12, *(len(str(row[0])) for row in rows)]), None)),
    )


def settle_screen(done: SettleResult) -> RenderableType:
    """What was caught up with."""
    if not done.done and not done.failed:
        return Text("nothing was waiting")
    lines: list[RenderableType] = [Text(f"done: {', '.join(done.done) or 'nothing'}")]
    lines += [Text(f"failed: {name}: {one_line(why)}", style=ALARM) for name, why in done.failed]
    return Group(*lines)


def status(found: Status) -> RenderableType:
    """One agent on one screen."""
    zone = time_zone(found.identity.person_time_zone)
    head = Text(found.identity.display_name, style=HEADING)
    away = "has never been awake" if found.away is None else f"last took part {_last(found, zone)}"
    head.append(f" · {away}", style="not bold")
    late = f" ({found.overdue_tasks} overdue)" if found.overdue_tasks else ""
    waiting = f"{count(found.waiting_jobs, 'job')} waiting"
    if found.parked_jobs:
        waiting += f", {found.parked_jobs} parked (`wakeline doctor` says why)"
    documents = ", ".join(found.proposed_documents)
    rows: list[list[RenderableType | str]] = [
        ["log", f"{count(found.turns, 'turn')}, {count(found.events, 'event')}"],
        ["sessions", f"{found.sessions:,}, {len(found.open_sessions)} open"],
        ["threads", clip_line(", ".join(found.threads), LONGEST) or "none"],
        ["tasks", f"{found.open_tasks} open{late}"],
        ["work", waiting],
    ]
    if found.entropy is not None:
        rows.append(["entropy", f"{found.entropy:.2f} (`wakeline entropy` says why)"])
    if documents:
        rows.append(
            ["waiting for you", Text(f"{documents} (`wakeline identity diff`)", style=WARN)]
        )
    rows += [
        ["waiting for you", Text(f"{clip_line(entry, 200)} (`wakeline soul list`)", style=WARN)]
        for entry in found.proposed_soul
    ]
    rows += [
        ["due", Text(f"{reason} (`wakeline self-care` is the agent's)", style=WARN)]
        for reason in found.care_due
    ]
    parts: list[RenderableType] = [head, Text(""), Padding(_labelled(rows), (0, 0, 1, 2))]
    if found.open_sessions:
        parts.append(section("Open sessions", "", [_open_sessions(found, zone)]))
    if found.latest_sessions:
        parts.append(section("Latest sessions", "", [_latest(found, zone)]))
    return Group(*parts)


def _last(found: Status, zone: tzinfo) -> str:
    span = span_text(found.away) if found.away is not None else ""
    return f"{when(found.last_known_at, zone, found.now)}, {span} ago"


def _labelled(rows: Sequence[Sequence[RenderableType | str]]) -> RenderableType:
    quiet = [[Text(str(row[0]), style=QUIET), *row[1:]] for row in rows]
    return columns(quiet, widths=(16, None))


def _open_sessions(found: Status, zone: tzinfo) -> RenderableType:
    latest = found.open_sessions[-MOST_OPEN:]
    rows = [_open_session(session, found, zone) for session in latest]
    more = len(found.open_sessions) - len(latest)
    if more:
        rows.append([Text(f"{more:,} more", style=QUIET), Text("--json has all", style=QUIET)])
    return columns(rows, widths=(26, None))


def _open_session(session: OpenSession, found: Status, zone: tzinfo) -> list[RenderableType | str]:
    since = f"since {when(session.started_at, zone, found.now)}"
    thread = f" in {one_line(session.thread_id)}" if session.thread_id else ""
    title = f"“{clip_line(session.title, 60)}” " if session.title else ""
    since = f"{title}{since}"
    if session.is_alive:
        heard = when(session.last_heard_at, zone, found.now)
        return [session.id, f"{since} on {one_line(session.host or '?')}{thread}, heard {heard}"]
    return [session.id, Text(f"{since}{thread}, cut off; the next wake says so", style=WARN)]


def _latest(found: Status, zone: tzinfo) -> RenderableType:
    return columns(
        [
            [
                when(session.started_at, zone, found.now),
                session.state.replace("_", " "),
                clip_line(session.title or session.thread_id or "", 100),
            ]
            for session in found.latest_sessions
        ],
        widths=(17, 8, None),
    )


def rows(
    titles: Sequence[str], found: Sequence[Sequence[str | Text]], wide: str, note: str = ""
) -> RenderableType:
    """A plain table, or that it is empty; a note below it."""
    if not found:
        return nothing("none yet")
    shown = listing(titles, found, wide=wide)
    return Group(shown, Padding(Text(note, style=QUIET), (1, 0, 0, 0))) if note else shown


def fields(value: Any, names: Sequence[str], zone: tzinfo = UTC) -> RenderableType:
    """Some fields of a value, one a line."""
    found = [(name.replace("_", " "), getattr(value, name)) for name in names]
    return _labelled(
        [
            [name, when(one, zone) if isinstance(one, datetime) else clip_line(str(one), LONGEST)]
            for name, one in found
        ]
    )
