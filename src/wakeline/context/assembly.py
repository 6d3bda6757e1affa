"""Assemble blocks of lines into one text within a budget of tokens.

Every line has a rank, its own or its block's: the lowest ranks are filled first, whatever
their place in the text. Lines that do not fit are left out one by one and listed; where their
tokens are known they are not even written. The text never exceeds the budget.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, zip_longest
from typing import Any, NamedTuple, Protocol

from wakeline.model.context import Omitted, Share

Count = Callable[[str], int]
BETWEEN = "\n\n"  # blocks


class Line(NamedTuple):
    """One line of text, and the row it comes from. Without a rank it has that of its block.

    `tokens` is the most that it takes, with the line end, if its row has a token count.
    """

    id: str
    text: str
    rank: int | None = None
    of: tuple[str, ...] = ()  # other rows that it is about
    tokens: int | None = None


class Lines(Protocol):
    """The lines of a block: a tuple, or lines that are written when they are taken."""

    def __len__(self) -> int: ...

    def __getitem__(self, place: int, /) -> Line: ...

    def __iter__(self) -> Iterator[Line]: ...


class LazyLines(Lines):
    """Lines of rows whose tokens are known, as parallel lists. A line is written when it is taken.

    A wake has about two hundred candidates and writes a third of them.
    """

    __slots__ = ("ids", "ranks", "rows", "tokens", "write")

    def __init__(
        self,
        ids: Sequence[str],
        ranks: Sequence[int | None],
        tokens: Sequence[int],
        rows: Sequence[Any],
        write: Callable[[Any], str],
    ) -> None:
        self.ids = ids
        self.ranks = ranks
        self.tokens = tokens
        self.rows = rows
        self.write = write

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, place: int, /) -> Line:
        text = self.write(self.rows[place])
        return Line(self.ids[place], text, self.ranks[place], (), self.tokens[place])

    def __iter__(self) -> Iterator[Line]:
        return map(self.__getitem__, range(len(self.ids)))


class Block(NamedTuple):
    """A heading and its lines, from one source. Blocks of a group share the group's heading."""

    source: str
    rank: int
    heading: str
    lines: Lines
    group: str = ""


class AssembledText(NamedTuple):
    """The text, its tokens, what did not fit, the share of each source, and its blocks.

    `costs` are the tokens of all lines of the blocks, in their order.
    """

    text: str
    tokens: int
    omitted: tuple[Omitted, ...]
    shares: tuple[Share, ...]
    blocks: tuple[Block, ...] = ()
    costs: tuple[int, ...] = ()


def assemble(
    blocks: Sequence[Block], budget: int, count: Count, count_whole: Count | None = None
) -> AssembledText:
    """Fill the budget by rank, then write the blocks in the order given."""
    whole = count_whole or count
    found = _filled(blocks, budget, count, whole)
    if found.tokens > budget:
        # Rows of an older version may have too low a token count: count every line again.
        found = _filled([_uncounted(block) for block in blocks], budget, count, whole)
    return found


def _uncounted(block: Block) -> Block:
    return block._replace(lines=tuple(line._replace(tokens=None) for line in block.lines))


def _filled(
    blocks: Sequence[Block], budget: int, count: Count, count_whole: Count
) -> AssembledText:
    room = budget
    ids, costs, owners, starts, order = _by_rank(blocks, count)
    taken: dict[int, list[int]] = {}  # for each block, the places of its lines
    left_out: list[int] = []
    groups: set[str] = {""}
    headings = [count(block.heading + BETWEEN) for block in blocks]
    above = {group: count(group + BETWEEN) for group in {block.group for block in blocks}}
    for place in order:
        if place is None:
            continue
        cost, position = costs[place], owners[place]
        here = taken.get(position)
        if here is None:
            group = blocks[position].group
            cost += headings[position] if group in groups else headings[position] + above[group]
            costs[place] = cost
            if cost <= room:
                here = taken[position] = []
                groups.add(group)
        if here is None or cost > room:
            left_out.append(place)
            continue
        room -= cost
        here.append(place)
    # Sources are in the order in which their first lines were taken.
    shares: dict[str, list[int]] = {}
    for position, places in taken.items():
        share = shares.setdefault(blocks[position].source, [0, 0])
        share[0] += len(places)
        share[1] += sum([costs[place] for place in places])
    kept: list[Block] = []
    paid: list[int] = []
    for position, places in sorted(taken.items()):
        source, rank, heading, lines, group = blocks[position]
        start = starts[position]
        places.sort()
        own = tuple([lines[place - start] for place in places])
        kept.append(Block(source, rank, heading, own, group))
        paid += [costs[place] for place in places]
    omitted = [Omitted(blocks[owners[p]].source, ids[p], costs[p]) for p in left_out]
    told = [Share(source, *share) for source, share in shares.items()]
    text = text_of(kept)
    return AssembledText(
        text, count_whole(text), tuple(omitted), tuple(told), tuple(kept), tuple(paid)
    )


class _Ranked(NamedTuple):
    """Every line in text order, with its id, tokens and block; and the places in rank order."""

    ids: list[str]
    costs: list[int]
    owners: list[int]
    starts: list[int]  # of each block
    order: Iterator[int | None]  # None where a block has no line left


def _by_rank(blocks: Sequence[Block], count: Count) -> _Ranked:
    """The lines of some blocks, and the order in which they are taken.

    Blocks of one rank take turns, so that a long one does not take all the room.
    """
    ids: list[str] = []
    costs: list[int] = []
    owners: list[int] = []
    starts: list[int] = []
    of_rank: dict[int, list[list[int]]] = {}  # the places of each block
    for position, (_, usual, _, lines, _) in enumerate(blocks):
        start = len(ids)
        ranks: Sequence[int | None]
        if isinstance(lines, LazyLines):
            ids += lines.ids
            costs += lines.tokens
            ranks = lines.ranks
        else:
            ids += [line.id for line in lines]
            costs += [_cost(line, count) for line in lines]
            ranks = [line.rank for line in lines]
        starts.append(start)
        owners += [position] * len(ranks)
        places: dict[int, list[int]] = {}
        for place, rank in enumerate(ranks, start):
            worth = usual if rank is None else rank
            if worth in places:
                places[worth].append(place)
            else:
                places[worth] = [place]
                of_rank.setdefault(worth, []).append(places[worth])
    turns = [zip_longest(*of_rank[rank]) for rank in sorted(of_rank)]
    order = chain.from_iterable(chain.from_iterable(turns))
    return _Ranked(ids, costs, owners, starts, order)


def _cost(line: Line, count: Count) -> int:
    return count(line.text + "\n") if line.tokens is None else line.tokens


def text_of(blocks: Sequence[Block]) -> str:
    """The text of some blocks; neighbours of one group share its heading."""
    found: list[str] = []
    above = ""
    for _, _, heading, lines, group in blocks:
        if group not in ("", above):
            found += (group, "")
        above = group
        found.append(heading)
        found += [line.text for line in lines]
        found.append("")
    return "\n".join(found[:-1])


def places_of(found: AssembledText) -> tuple[list[Any], ...]:
    """The place of each line in the text and its tokens, as `Wake` stores them."""
    placed: list[list[Any]] = []
    above, at = "", 0
    costs = iter(found.costs)
    for source, usual, heading, lines, group in found.blocks:
        if group not in ("", above):
            at += len(group) + len(BETWEEN)
        above = group
        at += len(heading)
        for row_id, text, rank, of, _ in lines:
            at += 1  # the end of the line before
            worth = usual if rank is None else rank
            where = [source, row_id, worth, next(costs), at, len(text)]
            placed.append([*where, list(of)] if of else where)
            at += len(text)
        at += len(BETWEEN)
    return tuple(placed)
