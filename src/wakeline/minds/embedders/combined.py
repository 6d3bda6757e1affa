"""Combine one embedder for whole texts with the static one for single tokens.

A transformer has no useful vectors for single tokens, so the static table provides them.
Text vectors do not depend on word counts: new counts change the weights of tokens, but not
the vectors, and so not the fingerprint.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wakeline.ports.minds import Embedder, Embedding, TextEmbedder

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Ids = npt.NDArray[np.int64]


class CombinedEmbedding:
    """A text embedder with the tokens of another one, before fitting to one store."""

    def __init__(self, texts: TextEmbedder, pieces: Embedding, *, pieces_print: str) -> None:
        self.name = texts.name
        self._texts = texts
        self._pieces = pieces
        self._pieces_print = pieces_print

    def count_tokens(self, texts: Sequence[str], before: bytes = b"") -> bytes:
        return self._pieces.count_tokens(texts, before)

    def fit(self, counts: bytes, version: int) -> CombinedEmbedder:
        return CombinedEmbedder(
            self._texts, self._pieces.fit(counts, version), pieces_print=self._pieces_print
        )


class CombinedEmbedder:
    """A text embedder with the tokens of another one, fitted to one store."""

    def __init__(self, texts: TextEmbedder, pieces: Embedder, *, pieces_print: str) -> None:
        self.name = texts.name
        self._texts = texts
        self._pieces = pieces
        self._pieces_print = pieces_print

    @property
    def dimension(self) -> int:
        return self._texts.dimension

    @property
    def fingerprint(self) -> str:
        return f"{self._texts.fingerprint}+{self._pieces_print}"

    def embed(self, texts: Sequence[str]) -> Floats:
        return self._texts.embed(texts)

    def read(self, texts: Sequence[str]) -> tuple[Floats, list[Ids]]:
        return self._texts.embed(texts), self._pieces.tokens(texts)

    def tokens(self, texts: Sequence[str]) -> list[Ids]:
        return self._pieces.tokens(texts)

    def token_vectors(self, tokens: Ids) -> Floats:
        return self._pieces.token_vectors(tokens)

    def token_weights(self, tokens: Ids) -> Floats:
        return self._pieces.token_weights(tokens)
