"""Consolidation that is killed at any boundary, or doubled, ends where an undisturbed one ends."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import PERSON, QUICK, START, there
from tests.contract.model_server import Server
from tests.durability.consolidator import LATER, NO_MODEL, opened
from wakeline.base.clock import FixedClock
from wakeline.consolidation.reading import NAMES
from wakeline.minds.models import choose
from wakeline.model.consolidation import Consolidation, Summary
from wakeline.model.log import Episode
from wakeline.model.memory import Fact, Memory

ROOT = Path(__file__).parents[2]
SAID = (
    ("I live in Porto. I love old maps. I've decided not to move to Berlin.", "Good."),
    ("I moved to Lisbon! I hate fog. I'm flying to Rome in two weeks.", "I'll send you a map."),
    ("I really enjoy old maps, and I love fog.", "I will remember that."),
)
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


# What rules do not read, and a model does.
LEFT = (
    (
        "Guess what, after all these years we finally settled down in Lisbon!"
        " In the evenings I'm mostly keen on old jazz.",
        "Congratulations.",
    ),
)
READ = (
    (1, "we finally settled down in Lisbon", "Mel", "lives_in", "Lisbon"),
    (1, "I'm mostly keen on old jazz", "Mel", "likes", "old jazz"),
)


def lives(
    location: str, names: list[str], times: int = 1, said: Sequence[tuple[str, str]] = SAID
) -> None:
    """Agents that were told the same things."""
    with wakeline.open(location, clock=FixedClock(START), settings=QUICK) as home:
        for name in names:
            ash = home.agent(name, person=PERSON)
            for user, agent in [*said] * times:
                ash.wake()
                ash.record(user=user, agent=agent)
                ash.end(summary="done")


def run(location: str, *agents: str, model: str = NO_MODEL) -> list[list[str]]:
    """Consolidate agents, each in a process of its own that may be killed; what the others say."""
    return told(begin(location, *agents, model=model))


def begin(location: str, *agents: str, model: str = NO_MODEL) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.durability.consolidator", location, model, *agents],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def told(process: subprocess.Popen[bytes]) -> list[list[str]]:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err.decode()
    return [line.split() for line in out.decode().splitlines()]


def state(ash: wakeline.Agent) -> dict[str, Any]:
    """What consolidation left, without ids: rows with the words of the rows that they name."""
    with ash.place.store.reading() as view:
        memories = view.all(Memory, "integrity.memories")
        facts = view.all(Fact, "integrity.facts")
        groups = view.all(Consolidation, "integrity.consolidations")
        summaries = view.all(Summary, "summaries.all")
        turns = view.all(Episode, "log.episodes_between", after=0, through=1 << 62, limit=10_000)
    words = {turn.id: turn.text for turn in turns}
    words |= {row.id: row.content for row in memories} | {row.id: row.value for row in facts}
    bare = {"seq": 0, "id": "", "tokens": 0}

    def named(row: Any) -> Any:
        return row._replace(
            **bare,
            source_ids=tuple(words[each] for each in row.source_ids),
            superseded_by=words[row.superseded_by] if row.superseded_by else None,
        )

    counts = [
        row._replace(
            id="",
            session_id="",
            after=0,
            through=0,
            row_ids=tuple(sorted(words[each] for each in row.row_ids)),
        )
        for row in groups
    ]
    words |= {row.id: f"{row.level} {row.starts_on}" for row in summaries}
    sums = [
        row._replace(
            seq=0,
            id="",
            first_seq=0,
            last_seq=0,
            tokens=0,  # of the names of the agents, which differ
            sentences=tuple(words[each["source_id"]] for each in row.sentences),
            source_ids=tuple(words[each] for each in row.source_ids),
        )
        for row in summaries
    ]
    rows = {
        "memories": map(named, memories),
        "facts": map(named, facts),
        "groups": counts,
        "summaries": sums,
    }
    return {
        table: sorted(repr(row).replace(ash.name, "ASH") for row in found)
        for table, found in rows.items()
    }


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_killed_at_a_boundary_and_run_again_it_ends_in_the_same_state(location: str) -> None:
    lives(location, ["whole"])
    ((_, boundaries, groups, turns),) = run(location, "whole:0")
    assert (int(groups), int(turns)) == (3, 6)
    steps = range(1, int(boundaries) + 1)
    assert len(steps) > 5
    names = [f"a{step}" for step in steps]
    lives(location, names)
    assert run(location, *(f"a{step}:{step}" for step in steps)) == []
    with opened(location) as home:
        wanted = state(home.agent("whole", create=False))
        assert len(wanted["memories"]) > 2
        assert len(wanted["summaries"]) == 3
        for name in names:
            ash = home.agent(name, create=False)
            ash.consolidate()
            assert state(ash) == wanted, name
            assert ash.consolidate().turns == 0
        for name in names[:: max(1, len(names) // 4)]:
            ash = home.agent(name, create=False)
            assert ash.settle().failed == ()
            assert ash.verify().ok


@pytest.mark.skipif(
    choose.missing_requirement("openai") is not None,
    reason=str(choose.missing_requirement("openai")),
)
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_killed_while_a_model_reads_it_ends_in_the_same_state(
    location: str, server: Server
) -> None:
    named = [dict(zip(NAMES, each, strict=True)) for each in READ]
    server.says = [json.dumps({"statements": named})]
    lives(location, ["whole"], said=LEFT)
    ((_, boundaries, groups, _),) = run(location, "whole:0", model=server.url)
    assert int(groups) == 1
    steps = range(1, int(boundaries) + 1)
    names = [f"a{step}" for step in steps]
    lives(location, names, said=LEFT)
    assert run(location, *(f"a{step}:{step}" for step in steps), model=server.url) == []
    with opened(location, server.url) as home:
        wanted = state(home.agent("whole", create=False))
        assert [len(wanted[table]) for table in ("facts", "memories")] == [1, 1]
        for name in names:
            ash = home.agent(name, create=False)
            ash.consolidate()
            assert state(ash) == wanted, name
            assert there(ash.consolidate().studied).requests == 0


def test_two_processes_at_once_do_each_group_once(location: str) -> None:
    lives(location, ["doubled", "whole"], times=12)
    run(location, "whole:0")
    processes = [begin(location, "doubled:0") for _ in range(3)]
    did = [told(process)[0] for process in processes]
    assert sum(int(groups) for _, _, groups, _ in did) == 36
    with opened(location) as home:
        one, whole = (home.agent(name, create=False) for name in ("doubled", "whole"))
        assert state(one) == state(whole)
        assert one.consolidate().turns == 0
        assert one.settle().failed == ()
        assert one.verify().ok


def test_what_was_said_is_older_than_what_was_made_of_it(location: str) -> None:
    lives(location, ["ash"])
    run(location, "ash:0")
    with opened(location) as home:
        fact = there(home.agent("ash", create=False).facts.get("mel.lives_in"))
    assert (fact.value, fact.valid_from, fact.created_at) == ("Lisbon", START, LATER)
