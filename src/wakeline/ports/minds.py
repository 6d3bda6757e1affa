"""Protocols of the minds: token counters, embedders and language models.

A flow receives them ready to use and does not know which library or model answers. numpy
is imported for types only, so that a wake does not load it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Ids = npt.NDArray[np.int64]


class TokenCounter(Protocol):
    """Counts the tokens of a text."""

    def count(self, text: str) -> int: ...

    def count_by_lines(self, text: str) -> int:
        """The same number, faster if most of the lines were counted before."""


class Usage(NamedTuple):
    """The tokens of one answer as the server counted them; None where it did not count."""

    prompt_tokens: int | None
    answer_tokens: int | None
    text: str  # the answer, for a caller that has to count it


class LanguageModel(Protocol):
    """Answers a prompt. The server is not contacted before the first prompt."""

    @property
    def name(self) -> str:
        """The kind of server and the model: `openai:smollm2`."""

    def complete(self, prompt: str, *, most_tokens: int = 1024) -> str:
        """The answer as text."""

    def complete_as(
        self,
        prompt: str,
        schema: Mapping[str, Any],
        *,
        most_tokens: int = 1024,
        spent: Callable[[Usage], None] | None = None,
    ) -> dict[str, Any]:
        """The answer as an object of a JSON schema. Raises Garbled if it is no object.

        Servers do not always enforce the schema, so the caller checks the answer again.
        `spent` is called with the usage of an answer, even if the answer cannot be used.
        """


class TextEmbedder(Protocol):
    """Turns texts into vectors of length 1. Vectors of different fingerprints are never compared.

    The fingerprint and dimension of a model behind a server are known after its first answer.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> Floats:
        """One row a text; zeros for a text without content."""


class Embedder(TextEmbedder, Protocol):
    """A text embedder that also has vectors for single tokens.

    Token vectors have their own dimension.
    """

    def tokens(self, texts: Sequence[str]) -> list[Ids]:
        """The tokens by which each text is compared token by token: each once, sorted."""

    def read(self, texts: Sequence[str]) -> tuple[Floats, list[Ids]]:
        """The vector of each text and its tokens, in one pass."""

    def token_vectors(self, tokens: Ids) -> Floats:
        """The vector of each token, of length 1."""

    def token_weights(self, tokens: Ids) -> Floats:
        """How much each token counts: rare ones count more."""


class Embedding(Protocol):
    """A kind of embedder, before it is fitted to the word counts of one agent."""

    name: str

    def __hash__(self) -> int: ...  # results may be cached under it

    def count_tokens(self, texts: Sequence[str], before: bytes = b"") -> bytes:
        """How often each token occurs in the texts, added to the counts before."""

    def fit(self, counts: bytes, version: int) -> Embedder:
        """The embedder for a store with these counts. The version is in its fingerprint."""
