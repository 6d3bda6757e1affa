"""The relational side of a dialogue: turns about identity, tension or principle.

Counts turns with such wordings, and the exchanges of the dialogue. Plain facts about
words: it does not know what anybody felt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from wakeline.language.sentences import Quote, SpokenTurn, quote
from wakeline.reading.wordings import WordingTable

MOST_CHARACTERS: Final = 120
# The least number of exchanges for each name.
DEPTHS: Final = ((12, "deep"), (4, "moderate"), (0, "brief"))

IDENTITY: Final = WordingTable(r"""
    who:
        who (?:are you|you are|am i|i am)(?! \w+ing)
    name call:
        (?:my|your) name is
        call me
    identity personality yourself myself:
        (?:my|your|own) (?:identity|personality)
        about (?:yourself|myself)
    remember:
        (?:do|don't) you remember (?:me|us|who)
    ai agent assistant:
        as an? (?:ai|agent|assistant)
    quem chamo nome identidade personalidade:
        quem (?:é você|você é|és tu|tu és|sou eu|eu sou)
        me chamo|meu nome é
        (?:sua|tua|minha) (?:identidade|personalidade)
    quién llamo nombre identidad:
        quién (?:eres|soy)
        me llamo|mi nombre es|(?:tu|mi) identidad
    wer heiße name identität:
        wer (?:bist du|du bist|bin ich|ich bin)
        ich heiße|mein name ist|(?:deine|meine) identität
    qui appelle nom identité:
        qui (?:es-tu|tu es|suis-je|je suis)
        je m'appelle|mon nom est|(?:ton|mon) identité
""")

TENSION: Final = WordingTable(r"""
    wrong right true:
        (?:that's|that is|you're|you are|it's) (?:\w+ )?(?:wrong|not (?:right|true))
    asked meant wanted said:
        not what i (?:asked|meant|wanted|said)
    disagree told:
        I (?:\w+ )?disagree
        I (?:already |just )?told you
    stop keep ignored lied:
        stop (?:doing|saying)
        you (?:keep|ignored|lied)
    frustrated frustrating annoyed annoying disappointed disappointing upset angry:
        (?:frustrat|annoy|disappoint)(?:ed|ing)|upset|angry
    trust:
        I (?:don't|no longer) trust
    apologise apologize mistake:
        I apologi[sz]e|my mistake
    errado errada isso discordo pare:
        (?:está|tá|isso é) errad[oa]
        não (?:foi|era|é) isso
        discordo|pare de
    disse falei frustrado frustrada chateado chateada desculpe desculpa:
        já (?:te )?(?:disse|falei)
        (?:frustrad|chatead)[oa]|desculp[ea]
    mal eso equivocado equivocada acuerdo dije molesto molesta perdón:
        está mal|no (?:es|era) (?:eso|lo que)|equivocad[oa]
        no estoy de acuerdo|ya te dije|molest[oa]|perdón
    falsch stimmt gesagt frustriert enttäuscht entschuldigung:
        das (?:ist|war) falsch|das stimmt nicht|schon gesagt
        frustriert|enttäuscht|entschuldigung
    faux accord demandé dit frustré frustrée déçu déçue désolé désolée:
        c'est faux|pas d'accord|pas ce que j'ai (?:demandé|dit)
        (?:frustré|déçu|désolé)e?
""")

PRINCIPLE: Final = WordingTable(r"""
    never always:
        ^(?:please,? )?(?:never|always) (?!had|been|was|were|did|got|seen|heard|knew|mind)\w+
        (?:must|should|will|to|you) (?:never|always) \w+
    principle principles rule rules value values:
        (?:my|our|your) (?:principle|rule|value)s?
        (?:a|the) (?:principle|rule)s?
        on principle
        I value
    matters believe honesty integrity:
        matters (?:to me )?that
        I believe in
        honesty|integrity
    nunca sempre siempre princípio princípios principio regra regla:
        ^(?:por favor,? )?(?:nunca|sempre|siempre) \w+
        princ[ií]pios?
        (?:minha|nossa|a|uma|mi|la|una) reg(?:ra|la)
    niemals immer prinzip regel grundsatz:
        ^(?:bitte )?(?:niemals|immer) \w+
        prinzip|grundsatz|(?:meine|unsere|die|eine) regel
    jamais toujours principe règle:
        ^ne .{1,40} jamais
        ^toujours \w+
        principe|(?:ma|notre|la|une) règle
""")

ANCHORS: Final = (("Identity", IDENTITY), ("Tension", TENSION), ("Principle", PRINCIPLE))


class Anchor(NamedTuple):
    """One type of anchor: in how many turns it was found, and the last of them."""

    name: str
    turns: int
    last: Quote


def anchors_in(dialogue: Sequence[SpokenTurn]) -> tuple[Anchor, ...]:
    """The anchor types that a dialogue holds."""
    found = (_anchor(name, wording, dialogue) for name, wording in ANCHORS)
    return tuple(anchor for anchor in found if anchor is not None)


def _anchor(name: str, wording: WordingTable, dialogue: Sequence[SpokenTurn]) -> Anchor | None:
    turns = 0
    last: Quote | None = None
    for said in dialogue:
        text = next((s.text for s in said.sentences if wording.fits(s)), None)
        if text is not None:
            turns += 1
            last = quote(said, text, MOST_CHARACTERS)
    return Anchor(name, turns, last) if last else None


def exchange_count(dialogue: Sequence[SpokenTurn]) -> int:
    """The number of exchanges; a turn without an exchange id counts unless it is the agent's."""
    known = {s.episode.exchange_id for s in dialogue if s.episode.exchange_id is not None}
    alone = sum(s.episode.exchange_id is None and s.episode.role != "agent" for s in dialogue)
    return len(known) + alone


def depth(exchanges: int) -> str:
    return next(name for least, name in DEPTHS if exchanges >= least)


def relational_state(anchors: Sequence[Anchor], exchanges: int) -> str | None:
    """The lines of the section, or None if nobody spoke."""
    if not exchanges:
        return None
    plural = "" if exchanges == 1 else "s"
    lines = [f"- Exchange depth: {exchanges} exchange{plural} ({depth(exchanges)})"]
    lines += [_line(anchor) for anchor in anchors]
    if not anchors:
        lines.append("- No turn worded as identity, tension or principle was found")
    return "\n".join(lines)


def _line(anchor: Anchor) -> str:
    plural = "" if anchor.turns == 1 else "s"
    last = f'{anchor.last.speaker}: "{anchor.last.text}"'
    return f"- {anchor.name}: {anchor.turns} turn{plural}, the last {last}"
