"""How much a turn matters, from 0 to 1, without asking a model.

Holds the table of signals and their scores, and reads one turn by it. It does not
know the turns before or after, who the speaker is beyond a role, or what later
happens to the score (decay, pinning).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from wakeline.base.errors import Invalid
from wakeline.model.log import Kind, Role

MOST_READ: Final = 20_000  # characters: what matters is said early in a text, or not by a person


class Rule(NamedTuple):
    """A signal and its score: every field that is not empty must agree with the turn."""

    signal: str
    score: float
    kinds: frozenset[Kind] = frozenset()
    roles: frozenset[Role] = frozenset()
    phrases: tuple[str, ...] = ()
    openings: tuple[str, ...] = ()  # phrases that count at the start of the text only


_SAID: Final[frozenset[Kind]] = frozenset({"conversation", "observation"})
_RETURNED: Final[frozenset[Kind]] = frozenset({"tool_result", "error"})
_PEOPLE: Final[frozenset[Role]] = frozenset({"user", "other"})

# Highest first; the first that agrees gives the score. Phrases are small letters, matched as whole
# words; English, then Portuguese, German, French, Spanish.
RULES: Final[tuple[Rule, ...]] = (
    Rule(
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
    Rule("result or error of a tool", 0.8, kinds=_RETURNED),
    Rule(
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
    Rule(
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
    Rule("turn of a conversation", 0.4, kinds=frozenset({"conversation"})),
    Rule("observation of the system", 0.3),
)
_DENIALS: Final = r"(?<!\bnot )(?<!n't )(?<!\bless )(?<!\bnothing )(?<!\bnão é )(?<!\bnicht )"
_SIGNS: Final = str.maketrans(dict.fromkeys("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~“”‘’«»…¿¡", " "))

_PAUSES: Final = frozenset(["", *",.!;:-—–\n"])


def _longest_word(phrase: str) -> str:
    return max(phrase.translate(_SIGNS).split(), key=len)


# By its longest word a phrase is ruled out without looking for it: turns have fewer words than
# the table has phrases.
_PHRASES: Final[dict[str, dict[str, list[str]]]] = {rule.signal: {} for rule in RULES}
for _rule in RULES:
    for _phrase in _rule.phrases:
        _PHRASES[_rule.signal].setdefault(_longest_word(_phrase), []).append(_phrase)
# Most turns hold none of these words, and then no phrase at all.
_OPENINGS: Final = tuple(opening for rule in RULES for opening in rule.openings)
_TELLING: Final = frozenset(word for phrases in _PHRASES.values() for word in phrases)


@cache
def _as_words(phrase: str) -> re.Pattern[str]:
    """The phrase between word boundaries, and not denied: "not important" is not important."""
    return re.compile(rf"(?<!\w){_DENIALS}{re.escape(phrase)}(?!\w)")


def _has(rule: Rule, text: str, words: frozenset[str]) -> bool:
    phrases = _PHRASES[rule.signal]
    for word in words:
        for phrase in phrases.get(word, ()):
            # Most often the word stands alone; only then is a pattern worth its price.
            if phrase in text and _as_words(phrase).search(text):
                return True
    return False


def _opens_with(phrase: str, text: str) -> bool:
    """Whether the text starts with the phrase alone: "No, …" answers, "No one came" does not."""
    return text.startswith(phrase) and text[len(phrase) : len(phrase) + 1] in _PAUSES


def _says(rule: Rule, text: str, words: frozenset[str]) -> bool:
    if text.startswith(rule.openings) and any(_opens_with(p, text) for p in rule.openings):
        return True
    return bool(words) and _has(rule, text, words)


def _concerns(rule: Rule, kind: Kind, role: Role) -> bool:
    return (not rule.kinds or kind in rule.kinds) and (not rule.roles or role in rule.roles)


@cache
def _rules_for(kind: Kind, role: Role) -> tuple[tuple[Rule, ...], float]:
    """The rules that ask what such a turn says, and the score where none of them agrees."""
    concerned = [rule for rule in RULES if _concerns(rule, kind, role)]
    silent = next(at for at, rule in enumerate(concerned) if not rule.phrases)
    return tuple(concerned[:silent]), concerned[silent].score


def importance(text: str, kind: Kind, *, speaker_role: Role) -> float:
    """The score of the highest rule that the turn agrees with."""
    rules, otherwise = _rules_for(kind, speaker_role)
    if not rules:
        return otherwise
    plain = text[:MOST_READ].lower().replace("\u2019", "'").lstrip()
    words = _TELLING.intersection(plain.translate(_SIGNS).split())
    if words or plain.startswith(_OPENINGS):
        for rule in rules:
            if _says(rule, plain, words):
                return rule.score
    return otherwise


def from_scale(n: int) -> float:
    """The scale from 1 to 10, which people use, as a share of 1."""
    if isinstance(n, bool) or n not in range(1, 11):
        raise Invalid(f"importance is {n!r}.", todo="Give a whole number from 1 to 10.")
    return n / 10
