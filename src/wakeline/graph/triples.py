"""Read the relations of one turn as triples (subject, relation, object), by the pattern table.

"I" is the speaker, "you" the previous speaker; he, she, they and it are the person or
thing named last, and such a triple is pending. Questions, wishes and conditions state
nothing. It does not know other turns beyond the few it is given, nor what is stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from wakeline.graph.names import GENERIC, MOST_NAME, entity_id, is_project_like, names_in_turn
from wakeline.graph.patterns import (
    BY_TRIGGER,
    DISCOVERED_CONFIDENCE,
    PETS,
    SHAPE,
    TRIGGERS,
    Pattern,
    compile_pattern,
    learnable_relation,
    relation_word,
)
from wakeline.language.sentences import split_sentences
from wakeline.model.log import Episode

MOST_READ: Final = 20_000  # characters of one turn
MOST_SENTENCE: Final = 600
MOST_TRIPLES: Final = 16  # of one turn
MOST_VALUE_WORDS: Final = 6
PENDING: Final = 0.5  # factor on the pattern's confidence where the subject is a guess
TOGETHER: Final = 0.8  # the same for "we"

_WORD: Final = re.compile(r"[^\W\d_]+(?:'[a-z]+)?")
_UNREAL: Final = re.compile(
    r"\b(?:if|wish|would|could|might|maybe|perhaps|imagine|unless|whether|hope|should)\b|'d\b",
    re.IGNORECASE,
)
_VALUE_ENDS: Final = re.compile(
    r"\s+(?:and|but|because|since|when|while|so|as|if|that|which|who|where|for|after|before|until|"
    r"at|with|in|on|from|during|over|than|too|very|again|lately|these|every|last|next|now|anymore|"
    r"right|though|yesterday|today|tomorrow|or|i|we|it|she|he|they)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
_VALUE_STARTS: Final = re.compile(
    r"(?:(?:to|the|a|an|my|our|some|all|being|having)\s+)+", re.IGNORECASE
)
_NO_VALUE: Final = frozenset(
    """
    it that this these those them him her you me us what how when where who why the a an to be is
    are was so more most one ones something anything everything nothing here there and your his
    their its not sure just like too such doing going getting
    """.split()
)
_SPEAKER: Final = frozenset(("i", "my", "mine"))
_WE: Final = frozenset(("we", "our"))
_YOU: Final = frozenset(("you", "your"))
_PRONOUNS: Final = frozenset(("he", "she", "they", "it", "his", "her", "their"))


class Triple(NamedTuple):
    """One relation that a turn states."""

    from_id: str
    from_name: str
    relation: str
    to_id: str
    to_text: str
    confidence: float
    is_pending: bool
    pattern: str
    is_preference: bool = False  # and the object is no name
    people: str = ""  # which ends are people: "s" the subject, "o" the object


class _Subject(NamedTuple):
    name: str
    certainty: float
    is_pending: bool


class _Turn(NamedTuple):
    """A turn to match: its names by id, the speaker, the person spoken to, the last name before."""

    names: Mapping[str, str]
    speaker: str | None
    addressed: _Subject | None
    named_before: str | None


def triples(turn: Episode, text: str, before: Sequence[Episode]) -> list[Triple]:
    """The relations that a turn states, at most 16; `before` holds earlier turns of its session."""
    plain = text[:MOST_READ]
    hits = TRIGGERS.intersection(_WORD.findall(plain.lower()))
    if not hits and len(turn.entity_refs) < 2:
        return []
    names = {entity_id(name): name for name in names_in_turn(turn)}
    read = _Turn(names, _speaker(turn), _addressed(turn, before), _last_named(before))
    found: dict[tuple[str, str, str], Triple] = {}
    for at, sentence in _sentences(plain):
        if sentence.endswith("?") or len(sentence) > MOST_SENTENCE:
            continue
        for triple in _stated(sentence, hits, read, plain[:at]):
            known = found.get((triple.from_id, triple.to_id, triple.relation))
            if known is None or known.confidence < triple.confidence:
                found[triple.from_id, triple.to_id, triple.relation] = triple
        if len(found) >= MOST_TRIPLES:
            break
    return list(found.values())[:MOST_TRIPLES]


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    return ((piece.start, piece.text) for piece in split_sentences(text))


def _stated(sentence: str, hits: frozenset[str], read: _Turn, before: str) -> Iterator[Triple]:
    plain = sentence.lower()
    patterns = {p.name: p for word in hits if word in plain for p in BY_TRIGGER[word]}
    for name in sorted(patterns):
        yield from _matched(patterns[name], sentence, read, before)
    if len(read.names) > 1:
        yield from _shaped(sentence, read)


def _matched(pattern: Pattern, sentence: str, read: _Turn, before: str) -> Iterator[Triple]:
    for match in compile_pattern(pattern.wording).finditer(sentence):
        if _UNREAL.search(sentence, 0, match.end("s")):
            continue
        target = _object(match["o"], read, only_names=pattern.takes == "name")
        subject = _subject(match["s"], read, before + sentence[: match.start("s")])
        if target is None or subject is None:
            continue
        text, is_name = target
        if entity_id(text) == entity_id(subject.name):
            continue
        yield Triple(
            entity_id(subject.name),
            subject.name,
            _relation(pattern, match),
            entity_id(text),
            text,
            pattern.confidence * subject.certainty,
            subject.is_pending,
            pattern.name,
            pattern.states_preference and not is_name,
            _people(pattern, match),
        )


def _shaped(sentence: str, read: _Turn) -> Iterator[Triple]:
    """Triples of a verb between two names that the table does not know."""
    for match in compile_pattern(SHAPE).finditer(sentence):
        relation = learnable_relation(match["r"])
        first = _name_in(match["s"], read.names, from_end=True)
        second = _name_in(match["o"], read.names, from_end=False)
        if relation and first and second and first != second and not _UNREAL.search(sentence):
            yield Triple(
                entity_id(first), first, relation, entity_id(second), second,
                DISCOVERED_CONFIDENCE, False, relation,
            )  # fmt: skip


def _relation(pattern: Pattern, match: re.Match[str]) -> str:
    if pattern.name == "favourite":
        return f"favourite {match['q'].split()[-1]}"
    return pattern.relation or relation_word(match["r"].lower())


def _people(pattern: Pattern, match: re.Match[str]) -> str:
    is_of_pet = pattern.of_people == "so" and "r" in match.groupdict() and match["r"] in PETS
    return "s" if is_of_pet else pattern.of_people


# -- the ends


def _speaker(turn: Episode) -> str | None:
    return turn.speaker if 0 < len(turn.speaker) <= MOST_NAME else None


def _addressed(turn: Episode, before: Sequence[Episode]) -> _Subject | None:
    """Who "you" is: the last other speaker; certain between user and agent."""
    for earlier in reversed(before):
        if earlier.speaker and earlier.speaker != turn.speaker:
            is_certain = {earlier.role, turn.role} == {"user", "agent"}
            return _Subject(earlier.speaker, 1.0 if is_certain else PENDING, not is_certain)
    return None


def _last_named(before: Sequence[Episode]) -> str | None:
    for earlier in reversed(before):
        names = [name for name in names_in_turn(earlier) if not is_project_like(name)]
        if names:
            return max(names, key=earlier.text.rfind)
    return None


def _subject(said: str, read: _Turn, before: str) -> _Subject | None:
    word = said.lower().removesuffix("'s")
    if word in _SPEAKER or word in _WE:
        certainty = TOGETHER if word in _WE else 1.0
        return None if read.speaker is None else _Subject(read.speaker, certainty, False)
    if word in _YOU:
        return read.addressed
    if word in _PRONOUNS:
        guess = _last_before(before, read.names) or read.named_before
        return None if guess is None else _Subject(guess, PENDING, True)
    name = _name_in(said, read.names, from_end=True)
    return None if name is None else _Subject(name, 1.0, False)


def _last_before(text: str, names: Mapping[str, str]) -> str | None:
    places = {name: text.rfind(name) for name in names.values() if not is_project_like(name)}
    found = max(places, key=lambda name: places[name], default=None)
    return found if found is not None and places[found] >= 0 else None


def _object(said: str, read: _Turn, *, only_names: bool) -> tuple[str, bool] | None:
    """The object and whether it is a name: a name of the turn, else the words of a value."""
    plain = said.strip()
    start = None if only_names else _VALUE_STARTS.match(plain)
    plain = plain[start.end() :] if start else plain
    name = _name_in(plain, read.names, from_end=False)
    if name is not None:
        return name, True
    if only_names:
        return None
    value = _VALUE_ENDS.sub("", f" {plain}").strip().strip("'\"-*_")
    words = value.split()
    if not 0 < len(words) <= MOST_VALUE_WORDS or len(value) < 2:
        return None
    return None if words[0].lower() in _NO_VALUE else (value, False)


def _name_in(run: str, names: Mapping[str, str], *, from_end: bool) -> str | None:
    """The longest name of the turn at the end of a run of words, or at its start."""
    words = run.split()[:MOST_VALUE_WORDS] if not from_end else run.split()
    for size in range(len(words), 0, -1):
        part = words[-size:] if from_end else words[:size]
        name = " ".join(part).rstrip(".,'-").removesuffix("'s")
        found = names.get(entity_id(name))
        if found is not None:
            return found
    return None


def is_somebody(speaker: str) -> bool:
    """Whether a speaker is called by a name, and not by a role such as "user"."""
    return bool(speaker) and speaker.casefold() not in GENERIC
