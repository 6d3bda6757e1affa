"""Personality as people see it: how far from its core, drawn over time, and what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.flows.identity.personality_files import PersonalityExport
from wakeline.interfaces.cli.shapes import (
    ALARM,
    HEADING,
    QUIET,
    WARN,
    clip_line,
    columns,
    count,
    day,
    listing,
    nothing,
    paragraph,
)
from wakeline.model.personality import PersonalityEntry
from wakeline.model.personality_status import (
    DatedDrift,
    PersonalityObservation,
    PersonalityReset,
    PersonalityStatus,
    PersonalityText,
)

LABEL = 14
BAR = 24
MOST_DRAWN = 60
LONGEST = 160
MOST_SOURCES = 3
SIGNS = "▁▂▃▄▅▆▇█"
DIFF_STYLES = {"+": "green", "-": "red", "@": QUIET}


def status(found: PersonalityStatus, _zone: tzinfo) -> RenderableType:
    if found.document is None and found.drift_from_center is None:
        return nothing("No identity document is in force, so there is no personality yet.")
    rows: list[tuple[str, RenderableType | str]] = [
        ("from its core", _bar(found)),
        ("from before", _number(found.drift_from_previous, "there is no earlier version")),
        ("measured by", _measure(found.measured_by)),
        ("observations", _observed(found.observations)),
        ("versions", _versions(found)),
    ]
    drawn = [drifted for drifted in found.past if drifted.drift_from_center is not None]
    if len(drawn) > 1:
        rows.append(("over time", _plot(drawn)))
    labelled = [[Text(label, style=QUIET), shown] for label, shown in rows]
    return Group(columns(labelled, widths=(LABEL, None)), *_warnings(found))


def _bar(found: PersonalityStatus) -> Text:
    drift = found.drift_from_center
    if drift is None:
        return Text("no identity document is in force", style=QUIET)
    full, alert = round(drift * BAR), min(BAR - 1, round(found.alert_at * BAR))
    signs = ["█" if at < full else "░" for at in range(BAR)]
    if full <= alert:
        signs[alert] = "|"
    style = ALARM if found.is_alert else ""
    return Text("".join(signs), style=style).append(f" {drift:.3f} (alert at {found.alert_at:.2f})")


def _number(drift: float | None, otherwise: str) -> Text:
    return Text(otherwise, style=QUIET) if drift is None else Text(f"{drift:.3f}")


def _measure(by: str) -> str:
    return "words alone" if by == "words" else f"meaning ({by.partition(':')[0]})"


def _observed(found: Sequence[PersonalityObservation]) -> str:
    return f"{len(found)}, seen in at least 3 sessions over 7 days" if found else "none yet"


def _versions(found: PersonalityStatus) -> str:
    if found.last is None:
        return "none: it is its core"
    return f"{found.entries:,}, the last of {found.last.date} ({_trigger(found.last)})"


def _trigger(entry: PersonalityEntry) -> str:
    return entry.trigger.replace("_", " ")


def _plot(drawn: Sequence[DatedDrift]) -> Text:
    """One sign a version, from 0 to 1; of many the newest."""
    shown = drawn[-MOST_DRAWN:]
    signs = [
        SIGNS[min(len(SIGNS) - 1, int((drifted.drift_from_center or 0.0) * len(SIGNS)))]
        for drifted in shown
    ]
    days = f"\n{shown[0].date} to {shown[-1].date}"
    return Text("".join(signs)).append(days, style=QUIET)


def _warnings(found: PersonalityStatus) -> list[RenderableType]:
    said: list[RenderableType] = []
    if found.is_alert:
        said.append(
            Text(
                f"! It has drifted further from its core than {found.alert_at:.2f}. "
                "`personality diff` shows how, `personality reset soft` and "
                "`personality rollback DATE` lead back.",
                style=ALARM,
            )
        )
    if found.contradictions:
        number = count(len(found.contradictions), "sentence")
        verb = "contradicts" if len(found.contradictions) == 1 else "contradict"
        said.append(
            Text(f"! {number} {verb} the core; `personality reset soft` takes it out:", style=WARN)
        )
        said += [Text(f"  {clip_line(each, LONGEST)}") for each in found.contradictions]
    if found.waiting:
        said.append(
            nothing("A version waits for the person; `identity diff personality` shows it.")
        )
    return [Text(""), *said] if said else []


def show(found: PersonalityText, zone: tzinfo) -> RenderableType:
    if not found.text.strip():
        return nothing("There is no personality yet; it starts as a copy of the identity.")
    parts: list[RenderableType] = [Text(paragraph(found.text))]
    if found.is_core:
        parts += [Text(""), nothing("It is its core, word for word; nothing was observed yet.")]
    if found.observations:
        parts += [Text(""), Text("What it rests on", style=HEADING)]
        rows = [[Text("·"), _evidence(each, zone)] for each in found.observations]
        parts.append(columns(rows, widths=(1, None), gap=1))
    return Group(*parts)


def _evidence(each: PersonalityObservation, zone: tzinfo) -> Text:
    named = each.source_ids[-MOST_SOURCES:]
    more = len(each.source_ids) - len(named)
    turns = ", ".join(named) + (f" and {more} more" if more > 0 else "")
    seen = f"{count(each.sessions, 'session')}, {day(each.first_at, zone)} to "
    by = f", worded by {each.model}" if each.model else ""
    return Text(clip_line(each.text, LONGEST)).append(
        f"\n{seen}{day(each.last_at, zone)}{by} · turns {turns}", style=QUIET
    )


def diff(found: dict[str, Any], _zone: tzinfo) -> RenderableType:
    if not found["diff"]:
        return nothing("They say the same.")
    shown = Text()
    for line in paragraph(found["diff"]).splitlines():
        shown.append(line + "\n", style=DIFF_STYLES.get(line[:1], ""))
    return shown


def history(found: Sequence[PersonalityEntry], _zone: tzinfo) -> RenderableType:
    if not found:
        return nothing("There is no version yet; consolidation makes the first.")
    return listing(
        ["date", "from core", "from before", "what"],
        [
            [
                entry.date,
                _short(entry.drift_from_center),
                _short(entry.drift_from_previous),
                Text(f"{_trigger(entry)}: {clip_line(entry.summary, LONGEST)}").append(
                    f"\n{count(len(entry.observations), 'observation')} · {entry.id}", style=QUIET
                ),
            ]
            for entry in found
        ],
        wide="what",
    )


def _short(drift: float | None) -> str:
    return "" if drift is None else f"{drift:.3f}"


def reset(done: PersonalityReset, _zone: tzinfo) -> RenderableType:
    if done.entry is None:
        return nothing(f"Nothing was changed: {done.why}.")
    lines: list[RenderableType] = [Text(f"{done.entry.date}: {done.entry.summary}")]
    lines += [Text(f"- {clip_line(each, LONGEST)}", style=QUIET) for each in done.removed]
    if done.before is not None:
        lines.append(nothing(f"`wakeline personality rollback {done.before}` takes it back."))
    return Group(*lines)


def personality_export_screen(done: PersonalityExport, _zone: tzinfo) -> RenderableType:
    return Text(f"{done.folder}: {', '.join(done.files)}")
