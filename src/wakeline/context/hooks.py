"""What adds to the context of one turn: functions of one shape, in one order, each timed.

A hook looks at the turn and answers with a block, or with nothing. The lower its priority, the
earlier it stands and the longer it stays when room is short. One that fails is named and left
out, whoever wrote it. It does not know what a turn is made of.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from wakeline.context.assembly import Block
from wakeline.context.hook_load import BEFORE_AGENT_START, Timed
from wakeline.model.context import Missing
from wakeline.model.log import Mode

# Contemplation has its place before it has a room.
PRIORITIES: Final[dict[str, int]] = {
    "Stability": 5,
    "Contemplation": 7,
    "Truth": 8,
    "Continuity": 10,
    "CodeEvolution": 20,
    "EpistemicProofLoop": 80,
}
LAST: Final = 100  # what comes only under a condition has no priority of its own


class ContextHook(NamedTuple):
    """One hook: by whom, where it stands, and in which modes it is asked; None: in all."""

    name: str
    priority: int
    make: Callable[[Any], Block | None]
    modes: tuple[Mode, ...] | None = None


class Hooked(NamedTuple):
    """The blocks in their order, what each hook took, and which failed."""

    blocks: tuple[Block, ...]
    times: tuple[Timed, ...]
    missing: tuple[Missing, ...]


def run_hooks(
    hooks: Iterable[ContextHook], turn: Any, mode: Mode, timer: Callable[[], float]
) -> Hooked:
    """Ask each hook of this mode, by priority and then by name. `timer` counts seconds."""
    blocks: list[Block] = []
    times: list[Timed] = []
    missing: list[Missing] = []
    for hook in sorted(hooks, key=lambda each: (each.priority, each.name)):
        if hook.modes is not None and mode not in hook.modes:
            continue
        begun = timer()
        try:
            block = hook.make(turn)
        except Exception as error:
            missing.append(Missing(hook.name, f"it failed: {type(error).__name__}"))
            block = None
        took = round(1000 * (timer() - begun), 3)
        times.append(Timed("wakeline", BEFORE_AGENT_START, hook.name, took))
        if block is not None and block.lines:
            blocks.append(block._replace(source=hook.name, rank=hook.priority))
    return Hooked(tuple(blocks), tuple(times), tuple(missing))
