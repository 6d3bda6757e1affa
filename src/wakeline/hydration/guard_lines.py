"""Guards and the checkpoint as blocks of a wake.

It does not know whose claim is alive, nor whose checkpoint is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence

from wakeline.context.assembly import Block, Line
from wakeline.context.framing import one_line, quote_lines
from wakeline.hydration.lines import CORE, DECISIONS
from wakeline.hydration.page import WakePage, local_moment, shorten
from wakeline.hydration.wording import heading
from wakeline.model.checkpoint import Checkpoint
from wakeline.model.guard import Guard

LONGEST = 160
LONGEST_WORDS, LONGEST_STATE = 1_000, 600
FIRST_DONE = 3  # the newest done guards have the highest rank; older ones rank like decisions


def guards_block(source: str, rows: Sequence[Guard], page: WakePage) -> Block:
    """The block of guards: unknown ones first, then those under way, then those done lately."""
    said, ranks = [], []
    done = 0
    for guard in rows:
        at = local_moment(guard.settled_at or guard.claimed_at, page.zone, now=page.now)
        what = shorten(one_line(guard.what), LONGEST)
        said.append(f"- {what} ({one_line(guard.key)}): {_stands(guard, at)}")
        done += guard.state == "done"
        ranks.append(CORE if done <= FIRST_DONE else DECISIONS)
    updated = [guard.updated_at for guard in rows]
    lines = page.list_rows(source, rows, updated, said, ranks, trusted=False)
    return Block(source, CORE, "[DO NOT REPEAT]", lines)


def _stands(guard: Guard, at: str) -> str:
    if guard.state == "done":
        return f"done {at}"
    if guard.state == "claimed":
        return f"claimed {at}, may be under way in another session"
    return "nobody knows whether it happened; look before anything else, and never just retry it"


def checkpoint_block(source: str, rows: Sequence[Checkpoint], page: WakePage) -> Block:
    """The block of a checkpoint: the agent's own words first, then what its log says."""
    row = rows[0]
    title = (
        f"{heading('CHECKPOINT', page.framing)}  "
        f"{page.label(row.id, source, row.said_at or row.updated_at, row.trust)}"
    )
    said = [("doing", row.doing), ("step", row.step), ("next", row.next), ("state", _state(row))]
    told = [
        ("asked last", row.asked),
        ("answered last", row.answered),
        ("still open", "; ".join(row.left_open)),
        ("worked with", ", ".join(row.working_set)),
        ("guards", ", ".join(row.guards)),
    ]
    lines = [_part(row, name, text, DECISIONS) for name, text in said if text]
    lines += [_part(row, name, text, DECISIONS, row.source_ids) for name, text in told if text]
    return Block(source, DECISIONS, title, tuple(lines))


def _part(row: Checkpoint, name: str, text: str, rank: int, of: tuple[str, ...] = ()) -> Line:
    return Line(row.id, f"{name}:\n{quote_lines(shorten(text, LONGEST_WORDS))}", rank, of)


def _state(row: Checkpoint) -> str:
    held = "; ".join(f"{name} = {value}" for name, value in row.state.items())
    return shorten(held, LONGEST_STATE)
