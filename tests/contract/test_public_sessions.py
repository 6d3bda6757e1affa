"""Waking, living in a session and ending it: leases, siblings, cut-off sessions, the gap."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

import wakeline
from tests.builders import START, Homes, a_holder, an_event, an_exchange, events, there, values
from wakeline.base.errors import Busy, Conflict, IllegalMove, Invalid, NotFound
from wakeline.base.process import boot_id, host_name
from wakeline.flows.session.current_session import own_session
from wakeline.hydration.short_ids import short_id
from wakeline.model.log import Episode
from wakeline.model.session import Handoff, Holder, Lease, Session
from wakeline.ports.guardian import Circumstances
from wakeline.sessions.working_memory import HELD


def sessions(agent: object) -> dict[str, Session]:
    return {s.id: s for s in values(agent, Session, "sessions.latest", limit=100)}  # type: ignore[arg-type]


def handoffs(agent: object) -> list[Handoff]:
    return values(agent, Handoff, "integrity.handoffs")  # type: ignore[arg-type]


def a_dead_process(name: str = "crashed") -> Holder:
    """A process of this machine that has ended."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    return Holder(name, host_name(), boot_id(), gone.pid, "")


# -- the gap


def test_the_first_wake_says_that_there_is_nothing_before_it(open_home: Homes) -> None:
    woken = open_home.agent().wake()
    assert "You are ash. Your person is Mel" in woken.text
    assert "first wake" in woken.text
    assert woken.liminal.last_known_at is None
    assert woken.liminal.away is None
    assert woken.missing == ()


def test_a_wake_says_how_long_the_agent_was_away(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    open_home.later(minutes=10)
    an_exchange(ash)
    ash.end(summary="talked")
    open_home.later(days=3, hours=14)
    woken = ash.wake()
    assert woken.liminal.away == timedelta(days=3, hours=14)
    assert woken.liminal.last_known_at == START + timedelta(minutes=10)
    assert "2 Mar 09:10, 3 days 14 h ago" in woken.text


def test_the_person_s_time_zone_is_the_one_that_is_told(open_home: Homes) -> None:
    ash = open_home.agent(time_zone="Asia/Tokyo")
    assert "It is 2 Mar 2026 18:00." in ash.wake().text


def test_imports_and_observations_do_not_move_the_last_own_moment(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.end(summary="talked")
    open_home.later(days=1)
    ash.observe("something happened", kind="observation")
    ash.observe_many([an_event(n, at=START + timedelta(days=2)) for n in range(3)])
    ash.facts.set("office.city", "Porto", actor="Mel")
    ash.tasks.add("water the plants", actor="Mel")
    ash.settle()
    assert ash.status().last_known_at == START
    open_home.later(hours=1)
    assert ash.wake().liminal.away == timedelta(days=1, hours=1)


def test_what_the_agent_takes_part_in_moves_its_last_own_moment(open_home: Homes) -> None:
    ash = open_home.agent()
    assert ash.status().last_known_at is None
    ash.wake()
    assert ash.status().last_known_at == START
    at = open_home.later(minutes=5)
    ash.record(user="What was said long ago?", at=START - timedelta(days=300))
    assert ash.status().last_known_at == at
    at = open_home.later(minutes=5)
    ash.end(summary="talked")
    assert ash.status().last_known_at == at


def test_a_clock_that_went_back_gives_no_negative_gap(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.end(summary="talked")
    open_home.later(days=-2)
    woken = ash.wake()
    assert woken.liminal.away == timedelta(0)
    assert "0 s ago" in woken.text
    assert "0 minutes ago" in woken.text
    ended = ash.end(summary="again").session
    assert ended.ended_at is not None
    assert ended.ended_at >= ended.started_at


# -- sessions


def test_a_session_is_opened_by_a_wake_and_closed_by_an_end(open_home: Homes) -> None:
    ash = open_home.agent()
    woken = ash.wake(wake_type="called", preset="lean")
    (session,) = sessions(ash).values()
    assert (session.id, session.state) == (woken.session_id, "open")
    assert (session.wake_type, session.preset) == ("called", "lean")
    at = open_home.later(hours=1)
    ended = ash.end(summary="done")
    (session,) = sessions(ash).values()
    assert session == ended.session
    assert (session.state, session.ended_at) == ("ended", at)
    assert ash.session_id is None
    assert values(ash, Lease, "sessions.leases") == []


@pytest.mark.feature("B8")
def test_a_session_has_a_title_of_its_own_its_mode_and_its_project(open_home: Homes) -> None:
    ash = open_home.agent()
    project = ash.projects.add("invoices")
    ash.wake(mode="code", project="invoices")
    ash.record(user="Hello!", agent="Hello.")
    asked = ash.record(user="Please write the backfill script for invoices.", agent="I will.")
    session = ash.end(summary="done").session
    assert session.title is not None
    assert "backfill script for invoices" in session.title
    assert session.title_source_id == asked.ids[0]
    assert session.mode == "code"
    assert session.project_id == project.id
    assert sessions(ash)[session.id] == session


def test_a_session_in_which_nobody_asked_anything_has_no_title(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.record(user="Hello!", agent="Hello.")
    assert ash.end(summary="short").session.title is None


def test_an_end_without_a_session_says_to_wake_first(open_home: Homes) -> None:
    with pytest.raises(NotFound, match="Wake the agent first"):
        open_home.agent().end(summary="done")


def test_a_session_cannot_end_twice(open_home: Homes) -> None:
    ash = open_home.agent()
    session = ash.wake().session_id
    ash.end(summary="done")
    with pytest.raises(Conflict, match="has ended before"):
        ash.end(summary="done", session_id=session)
    assert len(handoffs(ash)) == 1


def test_an_end_from_another_process_finds_the_only_open_session(open_home: Homes) -> None:
    woken = open_home.agent().wake()
    assert open_home.agent().end(summary="done").session.id == woken.session_id


@pytest.mark.parametrize("others", [1, 2])
def test_a_session_that_lives_in_another_process_is_ended_or_joined_by_its_name_alone(
    open_home: Homes, others: int
) -> None:
    held = [open_home.agent(holder=a_holder(f"other {number}")) for number in range(others)]
    for other in held:
        other.wake()
    ash = open_home.agent()
    with pytest.raises(Conflict, match="--session"):
        ash.end(summary="done")
    assert own_session(ash.place) is None
    with pytest.raises(Conflict, match="--session"):
        ash.orientation_cost()
    assert ash.checkpoint("sowing").session_id is None
    named = held[0].session_id
    assert ash.end(summary="done", session_id=named).session.id == named


def test_an_end_finds_the_session_of_a_process_that_is_gone(open_home: Homes) -> None:
    woken = open_home.agent(holder=a_dead_process()).wake()
    open_home.agent(holder=a_holder()).wake()
    assert open_home.agent().end(summary="done").session.id == woken.session_id


def test_an_end_that_could_mean_two_sessions_asks_which(open_home: Homes) -> None:
    open_home.agent().wake()
    open_home.agent().wake()
    with pytest.raises(Conflict, match="2 sessions are open"):
        open_home.agent().end(summary="done")


def test_a_wake_that_is_refused_opens_nothing(open_home: Homes) -> None:
    ash = open_home.agent()
    for options in (
        {"preset": "everything"},
        {"wake_type": "rude"},
        {"mode": "dream"},
        {"budget": 10},
        {"budget": "many"},
        {"thread": "a\nb"},
        {"model_id": 5},
    ):
        with pytest.raises(Invalid) as refused:
            ash.wake(**options)
        assert refused.value.todo
    with pytest.raises(NotFound):
        ash.wake(project="nowhere")
    assert sessions(ash) == {}


def test_a_wake_keeps_to_its_budget_and_names_what_it_left_out(open_home: Homes) -> None:
    ash = open_home.agent()
    for number in range(20):
        ash.memories.add(f"The drawer {number} holds {'many small things ' * 10}", pinned=True)
    woken = ash.wake(budget=400)
    assert woken.tokens <= woken.budget == 400
    assert {item.source for item in woken.omitted} == {"PinnedMemories"}
    shown = [m for m in ash.memories.all() if short_id(m.id) in woken.text]
    assert len(shown) + len(woken.omitted) == 20
    assert shown
    assert ash.wake(budget=100_000).omitted == ()


# -- handoffs


@pytest.mark.feature("X19")
def test_a_handoff_is_marked_when_it_is_read_and_never_deleted(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    left = ash.end(summary="The backfill is half done.").handoff
    assert left.consumed_at is None
    at = open_home.later(hours=1)
    woken = ash.wake()
    assert "The backfill is half done." in woken.text
    (kept,) = handoffs(ash)
    assert (kept.consumed_at, kept.consumed_by) == (at, woken.session_id)
    assert [e.subject_id for e in events(ash, "handoff.consumed")] == [left.id]


def test_a_successor_that_died_at_once_does_not_take_the_handoff_with_it(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.end(summary="The backfill is half done.")
    open_home.later(hours=1)
    first = open_home.agent(holder=a_dead_process()).wake()
    open_home.later(hours=1)
    again = ash.wake()
    assert "The backfill is half done." in first.text
    assert "The backfill is half done." in again.text
    assert again.liminal.cut_off == ()
    assert sessions(ash)[there(first.session_id)].state == "cut_off"
    assert [handoff.consumed_by for handoff in handoffs(ash)] == [first.session_id]


def test_an_end_without_a_summary_is_told_from_the_log(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.record(user="Please rename the staging database to heron.", agent="Done.")
    handoff = ash.end().handoff
    assert handoff.author == "log"
    assert "rename the staging database" in handoff.summary.lower()
    assert handoff.summary.count("1 exchange") == 1
    assert handoff.source_ids


# -- leases


def test_a_session_whose_process_is_gone_was_cut_off_and_its_log_speaks_for_it(
    open_home: Homes,
) -> None:
    crashed = open_home.agent(holder=a_dead_process())
    crashed.wake(thread="garden")
    open_home.later(minutes=3)
    crashed.record(user="Please water the tomatoes tomorrow.", agent="I will water them tomorrow.")
    last = open_home.clock.now()
    open_home.later(minutes=10)
    ash = open_home.agent()
    woken = ash.wake()
    (cut_off,) = woken.liminal.cut_off
    assert (cut_off.id, cut_off.ended_at) == (crashed.session_id, last)
    assert "was cut off" in woken.text
    assert "from its log" in woken.text
    assert "tomatoes" in woken.text
    assert sessions(ash)[cut_off.id].state == "cut_off"
    assert "the tomatoes" in (sessions(ash)[cut_off.id].title or "")
    (handoff,) = handoffs(ash)
    assert (handoff.author, handoff.session_id) == ("log", cut_off.id)
    assert handoff.consumed_by == woken.session_id
    assert handoff.thread_id == "garden"


def test_a_session_of_this_machine_before_its_restart_was_cut_off(open_home: Homes) -> None:
    here = open_home()
    holder = Holder("before", host_name(), "another-boot", 1, "")
    old = here.agent("ash", holder=holder)
    old.wake()
    an_exchange(old)
    later = here.agent("ash", holder=holder._replace(name="after", boot_id="this-boot"))
    assert [session.id for session in later.wake().liminal.cut_off] == [old.session_id]


@pytest.mark.parametrize(("minutes", "is_alive"), [(59, True), (60, True), (61, False)])
def test_a_silent_session_elsewhere_counts_as_alive_until_its_lease_runs_out(
    open_home: Homes, minutes: int, is_alive: bool
) -> None:
    other = open_home.agent(holder=a_holder())
    other.wake()
    an_exchange(other)
    open_home.later(minutes=minutes)
    crossing = open_home.agent().wake().liminal
    assert bool(crossing.siblings) is is_alive
    assert bool(crossing.cut_off) is not is_alive


def test_every_exchange_renews_the_lease(open_home: Homes) -> None:
    other = open_home.agent(holder=a_holder())
    other.wake()
    for number in range(5):
        open_home.later(minutes=50)
        an_exchange(other, number)
    assert [s.is_alive for s in open_home.agent().status().open_sessions] == [True]
    open_home.later(minutes=61)
    assert [s.is_alive for s in open_home.agent().status().open_sessions] == [False]


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(lambda a: a.observe("exit code 0", kind="tool_result"), id="tool result"),
        pytest.param(lambda a: a.facts.set("key", a.place.clock.now().isoformat()), id="fact"),
        pytest.param(lambda a: a.tasks.add("something"), id="task"),
        pytest.param(lambda a: a.memories.add("something"), id="memory"),
    ],
)
def test_every_other_event_of_a_session_renews_the_lease(
    open_home: Homes, event: Callable[[wakeline.Agent], object]
) -> None:
    other = open_home.agent(holder=a_holder())
    other.wake()
    for _ in range(3):
        open_home.later(minutes=50)
        event(other)
    assert [s.is_alive for s in open_home.agent().status().open_sessions] == [True]


def test_the_length_of_a_lease_is_a_setting(open_home: Homes) -> None:
    home = open_home(settings={"session.lease_minutes": "5"})
    other = home.agent("ash", holder=a_holder())
    other.wake()
    an_exchange(other)
    open_home.later(minutes=6)
    assert home.agent("ash").wake().liminal.cut_off


def test_a_live_session_is_a_sibling_and_the_wake_says_what_it_is_doing(open_home: Homes) -> None:
    other = open_home.agent(holder=a_holder(host="kitchen"))
    other.wake(thread="garden")
    open_home.later(minutes=2)
    other.record(user="Count the seed packets, please.", thread="garden")
    open_home.later(minutes=3)
    ash = open_home.agent()
    woken = ash.wake()
    (sibling,) = woken.liminal.siblings
    assert sibling.session_id == other.session_id
    assert (sibling.host, sibling.thread_id) == ("kitchen", "garden")
    assert sibling.last_heard_at == START + timedelta(minutes=2)
    assert sibling.working_on == "Count the seed packets, please."
    assert "awake on kitchen in thread garden" in woken.text
    assert "Count the seed packets" in woken.text
    assert sessions(ash)[other.session_id or ""].state == "open"
    an_exchange(other, 9)


def test_of_many_sessions_beside_it_a_wake_tells_the_latest_and_how_many_more(
    open_home: Homes,
) -> None:
    for n in range(8):
        beside = open_home.agent(holder=a_holder(f"beside {n}", host=f"host-{n}"))
        beside.wake(mode="code")
        an_exchange(beside, n)
        open_home.later(minutes=1)
    woken = open_home.agent().wake()
    assert len(woken.liminal.siblings) == 8
    assert [f"awake on host-{n}" in woken.text for n in range(8)] == [False] * 3 + [True] * 5
    assert "More sessions of yours that are awake: 3." in woken.text
    open_home.later(minutes=61)
    woken = open_home.agent(holder=a_holder()).wake()
    assert len(woken.liminal.cut_off) == 8
    assert woken.text.count(" was cut off; what it left") == 5
    assert "Sessions that were cut off before these: 3." in woken.text


def test_whoever_wakes_again_without_ending_gives_up_the_session_it_held(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.wake()
    an_exchange(ash)
    second = ash.wake()
    assert [session.id for session in second.liminal.cut_off] == [first.session_id]
    assert ash.session_id == second.session_id


def test_a_session_that_was_taken_for_dead_and_speaks_again_is_alive_again(
    open_home: Homes,
) -> None:
    slow = open_home.agent(holder=a_holder())
    slow.wake()
    open_home.later(hours=5)
    ash = open_home.agent()
    ash.wake()
    assert sessions(ash)[slow.session_id or ""].state == "cut_off"
    open_home.later(minutes=1)
    an_exchange(slow)
    revived = sessions(ash)[slow.session_id or ""]
    assert (revived.state, revived.ended_at) == ("open", None)
    assert len(events(ash, "session.revived")) == 1
    slow.end(summary="It was only slow.")
    assert sessions(ash)[revived.id].state == "ended"
    own = [h for h in handoffs(ash) if h.session_id == revived.id and h.author == "agent"]
    assert [h.summary for h in own] == ["It was only slow."]


def test_a_cut_off_session_can_still_be_ended_properly(open_home: Homes) -> None:
    slow = open_home.agent(holder=a_holder())
    slow.wake()
    open_home.later(hours=5)
    ash = open_home.agent()
    ash.wake()
    ash.end(summary="nothing to do")
    slow.end(summary="I was on a train.")
    open_home.later(minutes=1)
    assert "I was on a train." in ash.wake().text


def test_several_cut_off_sessions_are_all_told_of(open_home: Homes) -> None:
    silent = []
    for number in range(3):
        agent = open_home.agent(holder=a_holder(f"silent-{number}"))
        silent.append(agent.wake().session_id)
        an_exchange(agent, number)
    open_home.later(hours=2)
    ash = open_home.agent()
    woken = ash.wake()
    assert [session.id for session in woken.liminal.cut_off] == silent
    assert woken.text.count("was cut off; what it left") == 3
    assert {handoff.session_id for handoff in handoffs(ash)} == set(silent)


def test_every_crash_of_a_row_leaves_a_handoff(open_home: Homes) -> None:
    crashed = []
    for number in range(3):
        agent = open_home.agent(holder=a_dead_process(f"crashed-{number}"))
        crashed.append(agent.wake().session_id)
        an_exchange(agent, number)
        open_home.later(minutes=1)
    ash = open_home.agent()
    assert [session.id for session in ash.wake().liminal.cut_off] == crashed[-1:]
    assert {handoff.session_id for handoff in handoffs(ash)} == set(crashed)


def test_an_agent_that_is_awake_is_not_renamed(open_home: Homes) -> None:
    home = open_home()
    home.agent("ash").wake()
    with pytest.raises(Busy, match="is awake"):
        home.rename("ash", "birch")


def test_a_move_that_the_table_does_not_hold_is_refused() -> None:
    from wakeline.sessions.lifecycle import mark_ended, new_session

    session = new_session(id="s", at=datetime(2026, 1, 1, tzinfo=UTC), preset="lean")
    done = mark_ended(session, datetime(2026, 1, 2, tzinfo=UTC))
    with pytest.raises(IllegalMove):
        mark_ended(done, datetime(2026, 1, 3, tzinfo=UTC))


# -- compaction


@pytest.mark.feature("C5")
def test_every_turn_is_in_the_log_before_a_compaction_or_an_end(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake(thread="garden")
    an_exchange(ash, 1, thread="garden")
    assert open_home.agent().status().turns == 2
    ash.compact_thread("garden")
    an_exchange(ash, 2, thread="garden")
    assert open_home.agent().status().turns == 4
    ash.end(summary="done")
    asked, kinds = "question1 answer1 question2 answer2", ["conversation"]
    assert len(open_home.agent().recall(asked, kinds=kinds)) == 4


@pytest.mark.feature("C5")
def test_what_is_in_hand_is_in_the_log_before_a_compaction_an_end_or_its_loss(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.wake(thread="garden")
    an_exchange(ash, 1, thread="garden")

    def kept() -> list[str]:
        found = values(ash, Episode, "log.episodes_between", after=0, through=1 << 40, limit=999)
        return [turn.text for turn in found if turn.kind == "observation"]

    ash.working.hold("seeds", "two packets")
    ash.working.hold("scratch", "only for a moment")
    ash.working.drop("scratch")
    assert (ash.working.get("seeds"), kept()) == ("two packets", [])
    ash.compact_thread("garden")
    assert kept() == ["seeds: two packets"]
    ash.working.hold("seeds", "two packets")  # the log has it
    ash.checkpoint("sowing")
    assert kept() == ["seeds: two packets"]
    for number in range(HELD):
        ash.working.hold(f"row {number}", "sown")
        assert ash.working.get("row 0") == "sown"
    assert list(ash.working.all())[-1] == "row 0"
    assert "seeds" not in ash.working.all()  # used longest ago, and kept already
    ash.working.hold("row 99", "sown")
    assert kept() == ["seeds: two packets", "row 1: sown"]  # it made room
    ash.end(summary="done")
    assert len(kept()) == HELD + 2
    assert ash.recall("two packets of seeds")[0].text == "seeds: two packets"


class Unquiet:
    """A guardian in whose time another session speaks: the wake has read and not yet written."""

    def __init__(self, homes: Homes, quiet: wakeline.Agent) -> None:
        self.homes = homes
        self.quiet = quiet

    def grounding(self, _seen: Circumstances) -> None:
        self.homes.later(seconds=1)
        self.quiet.record(user="and now?", agent="still here")


def test_a_session_that_speaks_while_another_wakes_is_not_cut_off(open_home: Homes) -> None:
    quiet = open_home.agent(holder=a_holder())
    quiet.wake()
    quiet.record(user="are you there?", agent="yes")
    open_home.later(minutes=90)
    guardian = Unquiet(open_home, quiet)
    with wakeline.open(open_home.location, clock=open_home.clock, guardian=guardian) as home:
        waking = home.agent("ash")
        woken = waking.wake()
        states = [session.state for session in waking.status().latest_sessions]
    assert [session.id for session in woken.liminal.cut_off] == [quiet.session_id]  # as it looked
    assert quiet.status().turns == 4
    assert states == ["open", "open"]
    assert events(quiet, "session.cut_off") == events(quiet, "session.revived") == []
