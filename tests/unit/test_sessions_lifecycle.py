"""The states of a session, and which moves there are."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from tests.unit.sessions_dialogue import NOON, a_session
from wakeline.base.errors import IllegalMove
from wakeline.model.session import SESSION_MOVES, Session, SessionState
from wakeline.sessions.lifecycle import mark_cut_off, mark_ended, mark_revived, new_session

LATER = NOON + timedelta(hours=2)


def as_revived(session: Session, _at: datetime) -> Session:
    return mark_revived(session)


MOVERS: dict[SessionState, Callable[[Session, datetime], Session]] = {
    "ended": mark_ended,
    "cut_off": mark_cut_off,
    "open": as_revived,
}


def test_a_session_opens_without_a_title_or_an_end() -> None:
    session = new_session(
        id="s1", at=NOON, mode="code", wake_type="called", preset="lean", thread_id="garden"
    )
    assert session.state == "open"
    assert session.started_at == NOON
    assert (session.title, session.ended_at) == (None, None)
    assert (session.mode, session.wake_type, session.thread_id) == ("code", "called", "garden")


@pytest.mark.parametrize("before", SESSION_MOVES)
@pytest.mark.parametrize("after", SESSION_MOVES)
def test_a_move_is_made_if_the_table_holds_it_and_refused_if_not(
    before: SessionState, after: SessionState
) -> None:
    session = a_session(state=before)
    if after in SESSION_MOVES[before]:
        assert MOVERS[after](session, LATER).state == after
    else:
        with pytest.raises(IllegalMove) as refused:
            MOVERS[after](session, LATER)
        assert (refused.value.before, refused.value.after) == (before, after)
        assert refused.value.todo


def test_a_session_that_speaks_again_has_no_end() -> None:
    silent = mark_cut_off(a_session(state="open"), LATER)
    assert silent.ended_at == LATER
    assert mark_revived(silent).ended_at is None


def test_a_clock_set_back_does_not_end_a_session_before_it_began() -> None:
    assert mark_ended(a_session(state="open"), NOON - timedelta(days=1)).ended_at == NOON
