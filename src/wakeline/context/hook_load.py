"""How long hooks take, compared with their budgets: 95th percentile and slowest run of each.

A host waits for its hooks, so a slow hook makes the agent slow long before anybody looks for
it here. It takes measured times and does not know who measured them.
"""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple

BEFORE_AGENT_START = "before_agent_start"  # somebody waits for the answer to begin
AGENT_END = "agent_end"  # the answer is complete
# Milliseconds.
BUDGETS: dict[str, int] = {BEFORE_AGENT_START: 150, AGENT_END: 250}
MOST_SHARE = 0.95


class HookTime(NamedTuple):
    """The time of one hook at one event of a host, and why it wrote a handoff, if it did."""

    host: str
    point: str
    hook: str
    milliseconds: float
    wrote: str = ""


class HookLoad(NamedTuple):
    """How often one hook ran and how long it took, in milliseconds."""

    point: str
    hook: str
    runs: int
    p95: float
    slowest: float
    budget: int | None
    is_over: bool


class HandoffWrites(NamedTuple):
    """How often handoffs were written for one reason."""

    reason: str
    times: int


class LoadReport(NamedTuple):
    """The load of all hooks. `is_quiet` says that all are within their budgets."""

    loads: tuple[HookLoad, ...]
    writes: tuple[HandoffWrites, ...]
    is_quiet: bool


def load_report(times: Iterable[HookTime]) -> LoadReport:
    """Each hook with its 95th percentile and the budget of its point, slowest first."""
    taken: dict[tuple[str, str], list[float]] = {}
    wrote: dict[str, int] = {}
    for time in times:
        taken.setdefault((time.point, time.hook), []).append(time.milliseconds)
        if time.wrote:
            wrote[time.wrote] = wrote.get(time.wrote, 0) + 1
    loads = [_load(point, hook, found) for (point, hook), found in taken.items()]
    loads.sort(key=lambda load: (-load.p95, load.point, load.hook))
    writes = tuple(HandoffWrites(reason, wrote[reason]) for reason in sorted(wrote))
    return LoadReport(tuple(loads), writes, not any(load.is_over for load in loads))


def _load(point: str, hook: str, found: Sequence[float]) -> HookLoad:
    ordered = sorted(found)
    p95 = ordered[ceil(MOST_SHARE * len(ordered)) - 1]
    budget = BUDGETS.get(point)
    is_over = budget is not None and p95 > budget
    return HookLoad(
        point, hook, len(ordered), round(p95, 1), round(ordered[-1], 1), budget, is_over
    )
