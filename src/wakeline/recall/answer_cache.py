"""A cache of recent answers, for questions that are asked again.

All answers belong to one state of the store; when the state changes, all are dropped. An answer
also expires by itself, since recency counts in the ranking. It does not know what a question
means, nor how the state is read.
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


class AnswerCache:
    """A few answers by their questions, the least recently used first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._state: State = frozenset()
        self._kept: dict[Hashable, tuple[datetime, list[Hit]]] = {}
        self._turn = Lock()

    def get(self, asked: Hashable, state: State, now: datetime) -> list[Hit] | None:
        """The answer that was given under the same state, if it is still fresh."""
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
            # Others may have written in the meantime: an answer of an older state
            # is dropped when somebody asks under the new state.
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
    """Copies of hits: the caller may change its answer."""
    return [hit._replace(why=dict(hit.why), metadata=_copy(hit.metadata)) for hit in hits]


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _copy(each) for name, each in value.items()}
    return [_copy(each) for each in value] if isinstance(value, list) else value
