"""Names: what kind of thing each stands for, and which names mean the same.

Evidence for a kind is counted turn by turn, so one turn can be taken away again. A
first name or a surname joins a full name if it fits only one person; that is decided
from the known names and nothing else, so their order does not matter. English words; it
does not know relations or where names are kept.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from wakeline.model.log import Episode
from wakeline.model.memory import Entity, EntityType

# What is counted, in this order, in `Entity.evidence`.
PERSON, PLACE, PROJECT, FACT, PREFERENCE = range(5)
NO_EVIDENCE: Final = (0, 0, 0, 0, 0)
MOST_NAME: Final = 200  # characters; a longer text is no name, and no key of an index
MOST_LOOKS: Final = 3  # occurrences of one name in one turn that are looked at
REACH: Final = 24  # characters before and after a name

GENERIC: Final = frozenset("user human person agent assistant ai bot tool system".split())
_TITLES: Final = frozenset(
    "dr mr mrs ms miss prof professor sir madam herr frau doctor uncle aunt grandma grandpa".split()
)
KIN: Final = frozenset(
    """
    mother father mom mum mama dad papa parent sister brother son daughter wife husband partner
    girlfriend boyfriend fiance fiancé fiancee fiancée spouse friend boss manager colleague coworker
    neighbour neighbor roommate flatmate aunt uncle cousin grandmother grandfather grandma grandpa
    niece nephew teacher mentor coach therapist nanny tutor landlord
    """.split()
)
_PERSON_BEFORE: Final = (
    _TITLES
    | KIN
    | frozenset(
        """
        met told asked called phoned emailed texted invited married hugged thank thanked hi hello
        hey dear with by said says
        """.split()
    )
)
_PERSON_BEHIND: Final = frozenset(
    """
    said says told tells asked asks thinks thought wants wanted loves loved hates hated likes liked
    lives lived works worked called emailed texted replied answered wrote writes agreed suggested
    suggests laughed smiled cried feels felt married joined prefers promised mentioned
    """.split()
)
_PLACE_BEFORE: Final = frozenset("in near".split())
_FILE: Final = re.compile(
    r".+\.(?:py|md|ts|tsx|js|json|toml|ya?ml|sql|go|rs|c|h|cpp|java|rb|sh|css|html|ipynb|git|txt)"
)
_PATH: Final = re.compile(r"[\w.-]+(?:/[\w.-]+)+")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_INITIAL: Final = re.compile(r"[^\W\d_]\.?")
_NOT_IN_NAMES: Final = frozenset("of the and for in on at to a an".split())
_MACHINE_MADE: Final = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}|[0-9a-fA-F-]{16,}|[\d\W]+")
LEAST_WORDS, MOST_WORDS = 2, 4  # of a full name


def entity_id(name: str) -> str:
    """The id of a name. Names that differ only in case are one entity."""
    return name.casefold()


def names_in_turn(turn: Episode) -> tuple[str, ...]:
    """The names of one turn, each once."""
    by_id = {entity_id(name): name for name in reversed(turn.entity_refs)}
    return tuple(name for name in by_id.values() if len(name) <= MOST_NAME)


def normalise_spelling(text: str) -> str:
    """A text in the spelling in which its names were found: normal form, straight apostrophes."""
    return text if text.isascii() else unicodedata.normalize("NFC", text).replace("’", "'")


def is_project_like(name: str) -> bool:
    """Whether a name looks like a file or a repository."""
    if "@" in name or "://" in name:
        return False
    return _FILE.fullmatch(name) is not None or _PATH.fullmatch(name) is not None


def is_real_name(name: str) -> bool:
    """Whether a project, thread or fact has a name, and not a number or a generated id."""
    return 1 < len(name) <= MOST_NAME and _MACHINE_MADE.fullmatch(name) is None


# -- what kind of thing


def kind_signs(text: str, names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Evidence from the words around names: pairs of a name and a kind."""
    for name in names:
        at = text.find(name)
        for _ in range(MOST_LOOKS):
            if at < 0:
                break
            behind = at + len(name)
            kind = _sign(text[max(0, at - REACH) : at], text[behind : behind + REACH])
            if kind is not None:
                yield name, kind
            at = text.find(name, behind)


def _sign(before: str, behind: str) -> int | None:
    last = before.rsplit(None, 1)[-1].rstrip(".,").lower() if before.strip() else ""
    if last in _PERSON_BEFORE and (not before.rstrip().endswith(".") or last in _TITLES):
        return PERSON
    if last in _PLACE_BEFORE:
        return PLACE
    is_owner = behind.startswith("'s ")
    follows = behind[3:].split(None, 1) if is_owner else behind.split(None, 1)
    if not follows or (not is_owner and not behind[0].isspace()):
        return None
    word = follows[0].strip(".,;:!?").lower()
    return PERSON if word in (KIN if is_owner else _PERSON_BEHIND) else None


def is_person(entity: Entity) -> bool:
    """Whether the evidence for a person is at least that for a place."""
    evidence = entity.evidence
    return evidence[PERSON] > 0 and evidence[PERSON] >= evidence[PLACE]


def is_declared(entity: Entity) -> bool:
    """Whether the home itself has a project or fact of this name."""
    return entity.evidence[PROJECT] > 0 or entity.evidence[FACT] > 0


def type_of(name: str, evidence: Sequence[int]) -> EntityType:
    """The type of a name: as declared, else a person, else by its form."""
    if evidence[PROJECT]:
        return "project"
    if evidence[FACT]:
        return "fact"
    if evidence[PERSON] and evidence[PERSON] >= evidence[PLACE]:
        return "person"
    if is_project_like(name):
        return "project"
    return "preference" if evidence[PREFERENCE] else "concept"


# -- which names mean the same


def first_and_last_word(name: str) -> tuple[str, str]:
    """The first and the last word of a full name; empty if it can't be a full name."""
    words = name.split()
    if not LEAST_WORDS <= len(words) <= MOST_WORDS:
        return "", ""
    for word in words:
        is_word = _WORD.fullmatch(word) or _INITIAL.fullmatch(word)
        if not is_word or word.casefold() in _NOT_IN_NAMES:
            return "", ""
    if any(word[0].islower() for word in (words[0], words[-1])) or len(words[-1]) < 2:
        return "", ""
    return words[0].casefold(), words[-1].casefold()


def fullest_name(names: Iterable[Entity]) -> Entity:
    """The name that represents the others: the one with most words, then the one seen first."""
    return min(names, key=lambda e: (-len(e.id.split()), e.first_seq or 1 << 62, e.id))


def canonical_of_word(word: Entity, full_names: Iterable[Entity]) -> str:
    """The full name that a single word belongs to; the word itself if none or several fit."""
    if is_declared(word) or word.evidence[PLACE] > word.evidence[PERSON]:
        return word.id
    is_somebody = is_person(word)
    fitting = [
        name
        for name in full_names
        if not is_declared(name)
        and (is_person(name) or (is_somebody and name.evidence[PLACE] == 0))
    ]
    if len({(name.first_word, name.last_word) for name in fitting}) != 1:
        return word.id
    return fullest_name(fitting).id


def canonical_of_full_name(name: Entity, siblings: Iterable[Entity]) -> str:
    """The fullest of the names with the same first and last word, if they are a person's."""
    known = [each for each in siblings if not is_declared(each)]
    if is_declared(name) or not any(map(is_person, known)):
        return name.id
    return fullest_name([name, *known]).id
