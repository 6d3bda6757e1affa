"""What a question shows before anything is searched: its terms, days, and whom it is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wakeline.ports.minds import Embedder
from wakeline.recall.analyse import MOST_ASKED, query_terms
from wakeline.recall.dates import Day, days_asked
from wakeline.recall.pages import term_number
from wakeline.recall.speakers import OWN, SECOND_PERSON, named_speaker

# Labels that name a part in a dialogue, not somebody.
PARTS: Final = frozenset(("user", "human", "agent", "assistant", "tool", "system"))
_WHEN: Final = re.compile(r"\bwhen\b|\bhow long\b", re.IGNORECASE)


class Question(NamedTuple):
    """A question, read once."""

    text: str
    terms: tuple[str, ...]
    numbers: tuple[int, ...]
    vector: npt.NDArray[np.float32] | None
    tokens: npt.NDArray[np.int64]
    token_vectors: npt.NDArray[np.float32]
    token_weights: npt.NDArray[np.float32]
    days: tuple[Day, ...]
    speaker: str | None
    vectors_of: Callable[[npt.NDArray[np.int64]], npt.NDArray[np.float32]]
    is_of_oneself: bool
    is_to_you: bool
    asks_when: bool


def read_question(
    text: str, *, speakers: Iterable[str | None], embedder: Embedder | None, asked_on: date | None
) -> Question:
    """Read a question as far as words, names and days go, and as a vector if there is one."""
    text = text[:MOST_ASKED]
    terms = tuple(query_terms(text))
    nothing = np.zeros(0, dtype=np.int64)
    tokens = embedder.tokens([text])[0] if embedder else nothing
    known = [name for name in speakers if name and name.casefold() not in PARTS]
    return Question(
        text=text,
        terms=terms,
        numbers=tuple(map(term_number, terms)),
        vector=embedder.embed([text])[0] if embedder else None,
        tokens=tokens,
        token_vectors=embedder.token_vectors(tokens) if embedder else np.zeros((0, 0), np.float32),
        token_weights=embedder.token_weights(tokens) if embedder else np.zeros(0, np.float32),
        days=days_asked(text, asked_on),
        speaker=named_speaker(text, known),
        vectors_of=embedder.token_vectors if embedder else _no_vectors,
        is_of_oneself=bool(OWN.search(text)),
        is_to_you=bool(SECOND_PERSON.search(text)),
        asks_when=bool(_WHEN.search(text)),
    )


def _no_vectors(tokens: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
    return np.zeros((len(tokens), 0), dtype=np.float32)
