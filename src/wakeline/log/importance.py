"""How much a turn matters, from 0 to 1, without asking a model.

Holds the table of signals and their scores, and scores one turn with it. It does not
know the turns before or after, who the speaker is beyond a role, or what later
happens to the score (decay, pinning).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from wakeline.language.ascii_words import ascii_words
from wakeline.model.log import Kind, Role

MOST_READ: Final = 20_000  # characters: a person says what matters early in a text


class ImportanceRule(NamedTuple):
    """A signal and its score: every field that is not empty must match the turn."""

    signal: str
    score: float
    kinds: frozenset[Kind] = frozenset()
    roles: frozenset[Role] = frozenset()
    phrases: tuple[str, ...] = ()
    openings: tuple[str, ...] = ()  # phrases that count at the start of the text only


_SAID: Final[frozenset[Kind]] = frozenset({"conversation", "observation"})
_RETURNED: Final[frozenset[Kind]] = frozenset({"tool_result", "error"})
_PEOPLE: Final[frozenset[Role]] = frozenset({"user", "other"})

# Highest first; the first that matches gives the score. Phrases are in lower case and match whole
# words; English, then Portuguese, German, French, Spanish.
RULES: Final[tuple[ImportanceRule, ...]] = (
    ImportanceRule(
        "asked to remember, or called important",
        0.95,
        kinds=_SAID,
        roles=_PEOPLE,
        phrases=(
            *("remember this", "remember that", "please remember", "important", "don't forget"),
            *("do not forget", "keep in mind", "never forget", "make a note", "note to self"),
            *("lembra-te", "lembre-se", "não te esqueças", "não se esqueça", "importante"),
            *("merk dir", "merken sie sich", "denk daran", "vergiss nicht", "wichtig"),
            *("souviens-toi", "souvenez-vous", "rappelle-toi", "n'oublie pas", "n'oubliez pas"),
            *("recuerda esto", "recuerda que", "acuérdate", "no olvides", "no te olvides"),
        ),
    ),
    ImportanceRule("result or error of a tool", 0.8, kinds=_RETURNED),
    ImportanceRule(
        "decision or preference",
        0.75,
        phrases=(
            *("i decided", "i have decided", "i've decided", "we decided", "we have decided"),
            *("we've decided", "decided to", "decided on", "decided against", "decision"),
            *(
                "let's go with",
                "let's use",
                "we'll go with",
                "we will use",
                "we'll use",
                "we agreed",
            ),
            *("i chose", "we chose", "i choose", "we choose", "from now on", "going forward"),
            *("i prefer", "i'd prefer", "i would prefer", "prefers", "preference", "i'd rather"),
            *("i would rather", "my favorite", "my favourite", "i like", "i love", "i hate"),
            *("i dislike", "i don't like", "i do not like", "i can't stand", "i always", "i never"),
            *("decidi", "decidimos", "prefiro", "adoro", "detesto", "a partir de agora"),
            *("ich habe entschieden", "wir haben entschieden", "ich habe mich entschieden"),
            *("ich bevorzuge", "ich mag", "am liebsten", "ab jetzt", "ab sofort"),
            *("j'ai décidé", "nous avons décidé", "on a décidé", "je préfère", "j'adore"),
            *("je déteste", "désormais", "dorénavant", "he decidido", "hemos decidido"),
            *("prefiero", "me encanta", "odio", "a partir de ahora", "de ahora en adelante"),
        ),
    ),
    ImportanceRule(
        "answer or clarification",
        0.6,
        phrases=(
            *("to clarify", "to be clear", "clarification", "in other words", "i meant", "i mean"),
            *(
                "what i meant",
                "the answer is",
                "that's because",
                "this is because",
                "the reason is",
            ),
            *("correction", "let me explain", "to answer your question", "that means"),
            *("quer dizer", "ou seja", "a resposta é", "para esclarecer", "das heißt"),
            *("ich meinte", "die antwort ist", "zur klarstellung", "c'est-à-dire", "je veux dire"),
            *("la réponse est", "pour clarifier", "es decir", "quiero decir", "la respuesta es"),
            "para aclarar",
        ),
        openings=(
            *("yes", "no", "yeah", "yep", "nope", "exactly", "correct", "right", "actually"),
            *("sim", "não", "ja", "nein", "genau", "oui", "non", "sí", "exacto"),
        ),
    ),
    ImportanceRule("turn of a conversation", 0.4, kinds=frozenset({"conversation"})),
    ImportanceRule("observation of the system", 0.3),
)
_DENIALS: Final = r"(?<!\bnot )(?<!n't )(?<!\bless )(?<!\bnothing )(?<!\bnão é )(?<!\bnicht )"
_SIGNS: Final = str.maketrans(dict.fromkeys("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~“”‘’«»…¿¡", " "))


def _longest_word(phrase: str) -> str:
    return max(phrase.translate(_SIGNS).split(), key=len)


# Most turns have none of these words, and so none of the phrases.
_TELLING: Final = frozenset(_longest_word(phrase) for rule in RULES for phrase in rule.phrases)


@cache
def _as_words(phrase: str) -> re.Pattern[str]:
    """The phrase between word boundaries, and not denied: "not important" is not important."""
    return re.compile(rf"(?<!\w){_DENIALS}{re.escape(phrase)}(?!\w)")


@cache
def _opening() -> re.Pattern[str]:
    """An opening before a sign or the end: "No, …" answers, "No one came" does not."""
    openings = "|".join(re.escape(opening) for rule in RULES for opening in rule.openings)
    return re.compile(rf"(?:{openings})(?=[,.!;:—–\n-]|\Z)")


def _concerns(rule: ImportanceRule, kind: Kind, role: Role) -> bool:
    return (not rule.kinds or kind in rule.kinds) and (not rule.roles or role in rule.roles)


class Signals(NamedTuple):
    """The phrases and openings for one kind and role of turn, and the score without any."""

    # By longest word: if a turn does not have that word, the phrase need not be searched. Turns
    # have fewer words than the table has phrases.
    phrases: dict[str, list[tuple[float, str]]]
    openings: dict[str, float]
    otherwise: float


@cache
def _signals(kind: Kind, role: Role) -> Signals:
    concerned = [rule for rule in RULES if _concerns(rule, kind, role)]
    silent = next(at for at, rule in enumerate(concerned) if not rule.phrases)
    phrases: dict[str, list[tuple[float, str]]] = {}
    for rule in concerned[:silent]:
        for phrase in rule.phrases:
            phrases.setdefault(_longest_word(phrase), []).append((rule.score, phrase))
    openings = {opening: rule.score for rule in concerned[:silent] for opening in rule.openings}
    return Signals(phrases, openings, concerned[silent].score)


def _words(text: str) -> list[str]:
    """The words of a text in lower case, without punctuation."""
    return ascii_words(text) if text.isascii() else text.translate(_SIGNS).split()


def importance(
    text: str, kind: Kind, *, speaker_role: Role, words: Sequence[str] | None = None
) -> float:
    """The score of the highest rule that matches the turn.

    `words` are those of an ASCII text, if the caller has split it already.
    """
    phrases, openings, score = _signals(kind, speaker_role)
    if not phrases:
        return score
    # An opening is the first word of its text. Most turns have neither.
    is_plain = words and words[0] not in openings and _TELLING.isdisjoint(words)
    if is_plain and len(text) <= MOST_READ:
        return score
    plain = text[:MOST_READ].lower().replace("\u2019", "'").lstrip()
    for word in _TELLING.intersection(_words(plain)):
        for worth, phrase in phrases.get(word, ()):
            # Most often the text has the word but not the phrase: the pattern costs more.
            if worth > score and phrase in plain and _as_words(phrase).search(plain):
                score = worth
    opening = _opening().match(plain)
    return score if opening is None else max(score, openings.get(opening[0], 0.0))
