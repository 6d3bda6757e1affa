"""Read a question before the search: its terms, vector, days, and the speaker it names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wakeline.language.dates import Day, days_asked
from wakeline.ports.minds import Embedder
from wakeline.recall.analyse import MOST_ASKED, STOP_WORDS, query_terms
from wakeline.recall.pages import term_number
from wakeline.recall.speakers import OWN, SECOND_PERSON, named_speaker

Floats = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]

# Labels that name a role in a dialogue, not a person.
PARTS: Final = frozenset(("user", "human", "agent", "assistant", "tool", "system"))
MOST_TOKENS: Final = 64
_WHEN: Final = re.compile(r"\bwhen\b|\bhow long\b", re.IGNORECASE)
_WORD: Final = re.compile(r"\w+")
# Words that also occur where nothing is asked: "the roof of the garage".
_JOINING: Final = frozenset("a an the of in on at for from to by with and or".split())
_ASKING: Final = STOP_WORDS - _JOINING


class Question(NamedTuple):
    """A question as the search uses it."""

    text: str
    terms: tuple[str, ...]
    numbers: tuple[int, ...]
    vector: Floats | None
    tokens: Ids
    token_vectors: Floats
    token_weights: Floats
    days: tuple[Day, ...]
    speaker: str | None
    vectors_of: Callable[[Ids], Floats]
    weights_of: Callable[[Ids], Floats]
    is_of_oneself: bool
    is_to_you: bool
    asks_when: bool
    is_bare: bool


def read_question(
    text: str, *, speakers: Iterable[str | None], embedder: Embedder | None, asked_on: date | None
) -> Question:
    """Read the words, names and days of a question, and its vector if there is an embedder."""
    text = text[:MOST_ASKED]
    terms = tuple(query_terms(text))
    nothing = np.zeros(0, dtype=np.int64)
    tokens = _rarest(embedder.tokens([text])[0], embedder) if embedder else nothing
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
        weights_of=embedder.token_weights if embedder else _no_weights,
        is_of_oneself=bool(OWN.search(text)),
        is_to_you=bool(SECOND_PERSON.search(text)),
        asks_when=bool(_WHEN.search(text)),
        is_bare=is_bare(text),
    )


def _rarest(tokens: Ids, embedder: Embedder) -> Ids:
    """The rarest tokens: of a long text not every token is compared with turns."""
    if len(tokens) <= MOST_TOKENS:
        return tokens
    return np.sort(tokens[np.argsort(-embedder.token_weights(tokens), kind="stable")[:MOST_TOKENS]])


def is_bare(text: str) -> bool:
    """Whether a text is search words ("leaking roof", "4711-B") and not a sentence."""
    if "?" in text:
        return False
    return _ASKING.isdisjoint(_WORD.findall(text.casefold()))


def _no_vectors(tokens: Ids) -> Floats:
    return np.zeros((len(tokens), 0), dtype=np.float32)


def _no_weights(tokens: Ids) -> Floats:
    return np.zeros(len(tokens), dtype=np.float32)
