"""Sentences by which somebody rules something out for good, such as "We will not use Kafka".

By their wording alone, in five languages: what was decided against and a "we" that will not; in
English also orders never to do what a person has done for them. What holds only for now, what is
asked, what befalls people ("We won't make it") and what merely says no in passing is none, nor is
what stands in code. It does not know who speaks, nor whether it is meant so: what is found is
proposed and waits for the person.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from wakeline.minds.state_distance import sentences_of

MOST_CHARACTERS: Final = 20_000  # of a text: what is pasted behind them is no order
LONGEST: Final = 200  # characters of a sentence; a longer one says more than one thing

# What a person orders not to be done. Others ("don't worry", "never mind") rule nothing out.
_ACTS: Final = """
    accept add allow book build buy cache call change commit create delete depend deploy edit email
    enable expose hire install introduce log merge migrate mock modify move pay port publish push
    release rely remove rename rewrite run send share ship sign store support switch touch use
    vendor
""".split()
# What a "we" does not choose. "We will not be using Kafka" is chosen.
_BEFALLS: Final = r"""(?![ ](?:be(?![ ]\w+ing)|have[ ](?:any|enough|time|to)|make[ ](?:it|the)
    |let[ ]you|argue|find|finish|fit|forget|get|hear|know|lose|manage|miss|need|panic|reach|regret
    |see|win|worry|chegar|conseguir|esquecer|estar|perder|poder|precisar|saber|ter|ver
    |llegar|olvidar|tener)\b)"""
_UNNAMED: Final = r"(?![ ](?:it|them|this|that|these|those|anything)(?:[ ]again)?(?:[.,;!]|$))"
# What is done by use, not what is so: "on n'a pas compris" rules nothing out.
_FRENCH: Final = (
    r"(?:accept|achèt|achet|ajout|chang|déplo[iy]|emplo[iy]|envo[iy]|fer|garde|install|migr|modifi"
    r"|pouss|prend|pren|publi|support|supprim|touch|utilis|vend)\w*"
)
_LEAD: Final = r"(?:(?:ok(?:ay)?|so|no|and|but|also|then|actually|please)[, ]+)*"
_RULES_OUT: Final = re.compile(
    rf"""{_LEAD}(?P<said>
        (?:we(?:[ ]will[ ](?:not|never)|[ ]won't|[ ]are[ ]not[ ]going[ ]to|[ ]aren't[ ]going[ ]to
              |'re[ ]not[ ]going[ ]to|[ ]are[ ]not[ ]using|'re[ ]not[ ]using|[ ]aren't[ ]using)
          |let'?s[ ]not|não[ ]vamos(?:[ ]mais)?+|no[ ]vamos[ ]a){_BEFALLS}
      | (?:we|i)(?:'ve|[ ]have)?[ ](?:decided|chose|chosen|agreed)[ ](?:against|not[ ]to|to[ ]not)
      | (?:never|(?:don't|do[ ]not)(?:[ ]ever)?)[ ](?:{"|".join(_ACTS)}){_UNNAMED}
      | decid(?:i|í|imos)[ ](?:não|no|contra)
      | wir[ ]haben[ ]uns[ ]gegen | nous[ ]avons[ ]décidé[ ]de[ ]ne[ ](?:pas|plus|jamais)
      | wir[ ]werden[ ](?:nicht|kein\w*|nie) | wir[ ](?:nehmen|benutzen|verwenden)[ ]kein\w*
      | (?:nous|on)[ ]n(?:e[ ]|'){_FRENCH}[ ](?:pas|plus|jamais)
      | (?:nous|on)[ ]n(?:e[ ]va|'allons)[ ](?:pas|plus|jamais)[ ]{_FRENCH}
    )\b[ ]*\w""",
    re.IGNORECASE | re.VERBOSE,
)
_IN_PASSING: Final = re.compile(
    r"""\b(?:yet|for[ ]now|right[ ]now|now(?=[.,!]|$)|(?:at|for)[ ]the[ ]moment|currently|today
    |tonight|tomorrow|this[ ]time|until|ainda|hoje|amanhã|hoy|todavía|mañana|heute|morgen|noch
    |fertig|können|schaffen|wissen|aujourd'hui|demain|encore)\b | \?$""",
    re.IGNORECASE | re.VERBOSE,
)
_CODE: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_BECAUSE: Final = re.compile(r",?[ ]+(?:because|porque|weil|parce[ ]que)[ ]+", re.IGNORECASE)


class Refusal(NamedTuple):
    """What is ruled out, and why if that was said."""

    text: str
    reason: str | None


def refusals(text: str) -> list[Refusal]:
    """What a text rules out for good, sentence by sentence."""
    found = []
    prose = _CODE.sub("\n", text[:MOST_CHARACTERS]).replace("\u2019", "'")
    for sentence in sentences_of(prose):
        match = _RULES_OUT.match(sentence) if len(sentence) <= LONGEST else None
        if match is not None and _IN_PASSING.search(sentence) is None:
            found.append(_told(sentence[match.start("said") :]))
    return found


def _told(sentence: str) -> Refusal:
    said, *why = _BECAUSE.split(sentence.rstrip(".! "), maxsplit=1)
    return Refusal(said[:1].upper() + said[1:], why[0] if why else None)
