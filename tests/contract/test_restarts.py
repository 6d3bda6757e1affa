"""The way back into a task after a restart is bounded, across processes, on both engines."""

from __future__ import annotations

import pytest

import wakeline
from tests.builders import Homes, events
from wakeline.base.errors import Conflict, IllegalMove, Invalid
from wakeline.flows.session.restarts import allow_restart
from wakeline.sessions.restarts import failure_shape

TASK = "invoices"


def begun(homes: Homes, budget: int = 2) -> wakeline.Agent:
    ash = homes.agent()
    ash.restarts.begin(TASK, session_key="s1", message="Run the backfill.", budget=budget)
    return ash


def continuing(homes: Homes, budget: int = 2) -> wakeline.Agent:
    ash = begun(homes, budget)
    ash.restarts.call(TASK)
    ash.restarts.reached(TASK, "s1")
    ash.restarts.call(TASK)
    ash.restarts.identified(TASK, "s1")
    return ash


@pytest.mark.feature("B71")
def test_a_restart_goes_through_its_phases_and_finishes(open_home: Homes) -> None:
    ash = continuing(open_home)
    ash.restarts.report(TASK, "the disk is nearly full")
    ash.restarts.call(TASK)
    done = ash.restarts.went_on(TASK, finished=True)
    assert (done.phase, done.side_issues) == ("finished", ("the disk is nearly full",))
    assert (done.reach_calls, done.identity_calls, done.continuation_calls) == (1, 1, 1)
    with pytest.raises(IllegalMove):
        ash.restarts.call(TASK)
    assert ash.verify().ok


@pytest.mark.feature("B71")
def test_the_host_is_looked_for_twice_and_a_loop_of_processes_is_counted(open_home: Homes) -> None:
    begun(open_home).restarts.call(TASK)  # and the process dies before it knows more
    again = begun(open_home)  # the same way back, with what it has spent
    assert again.restarts.get(TASK).reach_calls == 1
    again.restarts.call(TASK)
    with pytest.raises(Conflict, match="the same failure twice"):
        begun(open_home).restarts.call(TASK)
    with pytest.raises(Conflict, match="ended with the operator"):
        begun(open_home)
    allow_restart(again.place, TASK, reason="the host is up again", actor="Mel")
    assert begun(open_home).restarts.get(TASK).reach_calls == 0


def test_failures_that_differ_end_with_the_last_known_session(open_home: Homes) -> None:
    ash = begun(open_home)
    for failure in ("connection refused", "bad gateway"):
        ash.restarts.call(TASK)
        ash.restarts.failed(TASK, failure)
    made = ash.restarts.get(TASK)
    assert made.phase == "handed_back"
    assert made.reason == "all 2 calls to reach are spent; the last known session is s1"


@pytest.mark.feature("B71")
def test_another_session_stops_it_and_nothing_but_that_is_written(open_home: Homes) -> None:
    ash = begun(open_home)
    ash.restarts.call(TASK)
    ash.restarts.reached(TASK, "s2")
    ash.restarts.call(TASK)
    before = len(events(ash))
    stopped = ash.restarts.identified(TASK, "s2")
    assert (stopped.phase, stopped.found_key) == ("stopped", "s2")
    assert [event.kind for event in events(ash)[before:]] == ["restart.stopped"]
    for act in (ash.restarts.call, ash.restarts.went_on):
        with pytest.raises(IllegalMove):
            act(TASK)


def test_the_budget_is_what_was_declared_and_no_phase_lends_to_another(open_home: Homes) -> None:
    ash = continuing(open_home, budget=2)  # one call to reach is left over, and stays so
    for _ in range(2):
        ash.restarts.call(TASK)
        ash.restarts.went_on(TASK)
    made = ash.restarts.get(TASK)
    assert made.phase == "handed_back"
    assert "all 2 calls to continue are spent" in str(made.reason)


def test_the_same_failure_twice_is_the_end_whatever_its_numbers_say(open_home: Homes) -> None:
    ash = continuing(open_home, budget=9)
    for number in (17, 18):
        ash.restarts.call(TASK)
        ash.restarts.failed(TASK, f"row {number} of '/data/{number}.csv' is torn")
    made = ash.restarts.get(TASK)
    assert (made.phase, made.continuation_calls) == ("handed_back", 2)
    assert failure_shape("row 17 is torn") != failure_shape("row 17 is gone")
    assert failure_shape("") == "no words"


def test_bad_input_begins_nothing(open_home: Homes) -> None:
    ash = open_home.agent()
    for budget in (0, 1001, True, "2"):
        with pytest.raises(Invalid):
            ash.restarts.begin(TASK, session_key="s1", message="x", budget=budget)  # type: ignore[arg-type]
    with pytest.raises(Invalid):
        ash.restarts.begin("", session_key="s1", message="x", budget=1)
    assert ash.restarts.all() == []
