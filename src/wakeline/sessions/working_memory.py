"""What an agent has in hand within a session: a few things by their names, the latest used last.

Bounded: what was used longest ago makes room. What was put in and is in no log yet is dirty, and
whoever lets go of it has to write it down first. It does not know how that is done, nor when.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

HELD: Final = 32


class WorkingMemory:
    """Texts by name, least recently used first."""

    def __init__(self, most: int = HELD) -> None:
        self._most = most
        self._held: dict[str, str] = {}
        self._dirty: dict[str, str] = {}

    def hold(self, name: str, text: str) -> dict[str, str]:
        """Take something in hand. What has to be written down now, because it makes room."""
        if self._held.pop(name, None) != text:
            self._dirty[name] = text
        self._held[name] = text
        gone = list(self._held)[: -self._most]
        for each in gone:
            del self._held[each]
        return {each: self._dirty[each] for each in gone if each in self._dirty}

    def get(self, name: str) -> str | None:
        """What is held by a name, which counts as a use; None if nothing is."""
        text = self._held.pop(name, None)
        if text is not None:
            self._held[name] = text
        return text

    def drop(self, name: str) -> None:
        """Let go of something that was only needed for a moment: it is not written down."""
        self._held.pop(name, None)
        self._dirty.pop(name, None)

    @property
    def held(self) -> dict[str, str]:
        """Everything, the latest used last."""
        return dict(self._held)

    @property
    def dirty(self) -> dict[str, str]:
        """What is in no log yet."""
        return dict(self._dirty)

    def written(self, names: Iterable[str]) -> None:
        """These are in the log now."""
        for name in names:
            self._dirty.pop(name, None)
