"""What a row needs to become a line of a wake: when it is, for whom, what stands around it.

It knows labels and moments, and no kind of row.
"""

from __future__ import annotations

from datetime import datetime, tzinfo
from functools import partial
from typing import Any

from wakeline.base.values import NamedTuple
from wakeline.context.assembly import Count, Line
from wakeline.context.framing import one_line
from wakeline.hydration.short_ids import short_id
from wakeline.hydration.wording import Framing
from wakeline.sessions.age import MONTHS, age_text

# How many tokens a label takes with the mark before its line and the end of it. An id of many
# digits takes more and most take less; a text that came out too long is counted line by line.
LABEL = 17
TRUST = 7  # where it is less than whole
SOURCE = 4  # where a row stands in another too
# Sources that share rows, in a word.
ALSO = {
    "RelevantMemories": "relevant",
    "IdentityMemories": "identity",
    "PinnedMemories": "pinned",
    "ProjectMemories": "project",
    "RecentMemories": "recent",
    "SurfacedMemory": "surfaced",
    "KeyFacts": "key",
    "ProjectFacts": "project",
}


class Page(NamedTuple):
    """What a row needs to be written down: when, for whom, and where else it was found."""

    now: datetime
    zone: tzinfo
    framing: Framing
    longest: int
    # The sources of a row that stands in several, by its id. It is written once.
    found_in: dict[str, list[str]]
    count: Count
    is_brief: bool = False
    # Projects and hints that have lines of their own, as a handoff lists them.
    listed_elsewhere: frozenset[str] = frozenset()
    # Of which thread the handoff is that is written here, if any.
    handed_on: str | None = None

    def label(self, row: Any, source: str, at: datetime | None, trust: float | None) -> str:
        """What fences a recalled text: id, age, trust below 1, and in which sources it also is.

        The heading above names its source, and the first block says what no trust means.
        """
        age = "" if at is None else f" · {age_text(at, self.now, humane=True)}"
        trusted = "" if trust is None or trust >= 1 else f" · trust {trust:g}"
        found_in = self.found_in.get(row.id)
        also = ""
        if found_in is not None:
            others = [ALSO.get(name, name) for name in found_in if name != source]
            also = f" · also {', '.join(others)}"
        return f"[{short_id(row.id)}{age}{trusted}{also}]"

    def around(self, row_id: str, trust: float | None) -> int:
        """The tokens of a label and of the line around it."""
        tokens = LABEL if trust is None or trust >= 1 else LABEL + TRUST
        found_in = self.found_in.get(row_id)
        return tokens if found_in is None else tokens + SOURCE * (len(found_in) - 1)

    def cut(self, text: str, tokens: int) -> int:
        """The tokens of a text that takes so many as it stands, when it is shortened."""
        if len(text) <= self.longest:
            return tokens
        return min(tokens, self.count(shortened(one_line(text), self.longest)))

    def listed(
        self,
        row: Any,
        source: str,
        at: datetime,
        trust: float | None,
        said: str,
        rank: int | None = None,
    ) -> Line:
        """A row that brings no tokens, counted here: the label need not be."""
        tokens = self.count(said) + self.around(row.id, trust)
        write = partial(self._labelled, row, source, at, trust, said)
        return Line(row.id, write, rank, (), tokens)

    def _labelled(self, row: Any, source: str, at: datetime, trust: float | None, said: str) -> str:
        return f"{said} {self.label(row, source, at, trust)}"


def moment(at: datetime, zone: tzinfo, *, now: datetime | None = None) -> str:
    """A moment as the person would write it: `15 Nov 2026 09:02`; given `now`, without its year."""
    local = at.astimezone(zone)
    # Not by `strftime`: it is slow, and names months in whatever language the process speaks.
    day = f"{local.day} {MONTHS[local.month - 1]}"
    if now is None or now.astimezone(zone).year != local.year:
        day += f" {local.year}"
    return f"{day} {local.hour:02}:{local.minute:02}"


def shortened(text: str, longest: int) -> str:
    """A text of at most so many characters; the last says that there was more."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
