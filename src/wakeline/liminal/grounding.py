"""A guardian made of rules: what an agent should read first after a wake that may mislead it.

Each rule looks at one circumstance and returns a sentence or None. It does not know where
the circumstances come from, and adds nothing to them.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from wakeline.context.framing import one_line
from wakeline.language.ages import span_text
from wakeline.model.cognition import UNSETTLED
from wakeline.ports.guardian import Circumstances, Grounding

LONG_GAP: Final = timedelta(days=3)
MOST_NAMED: Final = 5


def _long_gap(seen: Circumstances) -> str | None:
    if seen.away is None or seen.away < LONG_GAP:
        return None
    return (
        f"{span_text(seen.away)} have passed: what is written here is how things stood. Look "
        "before you rely on it."
    )


def _high_entropy(seen: Circumstances) -> str | None:
    if seen.entropy is None or seen.entropy <= UNSETTLED:
        return None
    return (
        f"What was said last was unsettled (entropy {seen.entropy:.2f}). Go slowly, keep to what "
        "is recorded, and say so where you are unsure."
    )


def _unfinished(seen: Circumstances) -> str | None:
    if not seen.unfinished:
        return None
    return f"Not finished, and not to be repeated unseen: {_named(seen.unfinished)}. Check first."


def _ended_facts(seen: Circumstances) -> str | None:
    if not seen.ended_facts:
        return None
    keys = tuple(fact.key for fact in seen.ended_facts)
    return f"No longer true since you were last here, with nothing in their place: {_named(keys)}."


def _named(names: tuple[str, ...]) -> str:
    more = len(names) - MOST_NAMED
    shown = "; ".join(one_line(name) for name in names[:MOST_NAMED])
    return f"{shown} and {more} more" if more > 0 else shown


RULES: Final[dict[str, Callable[[Circumstances], str | None]]] = {
    "long_gap": _long_gap,
    "high_entropy": _high_entropy,
    "unfinished_action": _unfinished,
    "expired_facts": _ended_facts,
}


class RuleGuardian:
    """A guardian that speaks if at least one rule applies."""

    def grounding(self, seen: Circumstances) -> Grounding | None:
        said = {name: text for name, rule in RULES.items() if (text := rule(seen)) is not None}
        return Grounding(tuple(said), " ".join(said.values())) if said else None
