"""Where a phrase ends, whether it stands by itself, and how it sounds in the third person.

A value that points at something outside itself ("it", "that one", "your idea") is none: it would
mean nothing next month. It does not know what the phrase is the value of.
"""

from __future__ import annotations

import re
from typing import Final

from wakeline.consolidation.prose import BLANK

MOST_WORDS: Final = 14

_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CUT: Final = re.compile(
    r"(?:[,;:!?()\"]|\s[-–—]|\.(?:\s|$)|\s+(?:"
    r"but|because|cause|cuz|since|when|whenever|while|which|who|where|though|although|even|until"
    r"|that|as|so|than|if|once|unless|before|after"
    r"|(?:and|or)\s+(?:I|I'm|I've|I'll|we|we're|it|it's|he|she|they|you|my|our|the|that|this|there"
    r"|then|now|have|has|had|am|was|were|is|are|been|got|just|also|can|can't|will|would|feel|felt"
    r"|think|really|so|want|wanted|see|saw|made|make|found|even|how|what|all|not|did|do|everyone"
    r"|everything|started|love|loved|hope|need|got|met|helped|learned|realized|let|more|always)"
    r"|I|I'm|I've|I'll|we|we're|we've|they|they're|he|she|he's|she's|it's|you've"
    r")\b).*$",
    re.IGNORECASE | re.DOTALL,
)
_TAIL: Final = re.compile(
    r"(?:[\s,]+(?:too|so much|very much|a lot|as well|right now|lately|these days|nowadays|anymore"
    r"|though|actually|already|myself|honestly|again|for sure|at the moment|recently|more than"
    r" anything|the most|and|or|especially|also|now|soon|together|still|lol|haha|ya know|btw"
    r"|you know|instead|for now|yet|either|just|really|all|even|then|though|finally|:\)|<3))+$",
    re.IGNORECASE,
)
# A value that ends like this was cut in the middle.
_OPEN_END: Final = frozenset(
    """
    the a an my our his her their your to of for with at in on by from about into and or very so
    some any this that these those how what like as than is are was were be been being really not
    more most both such no through during between towards around over without
    """.split()
)
_POINTING: Final = frozenset(
    """
    it its it's this that these those them they their theirs he she him his her hers you your yours
    you're there here such same one ones something anything everything someone anyone somebody thing
    things stuff others what how who why when which whatever that's what's there's they're he's she's
    i'm i've i'll we're we've itself themselves yourself latter former way
    """.split()
)
_EMPTY: Final = frozenset(
    """
    the a an my our me us we i to of for with at in on by from about into and or very so some any
    is are was were be been being not more most both no all also just really too lot lots much many
    bit kind sort good great nice awesome amazing cool fun best better new
    do does did doing done go going get getting got have has had having make making made keep can
    will
    """.split()
)
_SHIFTED: Final = {
    "i": "they", "i'm": "they are", "i've": "they have", "me": "them", "my": "their",
    "mine": "theirs", "myself": "themselves", "we": "they", "us": "them", "our": "their",
    "ours": "theirs", "ourselves": "themselves",
}  # fmt: skip
_OWN: Final = re.compile(
    r"\b(?:" + "|".join(sorted(map(re.escape, _SHIFTED), key=len, reverse=True)) + r")\b",
    re.IGNORECASE,
)


def words(text: str) -> list[str]:
    """The words of a text in small letters."""
    return [word.lower().replace("’", "'") for word in _WORD.findall(text)]


def content_words(text: str) -> set[str]:
    """The words of a text that say something by themselves."""
    return {word for word in words(text) if word not in _EMPTY and word not in _SHIFTED.values()}


def cut(text: str) -> str:
    """A phrase up to where the next thought begins, without what only trails behind it."""
    short = _CUT.sub("", text, count=1)
    return _TAIL.sub("", short).strip(" ,.-–—'\t")


def stands_alone(value: str, *, most: int = MOST_WORDS) -> bool:
    """Whether a phrase means the same to somebody who was not there."""
    found = words(value)
    if not 0 < len(found) <= most or BLANK in value or found[-1] in _OPEN_END:
        return False
    return not _POINTING.intersection(found) and any(word not in _EMPTY for word in found)


def in_third_person(phrase: str) -> str:
    """A phrase of the first person as another would say it: "my kids" are "their kids"."""
    # "US" is a country.
    return _OWN.sub(lambda hit: hit[0] if hit[0] == "US" else _SHIFTED[hit[0].lower()], phrase)
