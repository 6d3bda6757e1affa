"""The table of patterns by which relations are read from sentences.

Chosen because people use these very words about themselves and others, and their meaning
is hardly ever in doubt: where somebody lives and works, family, what somebody likes, has
and decided, what software is made of. Each has a confidence: how certain such a sentence
is when both ends are named. English first.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal, NamedTuple

from wakeline.graph.names import KIN

Takes = Literal["name", "any"]

NAME: Final = r"[^\W\d_a-z][\w.'-]*(?:\s+(?:(?:de|da|van|von)\s+)?[^\W\d_a-z][\w.'-]*){0,4}"
WHO: Final = rf"(?P<s>\b(?:I|[Ww]e|[Yy]ou|[Hh]e|[Ss]he|[Tt]hey|[Ii]t)\b|{NAME})"
WHOSE: Final = rf"(?P<s>\b(?:[Mm]y|[Oo]ur|[Yy]our|[Hh]is|[Hh]er|[Tt]heir)\b|{NAME}'s)"
ADVERBS: Final = (
    r"(?:\s+(?:really|also|still|just|now|currently|always|absolutely|totally|actually|"
    r"definitely|usually|only|both|already|recently|mostly|truly|all|finally|even))*"
)
BE: Final = r"(?:'m|'s|'re|\s+(?:am|is|are|was|were))"
HAVE: Final = r"(?:'ve|'s|\s+(?:have|has|had))?"
ARTICLE: Final = r"(?:(?:the|a|an|my|our|this)\s+)?"
THING: Final = r"(?P<o>[^.,;:!?()\n\"“”]{2,90})"
NAMED: Final = rf"{ARTICLE}(?P<o>{NAME})"

PETS: Final = frozenset("dog cat puppy kitten horse parrot rabbit hamster bird pet turtle".split())
_ONE_WORD: Final = {
    "mom": "mother", "mum": "mother", "mama": "mother", "dad": "father", "papa": "father",
    "coworker": "colleague", "neighbor": "neighbour", "flatmate": "roommate", "manager": "boss",
    "fiance": "partner", "fiancé": "partner", "fiancee": "partner", "fiancée": "partner",
    "spouse": "partner", "grandma": "grandmother", "grandpa": "grandfather", "puppy": "dog",
    "kitten": "cat",
}  # fmt: skip
_RELATIVE: Final = rf"(?:[a-z]+\s+)?(?P<r>{'|'.join(sorted(KIN | PETS, key=len, reverse=True))})"


# Relations whose subject is a person, and relations whose both ends are people.
_BY_PEOPLE: Final = frozenset(
    """
    works_at worked_at works_as lives_in lived_in moved_to comes_from born_in born_on likes prefers
    dislikes never always allergic_to plays speaks studies
    """.split()
)
_BOTH_PEOPLE: Final = frozenset("whose_is is_whose is_the_of married_to".split())


class Pattern(NamedTuple):
    """One pattern. If `relation` is empty, the text names it (group `r`)."""

    name: str
    relation: str
    confidence: float
    triggers: frozenset[str]  # one of these words must be there before anything is matched
    wording: str
    takes: Takes
    states_preference: bool
    of_people: str  # which ends are people: "", "s" or "so"


def _pattern(
    name: str,
    confidence: float,
    triggers: str,
    wording: str,
    *,
    relation: str | None = None,
    takes: Takes = "any",
    states_preference: bool = False,
) -> Pattern:
    return Pattern(
        name,
        name if relation is None else relation,
        confidence,
        frozenset(triggers.split()),
        wording,
        takes,
        states_preference,
        "so" if name in _BOTH_PEOPLE else "s" if name in _BY_PEOPLE else "",
    )


@cache
def compile_pattern(wording: str) -> re.Pattern[str]:
    """A compiled pattern, made at first use: most are seldom needed."""
    return re.compile(wording)


def _says(verb: str, rest: str = "", *, o: str = THING) -> str:
    """A pattern of a subject, perhaps an adverb, a verb, and an object."""
    return rf"{WHO}{HAVE}{ADVERBS}\s+(?:{verb}){rest}\s+{o}"


_KIN_WORDS: Final = " ".join(KIN | PETS)

STATIC: Final[tuple[Pattern, ...]] = (
    # Where somebody works and lives.
    _pattern("works_at", 0.9, "work works working",
             rf"{WHO}{BE}?{HAVE}{ADVERBS}\s+(?:been\s+)?work(?:s|ing)?\s+(?:at|for)\s+{THING}"),
    _pattern("worked_at", 0.85, "worked", _says("worked", r"\s+(?:at|for)")),
    _pattern("works_as", 0.85, "work works working worked",
             rf"{WHO}{BE}?{HAVE}{ADVERBS}\s+work(?:s|ing|ed)?\s+as\s+{THING}"),
    _pattern("joined", 0.7, "joined join", _says("joined|joins"), takes="name"),
    _pattern("lives_in", 0.9, "live lives living lived",
             rf"{WHO}{BE}?{HAVE}{ADVERBS}\s+(?:been\s+)?liv(?:es?|ing)\s+in\s+{THING}"),
    _pattern("lived_in", 0.8, "lived", _says("lived", r"\s+in")),
    _pattern("moved_to", 0.85, "moved moving relocated",
             rf"{WHO}{BE}?{HAVE}{ADVERBS}\s+(?:moved|moving|relocated)\s+(?:back\s+)?to\s+{THING}"),
    _pattern("comes_from", 0.8, "from",
             rf"{WHO}(?:{BE}|\s+comes?|\s+came)\s+(?:originally\s+)?from\s+{NAMED}", takes="name"),
    _pattern("born_in", 0.9, "born", rf"{WHO}{BE}\s+born\s+in\s+{THING}"),
    _pattern("born_on", 0.9, "born", rf"{WHO}{BE}\s+born\s+on\s+{THING}"),
    # Who is whose.
    _pattern("whose_is", 0.9, _KIN_WORDS, relation="", takes="name",
             wording=rf"{WHOSE}\s+{_RELATIVE}\b,?\s+(?:(?:is|was)\s+)?(?:(?:called|named)\s+)?"
                     rf"(?P<o>{NAME})"),
    _pattern("is_whose", 0.9, _KIN_WORDS, relation="", takes="name",
             wording=rf"(?P<o>{NAME})(?:,|'s|\s+is|\s+was)\s+{WHOSE}\s+{_RELATIVE}\b"),
    _pattern("is_the_of", 0.9, _KIN_WORDS, relation="", takes="name",
             wording=rf"(?P<o>{NAME})\s+(?:is|was)\s+(?:the|a)\s+{_RELATIVE}\s+of\s+"
                     rf"(?P<s>{NAME}|mine)"),
    _pattern("married_to", 0.9, "married engaged",
             rf"{WHO}(?:{BE}|{HAVE}\s+(?:been|got))?\s+(?:married|engaged)(?:\s+to)?\s+{NAMED}",
             takes="name"),
    _pattern("has_named", 0.9, "named called", relation="", takes="name",
             wording=rf"{WHO}{HAVE}{ADVERBS}\s+(?:have|has|had|got|own|owns|adopted|bought)\s+"
                     rf"(?:a|an|two)\s+(?:[a-z]+\s+)?(?P<r>[a-z]+)\s+(?:named|called)\s+"
                     rf"(?P<o>{NAME})"),
    _pattern("name_is", 0.95, "name", rf"{WHOSE}\s+name\s+(?:is|'s)\s+(?P<o>{NAME})",
             relation="name", takes="name"),
    # What somebody likes, and does as a rule.
    _pattern("likes", 0.8, "like likes love loves enjoy enjoys adore adores liked loved",
             _says("likes?|loves?|enjoys?|adores?|liked|loved"), states_preference=True),
    _pattern("prefers", 0.85, "prefer prefers", _says("prefers?"), states_preference=True),
    _pattern("dislikes", 0.8, "hate hates dislike dislikes detest detests don't can't doesn't",
             _says(r"hates?|dislikes?|detests?|(?:don't|doesn't|do not|does not)\s+"
                   r"(?:really\s+)?(?:like|enjoy)|can't\s+stand"),
             states_preference=True),
    _pattern("favourite", 0.9, "favorite favourite",
             rf"{WHOSE}\s+favou?rite\s+(?P<q>[a-z-]+(?:\s+[a-z]+)?)\s+(?:is|are)\s+{THING}",
             states_preference=True),
    _pattern("never", 0.6, "never", rf"{WHO}\s+never\s+(?P<o>[a-z][^.,;:!?()\n]{{2,80}})",
             states_preference=True),
    _pattern("always", 0.6, "always", rf"{WHO}\s+always\s+(?P<o>[a-z][^.,;:!?()\n]{{2,80}})",
             states_preference=True),
    _pattern("allergic_to", 0.9, "allergic", rf"{WHO}{BE}{ADVERBS}\s+allergic\s+to\s+{THING}"),
    # What somebody has, does and decided.
    _pattern("owns", 0.8, "own owns", _says("owns?")),
    _pattern("bought", 0.7, "bought", _says("bought")),
    _pattern("plays", 0.75, "play plays", _says("plays?")),
    _pattern("speaks", 0.75, "speak speaks", _says("speaks?", o=NAMED), takes="name"),
    _pattern("studies", 0.8, "study studies studying studied",
             rf"{WHO}{BE}?{HAVE}{ADVERBS}\s+stud(?:y|ies|ied|ying)\s+{THING}"),
    _pattern("decided_against", 0.85, "against", _says("decided", r"\s+against")),
    _pattern("decided_on", 0.8, "decided chose settled",
             _says(r"decided\s+on|chose|settled\s+on")),
    _pattern("decided_to", 0.75, "decided", _says("decided", r"\s+to")),
    # What things are made of.
    _pattern("uses", 0.75, "use uses using used",
             rf"{WHO}{BE}?{HAVE}{ADVERBS}\s+us(?:es?|ing)\s+{NAMED}", takes="name"),
    _pattern("switched_to", 0.8, "switched migrated",
             _says("switched|migrated", r"(?:\s+from\s+[^.,;\n]{1,40}?)?\s+to", o=NAMED),
             takes="name"),
    _pattern("part_of", 0.85, "part belongs",
             rf"{WHO}(?:{BE}\s+(?:a\s+)?part\s+of|\s+belongs\s+to)\s+{NAMED}", takes="name"),
    _pattern("depends_on", 0.85, "depends depend relies",
             rf"{WHO}{ADVERBS}\s+(?:depends?|relies)\s+on\s+{NAMED}", takes="name"),
    _pattern("runs_on", 0.8, "runs run deployed hosted",
             rf"{WHO}(?:\s+runs?|{BE}\s+(?:deployed|hosted|running))\s+on\s+{NAMED}", takes="name"),
    _pattern("written_in", 0.85, "written",
             rf"{WHO}{BE}\s+(?:written|built)\s+(?:in|with)\s+{NAMED}", takes="name"),
)  # fmt: skip
BY_NAME: Final = {pattern.name: pattern for pattern in STATIC}
TRIGGERS: Final[frozenset[str]] = frozenset().union(*(pattern.triggers for pattern in STATIC))
BY_TRIGGER: Final = {
    word: tuple(pattern for pattern in STATIC if word in pattern.triggers) for word in TRIGGERS
}
RELATIONS: Final = frozenset(pattern.relation or pattern.name for pattern in STATIC)
NAMED_BY_TEXT: Final = KIN | PETS

MODEL: Final = "model"
MODEL_CONFIDENCE: Final = 0.5

# -- patterns learnt from a home's own texts

LEAST_SEEN: Final = 3  # before a shape counts as a pattern
LEAST_YIELD: Final = 0.25  # share of its matches that found a new triple
SEEN_BEFORE_RETIRING: Final = 8
DISCOVERED_CONFIDENCE: Final = 0.5
SHAPE: Final = (
    rf"(?P<s>{NAME})\s+(?P<r>[a-z]{{3,}}(?:s|ed)(?:\s+(?:to|for|with|at|on|in|by|from|about))?)\s+"
    rf"(?P<o>{NAME})"
)
_NO_VERBS: Final = frozenset(
    """
    this was has does always sometimes perhaps besides across its his hers theirs ours yours plus
    thus less towards afterwards days weeks months years things times miles pounds need feed speed
    indeed said goes hundred hundreds thousands kids friends guys girls boys lets versus minus
    """.split()
)


_FAVOURITE: Final = re.compile(r"favou?rite\s+([a-z-]+)")


def relation_word(word: str) -> str:
    """The one name of a relation with several words: a mum is a mother."""
    return _ONE_WORD.get(word, word)


def learnable_relation(verb: str) -> str | None:
    """The relation that a verb between two names states; None if it should not be learnt."""
    plain = " ".join(verb.split())
    first = plain.split()[0]
    if first in _NO_VERBS or first in TRIGGERS or first in NAMED_BY_TEXT or plain in RELATIONS:
        return None
    return plain


def asked_relations(question: str) -> frozenset[str]:
    """The relations that a question is about, by its words."""
    words = {word.strip("?!.,'\"").removesuffix("'s") for word in question.lower().split()}
    found = {relation_word(word) for word in words & NAMED_BY_TEXT}
    for pattern in STATIC:
        if pattern.relation and words & (pattern.triggers | {pattern.relation}):
            found.add(pattern.relation)
    found |= {f"favourite {thing}" for thing in _FAVOURITE.findall(question.lower())}
    return frozenset(found | ({"married_to"} if words & {"wife", "husband"} else set()))


def yield_score(seen: int, found: int) -> float:
    """The share of a pattern's matches that found something new."""
    return found / seen if seen else 0.0


def pattern_state(kind: str, seen: int, found: int) -> Literal["candidate", "active", "retired"]:
    """Whether a pattern's findings count. Those of the static table always do."""
    if kind != "discovered":
        return "active"
    if seen < LEAST_SEEN:
        return "candidate"
    is_idle = seen >= SEEN_BEFORE_RETIRING and yield_score(seen, found) < LEAST_YIELD
    return "retired" if is_idle else "active"
