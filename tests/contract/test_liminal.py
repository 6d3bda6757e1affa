"""Crossings as they are kept: at a wake, in a session, at its end, over a life, on both engines."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import Homes, an_exchange, events, select, there
from tests.contract.life import live
from tests.contract.test_hydration_plans import statements_counted
from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.forget.remake_rows import FORGOTTEN_TEXT
from wakeline.flows.identity.documents import write_document
from wakeline.flows.wake.preset_rules import explain_preset
from wakeline.liminal.narrative import FRAGMENTS


def slept(homes: Homes, **span: float) -> wakeline.Agent:
    """An agent that had a session and has been away since."""
    ash = homes.agent()
    ash.wake()
    an_exchange(ash)
    ash.end(summary="done")
    homes.later(**span)
    return ash


@pytest.mark.feature("A50", "A51", "U1")
def test_orientation_rises_with_each_exchange_and_the_moment_it_is_whole_is_kept(
    open_home: Homes,
) -> None:
    ash = slept(open_home, days=4)
    woken = ash.wake(wake_type="sudden")
    state = there(woken.liminal.state)
    assert (state.orientation_level, state.time_since_wake) == (0, timedelta(0))
    levels = [ash.liminal.state().orientation_level]
    needed = 0
    while ash.liminal.state().in_threshold:
        open_home.later(minutes=3)
        needed += 1
        an_exchange(ash, needed)
        levels.append(ash.liminal.state().orientation_level)
    assert levels == pytest.approx([1 - 0.75 ** (n + 1) for n in range(len(levels))])
    assert levels[-2] < 0.95 <= levels[-1]
    (wake, *_) = ash.liminal.wakes()
    assert wake.time_to_orient == timedelta(minutes=3 * needed)
    an_exchange(ash, 99)
    ash.end(summary="over")
    assert ash.liminal.wakes()[0].time_to_orient == timedelta(minutes=3 * needed)
    assert select(ash, "SELECT time_to_orient FROM disorientations WHERE id = :id",
                  id=woken.session_id) == [(180.0 * needed,)]  # fmt: skip


@pytest.mark.feature("A50", "A64")
def test_a_wake_carries_the_crossing_and_keeps_it(open_home: Homes) -> None:
    ash = slept(open_home, days=3, hours=14)
    ash.facts.set("staging.host", "kestrel", actor="Mel")
    woken = ash.wake()
    crossing = woken.liminal
    gap, disorientation = there(crossing.gap), there(crossing.disorientation)
    assert disorientation.id == woken.session_id
    assert disorientation.felt_gap_duration == "nearly a week"
    assert gap.session_id == woken.session_id
    assert gap.felt_magnitude == "vast"
    assert not gap.continuity_preserved
    assert gap.sleep_cycles_during == 3
    assert gap.missed_experience
    assert there(crossing.state).recent_gap_ids == (gap.id,)
    assert ash.liminal.gaps() == [gap]
    assert ash.liminal.wakes()[0] == disorientation
    assert ash.liminal.state().recent_gap_ids == (gap.id,)
    assert ash.liminal.state().sense_of_missed_experience
    assert "nearly a week" in woken.text


@pytest.mark.feature("A52", "U2")
def test_restarts_add_up_and_time_away_lets_them_fade(open_home: Homes) -> None:
    ash = open_home.agent()
    for number in range(20):
        ash.wake()
        an_exchange(ash, number)
        ash.end(summary="again")
        open_home.later(minutes=10)
    ash.wake()
    gathered = ash.liminal.state().discontinuity_sense
    assert gathered == pytest.approx(1 - 0.97**20, abs=0.02)
    ash.end(summary="rest")
    open_home.later(days=30)
    assert there(ash.wake().liminal.state).discontinuity_sense == pytest.approx(0.3, abs=0.01)


@pytest.mark.feature("A72", "A73")
def test_sessions_mark_their_own_thresholds_and_others_are_told(open_home: Homes) -> None:
    ash = slept(open_home, days=4)
    ash.wake()
    assert ash.liminal.state().current_threshold_type == "session_start"
    ash.liminal.mark_threshold("realization", "guessing", "knowing", 0.9)
    state = ash.liminal.state()
    assert (state.in_threshold, state.current_threshold_type) == (True, "realization")
    open_home.later(minutes=1)
    an_exchange(ash, 7)
    assert not ash.liminal.state().in_threshold
    ash.end(summary="over", message_to_next="mind the frost", open_threads="the tiles",
            emotional_arousal=0.5)  # fmt: skip
    last, realized, start, *_ = ash.liminal.thresholds()
    assert [one.type for one in (last, realized, start)] == [
        "session_end",
        "realization",
        "session_start",
    ]
    assert (last.threshold_quality, last.aware_in_moment) == ("marked", True)
    assert (realized.threshold_quality, realized.point_of_no_return) == ("sudden", True)
    assert (start.threshold_quality, start.significance) == ("sharp", 0.9)
    assert ash.liminal.state().current_threshold_type == "session_end"


@pytest.mark.feature("A72")
def test_a_session_that_was_cut_off_did_not_see_its_end_come(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    an_exchange(ash)
    open_home.later(days=2)
    again = open_home.agent()
    again.wake()
    ends = [one for one in again.liminal.thresholds() if one.type == "session_end"]
    assert [(end.aware_in_moment, end.threshold_quality) for end in ends] == [(False, "marked")]
    assert ends[0].crossed_at < open_home.clock.now() - timedelta(days=1)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("waking", "a", "b", 0.5), "type"),
        (("realization", "a", "b", 1.5), "significance"),
        (("realization", "a", "b", "much"), "significance"),
        (("realization", "", "b", 0.5), "from_state"),
        (("realization", "a", 5, 0.5), "to_state"),
    ],
)
def test_a_threshold_that_is_none_is_refused(
    open_home: Homes, given: tuple[Any, ...], said: str
) -> None:
    with pytest.raises(Invalid, match=said):
        open_home.agent().liminal.mark_threshold(*given)


@pytest.mark.feature("A63", "X38")
def test_fragments_are_marked_as_made_up_and_found_by_nobody(open_home: Homes) -> None:
    ash = slept(open_home, days=2)
    woken = ash.wake(budget=20_000)
    found = there(woken.liminal.disorientation).fragments
    assert len(found) == 3
    (line,) = [line for line in woken.text.splitlines() if found[0] in line]
    assert "made up" in line
    ash.end(summary="over")
    ash.settle()
    for fragment in found:
        hits = ash.recall(fragment, k=50)
        assert not [hit for hit in hits if fragment in hit.text]
    assert not [m for m in ash.memories.all() if any(f in m.content for f in FRAGMENTS)]


@pytest.mark.feature("A63", "X38")
def test_an_agent_that_works_gets_no_fragments_nor_one_that_wants_none(open_home: Homes) -> None:
    ash = slept(open_home, days=2)
    assert there(ash.wake(mode="robot").liminal.disorientation).fragments == ()
    open_home.later(days=2)
    assert there(ash.wake(preset="agent-minimal").liminal.disorientation).fragments == ()
    open_home.later(days=2)
    plain = open_home(settings={"liminal.fragments": "false"}).agent("ash")
    assert there(plain.wake().liminal.disorientation).fragments == ()


@pytest.mark.feature("A65", "A78")
def test_from_when_on_a_gap_is_what_can_be_chosen(open_home: Homes) -> None:
    chosen = {"liminal.significant_gap_hours": "1", "liminal.vast_gap_hours": "2"}
    ash = open_home(settings=chosen).agent("ash")
    ash.wake()
    for hours, magnitude in ((0.5, "brief"), (1, "substantial"), (2, "vast")):
        open_home.later(hours=hours)
        assert there(ash.wake().liminal.gap).felt_magnitude == magnitude


# -- drift


@pytest.mark.feature("A68", "A71")
def test_what_changed_between_sessions_is_noticed_by_itself(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.projects.add("garden", title="The garden", summary="Beds are dug and the roses thrive.")
    ash.facts.set("staging.host", "kestrel")
    write_document(ash.place, "personality", "Plain and calm.", actor="Mel", confirmed=True)
    kept = ash.memories.add("Rich trusts the agent.", type="relationship", origin="user_direct")
    ash.wake()
    an_exchange(ash)
    ash.end(summary="over")
    ash.settle()
    open_home.later(hours=9)
    ash.projects.update("garden", status="paused", summary="Nothing is dug and all roses died.")
    ash.facts.set("staging.host", "heron", actor="Mel")
    write_document(ash.place, "personality", "Loud and hasty.", actor="Mel", confirmed=True)
    ash.memories.update(kept.id, content="Rich does not trust the agent.", actor="Mel")
    ash.settle()
    woken = ash.wake(budget=20_000)
    drifts = {(one.domain, one.subject): one for one in woken.liminal.drifts}
    assert set(drifts) == {
        ("project_status", "garden"),
        ("key_fact", "staging.host"),
        ("personality", "personality"),
        ("relationship", "Rich trusts the agent."),
    }
    assert {one.measure for one in drifts.values()} == {"meaning"}
    turned = drifts["relationship", "Rich trusts the agent."]
    assert turned.magnitude == 0.9
    assert (turned.before, turned.after) == (
        "Rich trusts the agent.",
        "Rich does not trust the agent.",
    )
    assert {one.gap_id for one in drifts.values()} == {there(woken.liminal.gap).id}
    known = {one for event in events(ash) for one in (event.id, event.subject_id)}
    assert all(set(one.source_ids) <= known and one.source_ids for one in drifts.values())
    recent = there(woken.liminal.state).recent_drift_ids
    assert sorted(recent) == sorted(d.id for d in drifts.values())
    assert "key_fact" in (ash.liminal.prompt() or "")
    assert sorted(ash.liminal.drifts()) == sorted(drifts.values())
    for one in drifts.values():
        assert f"{one.domain}/{one.subject}" in woken.text


def test_what_the_agent_did_itself_and_what_was_taken_back_is_no_drift(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.facts.set("staging.host", "kestrel")
    ash.facts.set("staging.port", "5432")
    ash.wake()
    ash.facts.set("staging.port", "5433", origin="agent_inferred")
    ash.end(summary="over")
    open_home.later(hours=9)
    ash.facts.set("staging.host", "heron", actor="Mel")
    open_home.later(hours=1)
    ash.facts.set("staging.host", "kestrel", actor="Mel")
    ash.facts.set("staging.region", "north", actor="Mel")
    assert ash.wake().liminal.drifts == ()


def test_what_no_job_has_read_yet_goes_by_words_and_is_measured_later(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.facts.set("tone", "The team works well together and ships every Friday.")
    ash.wake()
    ash.end(summary="over")
    open_home.later(hours=9)
    ash.facts.set("tone", "Two people left and nothing was shipped in March.", actor="Mel")
    (drift,) = ash.wake().liminal.drifts
    assert drift.measure == "words"
    ash.settle()
    (measured,) = ash.liminal.drifts()
    assert measured.measure == "meaning"
    assert (measured.id, measured.before, measured.source_ids) == (
        drift.id,
        drift.before,
        drift.source_ids,
    )
    assert measured.magnitude > drift.magnitude
    assert ash.settle().done == ()
    assert ash.verify().ok


@pytest.mark.feature("A67", "A68")
def test_drift_is_told_on_request_for_any_domain_and_kept(open_home: Homes) -> None:
    ash = slept(open_home, hours=5)
    gap = there(ash.wake().liminal.gap)
    liminal = ash.liminal
    assert liminal.detect_drift("emotional_baseline", "relationship_with_rich", "calm", "") is None
    assert (
        liminal.detect_drift("emotional_baseline", "relationship_with_rich", "calm", None) is None
    )
    assert liminal.detect_drift("emotional_baseline", "x", "calm", "calm") is None
    found = there(
        liminal.detect_drift(
            "project_status", "main_project", "It has stalled.", "It is moving well."
        )
    )
    assert found.gap_id == gap.id
    assert found.noticed_at == open_home.clock.now()
    assert liminal.drifts() == [found]
    with pytest.raises(Invalid, match="domain"):
        liminal.detect_drift("", "x", "a", "b")
    with pytest.raises(Invalid, match="current"):
        liminal.detect_drift("x", "y", 5, "b")  # type: ignore[arg-type]


def test_without_an_embedder_drift_goes_by_words(open_home: Homes) -> None:
    ash = open_home(settings={"embedder": "none"}).agent("ash")
    found = ash.liminal.detect_drift("x", "y", "short", "a text that is rather longer")
    assert there(found).measure == "words"
    assert ash.settle().failed == ()


def test_forgetting_what_drifted_forgets_the_drift(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.facts.set("pin", "the word is albatross")
    ash.wake()
    ash.end(summary="over")
    ash.settle()
    open_home.later(hours=9)
    ash.facts.set("pin", "the word is cormorant", actor="Mel")
    woken = ash.wake(budget=20_000)
    assert "pin" in woken.text
    (drift,) = woken.liminal.drifts
    ash.forget(first.id)
    assert ash.liminal.drifts() == []
    for table in ("drifts", "events", "wakes"):
        rows = repr(select(ash, f"SELECT * FROM {table}"))
        assert "albatross" not in rows, table
    assert FORGOTTEN_TEXT in ash.wakes.get(there(woken.session_id)).wake.text
    assert ash.verify().ok
    assert drift.id not in ash.liminal.state().recent_drift_ids


# -- the view of a life


@pytest.mark.feature("A77")
def test_the_recent_view_is_bounded_and_the_history_whole(open_home: Homes) -> None:
    ash = open_home.agent()
    for number in range(60):
        ash.wake()
        an_exchange(ash, number)
        open_home.later(hours=5)
    assert len(ash.liminal.gaps()) == 50
    assert len(ash.liminal.wakes()) == 50
    assert len(ash.liminal.thresholds()) == 50
    assert len(ash.liminal.gaps(limit=1000)) == 59
    older = ash.liminal.gaps(before=ash.liminal.gaps()[-1].id)
    assert len(older) == 9
    assert len(ash.liminal.state().recent_gap_ids) == 50


@pytest.mark.feature("A95")
def test_trends_tell_what_the_counts_bear_and_nothing_else(open_home: Homes) -> None:
    ash = open_home.agent()
    assert ash.liminal.trends().findings == ()
    began = open_home.clock.now()
    for number in range(24):
        open_home.clock.set(began + timedelta(hours=13 * (number % 2), days=number // 2))
        is_night = number % 2
        ash.wake(wake_type="scheduled" if is_night else "sudden")
        for turn in range(8):
            open_home.later(minutes=1 if is_night else 4)
            an_exchange(ash, number * 10 + turn)
        ash.end(summary="over")
    found = ash.liminal.trends()
    assert found.wakes == 24
    assert sum(group.wakes for group in found.by_time_of_day) == 24
    assert sum(group.wakes for group in found.by_gap_length) == 23
    said = " ".join(finding.text for finding in found.findings)
    assert "disorientation is" in said
    assert "orienting takes" in said
    assert all(finding.wakes >= 5 for finding in found.findings)
    assert [point.discontinuity for point in found.fragmentation] == pytest.approx(
        [gap.discontinuity_sense for gap in reversed(ash.liminal.gaps())]
    )


@pytest.mark.feature("A76")
def test_crossings_go_out_into_five_files_and_come_in_again(
    open_home: Homes, tmp_path: Path
) -> None:
    ash = live(open_home, days=3)
    ash.liminal.mark_threshold("realization", "guessing", "knowing", 0.9)
    told = ash.liminal.export_files(tmp_path / "liminal")
    assert sorted(path.name for path in (tmp_path / "liminal").iterdir()) == [
        "drifts.json", "gaps.json", "state.json", "thresholds.json", "wakes.json",
    ]  # fmt: skip
    assert told.entries["gaps.json"] == 2
    gaps = json.loads((tmp_path / "liminal/gaps.json").read_text())
    assert gaps[0]["ClockDuration"] == "1.00:00:00"
    assert gaps[0]["FeltMagnitude"] == "substantial"
    birch = open_home.agent("birch")
    first = birch.liminal.import_files(tmp_path / "liminal")
    assert first.new == told.entries
    assert birch.liminal.import_files(tmp_path / "liminal").known == sum(told.entries.values())

    def content(rows: list[Any], *without: str) -> list[Any]:
        return [row._replace(**dict.fromkeys(("id", *without))) for row in rows]

    ours, theirs = ash.liminal, birch.liminal
    assert content(theirs.wakes()) == content(ours.wakes())
    assert content(theirs.gaps(), "session_id", "after", "through") == content(
        ours.gaps(), "session_id", "after", "through"
    )
    assert content(theirs.drifts(), "gap_id", "source_ids") == content(
        ours.drifts(), "gap_id", "source_ids"
    )
    hung = ("session_id", "thread_id")  # files know no threads
    assert content(theirs.thresholds(), *hung) == content(ours.thresholds(), *hung)
    assert {drift.gap_id for drift in theirs.drifts()} <= {gap.id for gap in theirs.gaps()}
    assert birch.verify().ok


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("gaps.json", "{", "not JSON"),
        ("gaps.json", "{}", "no list"),
        ("gaps.json", "[1]", "entry 1"),
        ("gaps.json", '[{"GapStart": "x"}]', "GapStart"),
        ("gaps.json", '[{"GapStart": "2026-01-02", "GapEnd": "2026-01-01"}]', "before"),
        ("wakes.json", '[{"WokeAt": "2026-01-01", "DisorientationIntensity": 7}]', "0 to 1"),
        ("wakes.json", '[{"WokeAt": "2026-01-01", "DisorientationIntensity": 0.5,'
                       ' "GapDuration": "soon"}]', "no span"),
        ("thresholds.json", '[{"CrossedAt": "2026-01-01", "Type": "door"}]', "door"),
        ("drifts.json", '[{"NoticedAt": "2026-01-01", "Domain": 5}]', "Domain"),
    ],
)  # fmt: skip
def test_a_file_that_is_none_is_refused_and_nothing_taken_in(
    open_home: Homes, tmp_path: Path, file: str, content: str, said: str
) -> None:
    ash = open_home.agent()
    good = '[{"wokeAt": "2026-01-01T00:00:00Z", "disorientation_intensity": 0.5}]'
    (tmp_path / "wakes.json").write_text(good)
    (tmp_path / file).write_text(content)
    with pytest.raises(Invalid, match=said):
        ash.liminal.import_files(tmp_path)
    assert ash.liminal.wakes() == []
    with pytest.raises(NotFound):
        ash.liminal.import_files(tmp_path / "nowhere")


def test_what_others_wrote_comes_in_with_their_spelling(open_home: Homes, tmp_path: Path) -> None:
    (tmp_path / "wakes.json").write_text(
        json.dumps(
            [{"wokeAt": "2026-01-04T09:00:00+01:00", "gapDuration": "3.14:00:00.5000000",
              "feltGapDuration": "nearly a week", "disorientationIntensity": 0.9,
              "wakeType": "called", "timeToOrient": 90, "fragments": ["ein Rest 残り"]}]
        )
    )  # fmt: skip
    ash = open_home.agent()
    ash.liminal.import_files(tmp_path)
    (wake,) = ash.liminal.wakes()
    assert wake.gap_duration == timedelta(days=3, hours=14, milliseconds=500)
    assert wake.time_to_orient == timedelta(seconds=90)
    assert wake.fragments == ("ein Rest 残り",)


def test_the_report_of_a_gap_can_be_read_again(open_home: Homes) -> None:
    ash = slept(open_home, hours=9)
    ash.facts.set("staging.host", "heron", actor="Mel")
    woken = ash.wake()
    report = there(woken.liminal.report)
    assert report.lines
    open_home.later(days=2)
    ash.wake()
    again = ash.liminal.report(there(woken.liminal.gap).id)
    assert [line.source_id for line in again.lines] == [line.source_id for line in report.lines]
    with pytest.raises(NotFound):
        ash.liminal.report("nothing")
    with pytest.raises(NotFound):
        open_home.agent("birch").liminal.report()


# -- what it costs


def test_a_crossing_adds_few_statements_and_no_more_after_many(
    open_home: Homes, tmp_path: Path
) -> None:
    ash = slept(open_home, hours=9)
    counts = []
    for round_ in range(3):
        ash.settle()
        ash.facts.set("staging.host", f"heron{round_}", actor="Mel")
        open_home.later(hours=5)
        with statements_counted(ash, tmp_path) as found:
            ash.wake()
        counts.append(
            len([sql for sql in found if any(table in sql for table in CROSSING) or "gap" in sql])
        )
        for _ in range(10 * round_):
            ash.wake()
            open_home.later(hours=5)
    assert max(counts) <= 10
    assert len(set(counts[1:])) == 1


CROSSING = ("disorientations", "gaps", "drifts", "thresholds", "state_vectors")


# -- from one session to the next


@pytest.mark.feature("A93")
def test_what_is_said_to_the_next_session_comes_back_until_it_is_acknowledged(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.wake()
    an_exchange(ash)
    ash.end(summary="over", message_to_next="Never deploy on a Friday.")
    (message,) = ash.messages.all(unread=True)
    assert (message.kind, message.sender, message.text) == (
        "handoff",
        "ash",
        "Never deploy on a Friday.",
    )
    for _ in range(3):
        open_home.later(hours=5)
        woken = ash.wake()
        assert woken.text.count("Never deploy on a Friday.") == 1
        an_exchange(ash, 2)
        ash.end(summary="nothing to say")
    assert ash.messages.acknowledge(message.id).read_at == open_home.clock.now()
    assert "Friday" not in ash.wake().text
    assert explain_preset(ash.place).situation["has_unread"] is False


@pytest.mark.feature("A93")
def test_a_message_runs_out_and_a_pressing_one_comes_first(open_home: Homes) -> None:
    ash = open_home.agent()
    soon = open_home.clock.now() + timedelta(hours=1)
    ash.messages.send("The bakery closes.", expires_at=soon, kind="notice", priority=2)
    ash.messages.send("Which beds are dry?", kind="question", priority=9, wants_reply=True)
    text = ash.wake().text
    assert text.index("Which beds") < text.index("bakery")
    open_home.later(hours=1)
    assert "bakery" not in ash.wake().text
    assert [message.kind for message in ash.messages.all(unread=True)] == ["question"]
    assert len(ash.messages.all()) == 2
    with pytest.raises(Invalid, match="expires_at"):
        ash.messages.send("too late", expires_at=soon)
    with pytest.raises(Invalid, match="kind"):
        ash.messages.send("what", kind="gossip")  # type: ignore[arg-type]


@pytest.mark.parametrize("which", ["handoff", "message"])
def test_a_word_to_the_next_session_is_forgotten_wherever_it_stands(
    open_home: Homes, which: str
) -> None:
    ash = open_home.agent()
    ash.wake()
    an_exchange(ash)
    ended = ash.end(summary="over", message_to_next="The word is albatross.")
    (message,) = ash.messages.all()
    open_home.later(hours=5)
    ash.wake()
    ash.forget(ended.handoff.id if which == "handoff" else message.id)
    for table in ("messages", "handoffs", "events", "wakes"):
        assert "albatross" not in repr(select(ash, f"SELECT * FROM {table}")), table
    assert "albatross" not in ash.wake().text
    assert ash.verify().ok
