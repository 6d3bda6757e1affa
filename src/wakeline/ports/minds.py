"""What a flow may ask of the minds: count tokens, say what texts mean as vectors, read a text.

A flow gets them ready made; it does not know which library or model answers. numpy
is named here for the types alone, so that a wake does not load it.
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
        """The same number, sooner where most of its lines were counted before."""


class Usage(NamedTuple):
    """What one answer took, in tokens of the server's own count; None where it counted nothing."""

    prompt_tokens: int | None
    answer_tokens: int | None
    text: str  # as it was answered, for whoever has to count it


class LanguageModel(Protocol):
    """Answers a prompt. Nothing is asked before it is needed."""

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

        Servers hold a model to the schema as well as they can: whoever asks looks again.
        `spent` hears what an answer took, whether or not it can be used.
        """


class TextEmbedder(Protocol):
    """Texts to vectors of length 1. Vectors of different fingerprints are never compared.

    Of a model behind a server, fingerprint and dimension are known when it has answered once.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> Floats:
        """One row a text; zeros for a text that says nothing."""


class Embedder(TextEmbedder, Protocol):
    """A text embedder that also says what the pieces of a text mean, each by itself.

    Pieces have a dimension of their own.
    """

    def tokens(self, texts: Sequence[str]) -> list[Ids]:
        """The tokens by which each text is compared piece by piece, each once, sorted."""

    def read(self, texts: Sequence[str]) -> tuple[Floats, list[Ids]]:
        """Both at once: the vector of each text, and its tokens."""

    def token_vectors(self, tokens: Ids) -> Floats:
        """The vector of each token, of length 1."""

    def token_weights(self, tokens: Ids) -> Floats:
        """How much each token says: rare ones say more."""


class Embedding(Protocol):
    """A kind of embedder, before it is fitted to what an agent talks about."""

    name: str

    def __hash__(self) -> int: ...  # what it made may be kept under it

    def counted(self, texts: Sequence[str], before: bytes = b"") -> bytes:
        """How often each token occurs, added to what was counted before."""

    def fitted(self, counts: bytes, version: int) -> Embedder:
        """The embedder for a store with these counts. The version is in its fingerprint."""
