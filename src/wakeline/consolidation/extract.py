"""What turns say, read by rules: facts, preferences, decisions, plans, promises, events, relations.

Pure: turns in, findings out, each with the words that say so. A finding whose words are not in
its turn is none (`supported`), whoever made it. It does not know what is kept already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, tzinfo
from typing import Final, NamedTuple

from wakeline.consolidation.phrases import (
    content_words,
    cut,
    in_third_person,
    stands_alone,
    words,
)
from wakeline.consolidation.prose import Clause, clauses
from wakeline.consolidation.rules import FOLK, RULES, Rule, compiled
from wakeline.consolidation.when import Told, in_words, moment, times
from wakeline.graph.names import GENERIC, KIN, entity_id
from wakeline.graph.patterns import BY_NAME, PETS, relation_word
from wakeline.graph.patterns import compiled as pattern_compiled
from wakeline.model.consolidation import Extracted
from wakeline.model.log import Episode

MOST_FOUND: Final = 12  # in one turn

_LEAD: Final = re.compile(
    r"(?:(?:hey|hi|hello|wow|yeah|yes|yep|yup|oh|ah|well|so|and|but|also|plus|anyways?|actually|btw"
    r"|by the way|guess what|thanks|thank you|sure|ok|okay|haha|lol|aww?|no|nope|honestly|recently"
    r"|luckily|fortunately|sadly|unfortunately|then|though|because|since|although|personally|like"
    r"|you know|as you know|as for me|me too|same here|just|last time|after that|now|nowadays"
    r"|for me|I think|I must say|in fact|to be honest|tbh|ugh|man|absolutely|definitely|totally"
    r"|of course|right|great|nice|cool|awesome|sounds good|while|cause)\b|[A-Z]\w+(?=[,!]))"
    r"[\s,!.]+",
    re.IGNORECASE,
)


class _Reading(NamedTuple):
    turn: Episode
    subject: str
    names: dict[str, str]
    said_on: date
    zone: tzinfo


class _Who(NamedTuple):
    name: str
    in_text: str


def extract(
    turns: Sequence[Episode], *, person: str | None, agent: str, zone: tzinfo
) -> list[Extracted]:
    """What the turns of a dialogue say, in their order."""
    found: list[Extracted] = []
    for turn in turns:
        subject = _speaker(turn, person, agent)
        if subject is None:
            continue
        names = {entity_id(name): name for name in turn.entity_refs}
        said_on = turn.at.astimezone(zone).date()
        found += _of_turn(_Reading(turn, subject, names, said_on, zone))
    return found


def supported(extracted: Extracted, turn: Episode) -> bool:
    """Whether a turn bears out what is said to stand in it."""
    if extracted.source_id != turn.id or not extracted.quote or extracted.quote not in turn.text:
        return False
    return content_words(extracted.value) <= set(words(turn.text))


def _speaker(turn: Episode, person: str | None, agent: str) -> str | None:
    if turn.kind != "conversation" or turn.forgotten_at is not None:
        return None
    if turn.role == "user":
        return person if person and turn.speaker.casefold() in GENERIC else turn.speaker
    if turn.role == "agent":
        return agent if turn.speaker.casefold() in GENERIC else turn.speaker
    return None


def _of_turn(reading: _Reading) -> list[Extracted]:
    found: dict[tuple[str, str, str], Extracted] = {}
    for clause in clauses(reading.turn.text):
        for each in _of_clause(clause, reading):
            if supported(each, reading.turn):
                found.setdefault((each.subject, each.attribute, each.value.casefold()), each)
        if len(found) >= MOST_FOUND:
            break
    return list(found.values())[:MOST_FOUND]


def _relations(clause: Clause, reading: _Reading) -> Iterator[Extracted]:
    for name in ("whose_is", "is_whose", "has_named"):
        pattern = BY_NAME[name]
        for match in pattern_compiled(pattern.wording).finditer(clause.text):
            if match["s"].lower() not in {"my", "i", "our", "we"}:
                continue
            value = next((n for n in reading.names.values() if match["o"].startswith(n)), None)
            if value is None:
                continue
            r = relation_word(match["r"].lower())
            yield Extracted(
                "fact" if r in PETS else "relation", reading.subject, r, value,
                f"{reading.subject}'s {r} is {value}.", reading.turn.at, None, reading.turn.id,
                reading.turn.text[clause.start + match.start() : clause.start + match.end()],
                0.9, False,
            )  # fmt: skip


def _of_clause(clause: Clause, reading: _Reading) -> Iterator[Extracted]:
    at, lead_time = _lead(clause.text, reading)
    known = set(words(clause.text)) | {part for w in words(clause.text) for part in w.split("'")}
    kinds = set()
    yield from _relations(clause, reading)
    for rule in RULES:
        if rule.triggers and rule.triggers.isdisjoint(known):
            continue
        match = compiled(rule.wording).match(clause.text, at)
        if match is None or ((rule.needs or rule.kind == "event") and kinds):
            continue
        each = _found(rule, match, clause, reading, lead_time)
        if each is not None:
            kinds.add(rule.kind)
            yield each


def _lead(text: str, reading: _Reading) -> tuple[int, bool]:
    at, has_time = 0, False
    while True:
        match = _LEAD.match(text, at)
        if match is not None:
            at = match.end()
            continue
        told = next(
            (
                t
                for way in ("past", "future")
                for t in times(text, reading.said_on, way)
                if t.start == at
            ),
            None,
        )
        if told is None:
            return at, has_time
        has_time = True
        at = told.end
        while at < len(text) and text[at] in " ,":
            at += 1


def _found(
    rule: Rule, match: re.Match[str], clause: Clause, reading: _Reading, lead_time: bool
) -> Extracted | None:
    who = _who(match["who"], reading)
    if who is None:
        return None
    said = match["v"] if rule.is_named else cut(match["v"])
    start = match.start("v")
    end = start + len(said)
    told = [
        t
        for t in times(clause.text, reading.said_on, rule.way)
        if t.end <= match.start() or (start <= t.start and t.end <= end) or rule.is_named
    ]
    if rule.needs == "time" and not told:
        return None
    value = said
    for t in sorted(told, key=lambda t: -t.start):
        if start <= t.start and t.end <= end:
            value = value[: t.start - start].rstrip() + " " + value[t.end - start :].strip()
    value = " ".join(value.split()).strip(" ,")
    if not rule.is_named and not stands_alone(value):
        return None
    value = in_third_person(value)
    q = " ".join(match["q"].split()) if "q" in match.groupdict() else ""
    time = told[0] if told else None
    text = rule.says.format(s=who.in_text, v=value, q=q, r=(match["r"] if "r" in match.groupdict() else ""), a="an" if value[0] in "aeiou" else "a")
    if time is not None:
        text += " " + in_words(time)
    quote = reading.turn.text[clause.start : clause.start + max(end, match.end("v"))]
    return Extracted(
        rule.kind, who.name, rule.attribute.format(q=q.replace(" ", "_")), value, text + ".",
        reading.turn.at, moment(time.first, reading.zone) if time else None, reading.turn.id,
        quote.strip(), rule.confidence, rule.is_single,
    )  # fmt: skip


def _who(said: str, reading: _Reading) -> _Who | None:
    word = said.lower()
    if word in {"i", "my", "me", ""}:
        return _Who(reading.subject, reading.subject)
    if word == "we":
        return _Who(reading.subject, f"{reading.subject} and others")
    if word.startswith("my "):
        rest = said.split()[1:]
        named = [w.strip(",") for w in rest if w[0].isupper()]
        if named:
            return _Who(" ".join(named), " ".join(named))
        kin = relation_word(rest[-1].strip(",").lower())
        return _Who(f"{reading.subject}'s {kin}", f"{reading.subject}'s {kin}") if kin in KIN | FOLK else None
    name = reading.names.get(entity_id(said))
    return None if name is None else _Who(name, name)
