"""A small corpus from written turns, and what a feature says about each of them."""

from __future__ import annotations

from datetime import UTC, date, datetime

import numpy as np

from wakeline.minds.embedders.static import load
from wakeline.ports.minds import Embedder
from wakeline.recall.candidates import choose_candidates
from wakeline.recall.corpus import Corpus, IndexEntry
from wakeline.recall.features import FEATURES, feature_input
from wakeline.recall.index import Index
from wakeline.recall.pages import page_bytes, read_page
from wakeline.recall.questions import Question, read_question
from wakeline.recall.turns import read_turn

Said = tuple[str, ...]  # speaker, text, and if wanted session and day
DAY = "2023-05-08"


def an_embedder(texts: list[str]) -> Embedder:
    found = load()
    assert found is not None
    return found.fit(found.count_tokens(texts), 1)


def an_entry(seq: int, said: Said, embedder: Embedder | None, role: str = "other") -> IndexEntry:
    """A turn from speaker, text, and if given session and day."""
    speaker, text = said[0], said[1]
    session = said[2] if len(said) > 2 else "s"
    day = said[3] if len(said) > 3 else DAY
    at = datetime.fromisoformat(f"{day}T10:00:00+00:00").astimezone(UTC)
    turn = read_turn(text, speaker=speaker, at=at)
    return IndexEntry(
        seq,
        "conversation",
        session,
        speaker,
        {"user": "user", "assistant": "agent"}.get(speaker, role),
        None,
        None,
        at.timestamp(),
        0.5,
        turn.day,
        read_page(page_bytes(turn)),
        embedder.embed([text])[0] if embedder else None,
        embedder.tokens([text])[0] if embedder else np.zeros(0, np.int64),
    )


def a_corpus(*said: Said, embedder: Embedder | None = None, at_once: int = 1000) -> Corpus:
    corpus = Corpus(embedder.dimension if embedder else 0)
    entries = [an_entry(seq, each, embedder) for seq, each in enumerate(said, start=1)]
    for start in range(0, len(entries), at_once):
        corpus.add(entries[start : start + at_once])
    return corpus


def a_question(text: str, corpus: Corpus, embedder: Embedder | None = None) -> Question:
    speakers = corpus.labels["speaker"].numbers
    return read_question(text, speakers=speakers, embedder=embedder, asked_on=date(2023, 6, 1))


def says(feature: str, question: str, *said: Said, meaning: bool = False) -> list[float]:
    """What a feature gives each turn, in the order of the turns; 0 for what is no candidate."""
    embedder = an_embedder([each[1] for each in said]) if meaning else None
    corpus = a_corpus(*said, embedder=embedder)
    asked, index = a_question(question, corpus, embedder), Index(corpus)
    found = choose_candidates(index, asked)
    (of,) = (each.of for each in FEATURES if each.name == feature)
    values = [0.0] * len(said)
    for row, value in zip(
        found.rows.tolist(), of(feature_input(asked, index, found, len(said))).tolist(), strict=True
    ):
        values[row] = value
    return values
