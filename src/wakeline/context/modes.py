"""Which modes share their turns: a turn of one mode is not shown in a mode apart from it.

Every turn has the mode in which it was said. Facts and memories have none: what the agent has
learned is its own, wherever it works.
"""

from typing import Final

from wakeline.model.log import Mode

# Chat and booth are one conversation in two places. Code is apart from both, and so is robot,
# in which nobody talks with the agent.
SHARED: Final[dict[Mode, tuple[Mode, ...]]] = {
    "chat": ("chat", "booth"),
    "booth": ("booth", "chat"),
    "code": ("code",),
    "robot": ("robot",),
}


def is_shared(said_in: Mode, mode: Mode) -> bool:
    """Whether a turn that was said in one mode may be shown in another."""
    return said_in in SHARED[mode]
