"""Measure a text before it is kept.

Returns the text without secrets, its names, terms, hash and importance. Input and output are
plain values, so that another process can do it as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wakeline.graph.mentions import entities
from wakeline.language.ascii_words import ascii_words
from wakeline.log.deduplicate import content_hash
from wakeline.log.importance import importance
from wakeline.log.redact import redact
from wakeline.model.log import Kind, Role
from wakeline.recall.analyse import terms, terms_of

MeasureInput = tuple[str, Kind, Role]
# The text without secrets, its names, its terms, its hash, its importance.
MeasuredText = tuple[str, tuple[str, ...], list[str], str, float]


def measure_texts(asked: Sequence[MeasureInput]) -> Iterable[MeasuredText]:
    """Each text redacted, measured and analysed, in the order given.

    One step for all of them, then the next: what a step needs stays in the processor's
    caches, and a batch takes a fifth less time.
    """
    texts = [redact(text) for text, _, _ in asked]
    names = [entities(text) for text in texts]
    # Words are split once and shared; texts in other scripts are split by each step itself.
    words = [ascii_words(text) if text.isascii() else None for text in texts]
    found = [
        terms(text) if split is None else terms_of(split)
        for text, split in zip(texts, words, strict=True)
    ]
    hashes = [content_hash(text) for text in texts]
    worth = [
        importance(text, kind, speaker_role=role, words=split)
        for text, (_, kind, role), split in zip(texts, asked, words, strict=True)
    ]
    return zip(texts, names, found, hashes, worth, strict=True)
