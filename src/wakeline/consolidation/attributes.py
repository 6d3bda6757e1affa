"""What a language model may say of somebody, and the words in a turn that must bear it out.

A closed list: a model chooses from it and words nothing itself, so what it read is kept under the
names that rules use and told in sentences that are ours. It does not know how a model is asked.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from wakeline.consolidation.when import Way
from wakeline.consolidation.words import NO_PLANS, PAST, VOWS, any_of
from wakeline.graph.names import KIN
from wakeline.graph.patterns import PETS, relation_word
from wakeline.model.consolidation import ExtractedKind

# "It looks like rain" is no liking.
_LIKE: Final = r"(?<!feel )(?<!look )(?<!looks )(?<!sounds )(?<!seems )(?<!felt )\blikes?\b"
_FOND: Final = (
    rf"{_LIKE}|\b(?:loves?|enjoys?|adores?|fond of|fan of|passionate about|keen on"
    r"|obsessed with|into)\b"
)
_DENIED: Final = r"(?:not|n't|n’t|never|no longer)\b[^.!?]{0,20}?"
_WORK: Final = r"\b(?:work(?:s|ing|ed)?|job|position|employed|hired|career)\b"


class Attribute(NamedTuple):
    """One thing that can be said: its sentence, and what of the turn's words says so."""

    kind: ExtractedKind
    says: str  # `s` is the subject, `v` the value
    evidence: str  # a wording that must stand in the quote
    value: str = r".+"  # what the value must look like
    is_single: bool = False
    way: Way = "past"
    is_own: bool = False  # told of what somebody has: "my sister Ana"
    about: str = ""  # for whoever is asked, where the name does not say it


def _fact(says: str, evidence: str, **how: object) -> Attribute:
    return Attribute("fact", says, evidence, **how)  # type: ignore[arg-type]


_NAMED: Final = r"[^\W\d_a-z].*"
_PLAIN: Final[dict[str, Attribute]] = {
    "lives_in": _fact(
        "{s} lives in {v}",
        r"\b(?:live|lives|living|based|(?:moved|relocated)(?: back)? to|settled) ?",
        value=_NAMED,
        is_single=True,
    ),
    "lived_in": _fact("{s} lived in {v}", r"\b(?:lived|used to live)\b", value=_NAMED),
    "comes_from": _fact("{s} comes from {v}", r"\bfrom\b", value=_NAMED, is_single=True),
    "grew_up_in": _fact("{s} grew up in {v}", r"\bgrew up\b", is_single=True),
    "works_as": _fact("{s} works as {v}", _WORK + r"[^.!?]{0,20}\bas\b", is_single=True),
    "works_at": _fact(
        "{s} works at {v}", _WORK + r"[^.!?]{0,20}\b(?:at|for|with)\b", is_single=True
    ),
    "works_on": _fact("{s} works on {v}", r"\bwork(?:s|ing|ed)? on\b"),
    "studies": _fact("{s} studies {v}", r"\b(?:stud(?:y|ies|ying|ied)|major(?:s|ing)? in)\b"),
    "learns": _fact("{s} is learning {v}", r"\blearn(?:s|ing)?\b"),
    "speaks": _fact("{s} speaks {v}", r"\b(?:speaks?|fluent in)\b", value=_NAMED),
    "plays": _fact("{s} plays {v}", r"\bplay(?:s|ing)?\b"),
    "has": _fact(
        "{s} has {v}",
        r"\b(?:have|has|'ve got|'s got|got|own(?:s|ed)?|bought|adopted)\b",
        about="a thing or an animal that is theirs",
    ),
    "allergic_to": _fact("{s} is allergic to {v}", r"\ballergic to\b"),
    "volunteers_at": _fact("{s} volunteers at {v}", r"\bvolunteer(?:s|ing|ed)?\b"),
    "likes": Attribute("preference", "{s} likes {v}", _FOND),
    "dislikes": Attribute(
        "preference",
        "{s} dislikes {v}",
        rf"(?<!n't )\b(?:hates?|dislikes?|detests?|can't stand|cannot stand)\b"
        rf"|{_DENIED}(?:{_FOND})",
    ),
    "prefers": Attribute("preference", "{s} prefers {v}", r"\bprefers?\b"),
    "wants": Attribute("preference", "{s} wants {v}", r"\b(?:wants?|hop(?:e|es|ing) to)\b"),
    "decided": Attribute(
        "decision",
        "{s} decided {v}",
        r"\b(?:decided|chose|made up \w+ mind|settled on)\b",
        way="future",
    ),
    "decided_against": Attribute(
        "decision",
        "{s} decided against {v}",
        r"\b(?:decided (?:not to|against)|won't|gave up on|not going to)\b",
        way="future",
    ),
    "plans": Attribute(
        "plan",
        "{s} plans {v}",
        r"\b(?:plan(?:s|ning)?|going|gonna|will|about|intend(?:s|ing)?)\b|'ll\b",
        value=rf"(?!(?:{NO_PLANS})\b).+",
        way="future",
    ),
    "promised": Attribute(
        "promise",
        "{s} promised {v}",
        r"\b(?:promis(?:e|ed|es)|will)\b|'ll\b",
        value=rf"(?:to\s+)?(?:{VOWS})\b.*",
        way="future",
    ),
    "did": Attribute(
        "event",
        "{s} {v}",
        r"(?=\w)",
        value=rf"(?:{PAST}).*",
        about="what happened to them or what they did, beginning with the verb",
    ),
}
_ALSO: Final = {
    plain: [word for word in (*KIN, *PETS) if relation_word(word) == plain]
    for plain in {relation_word(word) for word in (*KIN, *PETS)}
}


def _own(word: str) -> Attribute:
    is_pet = word in PETS
    return Attribute(
        "fact" if is_pet else "relation",
        f"{{s}}'s {word} is {'called ' if is_pet else ''}{{v}}",
        rf"\b(?:my|our)\s+(?:[a-z]+\s+)?(?:{any_of(' '.join(_ALSO[word]))})\b",
        value=_NAMED,
        is_own=True,
    )


ATTRIBUTES: Final[dict[str, Attribute]] = {
    **_PLAIN,
    **{word: _own(word) for word in sorted(_ALSO)},
}
