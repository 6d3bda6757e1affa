"""What becomes of a guarded action, and which calls of a tool are one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.unit.sessions_dialogue import NOON
from wakeline.base.errors import IllegalMove
from wakeline.model.guard import GUARD_MOVES, GUARD_STATES, Guard
from wakeline.model.session import Holder
from wakeline.sessions.guards import argument_text, is_guarded_call, is_held, move_guard
from wakeline.sessions.leases import new_lease

HERE = Holder("hook", "laptop", "boot-1", 4711, "12345")


def a_guard(**changes: Any) -> Guard:
    guard = Guard(
        "g1", "mail", "a mail", "claimed", 1, None, *HERE, NOON, NOON + timedelta(hours=1),
        None, None, None, None, "agent_inferred", 0.7, 2, NOON, NOON,
    )  # fmt: skip
    return guard._replace(**changes)


@pytest.mark.feature("X48")
def test_no_move_leads_from_unknown_or_done_to_claimed_but_through_what_somebody_says() -> None:
    assert set(GUARD_MOVES) == set(GUARD_STATES)
    for state, to in GUARD_MOVES.items():
        assert ("claimed" in to) == (state in ("failed", "released"))
        for after in GUARD_STATES:
            guard = a_guard(state=state)
            if after in to:
                assert move_guard(guard, after, NOON).state == after
            else:
                with pytest.raises(IllegalMove, match=f"from {state} to {after}"):
                    move_guard(guard, after, NOON)


def test_a_claim_is_held_while_its_process_runs_and_its_time_is_not_over() -> None:
    def asked(guard: Guard, *, runs: bool = True, minutes: int = 1, lease: Any = None) -> bool:
        now = NOON + timedelta(minutes=minutes)
        return is_held(guard, lease, now=now, here=HERE, running=lambda *_: runs)

    assert asked(a_guard())
    assert not asked(a_guard(), runs=False)
    assert not asked(a_guard(), minutes=61)
    of_session = a_guard(session_id="s1")
    lease = new_lease("s1", HERE, NOON, 180)
    assert asked(of_session, minutes=61, lease=lease)
    assert not asked(of_session, lease=None)
    # The session goes on in another process, which knows nothing of what was begun.
    assert not asked(of_session, lease=lease._replace(process=4712))


@pytest.mark.parametrize(
    ("tool", "pattern", "call", "is_it"),
    [
        ("Bash", "deploy*prod", ("Bash", "make  deploy\nENV=prod"), True),
        ("Bash", "deploy*prod", ("Bash", "echo prod; deploy"), False),
        ("Bash", "deploy*prod", ("Read", "deploy prod"), False),
        ("mcp__mail__*", None, ("mcp__mail__send", ""), True),
        ("mcp__mail__*", None, ("mcp__calendar__send", ""), False),
        ("a*a", None, ("a", ""), False),
        (None, "ünïcode *.py", ("Write", "x ünïcode 模.py"), True),
        (None, None, ("Bash", "anything"), False),
    ],
)
def test_a_call_is_the_action_by_its_tool_and_by_words_in_their_order(
    tool: str | None, pattern: str | None, call: tuple[str, str], is_it: bool
) -> None:
    assert is_guarded_call(a_guard(tool=tool, pattern=pattern), *call) is is_it


def test_what_a_tool_is_given_is_every_text_and_number_in_it() -> None:
    given = {"to": ["mel@example.org", {"cc": "ann"}], "amount": 12.5, "urgent": True, "x": None}
    assert argument_text(given).split("\n") == ["mel@example.org", "ann", "12.5"]
