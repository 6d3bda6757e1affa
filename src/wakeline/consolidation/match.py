"""Find the memory that already says what a turn says, or the opposite.

Memories that consolidation wrote name their subject first among their entities, and carry what
they say of it as a tag, `likes: jazz`. Two values are the same if they have the same words; with
an embedder, also if one holds all words of the other and their meaning is near. If both have words
of their own they are different, however near: red wine is not white wine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from wakeline.model.consolidation import ExtractedStatement
from wakeline.model.memory import Memory
from wakeline.recall.analyse import terms

MOST_KEY_BYTES: Final = 200
SAME_MEANING: Final = 0.15  # a distance on the scale of all embedders: healthy growth ends at 0.3
# Attributes that cannot both hold of one thing: the later one supersedes the other.
OPPOSITES: Final[dict[str, tuple[str, ...]]] = {
    "likes": ("dislikes",),
    "prefers": ("dislikes",),
    "dislikes": ("likes", "prefers"),
    "decided": ("decided_against",),
    "decided_against": ("decided",),
}
SAYS: Final = ": "
MOST_TAG: Final = 200
_NOT_A_WORD: Final = re.compile(r"[\W_]+")

Key = tuple[str, str]
Distance = Callable[[str, str], float | None]


def slug(name: str) -> str:
    """A name as a part of a key: `ana_lopes`."""
    return _NOT_A_WORD.sub("_", name.casefold()).strip("_")


def fact_key(found: ExtractedStatement) -> str | None:
    """The fact key of an attribute with one value: `mel.lives_in`. None if it can't be a key."""
    subject = slug(found.subject)
    key = f"{subject}.{found.attribute}"
    return key if subject and found.attribute and len(key.encode()) <= MOST_KEY_BYTES else None


def statement_tag(found: ExtractedStatement) -> str:
    """The tag of a memory for what it says of its subject: `likes: jazz`."""
    return f"{found.attribute}{SAYS}{found.value}"[:MOST_TAG]


def value_words(value: str) -> frozenset[str]:
    """The words of a value, for comparing it with another."""
    return frozenset(terms(value)) or frozenset([value.casefold().strip()])


def same_value(one: str, other: str) -> bool:
    """Whether two values have the same words: `Lisbon` and `lisbon.`."""
    return one == other or value_words(one) == value_words(other)


class KnownMemories:
    """The valid memories that consolidation wrote, indexed for comparison."""

    def __init__(self, memories: Iterable[Memory], *, distance: Distance | None = None) -> None:
        self._by_words: dict[tuple[Key, frozenset[str]], Memory] = {}
        self._with_word: dict[tuple[Key, str], dict[str, tuple[str, frozenset[str]]]] = {}
        self._rows: dict[str, Memory] = {}
        self._distance = distance
        for memory in memories:
            self.note(memory)

    def note(self, memory: Memory) -> None:
        """Add or replace a memory; one that no longer holds is dropped."""
        self.drop(memory.id)
        if memory.superseded_by is not None or memory.is_deleted or not memory.entity_refs:
            return
        self._rows[memory.id] = memory
        for key, value in _said(memory):
            found = value_words(value)
            self._by_words[key, found] = memory
            for word in found:
                self._with_word.setdefault((key, word), {})[memory.id] = (value, found)

    def drop(self, memory_id: str) -> None:
        """Drop a memory from the index."""
        memory = self._rows.pop(memory_id, None)
        if memory is None:
            return
        for key, value in _said(memory):
            found = value_words(value)
            held = self._by_words.get((key, found))
            if held is not None and held.id == memory_id:
                del self._by_words[key, found]
            for word in found:
                self._with_word.get((key, word), {}).pop(memory_id, None)

    def same(self, subject: str, attribute: str, value: str) -> Memory | None:
        """The memory that says this already."""
        key, wanted = (subject.casefold(), attribute), value_words(value)
        found = self._by_words.get((key, wanted))
        if found is not None or self._distance is None:
            return found
        near = {
            memory_id: known
            for word in wanted
            for memory_id, (known, those) in self._with_word.get((key, word), {}).items()
            if those < wanted or wanted < those
        }
        for memory_id, known in sorted(near.items()):
            apart = self._distance(known, value)
            if apart is not None and apart <= SAME_MEANING:
                return self._rows[memory_id]
        return None

    def opposite(self, subject: str, attribute: str, value: str) -> Memory | None:
        """The memory that says the opposite of this."""
        for other in OPPOSITES.get(attribute, ()):
            found = self.same(subject, other, value)
            if found is not None:
                return found
        return None


def _said(memory: Memory) -> list[tuple[Key, str]]:
    """What a memory says of its subject, read from its tags."""
    subject = memory.entity_refs[0].casefold()
    told = (tag.partition(SAYS) for tag in memory.tags)
    return [((subject, attribute), value) for attribute, sign, value in told if sign]
