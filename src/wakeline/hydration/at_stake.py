"""What must not be done again, as lines of a wake. It does not know whose claim is alive."""

from __future__ import annotations

from collections.abc import Sequence

from wakeline.context.assembly import Block, Line
from wakeline.context.framing import one_line
from wakeline.hydration.lines import CORE, DECISIONS
from wakeline.hydration.page import Page, moment, shortened
from wakeline.model.guard import Guard

LONGEST = 160
FIRST_DONE = 3  # stand with what matters most; those before them wait for decisions


def guards(source: str, rows: Sequence[Guard], page: Page) -> Block:
    """Unknown ones first, then what is under way, then what was done lately."""
    lines: list[Line] = []
    done = 0
    for guard in rows:
        at = moment(guard.settled_at or guard.claimed_at, page.zone, now=page.now)
        what = shortened(one_line(guard.what), LONGEST)
        text = f"- {what} ({one_line(guard.key)}): {_stands(guard, at)}"
        done += guard.state == "done"
        rank = CORE if done <= FIRST_DONE else DECISIONS
        lines.append(page.listed(guard, source, guard.updated_at, None, text, rank))
    return Block(source, CORE, "[DO NOT REPEAT]", tuple(lines))


def _stands(guard: Guard, at: str) -> str:
    if guard.state == "done":
        return f"done {at}"
    if guard.state == "claimed":
        return f"claimed {at}, may be under way in another session"
    return "nobody knows whether it happened; look before anything else, and never just retry it"
