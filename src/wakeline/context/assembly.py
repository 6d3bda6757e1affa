"""Blocks of lines, in the order they are read, held to a budget of tokens.

Every line has a rank, its own or its block's: the lowest ranks are filled first, whatever
their place in the text. What does not fit is left out line by line and named; it is not even
written where its tokens are known. Never exceeds the budget.
"""

from collections.abc import Callable, Sequence
from typing import Any

from wakeline.base.values import NamedTuple
from wakeline.model.context import Omitted, Share

Count = Callable[[str], int]
BETWEEN = "\n\n"  # blocks
MOST = 1 << 20  # lines of one text


class Line(NamedTuple):
    """One thing to say, and the row it comes from. Without a rank it has that of its block.

    `tokens` is what it takes at most, with the end of the line, where that is known from its
    row; then the text may be still to be written.
    """

    id: str
    said: str | Callable[[], str]
    rank: int | None = None
    of: tuple[str, ...] = ()  # other rows that it tells of
    tokens: int | None = None

    @property
    def text(self) -> str:
        return self.said if isinstance(self.said, str) else self.said()


class Block(NamedTuple):
    """A heading and its lines, from one source. Blocks of one group stand under its heading."""

    source: str
    rank: int
    heading: str
    lines: tuple[Line, ...]
    group: str = ""


class Assembled(NamedTuple):
    """The text, what it costs, what did not fit, what each source has of it, and its blocks.

    `lines` says where each line stands, as `Wake` keeps it.
    """

    text: str
    tokens: int
    omitted: tuple[Omitted, ...]
    shares: tuple[Share, ...]
    lines: tuple[list[Any], ...] = ()
    blocks: tuple[Block, ...] = ()


def assemble(
    blocks: Sequence[Block], budget: int, count: Count, count_whole: Count | None = None
) -> Assembled:
    """Fill the budget by rank, then write the blocks in the order given."""
    whole = count_whole or count
    made = _filled(blocks, budget, count, whole)
    if made.tokens > budget:
        # Rows that an older version wrote may count too little: every line is counted again.
        made = _filled([_uncounted(block) for block in blocks], budget, count, whole)
    return made


def _uncounted(block: Block) -> Block:
    lines = tuple(line._replace(said=line.text, tokens=None) for line in block.lines)
    return block._replace(lines=lines)


def _filled(blocks: Sequence[Block], budget: int, count: Count, count_whole: Count) -> Assembled:
    room = budget
    taken: dict[int, list[tuple[int, Line, int]]] = {}  # of each block: place, line, tokens
    groups: set[str] = {""}
    omitted: list[Omitted] = []
    headings = [count(block.heading + BETWEEN) for block in blocks]
    above = {group: count(group + BETWEEN) for group in {block.group for block in blocks}}
    for place, position, line in _by_rank(blocks):
        cost = line.tokens
        if cost is None:
            cost = count(line.text + "\n")
        here = taken.get(position)
        if here is None:
            group = blocks[position].group
            cost += headings[position] if group in groups else headings[position] + above[group]
            if cost <= room:
                here = taken[position] = []
                groups.add(group)
        if here is None or cost > room:
            omitted.append(Omitted(blocks[position].source, line.id, cost))
            continue
        room -= cost
        here.append((place, line, cost))
    found = [(blocks[position], sorted(lines)) for position, lines in sorted(taken.items())]
    kept = tuple(_kept(block, [line for _, line, _ in lines]) for block, lines in found)
    text, lines = _written(kept, [cost for _, lines in found for _, _, cost in lines])
    # A source stands in the order in which its first line was taken.
    shares: dict[str, list[int]] = {}
    for position, lines_taken in taken.items():
        share = shares.setdefault(blocks[position].source, [0, 0])
        share[0] += len(lines_taken)
        share[1] += sum([cost for _, _, cost in lines_taken])
    told = tuple(Share(source, *share) for source, share in shares.items())
    return Assembled(text, count_whole(text), tuple(omitted), told, tuple(lines), kept)


def _kept(block: Block, lines: Sequence[Line]) -> Block:
    """A block with these lines, written."""
    written = [
        line if isinstance(line.said, str) else Line(line.id, line.said(), *line[2:])
        for line in lines
    ]
    return Block(block.source, block.rank, block.heading, tuple(written), block.group)


def _by_rank(blocks: Sequence[Block]) -> list[tuple[int, int, Line]]:
    """Every line with its place in the text and its block, in the order in which they are taken.

    Blocks of one rank take turns: a long one must not leave the others without their first.
    """
    lines: list[tuple[int, int, Line]] = []
    ranked = []
    for position, (_, usual, _, own, _) in enumerate(blocks):
        turns: dict[int, int] = {}
        for line in own:
            rank = line.rank
            if rank is None:
                rank = usual
            turn = turns[rank] = turns.get(rank, -1) + 1
            place = len(lines)
            # One number instead of three: they are sorted in a third of the time.
            ranked.append((rank * MOST + turn) * MOST + place)
            lines.append((place, position, line))
    ranked.sort()
    return [lines[order % MOST] for order in ranked]


def text_of(blocks: Sequence[Block]) -> str:
    """Blocks as they are read; those of one group that stand together share its heading."""
    return _written(blocks, [0 for block in blocks for _ in block.lines])[0]


def _written(blocks: Sequence[Block], costs: Sequence[int]) -> tuple[str, list[list[Any]]]:
    """The text, and where each line stands in it, with what each costs."""
    parts: list[str] = []
    placed: list[list[Any]] = []
    group, at = "", 0
    cost = iter(costs)
    for block in blocks:
        if block.group not in ("", group):
            parts.append(block.group)
            at += len(block.group) + len(BETWEEN)
        group = block.group
        said = [block.heading]
        at += len(block.heading)
        for row_id, told, rank, of, _ in block.lines:
            text = told if isinstance(told, str) else told()
            at += 1  # the end of the line before
            worth = block.rank if rank is None else rank
            where = [block.source, row_id, worth, next(cost), at, len(text)]
            placed.append([*where, list(of)] if of else where)
            said.append(text)
            at += len(text)
        parts.append("\n".join(said))
        at += len(BETWEEN)
    return BETWEEN.join(parts), placed
