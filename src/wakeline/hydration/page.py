"""What a row needs to become a line of a wake: when it is, for whom, what stands around it.

It knows labels and moments, and no kind of row.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from operator import add
from typing import Any, NamedTuple

from wakeline.context.assembly import Count, Unwritten
from wakeline.context.framing import one_line
from wakeline.hydration.short_ids import short_id
from wakeline.hydration.wording import Framing
from wakeline.language.ages import MONTHS, age

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

    def label(self, row_id: str, source: str, at: datetime, trust: float | None) -> str:
        """What fences a recalled text: id, age, trust below 1, and in which sources it also is.

        The heading above names its source, and the first block says what no trust means.
        """
        also = ""
        if trust is not None and trust < 1:
            also = f" · trust {trust:g}"
        if row_id in self.found_in:
            others = [ALSO.get(name, name) for name in self.found_in[row_id] if name != source]
            also += f" · also {', '.join(others)}"
        # One text of all its parts: a wake has a hundred of these.
        count, unit = age(at, self.now)
        plural = "" if count == 1 else "s"
        return f"[{short_id(row_id)} · {count} {unit}{plural} ago{also}]"

    def around(self, rows: Sequence[Any], *, trusted: bool = True) -> tuple[list[str], list[int]]:
        """The ids of some rows, and the tokens of their labels and of the lines around them."""
        found_in = self.found_in
        ids: list[str] = []
        tokens: list[int] = []
        for row in rows:
            row_id = row.id
            cost = LABEL + TRUST if trusted and row.trust < 1 else LABEL
            if row_id in found_in:
                cost += SOURCE * (len(found_in[row_id]) - 1)
            ids.append(row_id)
            tokens.append(cost)
        return ids, tokens

    def cut(self, text: str, tokens: int) -> int:
        """The tokens of a text that takes so many as it stands, when it is shortened."""
        if len(text) <= self.longest:
            return tokens
        return min(tokens, self.count(shortened(one_line(text), self.longest)))

    def listed(
        self,
        source: str,
        rows: Sequence[Any],
        moments: Sequence[datetime],
        said: Sequence[str],
        ranks: Sequence[int | None] | None = None,
        *,
        trusted: bool = True,
    ) -> Unwritten:
        """Rows that bring no tokens, counted here: their labels need not be.

        Their age is told from `moments`. Not `trusted`: their trust is not told, or they have none.
        """
        ids, around = self.around(rows, trusted=trusted)
        tokens = list(map(add, map(self.count, said), around))

        def write(told: tuple[Any, datetime, str]) -> str:
            row, at, text = told
            trust = row.trust if trusted else None
            return f"{text} {self.label(row.id, source, at, trust)}"

        told = list(zip(rows, moments, said, strict=True))
        return Unwritten(ids, ranks or [None] * len(ids), tokens, told, write)


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
