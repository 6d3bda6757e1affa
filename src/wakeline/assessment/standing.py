"""The person's standing: four scores, each with a reason.

Reads and checks a page of them. It does not know how a score is found, nor who wrote it.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

SCORES: Final = ("Courage (grounding)", "Courage (self)", "Word", "Brand")
_LINE: Final = re.compile(
    r"^[-*]?\s*(?P<name>[^:]+?)\s*:\s*(?P<value>\S+?)(?:[,;]?\s+(?P<why>.+))?$"
)
_KNOWN: Final = {name.casefold(): name for name in SCORES}


class StandingScore(NamedTuple):
    """One of the four scores, from 0 to 1, and the reason for it."""

    name: str
    value: float
    why: str | None


def read_standing(text: str) -> list[StandingScore]:
    """The scores of a page, in its order. Raises ValueError if a line is no score.

    A line is `Word: 0.7, kept what was promised`; headings and empty lines are skipped.
    """
    found: dict[str, StandingScore] = {}
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        score = _score(line.strip())
        if score.name in found:
            raise ValueError(f"{score.name} has two scores")
        found[score.name] = score
    if not found:
        raise ValueError("it holds no score")
    return list(found.values())


def _score(line: str) -> StandingScore:
    read = _LINE.match(line)
    name = _KNOWN.get(read["name"].casefold()) if read else None
    if read is None or name is None:
        raise ValueError(f"{line!r} is none of {', '.join(SCORES)}")
    try:
        value = float(read["value"].rstrip(",;"))
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise ValueError(f"{name} is {read['value']!r}, not a number from 0 to 1")
    return StandingScore(name, value, read["why"])
