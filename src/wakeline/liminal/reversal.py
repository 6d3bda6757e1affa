"""Whether a state says the opposite of what it said before, by its words.

Vectors see "trusts" and "does not trust" as nearly the same, so this rule always runs.
Clauses about the same subject are compared; a reversal is an odd number of denials
between them: a negator more or less, a word replaced by its opposite. Two denials
cancel, so "not unhappy" is no reversal of "happy". It knows words, not meaning.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from wakeline.liminal.opposites import (
    ADDING,
    BEING,
    HAVING,
    NEGATIVE_ALONE,
    NEGATORS,
    PREFIXES,
    YET_TO_COME,
    Pole,
    is_english,
    is_foreign_denial,
    poles,
    stem,
)
from wakeline.minds.state_distance import sentences_of, words_of

MOST_CHARACTERS: Final = 200_000  # of each state that are read
MOST_CLAUSES: Final = 96  # of each state that are compared, without those that are in both
MOST_OF_A_CLAUSE: Final = 1_000  # characters
REACH: Final = 4  # words after a negator that it may reverse
ALIKE: Final = 0.5  # share of common words from which clauses are about the same subject
SHORTEST_BASE: Final = 4  # letters of a word that a prefix reverses

_TOKEN: Final = re.compile(r"[^\W_]+(?:['.\-][^\W_]+)*")
_JOINED: Final = (
    r"\b(?:and|but|though|although|while|whereas|since|because|after|und|aber|sondern|pero|sino"
    r"|mais|mas)\b"
)
_CLAUSE_END: Final = re.compile(rf"[,:()–—、，]\s*(?:{_JOINED})?|\s-\s|{_JOINED}")
_CONDITION_END: Final = re.compile(_JOINED)
# A condition and what follows from it are one claim: "if it is not green, do not deploy".
_CONDITION: Final = re.compile(r"^\W*(?:if|unless|until|when|before|without)\b")
# At the end of a clause these two are no prepositions: "the pump is on".
_SWITCHED: Final = re.compile(r"\b(on|off)(?=\W*$)")
_USED_TO: Final = re.compile(r"\bused(?=\s+to\b)")


class StateClause(NamedTuple):
    """A part of a sentence that claims one thing."""

    text: str
    tokens: tuple[str, ...]
    stems: tuple[str, ...]  # one a token
    content: frozenset[str]  # the stems of its content words
    subjects: frozenset[str]  # the same, but both ends of a scale are one
    english: bool


Denial = frozenset[str]  # the words that are denied


class ClauseReading(NamedTuple):
    """A clause, read for the comparison.

    Its sign on each scale (0 if it names both ends), its denials, and the denials by words of a
    scale, which count only if the other clause has no word of that scale.
    """

    signs: dict[str, int]
    denials: list[Denial]
    by_scale: dict[str, list[Denial]]
    polar: frozenset[str]  # the words that stand on a scale

    def denials_without(self, scales: Collection[str]) -> list[Denial]:
        left = (denials for scale, denials in self.by_scale.items() if scale not in scales)
        return [*self.denials, *(denial for denials in left for denial in denials)]


def reverses(before: str, after: str) -> bool:
    """Whether one clause of `after` denies what a clause of `before` says, or the other way."""
    old, new = _changed(before, after)
    alone = len(old) == len(new) == 1
    for one in new:
        found = _nearest(one, old)
        if found is None or _nearest(found, new) != one:
            continue
        if _opposed(found, one, alone=alone):
            return True
    return False


def _changed(before: str, after: str) -> tuple[list[StateClause], list[StateClause]]:
    """The clauses of both states, without the sentences that are in both."""
    old, new = (sentences_of(text[:MOST_CHARACTERS].lower()) for text in (before, after))
    both = {*old} & {*new}
    return _clauses(old, both), _clauses(new, both)


def _clauses(sentences: Sequence[str], known: set[str]) -> list[StateClause]:
    """The clauses of the sentences that are not known, bounded in number and length."""
    made: list[StateClause] = []
    for sentence in sentences:
        if sentence in known:
            continue
        ends = _CONDITION_END if _CONDITION.match(sentence) else _CLAUSE_END
        parts = ends.split(sentence, maxsplit=MOST_CLAUSES)[:MOST_CLAUSES]
        read = (_clause(part[:MOST_OF_A_CLAUSE]) for part in parts)
        made += [clause for clause in read if clause.content]
        if len(made) >= MOST_CLAUSES:
            break
    return made[:MOST_CLAUSES]


def _clause(text: str) -> StateClause:
    text = text.replace("’", "'")
    tokens = tuple(_TOKEN.findall(_SWITCHED.sub(r"switched-\1", text)))
    english = is_english(frozenset(tokens)) or any(token.endswith("n't") for token in tokens)
    said = words_of(_USED_TO.sub("", text))
    content = frozenset(stem(word) for word in said if word not in NEGATORS)
    table = poles()
    subjects = frozenset(table[word].scale if word in table else word for word in content)
    return StateClause(text, tokens, tuple(map(stem, tokens)), content, subjects, english)


def _nearest(clause: StateClause, others: Sequence[StateClause]) -> StateClause | None:
    return max(others, key=lambda other: _likeness(clause, other), default=None)


def _likeness(one: StateClause, other: StateClause) -> float:
    common = len(one.subjects & other.subjects)
    return common / max(len(one.subjects), len(other.subjects))


def _opposed(old: StateClause, new: StateClause, *, alone: bool) -> bool:
    """Whether two clauses about the same subject differ by an odd number of denials."""
    table = _poles_between(old, new)
    was, now = _read(old, table), _read(new, table)
    shared_scales = was.signs.keys() & now.signs.keys()
    turned = sum(was.signs[scale] * now.signs[scale] < 0 for scale in shared_scales)
    denied, denies = was.denials_without(shared_scales), now.denials_without(shared_scales)
    ours, theirs = old.content - was.polar, new.content - now.polar
    shared = ours & theirs
    if (len(denied) - len(denies)) % 2 and _turns(denied, denies, shared):
        turned += len(shared) >= ALIKE * max(len(ours), len(theirs))
    elif not (shared and len(shared) >= ALIKE * min(len(ours), len(theirs))):
        # An opposite alone means little: hot soup and cold feet are no reversal.
        turned *= alone and not (ours and theirs)
    return turned % 2 == 1


def _turns(denied: Sequence[Denial], denies: Sequence[Denial], shared: frozenset[str]) -> bool:
    """Whether more shared words are denied in one clause only than in both."""
    once = both = 0
    for word in shared:
        first = sum(word in each for each in denied) % 2
        second = sum(word in each for each in denies) % 2
        once += first != second
        both += first and second
    return once > both


def _poles_between(old: StateClause, new: StateClause) -> dict[str, Pole]:
    """The scales of English, and those that a prefix makes: "willing" and "unwilling"."""
    made: dict[str, Pole] = {}
    for one, other in ((old, new), (new, old)):
        for word in one.content:
            for prefix in PREFIXES:
                base = word.removeprefix(prefix)
                if base != word and len(base) >= SHORTEST_BASE and base in other.content:
                    made[word] = Pole(f"~{base}", -1, denies=True)
                    made[base] = Pole(f"~{base}", 1, denies=False)
    return {**poles(), **made} if old.english and new.english else made


def _read(clause: StateClause, table: dict[str, Pole]) -> ClauseReading:
    signs: dict[str, int] = {}
    by_scale: dict[str, list[Denial]] = {}
    polar: set[str] = set()
    negators, adding = _negators(clause) if clause.english else ([], set())
    turned = _governed(clause, negators, table)
    denials = [
        _following(clause, at) or clause.content for at in negators if at not in turned.values()
    ]
    for at, word in enumerate(clause.stems):
        pole = table.get(word)
        if pole is None or clause.tokens[at] in NEGATORS or at in adding:
            continue
        polar.add(word)
        is_turned = at in turned
        sign = -pole.sign if is_turned else pole.sign
        # A clause with both ends of a scale compares them and claims neither.
        signs[pole.scale] = sign if signs.get(pole.scale, sign) == sign else 0
        if is_turned and pole.sign > 0:
            covers = _following(clause, turned[at]) | {word}
            by_scale.setdefault(pole.scale, []).append(covers)
        elif pole.denies and not is_turned:
            by_scale.setdefault(pole.scale, []).append(_denied_by(clause, at))
    if not clause.english and is_foreign_denial(clause.tokens, clause.text):
        denials.append(clause.content)
    return ClauseReading(signs, denials, by_scale, frozenset(polar))


def _negators(clause: StateClause) -> tuple[list[int], set[int]]:
    """The places of the negators of an English clause, and of words that cancel one: "no doubt"."""
    found: list[int] = []
    adding: set[int] = set()
    tokens = clause.tokens
    for at, word in enumerate(tokens):
        following = tokens[at + 1] if at + 1 < len(tokens) else ""
        if word == "nor" and found:  # continues the denial before it
            continue
        if word in NEGATORS or word.endswith("n't"):
            if following in ADDING.get(word, ()):
                adding.add(at + 1)
            else:
                found.append(at)
        elif following == "to" and _is_not_now(tokens, at):
            found.append(at)
    return found, adding


def _is_not_now(tokens: Sequence[str], at: int) -> bool:
    """Whether a word before "to" means that something is not so now: "used to", "remains to".

    "Is used to" is a habit that holds.
    """
    previous = tokens[at - 1] if at else ""
    if tokens[at] == "used":
        return previous not in BEING
    if tokens[at] in HAVING:
        return previous == "still"
    return tokens[at] in YET_TO_COME


def _governed(
    clause: StateClause, negators: Sequence[int], table: dict[str, Pole]
) -> dict[int, int]:
    """The places of the words that a negator reverses, each with the place of its negator."""
    turned: dict[int, int] = {}
    for at in negators:
        for place in range(at + 1, min(at + 1 + REACH, len(clause.tokens))):
            word = clause.stems[place]
            if (word in table or word in NEGATIVE_ALONE) and place not in turned:
                turned[place] = at
                break
    return turned


def _following(clause: StateClause, at: int) -> frozenset[str]:
    return clause.content & frozenset(clause.stems[at + 1 :])


def _denied_by(clause: StateClause, at: int) -> frozenset[str]:
    """The words that a denying word covers: those after it, or all if it is the predicate."""
    following = _following(clause, at)
    is_said = bool(BEING.intersection(clause.tokens[max(0, at - 2) : at]))
    return following if following and not is_said else clause.content
