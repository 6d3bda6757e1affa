"""The working memory of a session: a few texts by name, the latest used last.

Bounded: the least recently used text makes room. A text that is not in the log yet is dirty and
has to be written there before it is dropped. It does not know how that is done, nor when.
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
        """Hold a text. Returns the dirty texts that made room: they have to be written now."""
        if self._held.pop(name, None) != text:
            self._dirty[name] = text
        self._held[name] = text
        gone = list(self._held)[: -self._most]
        for each in gone:
            del self._held[each]
        return {each: self._dirty[each] for each in gone if each in self._dirty}

    def get(self, name: str) -> str | None:
        """The text held under a name, or None. This counts as a use."""
        text = self._held.pop(name, None)
        if text is not None:
            self._held[name] = text
        return text

    def drop(self, name: str) -> None:
        """Drop a text that was only needed for a moment: it is not written to the log."""
        self._held.pop(name, None)
        self._dirty.pop(name, None)

    @property
    def held(self) -> dict[str, str]:
        """All texts, the latest used last."""
        return dict(self._held)

    @property
    def dirty(self) -> dict[str, str]:
        """The texts that are not in the log yet."""
        return dict(self._dirty)

    def mark_written(self, names: Iterable[str]) -> None:
        """Mark texts as written to the log."""
        for name in names:
            self._dirty.pop(name, None)
