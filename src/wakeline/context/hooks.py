"""Hooks that add to the context of one turn: functions of one shape, run in order and timed.

A hook looks at the turn and returns a block, or nothing. The lower its priority number, the
earlier its block comes and the longer it stays when room is short. A hook that fails is listed
as missing, whoever wrote it. It does not know what a turn is made of.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from wakeline.context.assembly import Block
from wakeline.context.hook_load import BEFORE_AGENT_START, HookTime
from wakeline.model.context import Missing
from wakeline.model.log import Mode

# Contemplation has a priority, though its room is not built yet.
PRIORITIES: Final[dict[str, int]] = {
    "Stability": 5,
    "Contemplation": 7,
    "Truth": 8,
    "Continuity": 10,
    "CodeEvolution": 20,
    "EpistemicProofLoop": 80,
}
LAST: Final = 100  # for hooks that speak only under a condition


class ContextHook(NamedTuple):
    """One hook: its name, priority and function, and the modes in which it runs (None: all)."""

    name: str
    priority: int
    make: Callable[[Any], Block | None]
    modes: tuple[Mode, ...] | None = None


class HookResults(NamedTuple):
    """The blocks in their order, the time of each hook, and the hooks that failed."""

    blocks: tuple[Block, ...]
    times: tuple[HookTime, ...]
    missing: tuple[Missing, ...]


def run_hooks(
    hooks: Iterable[ContextHook], turn: Any, mode: Mode, timer: Callable[[], float]
) -> HookResults:
    """Run each hook of this mode, by priority and then by name. `timer` counts seconds."""
    blocks: list[Block] = []
    times: list[HookTime] = []
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
        times.append(HookTime("wakeline", BEFORE_AGENT_START, hook.name, took))
        if block is not None and block.lines:
            blocks.append(block._replace(source=hook.name, rank=hook.priority))
    return HookResults(tuple(blocks), tuple(times), tuple(missing))
