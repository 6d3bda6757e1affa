"""Which modes hear of each other: what was said in one is not brought into a foreign one.

Every turn carries the mode in which it was said. Facts and memories carry none: what was learned
is the agent's, wherever it works.
"""

from typing import Final

from wakeline.model.log import Mode

# Chat and booth are one conversation in two places. Code stands apart from both, and so does a
# robot, which nobody talks with.
SHARED: Final[dict[Mode, tuple[Mode, ...]]] = {
    "chat": ("chat", "booth"),
    "booth": ("booth", "chat"),
    "code": ("code",),
    "robot": ("robot",),
}


def is_shared(said_in: Mode, mode: Mode) -> bool:
    """Whether what was said in one mode may be brought into another."""
    return said_in in SHARED[mode]
