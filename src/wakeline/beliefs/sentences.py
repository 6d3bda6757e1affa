"""One sentence about doing something: what is done, to what, and what is left out of it.

Reads a decision ("do not deploy on Fridays") and a proposed action ("ship it this Friday") into
the same shape, so that the two can be laid side by side. It knows the grammar of short English
sentences and nothing of what words mean.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from wakeline.beliefs.acts import Kinds, kinds_of
from wakeline.beliefs.concepts import joined_names
from wakeline.beliefs.limits import Amount, Limit, is_of_a_limit, limit_of, number_of, quantities
from wakeline.beliefs.stems import stem
from wakeline.language.calendar import month_names, weekday_names
from wakeline.minds.embedders.static import STOP_TOKENS

MOST_CHARACTERS: Final = 2_000  # of a decision or an action that are read
MOST_WORDS: Final = 40
MOST_READ: Final = 2_000  # decisions whose reading is kept: they are compared again and again

_TOKEN: Final = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*")
# How a decision says no. What stands before it names who or what must not.
_NO: Final = re.compile(
    r"\b(?:(?:i|we|they|you)?\s*(?:have\s+|had\s+)?(?:decided|agreed|chose|resolved|opted)"
    r"\s+(?:against|not\s+to|never\s+to)"
    r"|(?:is|are|am|was|were)\s+not\s+going\s+to|(?:is|are)n['’]t\s+going\s+to"
    r"|(?:do|does|did|will|would|shall|should|must|may|can|could|need)\s*(?:not|n['’]t)\s+"
    r"(?:ever\s+)?|(?:won|can|shan|don|doesn|mustn|shouldn)['’]t|cannot|never"
    r"|no\s+more(?!\s+than)|no\s+longer|no|not\s+to|not|stopped(?=\s+\w+ing)|gave\s+up|avoid"
    r"|stay\s+(?:off|away\s+from)|refuse\s+to|rule[sd]?\s+out|against|without)\b",
    re.IGNORECASE,
)
_SUBJECT: Final = re.compile(r"^(?:we|i|let['’]s)\s+(?!have\b|had\b)", re.IGNORECASE)
# From here on a decision says when it does not hold.
_EXCEPT: Final = re.compile(
    r"\b(?:unless|until|except|without|before|as\s+long\s+as|other\s+than)\b", re.IGNORECASE
)
# What an action says it does without.
_LEFT_OUT: Final = re.compile(
    r"\b(?:without|instead\s+of|rather\s+than|not|no|never|avoid(?:ing)?|other\s+than|don['’]t"
    r"|free\s+of)\s+((?:(?!\b(?:and|but|so|for|in|on|at|to|when|while)\b)[^\s,;.]+\s*){1,4})",
    re.IGNORECASE,
)
_LIGHT: Final = STOP_TOKENS | frozenset(
    """
    let lets let's i'll we'll i'd we'd i'm please quickly just simply again already also everyone
    everybody somebody someone something anything nothing thing things themselves myself itself
    ourselves yourself own new old another more less most much many any every each whole rest way
    such so that's it's want wants plan plans going gonna maybe perhaps finally first next last this
    today tomorrow tonight yesterday now soon later week weeks instead never not no without unless
    until except before directly ever even still really may can could should would will shall
    need needs one part kind sort lot bit around back able sure idea
    """.split()
)
# Whoever asks somebody to do a thing has it done.
_DELEGATED: Final = re.compile(
    r"\W*(?:please\s+)?(?:ask|tell|get|want|order|instruct|pay|hire|allow|help)\s+"
    r"(?:\S+\s+){1,3}?to\s+(?=[a-z])",
    re.IGNORECASE,
)
_PREPOSITIONS: Final = frozenset(
    "about across against at by during for from in into of off on onto over per through to toward "
    "towards under until upon via with within than".split()
)
_ADVERBS: Final = frozenset("online offline overnight abroad outside inside together".split())
_DAYS: Final = weekday_names()
_MONTHS: Final = tuple(name for name in month_names() if name != "may")
# Of one of these only itself will do: Monday is no kind of Friday.
_CLOSED: Final = {
    **{stem(day): "day" for day in _DAYS},
    **{stem(month): "month" for month in _MONTHS},
    **{stem(season): "season" for season in ("spring", "summer", "autumn", "winter")},
}
_SEASONS: Final = {
    stem("spring"): {stem(month) for month in ("march", "april")},
    stem("summer"): {stem(month) for month in ("june", "july", "august")},
    stem("autumn"): {stem(month) for month in ("september", "october", "november")},
    stem("winter"): {stem(month) for month in ("december", "january", "february")},
}
_INCLUDES: Final = {
    stem("weekend"): {stem("saturday"), stem("sunday")},
    stem("weekday"): {stem(day) for day in _DAYS[:5]},
}


class Word(NamedTuple):
    """A word that says something.

    `role` is the preposition that its phrase stands behind, empty for what the act is done to.
    A word that only narrows the next one is no head: `feature` in "feature flags". Words of one
    phrase have its number.
    """

    text: str
    stem: str
    is_name: bool
    closed: str  # the closed set it is of: `day`, `month`; else empty
    role: str
    phrase: int
    is_head: bool


class ActionReading(NamedTuple):
    """A sentence about doing something.

    `act` is the stem of what is done and `kinds` are its kinds, empty where it names only a
    thing: "no Redis". The act of a decision is not among its words, nor is what an action does
    without. `exception` are the words of the case in which a decision does not hold.
    """

    act: str
    kinds: Kinds
    words: tuple[Word, ...]
    exception: tuple[Word, ...]
    joined: frozenset[str]  # names of several words
    limit: Limit | None
    quantities: tuple[Amount, ...]


@lru_cache(maxsize=MOST_READ)
def read_decision(text: str) -> ActionReading:
    """A decision against something: what it is against."""
    text = text[:MOST_CHARACTERS]
    found = _NO.search(text)
    before, rest = ("", text) if found is None else (text[: found.start()], text[found.end() :])
    names_a_thing = found is not None and _is_of_things(found[0])
    limit = limit_of(rest)
    main, exception = rest, ""
    cut = _EXCEPT.search(rest)
    if cut is not None and not (limit is not None and cut[0].lower() == "before"):
        main, exception = rest[: cut.start()], rest[cut.end() :]
    words = _words(f"{before} , {main}", skip_first=bool(before.strip()))
    act, kinds = ("", frozenset[str]()) if names_a_thing else _act(main)
    if found is None and not kinds:  # "Redis for the queue" names a thing, whatever it begins with
        act = ""
    if limit is not None:
        words = tuple(word for word in words if not is_of_a_limit(word.text))
    return ActionReading(
        act,
        kinds,
        tuple(word for word in words if number_of(word.text) is None and word.stem != act),
        _words(exception),
        frozenset(),
        limit,
        tuple(quantities(main)),
    )


def begins_with_no(text: str) -> bool:
    """Whether a sentence says first of all that something is not to be."""
    return _NO.match(_SUBJECT.sub("", text.strip())) is not None


def read_action(text: str) -> ActionReading:
    """A proposed action."""
    text = text[:MOST_CHARACTERS]
    left_out = {stem(word) for part in _LEFT_OUT.findall(text) for word in _plain(part)}
    act, kinds = _act(text)
    words = tuple(word for word in _words(text, skip_first=True) if word.stem not in left_out)
    joined = names_in(text, joined_names())
    return ActionReading(act, kinds, words, (), joined, limit_of(text), tuple(quantities(text)))


def words_in(text: str) -> tuple[Word, ...]:
    """The words of any sentence that say something."""
    return _words(text[:MOST_CHARACTERS], skip_first=True)


def _is_of_things(no: str) -> bool:
    """Whether a way of saying no is followed by a thing rather than by a verb."""
    return no.lower().split()[-1] in ("no", "against", "more", "off", "from", "without")


def _plain(text: str) -> tuple[str, ...]:
    return tuple(word.lower().replace("’", "'") for word in _TOKEN.findall(text))


def _act(text: str) -> tuple[str, Kinds]:
    """The first verb, and its kinds. A word in no table is taken for one where it comes first."""
    asked = _DELEGATED.match(text)
    words = _plain(text if asked is None else text[asked.end() :])
    first = ""
    for at, word in enumerate(words[:MOST_WORDS]):
        if at and word in ("the", "a", "an", "my", "our", "their", "this", "his", "her"):
            if first:
                break
            continue
        if word in _LIGHT or number_of(word) is not None:
            continue
        kinds = kinds_of(words, at)
        if kinds:
            return stem(word), kinds
        first = first or stem(word)
    return first, frozenset()


def _words(text: str, *, skip_first: bool = False) -> tuple[Word, ...]:
    """The words that say something, each stem once. The first has a capital for its place."""
    found: dict[str, Word] = {}
    tokens = list(_TOKEN.finditer(text))
    role, phrase = "", 0
    for at, token in enumerate(tokens):
        plain = token[0].lower().replace("’", "'").removesuffix("'s")
        if plain in _PREPOSITIONS:
            role = plain
        if _is_light(plain):
            continue
        root = stem(plain)
        capital = token[0][:1].isupper() and (at > 0 or not skip_first)
        is_name = capital or any(sign.isupper() for sign in token[0][1:])
        is_head = not _goes_on(text, tokens, at)
        word = Word(plain, root, is_name, _CLOSED.get(root, ""), role, phrase, is_head)
        found.setdefault(root, word)
        phrase += is_head
    return tuple(found.values())[:MOST_WORDS]


def _is_light(word: str) -> bool:
    return word in _LIGHT or (len(word) == 1 and not word.isdigit())


def _is_adverb(word: str) -> bool:
    return word.endswith("ly") or word in _ADVERBS


def _goes_on(text: str, tokens: list[re.Match[str]], at: int) -> bool:
    """Whether a phrase goes on behind a word: the next one says something too, right behind it."""
    if at + 1 >= len(tokens):
        return False
    between = text[tokens[at].end() : tokens[at + 1].start()]
    following = tokens[at + 1][0].lower().replace("’", "'").removesuffix("'s")
    return not between.strip("-' ’s") and not _is_light(following) and not _is_adverb(following)


def names_in(text: str, wanted: frozenset[str]) -> frozenset[str]:
    """The names of several words, joined by hyphens, that a text holds."""
    stems = [stem(word) for word in _plain(text[:MOST_CHARACTERS].replace("-", " "))]
    made = ("-".join(stems[at : at + size]) for size in (2, 3) for at in range(len(stems)))
    return wanted.intersection(made)


def includes(wider: str, stem_of: str) -> bool:
    """Whether a word of a closed set holds another: the weekend holds Saturday."""
    return stem_of in _INCLUDES.get(wider, ())


def is_in_season(month: str, season: str) -> bool:
    """Whether a month lies in a season, both as stems."""
    return month in _SEASONS.get(season, ())
