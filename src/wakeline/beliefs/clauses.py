"""Sentences cut into clauses: who does what in each, done or planned, said or denied.

Reads English by its form. Whoever asks says whose text it is, so that "I" and "you" become the
agent and the person. It does not know what is true, nor where a text comes from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from wakeline.beliefs.quantities import MONTHS, WEEKDAYS, Quantity, quantities
from wakeline.beliefs.wording import PASTS, WORD, denies, is_stop, meaning, normalise_phrases, term
from wakeline.language.sentences import split_sentences

Mood = Literal["done", "tried", "plan", "order", "state"]
AGENT: Final = "agent"
PERSON: Final = "person"
ANYBODY: Final = ""
KNOWN_TEXTS: Final = 1_024
NOTHING: Final = frozenset(("",))

_CLAUSE: Final = re.compile(
    r"\s*(?:[;:]\s+|,\s+(?:but|so|because|and|while|which|yet|though)\s+|\s+but\s+"
    r"|,\s+(?=(?:it|that|this|he|she|they|it's|that's|I|you|we|don't|do not|never|not)\b)"
    r"|,\s+(?=\w+\s+(?:wants|will|is|has|says|needs|are|was|were)\b)"
    r"|\s+and\s+(?=(?:I|you|we|he|she|they)\b)"
    r"|\s+and\s+(?=\w+ed\b|file\b|keep\b|" + "|".join(sorted(PASTS)) + r"))",
    re.IGNORECASE,
)
_HELPERS: Final = frozenset(
    "have has had 've been already just also now then not never even since finally successfully "
    "recently is are was were be got only both all it they them".split()
)
_PLANS: Final = re.compile(
    r"\b(?:will|'ll|(?:would|'d)(?! rather| like| prefer)|shall|going to"
    r"|(?:plan|intend|want|hope)s? to|planned to"
    r"|should|may|might|could(?! not|n't)|can(?! ?not|'t)|about to|still to do|to be"
    r"|needs? to|have to)\b",
    re.IGNORECASE,
)
_QUESTION: Final = re.compile(
    r"\?\s*[\"')]*$|^(?:if|whether|should|shall|did|do|does|have|has|is|are|could|can|would|tell me"
    r"|let me know)\b(?=.*\b(?:I|you|me|whether)\b)",
    re.IGNORECASE,
)
_PASSIVE: Final = re.compile(
    r"\b(?:(?:has|have|had)(?:n't| not)?(?: \w+ly| already| now| just| since| also)? been"
    r"|was|were|is|are|got|wasn't|weren't|isn't|aren't)"
    r"(?: not| already| now| just| never| also| finally| since| \w+ly)*\s+(\w+)\b",
    re.IGNORECASE,
)
_BY: Final = re.compile(r"\bby\s+(me|you|us|[A-Z]\w+)\b")
_DID: Final = re.compile(
    r"\b(?:managed to|(?:was|were) able to|did)\s+(?!not\b)(\w+)", re.IGNORECASE
)
_ALIKE: Final = ("run", "read")  # past participles that look like the present
_TRIED: Final = re.compile(r"\b(?:tried|attempted|wanted) to (\w+)", re.IGNORECASE)
_UNABLE: Final = re.compile(
    r"\b(?:could not|couldn't|cannot|can't|was unable to|were unable to|am unable to|did not"
    r"|didn't|have not|haven't|has not|hasn't|had not|(?:failed|forgot|refused|neglected) to"
    r"|never)"
    r"(?: yet| even| ever| been| been able to)*\s+(\w+)",
    re.IGNORECASE,
)
_ORDER: Final = re.compile(
    r"^(?:(?:okay|ok|and|then|but|so|great|morning|hi|please|also|just|now)[\s,.]+)*"
    r"(?:(?:can|could|would|will) you (?:please |mind )?)?(?:please )?"
    r"(?:(don't|do not|never) )?(\w+)",
    re.IGNORECASE,
)
_WHOLE: Final = re.compile(
    r"\b(?:(?:finish|complet|done with|finalis|finaliz)\w*|all|every|entire|whole|fully)\b"
    r"(?:\s+(\w+ing))?",
    re.IGNORECASE,
)
_MOODS: Final[tuple[tuple[re.Pattern[str], Mood], ...]] = (
    (_DID, "done"),
    (_TRIED, "tried"),
    (_UNABLE, "done"),
)
_ALSO_PRESENT: Final = ("need", "set", "put", "let", "cut", "shut", "hit", "reset")
NOT_NAMES: Final = frozenset((*MONTHS, *WEEKDAYS, *(day + "s" for day in WEEKDAYS))) | frozenset(
    "i api pr url http https ok eur usd gbp tb gb mb".split()
)
_DOING: Final = frozenset(
    "has says wants takes will prefers needs likes thinks asks owns expects knows would".split()
)
_OPENERS: Final = frozenset(
    "please then and also okay ok great good morning now just never so but yes no today here there"
    " this that it they he she what who which these those everything nothing".split()
)


class ClaimClause(NamedTuple):
    """One clause: who, what, how, and what else is in it."""

    text: str
    start: int
    end: int
    terms: frozenset[str]
    names: frozenset[str]
    actor: str  # AGENT, PERSON, a name in small letters, or ANYBODY
    verb: str  # what is done, by its meaning; empty where nothing is
    mood: Mood
    denied: bool
    quantities: tuple[Quantity, ...]
    whole: bool = False  # it says that something is finished


class ClaimSentence(NamedTuple):
    """One sentence with its clauses."""

    text: str
    start: int
    end: int
    asks: bool
    clauses: tuple[ClaimClause, ...]

    @property
    def terms(self) -> frozenset[str]:
        counted = (each for clause in self.clauses for each in clause.quantities)
        labels = frozenset(each.label for each in counted if each.kind in ("label", "version"))
        return labels.union(*(clause.terms for clause in self.clauses))

    @property
    def names(self) -> frozenset[str]:
        return frozenset().union(*(clause.names for clause in self.clauses))


class Voice(NamedTuple):
    """Whose text it is: who says "I" in it, and what the agent and the person are called."""

    speaker: str  # AGENT, PERSON or a name in small letters
    agent: str = ""
    person: str = ""


@lru_cache(maxsize=KNOWN_TEXTS)
def sentences(text: str, voice: Voice) -> tuple[ClaimSentence, ...]:
    """A text as sentences and clauses, in order."""
    return tuple(
        ClaimSentence(
            part, start, start + len(part), _asks(part), tuple(_clauses(part, start, voice))
        )
        for part, start in cut(text)
    )


def cut(text: str) -> Iterator[tuple[str, int]]:
    """The sentences of a text, with where they begin."""
    for piece in split_sentences(text):
        yield piece.text, piece.start


def _asks(sentence: str) -> bool:
    return _QUESTION.search(sentence) is not None


def _clauses(sentence: str, offset: int, voice: Voice) -> Iterator[ClaimClause]:
    start = 0
    last = ANYBODY
    for gap in (*_CLAUSE.finditer(sentence), None):
        end = len(sentence) if gap is None else gap.start()
        part = sentence[start:end]
        if part.strip():
            clause = _clause(part.strip(), offset + start, voice, last, sentence)
            last = clause.actor or last
            yield clause
        start = len(sentence) if gap is None else gap.end()


def _clause(part: str, start: int, voice: Voice, last: str, sentence: str) -> ClaimClause:
    text = normalise_phrases(part)
    words = [word.group().lower() for word in WORD.finditer(text)]
    actor, verb, mood = _act(text, words, voice, last)
    whole = _WHOLE.search(text)
    if whole is not None and whole[1]:
        verb = meaning(whole[1])
    found = quantities(part)
    names = names_in(part, first=part[:1] if start == 0 or sentence.startswith(part) else "")
    return ClaimClause(
        part,
        start,
        start + len(part),
        terms_of(text) - number_terms(part, found),
        names - {voice.agent.lower(), voice.person.lower()},
        actor,
        verb,
        mood,
        denies(words),
        found,
        whole is not None,
    )


def number_terms(text: str, found: tuple[Quantity, ...]) -> frozenset[str]:
    """The words that belong to numbers alone: units, "pm", the names of months."""
    inside = frozenset().union(*(terms_of(each.text) for each in found))
    rest = list(text)
    for each in found:
        rest[each.start : each.end] = " " * (each.end - each.start)
    return inside - terms_of(normalise_phrases("".join(rest)))


def terms_of(text: str) -> frozenset[str]:
    """The words of a text that say what it is about, by their meaning; no figures."""
    return frozenset(map(term, WORD.findall(text))) - NOTHING


def names_in(text: str, *, first: str = "") -> frozenset[str]:
    """Words that begin with a capital where none is needed."""
    found = set()
    for word in WORD.finditer(text):
        name = word.group().removesuffix("'s").removesuffix("\u2019s")
        is_first = word.start() == 0 and bool(first)
        if name[0].isupper() and name.lower() not in NOT_NAMES and not is_stop(name):
            if is_first and not _acts_itself(text, word.end()):
                continue
            found.add(name.lower())
    return frozenset(found)


def _acts_itself(text: str, end: int) -> bool:
    """Whether the first word of a sentence is followed by what somebody does."""
    following = WORD.search(text, end)
    if following is None:
        return False
    word = following.group().lower()
    return text[end : end + 2] in ("'s", "\u2019s") or is_past(word) or word in _DOING


def is_past(word: str) -> bool:
    """Whether a word may be what somebody did."""
    return word in PASTS or (word.endswith("ed") and len(word) > 3)


def _act(text: str, words: list[str], voice: Voice, last: str) -> tuple[str, str, Mood]:
    """Who does what in a clause, and how far it has come."""
    actor, at = _subject(text, words, voice)
    if actor:
        for pattern, mood in _MOODS:
            match = pattern.search(text)
            if match is not None:
                return actor, meaning(match[1]), mood
        if _PLANS.search(text):
            return actor, _after_plan(text), "plan"
        done = _done_by_subject(words[at + 1 :])
        if done:
            return actor, meaning(done), "done"
    return _without_subject(text, words, voice, actor, last)


def _without_subject(
    text: str, words: list[str], voice: Voice, actor: str, last: str
) -> tuple[str, str, Mood]:
    """What is done to something, by whoever was named before, or is to be done."""
    passive = _PASSIVE.search(text)
    if passive is not None and (is_past(passive[1].lower()) or passive[1].lower() in _ALIKE):
        return _by(text, voice), meaning(passive[1]), "done"
    first = words[0] if words else ""
    if is_past(first) and (first not in _ALSO_PRESENT or (last and voice.speaker != PERSON)):
        return last, meaning(first), "done"
    order = _ORDER.match(text)
    if not actor and order is not None and voice.speaker == PERSON:
        return AGENT, meaning(order[2]), "order"
    return actor, "", "state"


def _subject(text: str, words: list[str], voice: Voice) -> tuple[str, int]:
    """Who acts, as far as the clause begins with whoever does, and as which word."""
    for at, word in enumerate(words[:4]):
        whom = _whom(word, voice)
        if whom:
            return whom, at
        if at == 0 and text[0].isupper() and len(words) > 1:
            acts = is_past(words[1]) or words[1] in _DOING
            is_acted_on = words[1:3] == ["has", "been"]
            if acts and not is_acted_on and word not in NOT_NAMES and word not in _OPENERS:
                return word, at
    return ANYBODY, 0


def _whom(word: str, voice: Voice) -> str:
    bare = word.partition("'")[0]
    if bare == "i":
        return voice.speaker
    if bare == "we":
        return AGENT
    if bare == "you":
        return PERSON if voice.speaker == AGENT else AGENT
    if voice.person and bare == voice.person.lower():
        return PERSON
    return AGENT if voice.agent and bare == voice.agent.lower() else ANYBODY


def _done_by_subject(words: list[str]) -> str:
    """What the first one named has done: the first past verb behind it."""
    for word in words[:6]:
        if is_past(word) or word == "read":
            return word
        if word.partition("'")[0] not in _HELPERS and word not in ("i", "you", "we", "myself"):
            return ""
    return ""


def _after_plan(text: str) -> str:
    match = _PLANS.search(text)
    rest = WORD.search(text, match.end()) if match else None
    return meaning(rest.group()) if rest else ""


def _by(text: str, voice: Voice) -> str:
    match = _BY.search(text)
    if match is None:
        return ANYBODY
    if match[1] in ("me", "us"):
        return voice.speaker
    return _whom(match[1].lower(), voice) or match[1].lower()
