"""The crossing as people see it: states, gaps, drifts, thresholds, wakes, and a life drawn."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.flows.liminal.files import LiminalExport, LiminalImport
from wakeline.flows.liminal.state import LiminalStanding
from wakeline.hydration.lines import PRESSING
from wakeline.interfaces.cli.shapes import (
    ALARM,
    HEADING,
    QUIET,
    clip_line,
    columns,
    count,
    listing,
    nothing,
    when,
)
from wakeline.language.ages import span_text
from wakeline.liminal import trends as found_in
from wakeline.liminal.orientation import is_oriented
from wakeline.model.liminal import (
    DriftObservation,
    GapExperience,
    GapReport,
    ThresholdMoment,
    WakeDisorientation,
)

LABEL = 16
NUMBER = 5
BAR = 24
NARROW_BAR = 12
LONGEST = 90
SIGNS = " ▁▂▃▄▅▆▇█"


def state(found: LiminalStanding, zone: tzinfo) -> RenderableType:
    now, wake, gap = found.state, found.wake, found.gap
    if wake is None:
        return nothing("It has not woken yet.")
    recent = count(len(now.recent_gap_ids), "recent gap")
    level, broken = now.orientation_level, now.discontinuity_sense
    way = "oriented" if is_oriented(level) else "still finding its way"
    how = f"({wake.wake_type}), disorientation {wake.disorientation_intensity:.2f}"
    rows: list[tuple[str, RenderableType | str]] = [
        ("orientation", _bar(level).append(f" {level:.0%}, {way}")),
        ("discontinuity", _bar(broken).append(f" {broken:.2f} over {recent}")),
        ("woke", f"{when(wake.woke_at, zone)} {how}"),
    ]
    if gap is not None and gap.session_id == wake.id:
        felt = f'{span_text(gap.clock_duration)}, felt as "{wake.felt_gap_duration}"'
        nights = f", {count(gap.sleep_cycles_during, 'night')}" if gap.sleep_cycles_during else ""
        rows.append(("away", f"{felt}, {gap.felt_magnitude}{nights}"))
    if now.current_threshold_type is not None:
        rows.append(("at a threshold", now.current_threshold_type))
    rows += [("drifted", _drift(drift)) for drift in found.drifts]
    labelled = [[Text(label, style=QUIET), shown] for label, shown in rows]
    parts: list[RenderableType] = [columns(labelled, widths=(LABEL, None))]
    if found.prompt is not None:
        parts += [Text(""), Text(found.prompt, style=QUIET)]
    return Group(*parts)


def _bar(share: float, width: int = BAR) -> Text:
    full = round(share * width)
    return Text("█" * full).append("░" * (width - full), style=QUIET)


def _drift(drift: DriftObservation) -> Text:
    by = "" if drift.measure == "meaning" else " by words alone"
    line = Text(f"{drift.domain}/{drift.subject} ")
    return line.append(f"{drift.magnitude:.2f} {drift.drift_valence}{by}", style=HEADING)


def gap(report: GapReport, zone: tzinfo) -> RenderableType:
    if not report.lines:
        return nothing("Nothing happened that others did.")
    rows = [
        [
            Text("!" if line.concern >= PRESSING else " ", style=ALARM),
            Text(clip_line(line.text, LONGEST)).append(
                f"\n{when(line.at, zone)}{f' by {line.by}' if line.by else ''} · {line.source_id}",
                style=QUIET,
            ),
        ]
        for line in report.lines
    ]
    concerning = sum(line.concern >= PRESSING for line in report.lines)
    said = f"{count(len(report.lines), 'change')}, {concerning} that concern this agent"
    more = [nothing(f"{report.left_out} more are in the log.")] if report.left_out else []
    return Group(Text(said, style=HEADING), columns(rows, widths=(1, None)), *more)


def gaps(found: Sequence[GapExperience], zone: tzinfo) -> RenderableType:
    return _listed(
        ["ended", "gap"],
        [
            [
                when(gap.gap_end, zone),
                Text(
                    f"{span_text(gap.clock_duration)}, {gap.felt_magnitude}, "
                    f"discontinuity {gap.discontinuity_sense:.2f}"
                ).append(f"\n{gap.subjective_experience}\n{gap.id}", style=QUIET),
            ]
            for gap in found
        ],
        "No gap yet.",
    )


def drifts(found: Sequence[DriftObservation], zone: tzinfo) -> RenderableType:
    return _listed(
        ["noticed", "drift"],
        [
            [
                when(drift.noticed_at, zone),
                _drift(drift).append(
                    f"\n{clip_line(drift.before, LONGEST)}\n→ {clip_line(drift.after, LONGEST)}",
                    style="not bold",
                ).append(f"\n{drift.id}", style="not bold dim"),
            ]
            for drift in found
        ],
        "Nothing has drifted.",
    )  # fmt: skip


def thresholds(found: Sequence[ThresholdMoment], zone: tzinfo) -> RenderableType:
    return _listed(
        ["crossed", "threshold"],
        [
            [
                when(one.crossed_at, zone),
                Text(
                    f"{one.type}: {clip_line(one.from_state, LONGEST // 2)} → "
                    f"{clip_line(one.to_state, LONGEST // 2)}"
                ).append(
                    f"\n{one.threshold_quality}, significance {one.significance:.2f}"
                    f"{', no way back' if one.point_of_no_return else ''}"
                    f"{'' if one.aware_in_moment else ', unnoticed'}\n{one.id}",
                    style=QUIET,
                ),
            ]
            for one in found
        ],
        "No threshold was crossed.",
    )


def wakes(found: Sequence[WakeDisorientation], zone: tzinfo) -> RenderableType:
    return _listed(
        ["woke", "wake"],
        [
            [
                when(wake.woke_at, zone),
                Text(f"{wake.wake_type}, {_after(wake)}").append(
                    f"\n{wake.return_experience}\n{wake.id}", style=QUIET
                ),
            ]
            for wake in found
        ],
        "It has not woken yet.",
    )


def _after(wake: WakeDisorientation) -> str:
    if wake.gap_duration is None:
        return "the first"
    took = wake.time_to_orient
    oriented = "not oriented" if took is None else f"oriented after {span_text(took)}"
    return (
        f'after {span_text(wake.gap_duration)} ("{wake.felt_gap_duration}"), disorientation '
        f"{wake.disorientation_intensity:.2f}, {oriented}"
    )


def _listed(titles: Sequence[str], rows: list[Any], otherwise: str) -> RenderableType:
    return listing(titles, rows, wide=titles[-1]) if rows else nothing(otherwise)


def trends(found: found_in.Trends, _zone: tzinfo) -> RenderableType:
    if not found.wakes or found.since is None or found.until is None:
        return nothing("It has not woken yet.")
    since, until = (at.date().isoformat() for at in (found.since, found.until))
    parts: list[RenderableType] = [
        Text(f"{count(found.wakes, 'wake')}, {since} to {until}", style=HEADING),
        Text(""),
    ]
    for title, groups in (
        ("by time of day", found.by_time_of_day),
        ("by length of the gap", found.by_gap_length),
    ):
        parts += [Text(title, style=QUIET), _groups(groups), Text("")]
    if found.fragmentation:
        drawn = "".join(
            SIGNS[round(point.discontinuity * (len(SIGNS) - 1))] for point in found.fragmentation
        )
        last = found.fragmentation[-1].discontinuity
        parts += [Text("discontinuity over time", style=QUIET), Text(f"{drawn} {last:.2f}"),
                  Text("")]  # fmt: skip
    if found.findings:
        parts += [Text(f"· {finding.text}") for finding in found.findings]
    else:
        parts.append(nothing("Too few wakes, or too alike, to say more."))
    return Group(*parts)


def _groups(groups: Sequence[found_in.WakeGroup]) -> RenderableType:
    rows = [
        [
            Text(f"{group.name}"),
            Text(f"{group.wakes}", justify="right"),
            _bar(group.disorientation, NARROW_BAR).append(f" {group.disorientation:.2f}"),
            Text(
                "" if group.seconds_to_orient is None
                else f"oriented after {group.seconds_to_orient / 60:.1f} min ({group.oriented})",
                style=QUIET,
            ),
        ]
        for group in groups
    ]  # fmt: skip
    return columns(rows, widths=(LABEL, NUMBER, None, None))


def export_screen(done: LiminalExport, _zone: tzinfo) -> RenderableType:
    said = ", ".join(f"{number} in {file}" for file, number in done.entries.items())
    return Text(f"{done.folder}: {said}")


def import_screen(done: LiminalImport, _zone: tzinfo) -> RenderableType:
    said = ", ".join(f"{number} from {file}" for file, number in done.new.items())
    return Text(f"taken in: {said}; {done.known} were there already")
