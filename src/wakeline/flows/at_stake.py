"""What a text puts before everything else: what must not be done again, and where work stood.

Reads only. It stands in every text, whatever the preset: a source that can be left out is no
protection.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from wakeline.base.values import NamedTuple
from wakeline.flows.hydrating import Gathered
from wakeline.flows.place import Place
from wakeline.hydration.gather import attempted
from wakeline.model.checkpoint import Checkpoint
from wakeline.model.context import Missing, Piece
from wakeline.model.guard import Guard, GuardState
from wakeline.ports.store import View

GUARDS, CHECKPOINT = "Guards", "Checkpoint"
MOST_OPEN, MOST_DONE = 12, 6
ORDER: tuple[GuardState, ...] = ("unknown", "claimed", "done")
LATELY = timedelta(days=7)  # what was done longer ago is asked for by its key


class CheckpointOf(NamedTuple):
    """Whose checkpoint is wanted: the statement that finds it, and what that is asked."""

    query: str
    asked: dict[str, Any]


def with_what_is_at_stake(
    place: Place,
    view: View,
    found: Gathered,
    now: datetime,
    *,
    left: CheckpointOf | None = None,
    over: Iterable[str] = (),
    awake: Iterable[str] = (),
) -> Gathered:
    """With what must not be repeated, and how a session stood if one is wanted.

    Sessions that are `over` hold nothing any more; those that are awake go on by themselves.
    """
    gone, others = frozenset(over), frozenset(awake)

    def guards(view: View, since: datetime) -> list[Guard]:
        asked = {"since": since, "limit": MOST_OPEN, "done": MOST_DONE}
        rows = view.all(Guard, "guards.standing", **asked)
        if not rows:
            return rows
        stand: list[Guard] = place.flow("guards_as_they_stand")(place, view, rows, now, over=gone)
        return sorted(stand, key=lambda guard: ORDER.index(guard.state))

    def checkpoints(view: View, _since: datetime) -> list[Checkpoint]:
        rows = view.all(Checkpoint, left.query, **left.asked) if left is not None else []
        return [row for row in rows if row.session_id not in others and says_something(row)]

    wanted: dict[str, Callable[[View, datetime], Sequence[Any]]] = {GUARDS: guards}
    if left is not None:
        wanted[CHECKPOINT] = checkpoints
    seconds = place.settings.number("wake.source_milliseconds") / 1000
    view.ahead(list(wanted.values()), now - LATELY, seconds=seconds)
    pieces, missing = dict(found.pieces), list(found.missing)
    for name, read in wanted.items():
        rows = attempted(view, name, read, now - LATELY, seconds=seconds)
        if isinstance(rows, Missing):
            missing.append(rows)
        elif rows:
            pieces[name] = Piece(name, tuple(rows))
    return found._replace(pieces=pieces, missing=missing)


def says_something(row: Checkpoint) -> bool:
    """Whether there is anything in a checkpoint; of one whose turns are forgotten there may not."""
    return any((row.doing, row.step, row.next, row.state, row.asked, row.answered, row.guards))
