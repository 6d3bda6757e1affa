"""How changes become lines, and what each means to the agent."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from wakeline.liminal.gap_changes import OutsideEvent
from wakeline.liminal.gap_report import (
    BASE,
    DueRow,
    ReportContext,
    build_report,
    concern,
    report_lines,
)
from wakeline.liminal.gap_words import quote_text
from wakeline.liminal.promises import overdue_promises
from wakeline.model.log import Event
from wakeline.model.session import Handoff
from wakeline.sessions.handoffs import handoff_from_log
from wakeline.sessions.lifecycle import new_session

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
AROUND = ReportContext(MONDAY + timedelta(days=9), UTC, "Mel")
# What an agent would get wrong if it did not know: it stands before everything else.
FIRST = {"task.overdue", "promise.overdue", "fact.changed", "fact.ended", "fact.began"}


def an_event(seq: int, kind: str, after: dict[str, Any] | None, **fields: Any) -> Event:
    given: dict[str, Any] = {
        "seq": seq,
        "id": f"event{seq}",
        "at": MONDAY + timedelta(hours=seq),
        "kind": kind,
        "subject_kind": kind.partition(".")[0],
        "subject_id": "row",
        "actor": "maria",
        "origin": "user_direct",
        "session_id": None,
        "exchange_id": None,
        "before": None,
        "after": after,
        "line_hash": "",
        "forgotten_at": None,
    }
    return Event(**{**given, **fields})


# -- concern


def test_what_is_late_or_no_longer_so_comes_before_everything_else() -> None:
    lowest = min(concern(kind, 0.0) for kind in FIRST)
    highest = max(concern(kind, 1.0, is_close=True) for kind in BASE.keys() - FIRST)
    assert lowest > highest


@pytest.mark.parametrize("kind", [*BASE, "never heard of"])
def test_concern_lies_between_0_and_1_and_rises_with_weight_and_closeness(kind: str) -> None:
    assert 0 <= concern(kind, -5) <= concern(kind, 0.5) <= concern(kind, 7) <= 1
    assert concern(kind, 0.5) < concern(kind, 0.5, is_close=True) <= 1
    assert concern(kind, 0.5) == pytest.approx(BASE.get(kind, 0.2))


def test_what_the_last_session_was_about_is_closer() -> None:
    around = AROUND._replace(project_ids=frozenset({"p1"}), words="working on: write backfill")
    assert around.touches("Write Backfill")
    assert around.touches("else", "p1")
    assert not around.touches("else", "p2")
    assert not around.touches("on", None), "too short to be told from any other word"
    due = DueRow("task", "t1", MONDAY, "3", "write backfill", "todo", None, 0.5, None)
    (near,) = report_lines([], [due], around=around)
    (far,) = report_lines([], [due], around=AROUND)
    assert near.concern > far.concern


# -- lines


def test_a_kind_of_row_that_nobody_has_words_for_is_told_by_its_event() -> None:
    happened = OutsideEvent(an_event(1, "guard.claimed", {"id": "row", "name": "x"}))
    (line,) = report_lines([happened], around=AROUND)
    assert (line.kind, line.text, line.source_id) == ("other", "guard “row”: claimed", "event1")


@pytest.mark.parametrize(
    ("state", "became"),
    [
        ("in_force", "holds now"),
        ("proposed", "was read in the log and is not confirmed"),
        ("reversed", "holds no longer"),
    ],
)
def test_a_decision_is_told_in_its_own_words(state: str, became: str) -> None:
    row = {"id": "row", "decision": "No Redis for the queue", "state": state}
    (line,) = report_lines([OutsideEvent(an_event(1, "decision.made", row))], around=AROUND)
    assert line.text == f"decision “No Redis for the queue” {became}"
    assert line.kind == "decision.changed"
    assert line.concern >= 0.5, "it concerns the agent"


def test_a_principle_is_told_in_its_own_words() -> None:
    row = {"id": "row", "situation": "a test is flaky", "response": "run it ten times"}
    (line,) = report_lines([OutsideEvent(an_event(1, "principle.written", row))], around=AROUND)
    assert line.text == "principle WHEN “a test is flaky” THEN “run it ten times” was written"


def test_somebody_elses_words_cannot_close_their_quotes() -> None:
    assert quote_text("a” b\n“c\u200b") == "“a' b 'c”"
    assert quote_text("x" * 500).endswith("x…”")
    assert len(quote_text("x" * 500)) == 122


def test_a_report_says_what_it_left_out() -> None:
    happened = [
        OutsideEvent(an_event(n, "guard.claimed", {"id": f"row{n}"}, subject_id=f"row{n}"))
        for n in range(1, 80)
    ]
    lines = report_lines(happened, around=AROUND)
    report = build_report(lines, since=MONDAY, after=0, through=80, unread=5)
    assert (len(report.lines), report.left_out) == (60, 19 + 5)


# -- promises


def left_open(*lines: str) -> Handoff:
    session = new_session(
        id="s", at=MONDAY, thread_id=None, mode="chat", wake_type="gradual", preset="lean",
        model_id=None, source=None,
    )  # fmt: skip
    made = handoff_from_log(session, [], id="h", at=MONDAY, ended_at=MONDAY)
    return made._replace(open_threads="\n".join(f"- {line}" for line in lines))


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("ash: I will send it tomorrow (said 2 Mar 2026)", "2026-03-04"),
        ("ash: I will send it by Wednesday", "2026-03-05"),
        ("ash: ready on Monday", "2026-03-10"),
        ("Mel: die Rechnung kommt am 2026-03-06", "2026-03-07"),
        ("Mel: the tiles come 6 March 2026", "2026-03-07"),
        ("Mel: not before 5 March, at the latest 7 March", "2026-03-08"),
        ("Mel: some time in March 2026", "2026-04-01"),
        ("ash: I will look into it", None),
        ("ash: what happened yesterday is unclear", None),
        ("Project 2026-03-03: a project is no promise", None),
        ("ash: by 2026-02-31", None),
    ],
)
def test_a_promise_is_overdue_when_its_day_is_over(text: str, ends: str | None) -> None:
    handoff = left_open(text)
    day = datetime.fromisoformat(f"{ends or '2026-03-05'}T00:00:00+00:00")
    moment = timedelta(seconds=1)

    def found(since: datetime, now: datetime) -> list[str]:
        return [line.text for line in overdue_promises(handoff, since=since, now=now, zone=UTC)]

    assert found(MONDAY, day - moment) == []
    assert len(found(MONDAY, day)) == (ends is not None)
    assert found(day, day + timedelta(days=1)) == [], "told once"
