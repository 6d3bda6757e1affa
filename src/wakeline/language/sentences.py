"""Cut text into sentences and words, and tell which words carry meaning.

Reads text by its form, in English, Portuguese, Spanish, German and French; other languages
have sentences and words here, but no stop words. It does not know what a sentence means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import category, combining, normalize

from wakeline.model.log import Episode, Role

SPEAKING: Final[frozenset[Role]] = frozenset({"user", "agent", "other"})
# A long turn is read at both ends: requests stand at its start, promises at its end.
END_CHARACTERS: Final = 4_000
SUBSTANTIAL: Final = 2
# The size of caches by word: talk repeats its words.
KNOWN_WORDS: Final = 8_192
# From this code point on, scripts write without spaces: one run may be a whole request.
UNSPACED_FROM: Final = 0x2E80
UNSPACED_RUN: Final = 4

TYPOGRAPHIC: Final = "\u2019"
# Added to a sentence's words when one of them begins with a digit.
NUMBER: Final = "#"

# Letters and their combining marks: without these a word of Hindi falls apart.
_LETTERS: Final = r"[\w\u0300-\u036f\u064b-\u065f\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e]+"
_WORD: Final = re.compile(rf"{_LETTERS}(?:['{TYPOGRAPHIC}.\-]{_LETTERS})*")
_CODE: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_BREAK: Final = re.compile(r"(?<=[.!?…])\s+|(?<=[.!?…][\"')\]])\s+|(?<=[。！？])|\n+")
_UNFINISHED: Final = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|z\.b|d\.h|p\.ex|dr|mr|mrs|ms|prof|sr|sra|st|vs|nr|[^\Wi]"
    r"|(?:am|der|den|dem|vom|zum|bis) \d{1,2})\.$|^\s*\d{1,3}\.$",
    re.IGNORECASE,
)
_LIST_MARK: Final = re.compile(r"\s*(?:#{1,6}\s+|(?:[-*+•]|\d{1,3}[.)])\s+(?=\S))+")


def word_set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


STOP_WORDS: Final = word_set("""
    the and for are was were been being this that these those there here with from into onto
    about above below over under again then than too very just also only not nor but yet have
    has had having does did doing done will would can could should shall may might must ought
    you your yours yourself she her hers him his they them their theirs our ours ourselves its
    itself who whom whose which what when where why how all any both each few more most other
    others some such same own out off once per via let lets got get gets getting make makes made
    like want wants need needs know think see say says said tell please thanks thank thx sure
    okay yes yeah yep nope hello hey good morning afternoon evening night great nice fine well
    really still now today thing things something anything everything nothing someone way bit
    lot much many one two three first second last next new old don doesn didn isn aren wasn
    weren hasn haven hadn won wouldn couldn shouldn ain continue proceed going goes went come
    comes back use used using because while though although however maybe perhaps actually
    always never ever http https www com help question sorry welcome done right everyone
    certainly else even simply together making regarding definitely

    que não nao uma umas uns dos das nos nas pelo pela pelos pelas por para pra pro com sem sob
    sobre entre até ate mas mais menos muito muita muitos muitas como quando onde porque porquê
    qual quais quem este esta estes estas esse essa esses essas isso isto aquele aquela aquilo
    ele ela eles elas você voce vocês nós meu minha meus minhas seu sua seus suas dele dela
    foi são sao ser está esta estão estou estava era eram tem têm tinha ter tenho temos vai vou
    vamos fazer faz fez pode posso poder também tambem já ainda agora aqui ali hoje bem tudo
    todo toda todos todas nada algo olá ola bom boa dia tarde noite oi obrigado obrigada favor
    sim ok me te se lhe nem então entao depois antes cada outra outro quero queria preciso

    los las del unos unas una con sin para por pero más mas menos muy mucho mucha muchos como
    cuando donde porque qué quien quién cual cuál este esta esto estos estas ese esa eso esos
    aquel aquella ellos ellas nosotros usted ustedes mis tus sus nuestro nuestra fue son ser
    está están estoy estaba era tiene tienen tengo tenemos hay voy vas vamos hacer hace hizo
    puede puedo poder también tambien todavía aún ahora aquí hoy bien todo toda todos todas nada
    algo hola buenos buenas días dias tardes noches gracias favor luego entonces después antes
    cada otra otro quiero necesito

    der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine mit
    ohne von vom zum zur für fur bei aus auf über uber unter nach vor seit durch gegen ich wir
    ihr sie mir mich dir dich uns euch ihm ihn ihnen mein meine dein deine sein seine unser ist
    sind war waren bin bist wird werden werde wurde worden habe hast hat haben hatte kann kannst
    können könnte soll sollte muss müssen will wollen möchte mag darf auch noch schon nur sehr
    mehr wie was wer wen wann warum wieso welche welcher dass weil wenn als dann denn doch mal
    hier dort jetzt heute immer nie alles etwas nichts hallo guten tag abend danke bitte gut

    les des une aux avec sans pour par sur sous dans entre mais plus moins très tres comme quand
    où pourquoi quel quelle quels quelles qui quoi dont cet cette ces celui celle cela mon mes
    ton tes son ses notre nos votre vos leur leurs elle elles nous vous ils est sont était etait
    être etre suis êtes avoir avons avez ont avait fait faire peut peux pouvez pouvoir aussi
    encore déjà deja maintenant ici aujourd hui bien tout toute tous toutes rien bonjour bonsoir
    salut merci oui non pas alors après avant chaque autre veux voudrais vais allons
""")


class Sentence(NamedTuple):
    """One sentence: its text, its words as written, and the set of its words in small letters."""

    text: str
    surfaces: tuple[str, ...]
    words: frozenset[str]


class SpokenTurn(NamedTuple):
    """One turn of a dialogue, with its sentences."""

    episode: Episode
    sentences: tuple[Sentence, ...]


class Quote(NamedTuple):
    """Words quoted from one turn, with its speaker and time."""

    text: str
    episode_id: str
    speaker: str
    at: datetime


def spoken_turns(episodes: Iterable[Episode]) -> list[SpokenTurn]:
    """The turns of a dialogue in the order of the log, without tools and forgotten turns."""
    turns = sorted((e for e in episodes if is_spoken(e)), key=lambda e: e.seq)
    return [SpokenTurn(episode, sentences(episode.text)) for episode in turns]


def is_spoken(episode: Episode) -> bool:
    return (
        episode.kind == "conversation"
        and episode.role in SPEAKING
        and episode.forgotten_at is None
        and not episode.text.isspace()
        and episode.text != ""
    )


def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text without its code blocks and quoted lines."""
    prose = _CODE.sub("\n", text)
    ends = [prose]
    if len(prose) > 2 * END_CHARACTERS:
        ends = [prose[:END_CHARACTERS], prose[-END_CHARACTERS:]]
    return tuple(_sentence(piece) for end in ends for piece in _pieces(end))


def _pieces(text: str) -> list[str]:
    pieces: list[str] = []
    is_open = False
    for piece in _BREAK.split(text):
        if not piece or piece.isspace() or piece.lstrip().startswith(">"):
            is_open = False
            continue
        if is_open:
            pieces[-1] += " " + piece
        else:
            pieces.append(piece)
        is_open = _UNFINISHED.search(piece) is not None
    return pieces


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, as written."""
    return tuple(_WORD.findall(text))


def _sentence(piece: str) -> Sentence:
    mark = _LIST_MARK.match(piece)
    text = " ".join((piece[mark.end() :] if mark else piece).replace("**", "").split())
    surfaces = words_of(text)
    words = {surface.lower().replace(TYPOGRAPHIC, "'") for surface in surfaces}
    joined = [word for word in words if "'" in word or "-" in word]
    words.update(part for word in joined for part in word.replace("-", "'").split("'"))
    if any(word[0].isdigit() for word in surfaces):
        words.add(NUMBER)
    return Sentence(text, surfaces, frozenset(words))


def clip(text: str, limit: int) -> str:
    """The text on one line, at most `limit` characters, cut between words."""
    line = " ".join(text.split())
    if not line.isprintable():
        line = " ".join("".join(filter(str.isprintable, line)).split())
    if len(line) <= limit:
        return line
    cut = line[: limit - 1]
    if line[limit - 1] != " " and " " in cut:
        cut = cut[: cut.rindex(" ")]
    return cut.rstrip(" ,;:-–—") + "…"


def quote(said: SpokenTurn, text: str, limit: int) -> Quote:
    episode = said.episode
    return Quote(clip(text, limit), episode.id, episode.speaker, episode.at)


def speaker_name(speaker: str) -> str:
    """A speaker's name for the start of a sentence; without a name, "The person" or "The agent"."""
    return {"user": "The person", "human": "The person", "agent": "The agent"}.get(speaker, speaker)


@lru_cache(maxsize=KNOWN_WORDS)
def core_word(word: str) -> str:
    """The longest part of a word between apostrophes, in small letters."""
    return max(word.lower().replace(TYPOGRAPHIC, "'").split("'"), key=len)


@lru_cache(maxsize=KNOWN_WORDS)
def is_informative(word: str) -> bool:
    """Whether a word says what a text is about: no stop word, no number, no identifier."""
    bare = core_word(word)
    if bare in STOP_WORDS:
        return False
    letters = sum(map(is_letter, bare))
    return letters >= 3 and 2 * (len(bare) - letters) <= letters


def is_letter(sign: str) -> bool:
    """Whether a sign is a letter or a combining mark: scripts of India write vowels as marks."""
    return sign.isalpha() or category(sign) in ("Mn", "Mc")


def informative_words(surfaces: Iterable[str]) -> list[str]:
    return [surface for surface in surfaces if is_informative(surface)]


def is_substantial(surfaces: Sequence[str]) -> bool:
    """Whether some words are enough to understand what is meant."""
    return len(informative_words(surfaces)) >= SUBSTANTIAL or any(
        len(word) >= UNSPACED_RUN and ord(word[0]) >= UNSPACED_FROM for word in surfaces
    )


@lru_cache(maxsize=KNOWN_WORDS)
def fold_word(word: str) -> str:
    """A word without case, accents and plural, so that forms of one word mostly match."""
    bare = core_word(word)
    if not bare.isascii():
        bare = "".join(c for c in normalize("NFD", bare) if not combining(c))
    return bare[:-1] if len(bare) > 3 and bare.endswith("s") and not bare.endswith("ss") else bare
