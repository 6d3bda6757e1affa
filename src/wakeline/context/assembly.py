"""Blocks of lines, in the order they are read, held to a budget of tokens.

A block has a rank: the lowest ranks are filled first, whatever their place in the
text. What does not fit is left out line by line and named. Never exceeds the budget.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from wakeline.model.context import Omitted

Count = Callable[[str], int]


class Line(NamedTuple):
    """One thing to say, and the row it comes from."""

    id: str
    text: str


class Block(NamedTuple):
    """A heading and its lines, from one source."""

    source: str
    rank: int
    heading: str
    lines: tuple[Line, ...]


class Assembled(NamedTuple):
    """The text, what it costs, and what did not fit."""

    text: str
    tokens: int
    omitted: tuple[Omitted, ...]


def assemble(blocks: Sequence[Block], budget: int, count: Count) -> Assembled:
    """Fill the budget by rank, then write the blocks in the order given."""
    room = budget
    chosen: dict[int, list[Line]] = {}
    omitted: list[Omitted] = []
    for position in sorted(range(len(blocks)), key=lambda i: (blocks[i].rank, i)):
        block = blocks[position]
        heading = count(block.heading + "\n\n")
        taken: list[Line] = []
        for line in block.lines:
            cost = count(line.text + "\n") + (0 if taken else heading)
            if cost <= room:
                room -= cost
                taken.append(line)
            else:
                omitted.append(Omitted(block.source, line.id, cost))
        if taken:
            chosen[position] = taken
    parts = [
        "\n".join([blocks[i].heading, *(line.text for line in chosen[i])]) for i in sorted(chosen)
    ]
    text = "\n\n".join(parts)
    return Assembled(text, count(text), tuple(omitted))
