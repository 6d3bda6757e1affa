"""Personality whose consolidation is killed at any boundary ends where an undisturbed one ends."""

from __future__ import annotations

import sys
from datetime import timedelta
from typing import Any

import pytest

import wakeline
from tests.builders import PERSON, QUICK, START, there, values
from tests.durability.consolidator import opened
from tests.durability.test_consolidate import begin, run, told
from wakeline.base.clock import FixedClock
from wakeline.flows.identity.documents import write_document
from wakeline.model.personality import PersonalityEntry

CORE = "# Ash\n\nAsh is calm and plain. It trusts Mel.\n"
LAST = 36  # boundaries: those of the last step, and a few before it
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


def lives(location: str, names: list[str]) -> None:
    """Agents of which the same can be observed."""
    for name in names:
        clock = FixedClock(START)
        with wakeline.open(location, clock=clock, settings=QUICK) as home:
            ash = home.agent(name, person=PERSON)
            write_document(ash.place, "identity", CORE, actor=PERSON, confirmed=True)
            for _ in range(3):
                ash.wake()
                ash.record(user="I love old maps. I prefer short answers.", agent="I see.")
                ash.end(summary="done")
                clock.advance(timedelta(days=4))


def state(ash: wakeline.Agent) -> list[Any]:
    """What is in force, every version and its entry, without ids."""
    entries = values(ash, PersonalityEntry, "personality.entries")
    shown = ash.place.store.document_files().get("personality")
    text = ash.personality.show().text
    assert shown in (None, text)
    return [
        text,
        sorted(d.content for d in ash.documents.all()),
        [
            (e.date, e.trigger, e.drift_from_center, e.drift_from_previous, e.summary,
             [o["text"] for o in e.observations])
            for e in entries
        ],
    ]  # fmt: skip


@pytest.mark.feature("C38")
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_killed_in_the_last_step_and_run_again_it_ends_in_the_same_state(location: str) -> None:
    lives(location, ["whole"])
    ((_, boundaries, _, _),) = run(location, "whole:0")
    steps = range(int(boundaries) - LAST, int(boundaries) + 1)
    names = [f"a{step}" for step in steps]
    lives(location, names)
    assert run(location, *(f"a{step}:{step}" for step in steps)) == []
    with opened(location) as home:
        wanted = state(home.agent("whole", create=False))
        assert "Mel loves old maps" in wanted[0]
        assert len(wanted[2]) == 2
        for name in names:
            ash = home.agent(name, create=False)
            ash.consolidate()
            assert state(ash) == wanted, name
            assert there(ash.consolidate().personality).written is None
        last = home.agent(names[-1], create=False)
        assert last.settle().failed == ()
        assert last.verify().ok


def test_two_processes_at_once_write_one_version(location: str) -> None:
    lives(location, ["doubled", "whole"])
    run(location, "whole:0")
    for process in [begin(location, "doubled:0") for _ in range(3)]:
        told(process)
    with opened(location) as home:
        doubled, whole = (home.agent(name, create=False) for name in ("doubled", "whole"))
        assert state(doubled) == state(whole)
