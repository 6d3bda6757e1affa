"""The text of a wake in four stages, each delivered from a level of orientation on.

Who the agent is comes first, then its relationships, then its work, and last what others want
of it. Every block is in exactly one stage. It does not know what level the agent has reached.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, Final

from wakeline.context.assembly import BETWEEN, Block, Count, Line, text_of
from wakeline.model.context import Stage, StageName

LEVELS: Final[dict[StageName, float]] = {
    "identity": 0.0,
    "relationships": 0.25,
    "operational": 0.5,
    "notifications": 0.75,
}
# The stage of all sources that are not named here.
OTHERS: Final[StageName] = "operational"
OF_SOURCE: Final[dict[str, StageName]] = {
    "Welcome": "identity",
    "Identity": "identity",
    "Documents": "identity",
    "Personality": "identity",
    "Gap": "identity",
    "GroundingMessage": "identity",
    "Guards": "identity",
    "Decisions": "identity",  # what is not to be done is known before anything is
    "IdentityMemories": "relationships",
    "PinnedMemories": "relationships",
    "SurfacedMemory": "relationships",
    "CoreTeamDoc": "relationships",
    "Notifications": "notifications",
    "Hints": "notifications",
}
# All documents have one source. Those that protect are in the first stage: they always hold.
OF_DOCUMENT: Final[dict[str, StageName]] = {
    "<person>": "relationships",
    "<preferences>": "relationships",
    "<environment_knowledge>": "operational",
}


def stage_of(block: Block) -> StageName:
    """The stage in which a block is delivered."""
    if block.source == "Documents" and block.heading in OF_DOCUMENT:
        return OF_DOCUMENT[block.heading]
    return OF_SOURCE.get(block.source, OTHERS)


def blocks_of(text: str, lines: Sequence[Sequence[Any]]) -> list[Block]:
    """The blocks of a stored text, rebuilt from the places of its lines (see `Wake`)."""
    found: list[Block] = []
    group, end = "", 0
    for source, row_id, rank, tokens, at, length, *of in sorted(lines, key=itemgetter(4)):
        line = Line(row_id, text[at : at + length], rank, tuple(of[0]) if of else (), tokens)
        between = text[end:at]
        end = at + length
        if found and between == "\n":
            found[-1] = found[-1]._replace(lines=(*found[-1].lines, line))
            continue
        # Above a block is its heading, and above that its group's where the group begins.
        *above, heading = between.strip("\n").split(BETWEEN)
        group = above[-1] if above else group
        found.append(Block(source, rank, heading, (line,), group))
    return found


def stages(blocks: Sequence[Block], count: Count) -> tuple[Stage, ...]:
    """The stages in their order, each with its text. Empty ones are left out."""
    found = []
    headed: set[str] = set()
    for name, level in LEVELS.items():
        own = [block for block in blocks if stage_of(block) == name]
        if not own:
            continue
        # A heading over several blocks is written once, above the first of them.
        shown = [block._replace(group="") if block.group in headed else block for block in own]
        headed.update(block.group for block in own)
        text = text_of(shown)
        sources = tuple(dict.fromkeys(block.source for block in own))
        found.append(Stage(name, level, text, count(text), sources))
    return tuple(found)
