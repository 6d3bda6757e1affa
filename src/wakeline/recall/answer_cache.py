"""Answers that were given lately, for whoever asks the same again.

All of them are of one state of the store, told by its marks; under another state every one is
dropped. An answer also grows old by itself, since recency counts. It does not know what a
question means, nor how the state is read.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, Final

from wakeline.model.memory import Hit

FRESH: Final = timedelta(seconds=60)
MOST_CHARACTERS: Final = 65_536  # of one answer: a longer one is not kept

State = frozenset[tuple[object, ...]]


class Answers:
    """A few answers by their questions, the one that was given longest ago first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._state: State = frozenset()
        self._kept: dict[Hashable, tuple[datetime, list[Hit]]] = {}
        self._turn = Lock()

    def get(self, asked: Hashable, state: State, now: datetime) -> list[Hit] | None:
        """What was answered under the same state, if that is not long ago."""
        with self._turn:
            self._hold_to(state)
            found = self._kept.pop(asked, None)
            if found is None or abs(now - found[0]) > FRESH:
                return None
            self._kept[asked] = found
            return _copies(found[1])

    def keep(self, asked: Hashable, state: State, now: datetime, hits: Sequence[Hit]) -> None:
        """Keep an answer that was found in this state or a later one."""
        if sum(len(hit.text) for hit in hits) > MOST_CHARACTERS:
            return
        with self._turn:
            # Between two readings others may have written: what is of another state by now
            # is dropped when somebody asks under the new one.
            self._hold_to(state)
            self._kept.pop(asked, None)
            self._kept[asked] = (now, _copies(hits))
            for oldest in list(self._kept)[: -self._most]:
                del self._kept[oldest]

    def __len__(self) -> int:
        return len(self._kept)

    def _hold_to(self, state: State) -> None:
        if state != self._state:
            self._kept.clear()
            self._state = state


def _copies(hits: Sequence[Hit]) -> list[Hit]:
    """Whoever is given an answer may change it."""
    return [hit._replace(why=dict(hit.why), metadata=_copy(hit.metadata)) for hit in hits]


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _copy(each) for name, each in value.items()}
    return [_copy(each) for each in value] if isinstance(value, list) else value
