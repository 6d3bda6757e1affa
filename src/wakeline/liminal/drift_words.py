"""The description of a drift for the agent, in one or two calm sentences.

It says what the two states show and how they were compared, and nothing about feelings. A seed
chooses the wording, so the same drift always reads the same and many drifts read differently.
It does not know how a magnitude was computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from wakeline.base.digest import sha256_hex
from wakeline.context.framing import one_line
from wakeline.model.liminal import Measure, Valence

Band = Literal["slight", "some", "marked", "reversed"]
Kind = Literal["self", "relation", "work", "fact", "other"]

MOST_SUBJECT: Final = 80
SLIGHT: Final = 0.05
SOME: Final = 0.3
REVERSED: Final = 0.9

# The first of these words that is in a domain's name gives its kind.
KINDS: Final[tuple[tuple[str, Kind], ...]] = (
    ("personality", "self"),
    ("identity", "self"),
    ("emotion", "self"),
    ("self", "self"),
    ("relation", "relation"),
    ("person", "relation"),
    ("standing", "relation"),
    ("project", "work"),
    ("task", "work"),
    ("work", "work"),
    ("status", "work"),
    ("fact", "fact"),
    ("knowledge", "fact"),
)
NAMED: Final[dict[Kind, tuple[str, ...]]] = {
    "self": ("The text on {}", "What is set down under {}"),
    "relation": ("The note on {}", "What is noted of {}"),
    "work": ("The status of {}", "What is recorded of {}"),
    "fact": ("What holds of {}", "The entry for {}"),
    "other": ("What is written of {}", "The record of {}"),
}
SAID: Final[dict[Band, tuple[str, ...]]] = {
    "slight": (
        "reads almost as it did; a few words are different.",
        "is nearly as it was left.",
        "was touched up and says much the same.",
    ),
    "some": (
        "has moved a little from what was remembered.",
        "is recognisable, and not quite the same.",
        "says in part something else than it did.",
    ),
    "marked": (
        "has changed a good deal; what was remembered no longer covers it.",
        "is clearly another than the one that was remembered.",
        "has to be read anew: little of the remembered state is left in it.",
    ),
    "reversed": (
        "now says the opposite of what was remembered.",
        "has turned around; the remembered state no longer holds.",
        "denies what it said before.",
    ),
}
TOLD: Final[dict[Valence, tuple[str, ...]]] = {
    "growth": ("Its words speak of growth.", "It tells of more than before."),
    "loss": ("Its words speak of a loss.", "It tells of less than before."),
    "recovery": (
        "The remembered state told of something past, which this one does not.",
        "What was told as past before is told so no more.",
    ),
    "change": ("",),
}
BY_WORDS: Final = "Judged by the words alone."
IN_PART: Final = "The texts are long: not all of them was compared."


def describe_drift(
    domain: str,
    subject: str,
    *,
    magnitude: float,
    valence: Valence,
    measure: Measure,
    is_whole: bool,
    seed: str,
) -> str:
    """The sentences that describe a drift."""
    name = one_line(subject.replace("_", " "))[:MOST_SUBJECT].strip() or "this"
    said = [
        f"{_one(NAMED[domain_kind(domain)], seed, 'named').format(name)} "
        f"{_one(SAID[magnitude_band(magnitude)], seed, 'said')}",
        _one(TOLD[valence], seed, "told"),
        BY_WORDS if measure == "words" else "",
        "" if is_whole else IN_PART,
    ]
    return " ".join(sentence for sentence in said if sentence)


def magnitude_band(magnitude: float) -> Band:
    if magnitude >= REVERSED:
        return "reversed"
    if magnitude >= SOME:
        return "marked"
    return "some" if magnitude >= SLIGHT else "slight"


def domain_kind(domain: str) -> Kind:
    name = domain.lower()
    return next((kind for word, kind in KINDS if word in name), "other")


def _one(wordings: Sequence[str], seed: str, part: str) -> str:
    return wordings[int(sha256_hex(f"{part}\n{seed}".encode())[:8], 16) % len(wordings)]
