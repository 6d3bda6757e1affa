"""What every line of a wake needs: the moment, the time zone, the framing, the labels.

It knows labels and moments, and no kind of row.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from operator import add
from typing import Any, NamedTuple

from wakeline.context.assembly import Count, LazyLines
from wakeline.context.framing import one_line
from wakeline.hydration.short_ids import short_id
from wakeline.hydration.wording import Framing
from wakeline.language.ages import MONTHS, age

# The tokens of a label, with the mark before its line and the line end. An id of many digits takes
# more, most take less; if the whole text comes out too long, it is counted again line by line.
LABEL = 17
TRUST = 7  # if it is below 1
SOURCE = 4  # for each other source that has the row
# One word for each source that shares rows with others.
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


class WakePage(NamedTuple):
    """What is needed to write a row as a line: when, for whom, and its other sources."""

    now: datetime
    zone: tzinfo
    framing: Framing
    longest: int
    # The sources of a row that several have, by its id. It is written once.
    found_in: dict[str, list[str]]
    count: Count
    is_brief: bool = False
    # Projects and hints that have lines of their own, in the words of a handoff.
    listed_elsewhere: frozenset[str] = frozenset()
    # The thread of the session handoff in this wake, if any.
    handoff_thread: str | None = None

    def label(self, row_id: str, source: str, at: datetime, trust: float | None) -> str:
        """The label of a recalled text: id, age, trust if below 1, and its other sources.

        The heading above names its source; the first block explains a missing trust.
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

    def label_costs(
        self, rows: Sequence[Any], *, trusted: bool = True
    ) -> tuple[list[str], list[int]]:
        """The ids of some rows, and the tokens of each label with its line end."""
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

    def tokens_when_cut(self, text: str, tokens: int) -> int:
        """The tokens of a text after shortening; `tokens` is its count in full."""
        if len(text) <= self.longest:
            return tokens
        return min(tokens, self.count(shorten(one_line(text), self.longest)))

    def list_rows(
        self,
        source: str,
        rows: Sequence[Any],
        moments: Sequence[datetime],
        said: Sequence[str],
        ranks: Sequence[int | None] | None = None,
        *,
        trusted: bool = True,
    ) -> LazyLines:
        """Lines of rows without a token count: their texts are counted here, labels estimated.

        `moments` give their age. Without `trusted` no trust is shown.
        """
        ids, around = self.label_costs(rows, trusted=trusted)
        tokens = list(map(add, map(self.count, said), around))

        def write(told: tuple[Any, datetime, str]) -> str:
            row, at, text = told
            trust = row.trust if trusted else None
            return f"{text} {self.label(row.id, source, at, trust)}"

        told = list(zip(rows, moments, said, strict=True))
        return LazyLines(ids, ranks or [None] * len(ids), tokens, told, write)


def local_moment(at: datetime, zone: tzinfo, *, now: datetime | None = None) -> str:
    """A moment as the person would write it: `15 Nov 2026 09:02`; given `now`, without its year."""
    local = at.astimezone(zone)
    # Not by `strftime`: it is slow, and names months in whatever language the process speaks.
    day = f"{local.day} {MONTHS[local.month - 1]}"
    if now is None or now.astimezone(zone).year != local.year:
        day += f" {local.year}"
    return f"{day} {local.hour:02}:{local.minute:02}"


def shorten(text: str, longest: int) -> str:
    """The text, cut to at most `longest` characters; an ellipsis marks the cut."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
