"""Who looks after an agent as it wakes, and speaks when it has cause to."""

from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from wakeline.model.memory import Fact


class Circumstances(NamedTuple):
    """What a guardian is told. What nobody knows is None or empty."""

    now: datetime
    away: timedelta | None
    entropy: float | None  # the highest of the last exchanges
    unfinished: tuple[str, ...]  # actions of which nobody knows whether they happened
    ended_facts: tuple[Fact, ...]


class Grounding(NamedTuple):
    """What a guardian says, and why: each cause by its name."""

    causes: tuple[str, ...]
    message: str


class Guardian(Protocol):
    """Grounds an agent at a wake."""

    def grounding(self, seen: Circumstances) -> Grounding | None:
        """What the agent should hear first, or None if there is no cause."""
