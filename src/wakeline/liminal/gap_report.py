"""What happened while an agent was away: one line for each change, the most concerning first.

Takes events of others, rows whose time came and imported turns, and returns lines, each with the
ids of its sources. It does not know where the rows come from, who is awake, or what is done with
the lines. Events that the agent caused itself are not given to it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo
from typing import Final, NamedTuple

from wakeline.language.ages import moment_text
from wakeline.liminal.gap_changes import (
    OutsideEvent,
    RowChange,
    came_and_was_forgotten,
    group_changes,
    is_forgotten,
)
from wakeline.liminal.gap_words import EVEN, ChangeText, count_text, describe_change, quote_text
from wakeline.model.attachment import VerifiedReceipt
from wakeline.model.liminal import GapLine, GapReport
from wakeline.model.log import Event

MOST_LINES: Final = 60
MOST_SOURCES: Final = 200  # of a summary line, the newest
CONSOLIDATION: Final = "consolidation"

# The concern of each kind of line before its row is considered. First come the things that the
# agent would get wrong: what is late, and what it believes but is no longer true.
BASE: Final[dict[str, float]] = {
    "task.overdue": 0.9,
    "promise.overdue": 0.9,
    "fact.changed": 0.9,
    "fact.ended": 0.9,
    "fact.began": 0.9,
    "identity.changed": 0.6,
    "document.changed": 0.6,
    "soul.changed": 0.6,
    "decision.changed": 0.6,
    "message.asks": 0.6,
    "task.closed": 0.6,
    "task.moved": 0.55,
    "task.added": 0.55,
    "message.arrived": 0.55,
    "file.changed": 0.55,
    "task.removed": 0.5,
    "hint.due": 0.5,
    "task.changed": 0.45,
    "fact.planned": 0.45,
    "document.rejected": 0.45,
    "project.changed": 0.4,
    "fact.set": 0.4,
    "principle.changed": 0.4,
    "document.proposed": 0.4,
    "project.added": 0.35,
    "memory.changed": 0.35,
    "memory.archived": 0.35,
    "memory.removed": 0.35,
    "hint.added": 0.35,
    "memory.added": 0.3,
    "knowledge.added": 0.25,
    "knowledge.removed": 0.25,
    "forgotten": 0.25,
    "turns": 0.2,
    CONSOLIDATION: 0.2,
}
LEAST_BASE: Final = 0.2
WEIGHT_SWING: Final = 0.08  # from unimportant to important, either way
CLOSE: Final = 0.1  # added if it touches what the last session was about
OVERTAKEN: Final = 0.3  # factor for a row on which the agent itself has acted since
LEAST_NAME: Final = 4  # letters that a name needs to be recognised in a text
# Kinds that are forgotten along with other rows, or that mean nothing to the agent.
NOT_MISSED: Final = frozenset({"extraction", "attachment_turn", "handoff"})


class DueRow(NamedTuple):
    """A row whose time came: a task, a hint, a fact that ended or one that began to hold."""

    what: str
    id: str
    at: datetime
    number: str | None
    name: str
    value: str | None
    was: str | None
    weight: float
    project_id: str | None


class ImportedTurns(NamedTuple):
    """Turns that were imported outside of any session, summed up."""

    origin: str
    kind: str
    thread_id: str | None
    number: int
    first_id: str
    last_id: str
    at: datetime
    speakers: int


class ReportContext(NamedTuple):
    """The context of a report: its moment, the person, and what the last session was about."""

    now: datetime
    zone: tzinfo
    person: str
    project_ids: frozenset[str] = frozenset()
    words: str = ""  # the text that the last session left, in lower case

    def touches(self, name: str, project_id: object = None) -> bool:
        """Whether something was part of what the last session was about."""
        if project_id is not None and project_id in self.project_ids:
            return True
        found = name.casefold().strip()
        return len(found) >= LEAST_NAME and found in self.words

    def who(self, happened: OutsideEvent) -> str:
        is_person = happened.is_person or happened.event.actor == "person"
        return self.person if is_person else happened.event.actor


def concern(kind: str, weight: float = EVEN, *, is_close: bool = False) -> float:
    """How much a change concerns the agent, in 0..1."""
    swing = WEIGHT_SWING * (2 * max(0.0, min(1.0, weight)) - 1)
    found = BASE.get(kind, LEAST_BASE) + swing + (CLOSE if is_close else 0)
    return round(max(0.0, min(1.0, found)), 3)


def report_lines(
    happened: Sequence[OutsideEvent],
    due: Iterable[DueRow] = (),
    taken: Iterable[ImportedTurns] = (),
    *,
    around: ReportContext,
) -> list[GapLine]:
    """All lines of a report, the most concerning first."""
    ran = [item for item in happened if is_consolidation(item.event)]
    changes = group_changes(item for item in happened if not is_consolidation(item.event))
    late = {item.id: item for item in due}
    gone = [change for change in changes if is_forgotten(change)]
    found = [
        line
        for change in changes
        if not is_forgotten(change) and (line := _line(change, late, around)) is not None
    ]
    covered = {row_id for line in found for row_id in (line.subject_id, *line.subject_ids)}
    found += [_due(item, around) for item in late.values() if item.id not in covered]
    found += [_taken(item) for item in taken]
    found += _forgotten(gone, around)
    found += _consolidated(ran)
    return sort_by_concern(found)


def sort_by_concern(lines: Iterable[GapLine]) -> list[GapLine]:
    """The lines, the most concerning first, then the oldest."""
    return sorted(lines, key=lambda line: (-line.concern, line.at, line.source_id))


def build_report(
    lines: Sequence[GapLine],
    *,
    since: datetime | None,
    after: int,
    through: int,
    unread: int = 0,
) -> GapReport:
    """A report of at most `MOST_LINES` lines. Events that were not read count as left out."""
    return GapReport(
        since=since,
        after=after,
        through=through,
        lines=tuple(lines[:MOST_LINES]),
        left_out=max(0, len(lines) - MOST_LINES) + unread,
        consolidation_occurred=any(line.kind == CONSOLIDATION for line in lines),
    )


def is_consolidation(event: Event) -> bool:
    """Whether consolidation caused an event."""
    return event.actor == CONSOLIDATION or event.kind.startswith(f"{CONSOLIDATION}.")


# -- one line


def _line(change: RowChange, late: dict[str, DueRow], around: ReportContext) -> GapLine | None:
    found = describe_change(change, around.now, around.zone)
    if found is None:
        return None
    kind, text = found.kind, found.text
    due = late.get(change.last.subject_id)
    if due is not None and due.what == "task":
        kind, text = "task.overdue", f"{text}; it was due {_when(due.at, around)} and is not done"
    elif due is not None and due.what == "hint":
        kind = "hint.due"
    meaning = _meaning(kind, found, change, around)
    if change.is_overtaken:
        text += "; overtaken since by an act of the agent itself"
        meaning = round(meaning * OVERTAKEN, 3)
    last = change.standing[-1]
    return GapLine(
        kind=kind,
        text=text,
        at=last.event.at,
        by=around.who(last),
        subject_kind=last.event.subject_kind,
        subject_id=last.event.subject_id,
        source_id=last.event.id,
        concern=meaning,
        source_ids=tuple(e.event.id for e in change.events if e.event.id != last.event.id),
        subject_ids=_others([e.event.subject_id for e in change.events], last.event.subject_id),
    )


def _meaning(kind: str, found: ChangeText, change: RowChange, around: ReportContext) -> float:
    is_close = found.is_in_hand or around.touches(found.name, change.now.get("project_id"))
    return concern(kind, found.weight, is_close=is_close)


def _others(ids: Iterable[str], own: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for each in ids if each != own))


# -- what time brought


def _when(at: datetime, around: ReportContext) -> str:
    return moment_text(at, around.zone)


def _due(item: DueRow, around: ReportContext) -> GapLine:
    match item.what:
        case "task":
            kind = "task.overdue"
            text = (
                f"task #{item.number} {quote_text(item.name)} was due {_when(item.at, around)} "
                f"and is not done ({item.value})"
            )
        case "hint":
            kind, text = "hint.due", f"the time of hint {quote_text(item.name)} came"
        case "ended":
            kind = "fact.ended"
            name, value = quote_text(item.name), quote_text(item.value)
            text = f"fact {name} is no longer {value}: it held until then"
        case _:
            kind = "fact.began"
            was = f", no longer {quote_text(item.was)}" if item.was is not None else ""
            text = f"fact {quote_text(item.name)} is {quote_text(item.value)} as was planned{was}"
    is_close = around.touches(item.name, item.project_id)
    return GapLine(
        kind=kind,
        text=text,
        at=item.at,
        by="",
        subject_kind=item.what if item.what in ("task", "hint") else "fact",
        subject_id=item.id,
        source_id=item.id,
        concern=concern(kind, item.weight, is_close=is_close),
    )


def promise_line(handoff_id: str, text: str, at: datetime) -> GapLine:
    """The line of a promise for a day that has passed."""
    return GapLine(
        kind="promise.overdue",
        text=f"left open by the last session for a day that has passed: {quote_text(text, 200)}",
        at=at,
        by="",
        subject_kind="handoff",
        subject_id=handoff_id,
        source_id=handoff_id,
        concern=concern("promise.overdue"),
    )


# -- summary lines


def _taken(item: ImportedTurns) -> GapLine:
    what = "turn" if item.kind == "conversation" else item.kind.replace("_", " ")
    where = f" for thread {quote_text(item.thread_id)}" if item.thread_id else ""
    speakers = f" by {count_text(item.speakers, 'speaker')}"
    come = "was" if item.number == 1 else "were"
    return GapLine(
        kind="turns",
        text=f"{count_text(item.number, what)}{speakers} {come} taken in{where}{_on(item.origin)}",
        at=item.at,
        by="import",
        subject_kind="turn",
        subject_id=item.last_id,
        source_id=item.last_id,
        concern=concern("turns"),
        source_ids=_others([item.first_id], item.last_id),
    )


def _on(origin: str) -> str:
    """The origin of imported turns in words; empty for a plain import."""
    return {"import": "", "user_direct": " on the person's word"}.get(
        origin, f" ({origin.replace('_', ' ')})"
    )


def _forgotten(gone: Sequence[RowChange], around: ReportContext) -> list[GapLine]:
    """A line with the number of forgotten rows of each kind."""
    known = [
        change
        for change in gone
        if not came_and_was_forgotten(change) and change.last.subject_kind not in NOT_MISSED
    ]
    if not known:
        return []
    numbers = Counter(change.last.subject_kind for change in known)
    text = ", ".join(_several(kind, number) for kind, number in sorted(numbers.items()))
    return [
        _sum("forgotten", f"forgotten for good: {text}", [c.standing[-1] for c in known], around)
    ]


def _consolidated(ran: Sequence[OutsideEvent]) -> list[GapLine]:
    """What consolidation did, summed up in one line."""
    if not ran:
        return []
    # Events of one run have one moment, so the moments count the runs.
    told = (item.event for item in ran if item.event.kind.startswith(f"{CONSOLIDATION}."))
    runs = len({event.at for event in told})
    numbers: Counter[tuple[str, str]] = Counter()
    for change in group_changes(ran):
        subject, _, verb = change.last.kind.rpartition(".")
        if subject != CONSOLIDATION:
            numbers[verb.replace("_", " "), subject] += 1
    did = ", ".join(f"{_several(s, n)} {verb}" for (verb, s), n in sorted(numbers.items()))
    often = f" {count_text(runs, 'time')}" if runs else ""
    text = f"consolidation ran{often}" + (f": {did}" if did else "")
    return [_sum(CONSOLIDATION, text, sorted(ran, key=lambda item: item.event.seq), None)]


def _several(kind: str, number: int) -> str:
    name = kind.replace("_", " ")
    many = {"memory": "memories", "identity": "identities", "knowledge": "entries of knowledge"}
    one = {"knowledge": "entry of knowledge"}.get(kind, name)
    return count_text(number, one, many.get(kind))


def _sum(
    kind: str, text: str, items: Sequence[OutsideEvent], around: ReportContext | None
) -> GapLine:
    """One line for many events. It describes no single row, so it names only the last."""
    last = items[-1]
    return GapLine(
        kind=kind,
        text=text,
        at=last.event.at,
        by=last.event.actor if around is None else around.who(last),
        subject_kind=last.event.subject_kind,
        subject_id=last.event.subject_id,
        source_id=last.event.id,
        concern=concern(kind),
        source_ids=tuple(item.event.id for item in items[-MOST_SOURCES:-1]),
    )


# -- files


def file_lines(rows: Iterable[VerifiedReceipt], now: datetime) -> list[GapLine]:
    """Lines of the files that have changed since they were shown."""
    return [
        GapLine(
            kind="file.changed",
            text=f"file {quote_text(row.receipt.filename)} is not what was shown: "
            f"{quote_text(row.gap, 200)}",
            at=now,
            by="",
            subject_kind="attachment",
            subject_id=row.receipt.id,
            source_id=row.receipt.id,
            concern=concern("file.changed"),
        )
        for row in rows
        if row.gap is not None
    ]


def with_lines(report: GapReport, more: Sequence[GapLine]) -> GapReport:
    """A report with more lines, still at most `MOST_LINES`."""
    found = sort_by_concern([*report.lines, *more])
    left_out = report.left_out + max(0, len(found) - MOST_LINES)
    return report._replace(lines=tuple(found[:MOST_LINES]), left_out=left_out)
