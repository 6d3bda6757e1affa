"""What turns say, read by rules: facts, preferences, decisions, plans, promises, events, relations.

Pure: turns in, findings out, each with the words that say so. A finding whose words are not in
its turn is none (`supported`), whoever made it. It does not know what is kept already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, tzinfo
from functools import cache
from typing import Final, NamedTuple

from wakeline.consolidation.answers import read_answer
from wakeline.consolidation.family_facts import relations
from wakeline.consolidation.phrases import (
    LEAST_OF_CUT,
    Phrase,
    cut,
    in_third_person,
    is_of_speaker,
    stands_alone,
    third_person,
    words,
)
from wakeline.consolidation.prose import StatementClause, clauses
from wakeline.consolidation.rules import RULES
from wakeline.consolidation.subjects import (
    Cast,
    StatementSubject,
    cast_of,
    is_one,
    resolve_subject,
    speaker_of,
)
from wakeline.consolidation.support import SupportCheck, is_supported
from wakeline.consolidation.when import TimeMention, start_of_day, time_phrase, times
from wakeline.consolidation.wordings import StatementRule, compile_wording
from wakeline.consolidation.words import ONE_WORD
from wakeline.model.consolidation import ExtractedStatement
from wakeline.model.log import Episode

__all__ = ["extract", "is_supported"]

MOST_FOUND: Final = 12  # in one turn
MOST_VALUE: Final = 300  # characters

_LEAD: Final = re.compile(
    r"(?:(?:hey|hi|hello|wow|yeah|yes|yep|yup|oh|ah|well|so|and|but|also|plus|anyways?|actually|btw"
    r"|by the way|guess what|thanks|thank you|sure|ok|okay|haha|lol|aww?|no|nope|honestly|recently"
    r"|luckily|fortunately|sadly|unfortunately|then|though|because|since|although|personally"
    r"|you know|as you know|as for me|me too|same here|after that|now|nowadays|lately|these days"
    r"|currently|for me|I must say|in fact|to be honest|tbh|ugh|man|absolutely|definitely|totally"
    r"|remember that|of course|right|great|nice|cool|awesome|sounds good|'?cause"
    r"|speaking of which)\b"
    r"|[A-Z]\w+(?=[,!]))[\s,!.:]+",
    re.IGNORECASE,
)
_ONLY_LEADS: Final = re.compile(rf"(?:{_LEAD.pattern})*", re.IGNORECASE)
_TO_YOU: Final = re.compile(r"^(\w+)\s+(?:you|ya)(?:\s+(?=\w))|\s+(?:to|with|for)\s+(?:you|ya)\b")
# Of which a clause has one, or a name, or nobody to speak of.
_TELLING: Final = frozenset(
    """
    i we my me our just recently finally gonna planning went had got took saw met ran won lost
    bought found finished started visited attended joined ich vivo moro habite heiße name llamo
    nombre nome appelle jahre tengo tenho ai
    """.split()
)


class _Turn(NamedTuple):
    """A turn as it is read."""

    episode: Episode
    before: Episode | None
    cast: Cast
    said_on: date
    zone: tzinfo


class _Part(NamedTuple):
    """The value of a match, where it ends in the clause, and the times that go with it."""

    phrase: Phrase
    end: int
    told: tuple[TimeMention, ...]


def extract(
    turns: Sequence[Episode], *, person: str | None, agent: str, zone: tzinfo
) -> list[ExtractedStatement]:
    """What the turns of a dialogue say, in their order."""
    found: list[ExtractedStatement] = []
    people = {name for name in (person, agent) if name}
    for before, turn in zip((None, *turns), turns, strict=False):
        speaker = speaker_of(turn, person, agent)
        said_on = _day_of(turn, zone)
        if speaker is None or said_on is None:
            continue
        people.add(speaker)
        of_turn = _of_turn(_Turn(turn, before, cast_of(turn, speaker, people), said_on, zone))
        people.update(each.value for each in of_turn if each.kind == "relation")
        found += of_turn
    return found


def _day_of(turn: Episode, zone: tzinfo) -> date | None:
    try:
        return turn.at.astimezone(zone).date()
    except OverflowError:
        return None  # at the end of the calendar there is another day in some zones only


def _of_turn(turn: _Turn) -> list[ExtractedStatement]:
    found: dict[tuple[str, str, str], ExtractedStatement] = {}
    # Made where something is found: most turns state nothing.
    grounds = cache(lambda: SupportCheck.of(turn.episode, speaker=turn.cast.speaker))
    answer = read_answer(turn.episode, turn.cast.speaker, turn.before)
    if answer is not None and grounds().supports(answer):
        found[answer.subject, answer.attribute, answer.value.casefold()] = answer
    for clause in clauses(turn.episode.text):
        for each in _of_clause(clause, turn):
            if grounds().supports(each):
                found.setdefault((each.subject, each.attribute, each.value.casefold()), each)
        if len(found) >= MOST_FOUND:
            break
    return list(found.values())[:MOST_FOUND]


def _of_clause(clause: StatementClause, turn: _Turn) -> Iterator[ExtractedStatement]:
    yield from relations(clause, turn.episode, turn.cast)
    known = {part for word in words(clause.text) for part in (word, *word.split("'"))}
    if not turn.cast.names and _TELLING.isdisjoint(known):
        return
    at = _lead(clause, turn)
    is_found = False
    for rule in RULES:
        if (rule.triggers and rule.triggers.isdisjoint(known)) or (rule.is_fallback and is_found):
            continue
        match = compile_wording(rule.wording).match(clause.text, at)
        each = None if match is None else _found(rule, match, clause, turn)
        if each is not None:
            is_found = True
            yield each


def _lead(clause: StatementClause, turn: _Turn) -> int:
    """Where a clause begins behind greetings and times."""
    text, at = clause.text, 0
    starts = {t.start: t.end for way in ("past", "future") for t in times(text, turn.said_on, way)}
    while True:
        if (match := _LEAD.match(text, at)) is not None:
            at = match.end()
        elif at in starts:
            at = starts[at]
            at += len(text[at:]) - len(text[at:].lstrip(" ,"))
        else:
            return at


def _found(
    rule: StatementRule, match: re.Match[str], clause: StatementClause, turn: _Turn
) -> ExtractedStatement | None:
    subject = resolve_subject(
        match["who"], turn.cast, before=clause.before, only_people=not rule.is_of_people
    )
    if subject is None:
        return None
    part = _part(rule, match, clause, turn)
    value = _value(rule, part.phrase)
    if value is not None and not match["who"] and rule.value == "phrase":
        value = value[0].lower() + value[1:]  # a sentence that began with its verb
    if value is None or (rule.needs_time and not part.told):
        return None
    if subject.name != turn.cast.speaker and is_of_speaker(part.phrase.text):
        return None  # "Rob invited me": whom, is not in the turn by name
    text = _says(rule, match, subject, value)
    time = part.told[0] if part.told else None
    return ExtractedStatement(
        kind=rule.kind,
        subject=subject.name,
        attribute=_attribute(rule, match),
        value=value,
        text=f"{text} {time_phrase(time)}." if time else f"{text}.",
        at=turn.episode.at,
        when=start_of_day(time.first, turn.zone) if time else None,
        source_id=turn.episode.id,
        quote=_quote(part, match, clause, turn.episode),
        confidence=rule.confidence,
        single=rule.is_single and is_one(subject.name),
    )


def _part(rule: StatementRule, match: re.Match[str], clause: StatementClause, turn: _Turn) -> _Part:
    start, end = match.span("v")
    told = list(times(clause.text, turn.said_on, rule.way))
    if rule.value == "term":
        told = [t for t in told if t.end <= start or end <= t.start]
        return _Part(Phrase(match["v"], end - start, 1), end, _in_order(told, clause, rule, turn))
    # Times leave a gap of their size, so that what follows them still belongs to the phrase.
    plain = clause.text
    for t in told:
        plain = plain[: t.start] + " " * (t.end - t.start) + plain[t.end :]
    phrase = cut(plain[start:end])
    end = start + phrase.reach
    end += len(plain[end:]) - len(plain[end:].lstrip(" "))
    near = [t for t in told if t.end <= match.start() or start <= t.start < end]
    return _Part(phrase, end, _in_order(near, clause, rule, turn))


def _in_order(
    told: list[TimeMention], clause: StatementClause, rule: StatementRule, turn: _Turn
) -> tuple[TimeMention, ...]:
    """The times of a clause, and the one that stands alone before its comma: "Last Friday, I …"."""
    before = clause.before.rstrip(" ,")
    ahead = [
        t._replace(is_before=True)
        for t in times(before, turn.said_on, rule.way)
        if t.end == len(before) and _ONLY_LEADS.fullmatch(before[: t.start].lstrip())
    ]
    return (*told, *ahead)


def _value(rule: StatementRule, phrase: Phrase) -> str | None:
    if rule.value == "term":
        return " ".join(phrase.text.split())
    value = phrase.text
    if rule.kind == "promise":
        # Who is promised something stands in no value; it would not be in the turn by name.
        value = _TO_YOU.sub(lambda hit: f"{hit[1]} " if hit[1] else "", value).strip()
    least = phrase.least
    if rule.is_fallback:
        # Told without a day and by no telling word, it has to say more for itself.
        least = max(1, least - 1) if rule.needs_time else max(least, LEAST_OF_CUT)
    if len(value) > MOST_VALUE or not stands_alone(value, least=least):
        return None
    return in_third_person(value)


def _says(rule: StatementRule, match: re.Match[str], subject: StatementSubject, value: str) -> str:
    said = rule.says.format(
        s=subject.in_text,
        v=value,
        v3=value if subject.is_plural else third_person(value),
        a="an" if value[0].lower() in "aeiou" else "a",
        q=_group(match, "q"),
        r=_group(match, "r"),
        e="" if subject.is_plural else "s",
        ies="y" if subject.is_plural else "ies",
        **{"is": "are" if subject.is_plural else "is"},
        has="have" if subject.is_plural else "has",
        was="were" if subject.is_plural else "was",
    )
    return " ".join(said.split())


def _group(match: re.Match[str], name: str) -> str:
    return " ".join((match[name] or "").split()) if name in match.re.groupindex else ""


def _attribute(rule: StatementRule, match: re.Match[str]) -> str:
    word = _group(match, "q").lower().replace(" ", "_")
    return rule.attribute.format(q=ONE_WORD.get(word, word))


def _quote(part: _Part, match: re.Match[str], clause: StatementClause, turn: Episode) -> str:
    """From where the clause begins, or a time before it, to the end of what was found."""
    start, end = clause.start, max(part.end, match.end("who"))
    if part.end >= match.end("v"):
        end = max(end, match.end())
    for t in part.told:
        if t.is_before:
            start = clause.start - len(clause.before) + t.start
        else:
            end = max(end, t.end)
    return turn.text[start : clause.start + end].strip()
