"""Of whom a clause speaks: whoever says it, kin of theirs, or somebody who is known by name.

Nobody is guessed: he, she and they stand for no one here, and a capital at the start of a
sentence makes no person. It does not know what is said of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from wakeline.consolidation.phrases import content_words, in_third_person, is_of_speaker
from wakeline.consolidation.prose import is_talk
from wakeline.graph.names import GENERIC, KIN, MOST_NAME, entity_id
from wakeline.graph.patterns import relation_word
from wakeline.model.log import Episode

FOLK: Final = frozenset("kids children parents family sons daughters sisters brothers".split())
_OWN: Final = frozenset(("i", "my", "me", ""))
_SAME_ONE: Final = frozenset(
    """
    mother father wife husband partner girlfriend boyfriend boss grandmother grandfather
    """.split()
)
# Who else was there, before "and I": "My wife and I hosted a party".
_COMPANY: Final = re.compile(
    rf"(?:^|[.,!]\s+)(?P<who>[Mm]y\s+(?:[a-z]+\s+)?(?:{'|'.join(sorted(KIN | FOLK))}|friends|team"
    r"|colleagues|teammates))\s*$"
)


class StatementSubject(NamedTuple):
    """A subject: as it is kept, and as a sentence begins with it."""

    name: str
    in_text: str
    is_plural: bool = False


class Cast(NamedTuple):
    """Who speaks in a turn, the names that stand in it, and who is known to be a person."""

    speaker: str
    names: Mapping[str, str]
    people: frozenset[str]  # by their ids


def speaker_of(turn: Episode, person: str | None, agent: str) -> str | None:
    """Who says a turn that is read; None for tools, systems, strangers and what was forgotten."""
    if turn.kind != "conversation" or turn.forgotten_at is not None:
        return None
    if not is_talk(turn.text, by_agent=turn.role == "agent"):
        return None
    if turn.role == "other":
        # Came without a role: of such speakers only these two are known to be no machine.
        known = {entity_id(name) for name in (person, agent) if name}
        return turn.speaker if entity_id(turn.speaker) in known else None
    if turn.role not in {"user", "agent"}:
        return None
    own = person if turn.role == "user" else agent
    is_named = bool(turn.speaker) and entity_id(turn.speaker) not in GENERIC
    name = " ".join((turn.speaker if is_named else own or turn.speaker).split())
    return name if 0 < len(name) <= MOST_NAME else None


def is_meant(
    subject: str, turn: Episode, known: Collection[str], *, speaker: str | None = None
) -> bool:
    """Whether a turn speaks of somebody: its speaker, kin of theirs, or who is in it by name."""
    owner, _, kin = subject.rpartition("'s ")
    if owner and (kin in KIN | FOLK):
        is_theirs = is_meant(owner, turn, known, speaker=speaker)
        return is_theirs and kin in {relation_word(word) for word in known}
    if entity_id(subject) == entity_id(speaker or turn.speaker):
        return True
    if speaker is None and entity_id(turn.speaker) in GENERIC and is_of_speaker(turn.text):
        return True  # who speaks is known by name elsewhere
    named = content_words(subject)
    return bool(named) and all(word in known for word in named)


def is_one(subject: str) -> bool:
    """Whether a subject is one and the same person; a friend or a sister may be another."""
    kin = subject.rpartition("'s ")[2]
    return kin == subject or kin in _SAME_ONE


def cast_of(turn: Episode, speaker: str, people: Iterable[str]) -> Cast:
    return Cast(
        speaker,
        {entity_id(name): name for name in turn.entity_refs},
        frozenset(map(entity_id, people)),
    )


def resolve_subject(
    said: str, of: Cast, *, before: str, only_people: bool
) -> StatementSubject | None:
    """Whom the words at the start of a clause mean."""
    word = said.lower()
    if word in _OWN:
        return _with_company(said, of, before)
    if word == "we":
        return StatementSubject(of.speaker, f"{of.speaker} and others", is_plural=True)
    if word.startswith("my "):
        return _kin(said.split()[1:], of)
    name = of.names.get(entity_id(said))
    if name is None or (only_people and entity_id(name) not in of.people):
        return None
    return StatementSubject(name, name)


def _with_company(said: str, of: Cast, before: str) -> StatementSubject:
    company = _COMPANY.search(before) if said == "I" else None
    if company is None:
        return StatementSubject(of.speaker, of.speaker)
    others = in_third_person(company["who"][0].lower() + company["who"][1:])
    return StatementSubject(of.speaker, f"{of.speaker} and {others}", is_plural=True)


def _kin(rest: Sequence[str], of: Cast) -> StatementSubject | None:
    """Somebody by name, or else by what they are to whoever speaks."""
    named = " ".join(word.strip(",") for word in rest if word[0].isupper())
    if named:
        return StatementSubject(named, named) if entity_id(named) in of.names else None
    kin = relation_word(rest[-1].strip(",").lower())
    if kin not in KIN | FOLK:
        return None
    whose = f"{of.speaker}'s {kin}"
    return StatementSubject(whose, whose, is_plural=kin in FOLK - {"family"})
