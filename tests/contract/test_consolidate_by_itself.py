"""Consolidation that nobody asks for: at a session's end, on a schedule, and when enough waits."""

from __future__ import annotations

import pytest

import wakeline
from tests.builders import Homes, an_agent, events, values
from wakeline.model.consolidation import Link
from wakeline.model.job import Job
from wakeline.ports.gate import Allowed


def wanted(agent: wakeline.Agent) -> bool:
    return any(job.name == "consolidate" for job in values(agent, Job, "jobs.all"))


def told(agent: wakeline.Agent) -> list[str]:
    return [memory.content for memory in agent.memories.all()]


@pytest.mark.feature("C22")
def test_the_end_of_a_session_has_it_consolidated(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.record(user="I love old maps.")
    assert not wanted(ash)
    ash.end(summary="maps")
    assert wanted(ash)
    settled = ash.settle()
    assert "consolidate" in settled.done
    assert told(ash) == ["Mel loves old maps."]
    assert not wanted(ash)
    assert ash.settle().done == ()


def test_a_session_that_was_cut_off_is_consolidated_when_that_is_seen(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.record(user="I love old maps.")
    open_home.later(days=1)
    ash.wake()
    assert wanted(ash)
    ash.settle()
    assert told(ash) == ["Mel loves old maps."]


@pytest.mark.feature("C22")
def test_turns_of_an_open_session_wait_no_longer_than_is_set(open_home: Homes) -> None:
    ash = an_agent(open_home(settings={"consolidate.every_minutes": "120"}))
    ash.wake()
    ash.record(user="I love old maps.")
    open_home.later(minutes=119)
    assert "consolidate" not in ash.settle().done
    open_home.later(minutes=1)
    assert "consolidate" in ash.settle().done
    assert told(ash) == ["Mel loves old maps."]
    assert "consolidate" not in ash.settle().done


@pytest.mark.feature("C22")
def test_enough_turns_are_not_left_to_wait(open_home: Homes) -> None:
    few = {"consolidate.every_minutes": "0", "consolidate.enough_turns": "3"}
    ash = an_agent(open_home(settings=few))
    ash.wake()
    ash.record(user="I love old maps.")
    ash.record(user="I hate olives.")
    open_home.later(hours=2)
    assert "consolidate" not in ash.settle().done
    ash.record(user="I live in Porto.")
    assert "consolidate" not in ash.settle().done  # said just now
    open_home.later(hours=1)
    assert "consolidate" in ash.settle().done
    assert sorted(told(ash)) == ["Mel dislikes olives.", "Mel loves old maps."]


def test_switched_off_it_waits_for_somebody_to_ask(open_home: Homes) -> None:
    off = {"at_end": "false", "every_minutes": "0", "enough_turns": "0"}
    ash = an_agent(open_home(settings={f"consolidate.{name}": off[name] for name in off}))
    ash.wake()
    ash.record(user="I love old maps.")
    ash.end(summary="maps")
    open_home.later(days=40)
    assert "consolidate" not in ash.settle().done
    assert told(ash) == []
    ash.consolidate()
    assert told(ash) == ["Mel loves old maps."]


class EndsMeanwhile:
    """A gate that lets everything through, and has a session end when consolidation begins."""

    def __init__(self, other: wakeline.Agent) -> None:
        self.other = other
        self.has_ended = False

    def decide(self, action: str, agent_id: str) -> Allowed:  # noqa: ARG002
        if action == "consolidate" and not self.has_ended:
            self.has_ended = True
            self.other.wake()
            self.other.record(user="I hate olives.")
            self.other.end(summary="olives")
        return Allowed()


def test_a_session_that_ends_meanwhile_has_it_run_once_more(open_home: Homes) -> None:
    other = open_home.agent()
    ash = an_agent(open_home(gate=EndsMeanwhile(other)))
    ash.wake()
    ash.record(user="I love old maps.")
    ash.end(summary="maps")
    assert ash.settle().done.count("consolidate") == 2
    assert sorted(told(ash)) == ["Mel dislikes olives.", "Mel loves old maps."]


def test_worked_on_by_itself_it_leaves_what_a_person_would_have_asked_for(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.record(user="I love old maps.")
    ash.end(summary="maps")
    open_home().work(once=True)
    assert told(ash) == ["Mel loves old maps."]
    ran = [event for event in events(ash) if event.kind == "consolidation.ran"]
    assert len(ran) == 1
    open_home.later(days=1)
    open_home().work(once=True)
    assert [e for e in events(ash) if e.kind == "consolidation.ran"] == ran


@pytest.mark.feature("A89")
def test_while_the_agent_sleeps_turns_become_memories_links_grow_and_the_idle_fades(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    idle = ash.memories.add("The ferry leaves at nine.", importance=8)
    open_home.later(days=40)
    ash.wake()
    ash.record(user="I live in Porto. I love old maps. I hate fog.")
    ash.end(summary="maps")
    open_home().work(once=True)
    (link,) = values(ash, Link, "consolidation.links")
    assert link.weight > 0
    assert sorted(told(ash)) == [
        "Mel dislikes fog.",
        "Mel loves old maps.",
        "The ferry leaves at nine.",
    ]
    assert ash.memories.get(idle.id).importance < 0.8
    open_home.later(hours=1)
    assert "mel.lives_in = Porto" in ash.wake().text
    assert ash.liminal.gaps()[0].consolidation_occurred
