"""Where a phrase ends, whether it stands by itself, and how it sounds in the third person.

A value that points at something outside itself ("it", "that one", "your idea") is none: it would
mean nothing next month. It does not know what the phrase is the value of.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from wakeline.consolidation.prose import BLANK

MOST_WORDS: Final = 16
LEAST_OF_CUT: Final = 2  # words that say something, in a phrase that went on
LEAST_OF_WHICH: Final = 3  # in one that went on to say which one is meant

_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_NEXT_THOUGHT: Final = (
    r"I|I'm|I've|I'll|I'd|we|we're|we've|we'll|it|it's|he|he's|she|she's|they|they're|you|you're|my"
    r"|our|the|that|that's|this|there|then|now|have|has|had|am|was|were|is|are|been|got|just|also"
    r"|can"
    r"|can't|will|won't|would|feel|felt|feels|think|really|so|want|wanted|see|saw|made|make|makes"
    r"|found|even|how|what|all|not|did|do|don't|everyone|everything|started|love|loved|hope|need"
    r"|met|helped|helps|learned|realized|let|lets|more|always|had|brings?|gives?|keeps?|ended|gonna"
    r"|going"
)
_CUT: Final = re.compile(
    r"(?:,(?!\d)|[;!?()]|:(?=\s|$)|\s[-–—]|-\s|\.(?=\s|$)|\x00|\s+(?:"
    r"but|because|'?cause|cuz|since|when|whenever|while|where|though|although|even|until|as|so|than"
    rf"|if|once|unless|before|after|considering|(?:and|or|plus)\s+(?:{_NEXT_THOUGHT})"
    r"|(?:that|which|who)\s+(?:I|we|you|he|she|it|they|my|our|your|the|everyone|people)"
    r"|I|I'm|I've|I'll|I'd|we|we're|we've|we'll|they|they're|he|she|he's|she's|it's|you've"
    r"|(?:and|or)$)(?![\w'])).*$",
    re.IGNORECASE | re.DOTALL,
)
# A clause that tells which one: "stories that tackle important issues".
_WHICH_ONE: Final = re.compile(
    r"(?:(?<=[a-z]{3}[^\Ws]s)|(?<=people)|(?<=children))\s+(?:that|who|which)(?=\s+[a-z]+\b)"
    r"|\s+(?:that|who|which)(?=\s+(?:(?:really|also|always|just|both)\s+)?(?:is|are|was|were|has"
    r"|have"
    r"|had|can|will|make|help|give|work|take|tell|show|share|need|[a-z]+s|[a-z]+ed)\b)",
    re.IGNORECASE,
)
_ANY_WHICH: Final = re.compile(r"\s+(?:that|who|which|what|how)\b.*$", re.IGNORECASE | re.DOTALL)
_IN_A_LIST: Final = re.compile(r"(?:,\s+[\w-]+){1,6},?\s+(?:and|or)\s+[\w-]+$")
_TELLS_WHICH: Final = re.compile(r"\s*(?:that|who|which|where|what|how|I|we)\b")
_VAGUE: Final = re.compile(
    r"[\s,]*\b(?:the\s+other\s+(?:day|night|week|weekend)|(?:just\s+)?(?:a\s+)?(?:few|couple"
    r"|couple\s+of"
    r"|several)\s+(?:days|weeks|months|years|hours|minutes)\s+(?:ago|back|later)|a\s+while\s+"
    r"(?:ago|back)"
    r"|not\s+(?:too\s+|so\s+|that\s+)?long\s+ago|(?:some|a\s+long)\s+time\s+ago|recently|lately"
    r"|these\s+days|so\s+far|at\s+the\s+moment|right\s+now|soon|someday|one\s+day|sometime)\b",
    re.IGNORECASE,
)
# Told from a day that the phrase does not name.
_UNRESOLVED: Final = re.compile(
    r"\b(?:yesterday|tomorrow|today|tonight|ago|upcoming|later|earlier|soon)\b"
    r"|\b(?:last|next|this|past|coming|previous)\s+(?:\w+\s+)?(?:night|week|weekend|month|year"
    r"|morning|"
    r"evening|afternoon|mon|tue|wed|thu|fri|sat|sun|spring|summer|fall|autumn|winter|season|time)",
    re.IGNORECASE,
)
_TAIL: Final = re.compile(
    r"(?:[\s,]+(?:too|so much|very much|a lot|as well|nowadays|anymore|though|actually|already"
    r"|myself"
    r"|honestly|again|for sure|more than anything|the most|and|or|especially|also|now|still|lol"
    r"|haha"
    r"|ya know|btw|you know|instead|for now|yet|either|just|really|even|then|finally|ever|at all"
    r"|fully"
    r"|:\)|<3))+$",
    re.IGNORECASE,
)
# A phrase that ends like this was cut in the middle.
_OPEN_END: Final = frozenset(
    """
    the a an my our his her their your to of for with at in on by from about into and or very so
    some any this that these those how what like as than is are was were be been being really not
    more most both such no through during between towards around over without also called named
    big small long new great good nice regular huge little beautiful amazing old different special
    make let help another other pretty quite i we got gotten sure regarding having feel way using
    fact out off up down few away
    """.split()
)
_BARE: Final = frozenset("went came saw took found met gave put set brought left said".split())
_UNITS: Final = frozenset("minutes hours days weeks months years".split())
_POINTING: Final = frozenset(
    """
    it its it's this that these those them they their theirs he she him his her hers you your yours
    you're there here such same similar something anything everything someone anyone somebody thing
    things stuff what how who why which whatever that's what's there's they're he's she's i'd i'm
    i've i'll we're we've itself themselves yourself latter former following
    vid pic pics photo picture ya u
    """.split()
)
_ANOTHER: Final = re.compile(
    r"\b(?:another|others?|ones?|both)(?=\s+(?:at|in|on|of|for|with|by|from|and|to|last|a|an"
    r"|the)\b|$)"
)
_EMPTY: Final = frozenset(
    """
    the a an my our me us we i to of for with at in on by from about into and or very so some any
    is are was were be been being not more most both no all also just really too lot lots much many
    bit kind sort good great nice awesome amazing cool fun best better new ton tons bunch blast time
    do does did doing done go going get getting got have has had having make making made keep can
    will up out off hard busy well there together
    """.split()
)
_SHIFTED: Final = {
    "i": "they", "i'm": "they are", "i've": "they have", "me": "them", "my": "their",
    "mine": "theirs", "myself": "themselves", "we": "they", "us": "them", "our": "their",
    "ours": "theirs", "ourselves": "themselves",
}  # fmt: skip
_FOR_OWN: Final = frozenset(word for shifted in _SHIFTED.values() for word in shifted.split())
_OWN: Final = re.compile(
    r"\b(?:" + "|".join(sorted(map(re.escape, _SHIFTED), key=len, reverse=True)) + r")\b",
    re.IGNORECASE,
)
_IRREGULAR: Final = {"have": "has", "do": "does", "go": "goes", "am": "is", "are": "is"}
_HISSING: Final = ("s", "x", "ch", "sh", "z")


class Phrase(NamedTuple):
    """A phrase up to where the next thought begins, how far that is, and whether more follows."""

    text: str
    reach: int  # characters of what was given
    least: int  # words that must say something, for it to be more than a beginning


def words(text: str) -> list[str]:
    """The words of a text in small letters."""
    return [word.lower().replace("’", "'") for word in _WORD.findall(text)]


def content_words(text: str) -> set[str]:
    """The words of a text that say something by themselves, without what marks an owner."""
    found = (word.removesuffix("'s") for word in words(text))
    return {word for word in found if word not in _EMPTY and word not in _FOR_OWN}


def cut(text: str) -> Phrase:
    """A phrase without the next thought and without what only trails behind it."""
    short = _CUT.sub("", text, count=1)
    if _ANY_WHICH.search(_WHICH_ONE.sub("", short)):
        short = _ANY_WHICH.sub("", short, count=1)
    least = 1
    if len(short) < len(text.rstrip()):
        is_told_which = _TELLS_WHICH.match(text, len(short)) is not None
        least = LEAST_OF_WHICH if is_told_which else LEAST_OF_CUT
        if _IN_A_LIST.match(text, len(short)):
            least = 1  # "tea, coffee and cake": the first of them is whole
    return Phrase(" ".join(_bare(short).split()), len(short), least)


def _bare(text: str) -> str:
    return _TAIL.sub("", _VAGUE.sub("", text)).strip(" ,.-–—\t")


def stands_alone(phrase: str, *, least: int = 1) -> bool:
    """Whether a phrase means the same to somebody who was not there."""
    plain = _WHICH_ONE.sub("", phrase)
    found = words(plain)
    if not 0 < len(found) <= MOST_WORDS or BLANK in phrase or found[-1] in _OPEN_END:
        return False
    if _POINTING.intersection(found) or _ANOTHER.search(plain) or _UNRESOLVED.search(plain):
        return False
    if len(found) == 1 and found[0] in _BARE:
        return False
    if least > 1 and found[-1] in _UNITS:
        return False  # "5 days", and then: before what?
    if "not only" in plain or phrase.count('"') % 2:
        return False
    return sum(word not in _EMPTY for word in found) >= least


def is_of_speaker(phrase: str) -> bool:
    """Whether a phrase speaks of whoever says it."""
    return any(word.partition("'")[0] in _SHIFTED for word in words(phrase))


def in_third_person(phrase: str) -> str:
    """A phrase of the first person as another would say it: "my kids" are "their kids"."""
    # "US" is a country, and some letters of other scripts count as "i" without being one.
    return _OWN.sub(
        lambda hit: hit[0] if hit[0] == "US" else _SHIFTED.get(hit[0].lower(), hit[0]), phrase
    )


def third_person(phrase: str) -> str:
    """A phrase that begins with a verb, as it is said of another: "play chess", "plays chess"."""
    verb, space, rest = phrase.partition(" ")
    if verb in _IRREGULAR:
        verb = _IRREGULAR[verb]
    elif verb.endswith("y") and verb[-2:-1] not in "aeiou":
        verb = verb[:-1] + "ies"
    else:
        verb += "es" if verb.endswith(_HISSING) else "s"
    return verb + space + rest
