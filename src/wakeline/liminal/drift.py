"""How far a state has drifted since it was last known, in which direction, and in what words.

Compares two texts by their words and, if both have vectors, by their meaning. It does not know
when states are compared, where they are stored, or what an embedder is: the distance is handed
in, on the common scale of all embedders (`minds/calibration.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final
from unicodedata import normalize

from wakeline.base.digest import sha256_hex
from wakeline.liminal import reversal
from wakeline.liminal.drift_words import describe_drift
from wakeline.liminal.opposites import BEING
from wakeline.liminal.reversal import reverses
from wakeline.minds.state_distance import state_pieces
from wakeline.model.liminal import DriftObservation, Measure, Valence

REVERSED: Final = 0.9
MOST_BY_LENGTH: Final = 0.5  # the most that a difference in length alone can give
GROWTH_WORDS: Final = frozenset({"more", "deeper", "stronger", "clearer", "better"})
LOSS_WORDS: Final = frozenset({"less", "weaker", "lost", "faded", "diminished"})

_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_USED_TO: Final = re.compile(r"\bused\s{1,9}to\b", re.IGNORECASE)
_LONGEST_BEING: Final = 16  # characters before "used to" in which a form of "be" is looked for


def detect_drift(
    domain: str,
    subject: str,
    current: str,
    remembered: str,
    *,
    noticed_at: datetime,
    gap_id: str | None = None,
    source_ids: Sequence[str] = (),
    distance: float | None = None,
    id: str = "",
) -> DriftObservation | None:
    """The drift of a state; None if nothing was remembered or nothing is different.

    `distance` is that of `minds.state_distance`, if both states have vectors. States that differ
    in white space alone are the same.
    """
    before, after = _folded(remembered), _folded(current)
    if not before or before == after:
        return None
    far = drift_magnitude(remembered, current, distance)
    valence = drift_valence(remembered, current)
    measure: Measure = "words" if distance is None else "meaning"
    told = describe_drift(
        domain,
        subject,
        magnitude=far,
        valence=valence,
        measure=measure,
        is_whole=_is_compared_whole(remembered, measure) and _is_compared_whole(current, measure),
        seed=_seed(domain, subject, before, after),
    )
    return DriftObservation(
        id=id,
        noticed_at=noticed_at,
        domain=domain,
        subject=subject,
        before=remembered,
        after=current,
        gap_id=gap_id,
        magnitude=far,
        measure=measure,
        discovery_experience=told,
        drift_valence=valence,
        source_ids=tuple(source_ids),
    )


def drift_magnitude(before: str, after: str, distance: float | None = None) -> float:
    """How far a state has moved, in 0..1: by meaning if `distance` is given, else by words."""
    if distance is None:
        return lexical_magnitude(before, after)
    if not 0 <= distance <= 1:
        raise ValueError(f"a distance of {distance} is not on the scale from 0 to 1")
    return max(REVERSED if reverses(before, after) else 0.0, distance)


def lexical_magnitude(before: str, after: str) -> float:
    """0.9 for a reversal, else half of the relative difference in length."""
    if reverses(before, after):
        return REVERSED
    shorter, longer = sorted((len(before), len(after)))
    return MOST_BY_LENGTH * (1 - shorter / longer) if longer else 0.0


def drift_valence(before: str, after: str) -> Valence:
    """Which way a state has moved, by indicator words that it has gained.

    Recovery comes before loss, loss before growth, growth before change.
    """
    if _past_habits(before) > _past_habits(after):
        return "recovery"
    for valence, words in _INDICATORS:
        if _count(after, words) > _count(before, words):
            return valence
    return "change"


_INDICATORS: Final[tuple[tuple[Valence, frozenset[str]], ...]] = (
    ("loss", LOSS_WORDS),
    ("growth", GROWTH_WORDS),
)


def _count(text: str, words: frozenset[str]) -> int:
    return sum(word in words for word in _WORD.findall(text.lower()))


def _past_habits(text: str) -> int:
    """How often "used to" means a past habit: "is used to" means a present one."""
    count = 0
    for found in _USED_TO.finditer(text):
        earlier = text[max(0, found.start() - _LONGEST_BEING) : found.start()]
        words = earlier.lower().replace("’", "'").split()
        count += not words or words[-1] not in BEING
    return count


def _is_compared_whole(text: str, measure: Measure) -> bool:
    if measure == "meaning":
        return state_pieces(text).is_whole
    return len(text) <= reversal.MOST_CHARACTERS


def _seed(*parts: str) -> str:
    return sha256_hex("\0".join(parts).encode("utf-8", "replace"))


def _folded(text: str) -> str:
    return normalize("NFC", " ".join(text.split()))
