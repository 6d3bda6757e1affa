"""The guardian: looks at an agent's circumstances at a wake and grounds it if there is cause."""

from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from wakeline.model.memory import Fact


class Circumstances(NamedTuple):
    """What a guardian gets to know. What is unknown is None or empty."""

    now: datetime
    away: timedelta | None
    entropy: float | None  # the highest of the last exchanges
    unfinished: tuple[str, ...]  # actions of unknown outcome
    ended_facts: tuple[Fact, ...]


class Grounding(NamedTuple):
    """A guardian's message, and the names of its causes."""

    causes: tuple[str, ...]
    message: str


class Guardian(Protocol):
    """Grounds an agent at a wake."""

    def grounding(self, seen: Circumstances) -> Grounding | None:
        """What the agent should read first, or None if there is no cause."""
