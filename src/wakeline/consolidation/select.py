"""Select the turns to consolidate next, in groups.

A turn is ready when its session is over, or when it is old enough that nobody takes it back.
Turns of one session form a group, in the order in which they were said, up to a bound that
keeps a transaction short. It does not know how turns are read or where finished groups are kept.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from wakeline.model.consolidation import Consolidation
from wakeline.model.log import Episode

LEAST_AGE: Final = timedelta(hours=1)
MOST_TURNS: Final = 50  # in one group
MOST_AWAKE: Final = 10  # while a session is open: whoever records waits for a short transaction


class TurnGroup(NamedTuple):
    """Turns of one session, to be consolidated in one transaction."""

    session_id: str | None
    after: int
    through: int
    turns: tuple[Episode, ...]


class TurnSelection(NamedTuple):
    """The groups that are ready, and the sequences of turns that have to wait."""

    groups: tuple[TurnGroup, ...]
    waiting: tuple[int, ...]


def is_ready(turn: Episode, *, now: datetime, open_sessions: Collection[str]) -> bool:
    """Whether a turn can be consolidated now."""
    is_over = turn.session_id is not None and turn.session_id not in open_sessions
    # A turn dated in the future counts from when it was recorded, or it would wait for ever.
    return is_over or now - min(turn.at, turn.recorded_at) >= LEAST_AGE


def select_turns(
    turns: Iterable[Episode],
    done: Iterable[Consolidation | TurnGroup],
    *,
    now: datetime,
    open_sessions: Collection[str],
    everything: bool = False,
    most: int = MOST_TURNS,
) -> TurnSelection:
    """The turns that are in no finished group yet, session by session.

    A turn that is not ready ends its group: a group has no gaps.
    """
    is_covered = _covered(done)
    runs: dict[str | None, list[list[Episode]]] = {}
    waiting: list[int] = []
    for turn in turns:
        if is_covered(turn):
            continue
        of_session = runs.setdefault(turn.session_id, [[]])
        if everything or is_ready(turn, now=now, open_sessions=open_sessions):
            of_session[-1].append(turn)
        else:
            waiting.append(turn.seq)
            of_session.append([])
    groups = [
        group
        for session_id, of_session in runs.items()
        for run in of_session
        for group in _cut(session_id, run, most)
    ]
    return TurnSelection(tuple(sorted(groups, key=lambda group: group.after)), tuple(waiting))


def _covered(done: Iterable[Consolidation | TurnGroup]) -> Callable[[Episode], bool]:
    """A test whether a turn is in one of these groups."""
    begins: dict[str | None, list[int]] = {}
    reaches: dict[str | None, list[int]] = {}
    for row in sorted(done, key=lambda row: row.after):
        ends = reaches.setdefault(row.session_id, [])
        begins.setdefault(row.session_id, []).append(row.after)
        ends.append(max(row.through, ends[-1] if ends else 0))

    def is_covered(turn: Episode) -> bool:
        before = bisect_left(begins.get(turn.session_id, ()), turn.seq)
        return before > 0 and reaches[turn.session_id][before - 1] >= turn.seq

    return is_covered


def _cut(session_id: str | None, turns: Sequence[Episode], most: int) -> list[TurnGroup]:
    found = []
    for start in range(0, len(turns), most):
        those = tuple(turns[start : start + most])
        found.append(TurnGroup(session_id, those[0].seq - 1, those[-1].seq, those))
    return found
