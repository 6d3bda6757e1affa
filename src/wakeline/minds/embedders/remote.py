"""An embedder behind a server: batches, retries, and a check of every answer.

A server gets a few texts at a time and answers with their vectors, or with a failure: a
temporary one, one because the texts are too long, or a permanent one. Empty texts are not
sent. The fingerprint contains a digest of the answer to a fixed text, so another model
behind the same name is noticed when a process starts. It does not know the protocol of a
server, and stores nothing.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from wakeline.base.errors import (
    Busy,
    Conflict,
    Invalid,
    NotFound,
    NotPermitted,
    Unreachable,
    WakelineError,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]

BATCH: Final = 32
MOST_CHARACTERS: Final = 8_000  # of a text; models behind servers take 512 to 8,192 tokens
LEAST_CHARACTERS: Final = 200  # a text this short is not refused for its length
WAITS: Final = (0.5, 1.0, 2.0)  # seconds before each further try
LONGEST_WAIT: Final = 10.0
PROBE: Final = "Before the lamp was lit, nobody in the harbour had seen the boat come in."
PROBE_BITS: Final = 16
# Servers report a text that is too long with different statuses, some as a server error.
TOO_MUCH: Final = re.compile(r"(?i)too (large|long)|context (length|size|window)|maximum")


class ServerFailure(NamedTuple):
    """How a server failed: the error to raise, unless a retry or shorter texts help."""

    error: WakelineError
    passes: bool = False  # a retry may work
    is_too_much: bool = False  # fewer or shorter texts may work
    wait: float | None = None  # seconds, if the server gave a time


class RemoteServer(Protocol):
    """A server and one of its models."""

    kind: str
    model: str
    where: str


class EmbeddingServer(RemoteServer, Protocol):
    """A client for one kind of embedding server."""

    def ask(self, texts: Sequence[str]) -> Any | ServerFailure:
        """One vector a text, as the server gave them."""
        ...


class RemoteEmbedder:
    """Embeds texts through a server. The server is not contacted before the first use."""

    def __init__(
        self, server: EmbeddingServer, *, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.name = server.kind
        self._server = server
        self._sleep = sleep

    @property
    def dimension(self) -> int:
        return len(self._probed)

    @property
    def fingerprint(self) -> str:
        seen = probe_digest(self._probed)
        return f"{self.name}-{self.dimension}:{self._server.model}:{seen}"

    @cached_property
    def _probed(self) -> Floats:
        vector: Floats = self._vectors([PROBE])[0]
        if not vector.any():
            raise self._bad("a vector of zeros")
        return vector

    def embed(self, texts: Sequence[str]) -> Floats:
        import numpy as np

        made = np.zeros((len(texts), self.dimension), dtype=np.float32)
        sent = [(i, said) for i, text in enumerate(texts) if (said := sendable_text(text))]
        for start in range(0, len(sent), BATCH):
            batch = sent[start : start + BATCH]
            vectors = self._vectors([text for _, text in batch])
            if vectors.shape[1] != self.dimension:
                raise self._other_model(vectors.shape[1])
            made[[i for i, _ in batch]] = vectors
        return made

    def _vectors(self, texts: list[str]) -> Floats:
        """The vectors of some texts, in parts or shortened if they are too long for the server."""
        import numpy as np

        answer = self._patiently(texts)
        if not isinstance(answer, ServerFailure):
            return self._checked(answer, len(texts))
        if not answer.is_too_much:
            raise answer.error
        half = len(texts) // 2
        if half:
            parts = self._vectors(texts[:half]), self._vectors(texts[half:])
            if parts[0].shape[1] != parts[1].shape[1]:
                raise self._other_model(parts[1].shape[1])
            return np.concatenate(parts)
        if len(texts[0]) <= LEAST_CHARACTERS:
            raise answer.error
        return self._vectors([texts[0][: len(texts[0]) // 2]])

    def _patiently(self, texts: list[str]) -> Any | ServerFailure:
        answer = self._server.ask(texts)
        for wait in WAITS:
            if not (isinstance(answer, ServerFailure) and answer.passes):
                break
            self._sleep(min(LONGEST_WAIT, max(wait, answer.wait or 0)))
            answer = self._server.ask(texts)
        return answer

    def _checked(self, answer: Any, count: int) -> Floats:
        """The answer as vectors of length 1, one a text. Raises if it is anything else."""
        import numpy as np

        try:
            made: Floats = np.array(answer, dtype=np.float32)
        except (TypeError, ValueError, OverflowError):
            raise self._bad("something else than vectors of one dimension") from None
        if made.ndim != 2 or len(made) != count or not made.shape[1]:
            raise self._bad(f"something else than {count} vectors")
        if not np.isfinite(made).all():
            raise self._bad("numbers that are none (NaN or infinite)")
        length = np.linalg.norm(made.astype(np.float64), axis=1, keepdims=True)
        unit: Floats = (made / np.maximum(length, 1e-30)).astype(np.float32)
        return unit

    def _bad(self, what: str) -> Invalid:
        return Invalid(
            f"{self._server.where} answered with {what}.",
            todo=f"Check that {self._server.model!r} is an embedding model of that server.",
        )

    def _other_model(self, dimension: int) -> Conflict:
        return Conflict(
            f"{self._server.where} answered with {dimension} dimensions, not {self.dimension}.",
            todo=f"Another model answers as {self._server.model!r}. Mend the server, or start "
            "again to make vectors anew.",
        )


def sendable_text(text: str) -> str:
    """A text that every server accepts: bounded, without NUL or lone surrogates."""
    whole = text[:MOST_CHARACTERS].replace("\0", " ").encode("utf-8", "replace").decode()
    return whole.strip()


def probe_digest(vector: Floats) -> str:
    """The sides of fixed planes on which a vector lies: stable under noise, not across models."""
    import hashlib

    import numpy as np

    seed = hashlib.shake_128(b"wakeline probe").digest(len(vector) * PROBE_BITS // 8)
    planes = np.unpackbits(np.frombuffer(seed, dtype=np.uint8)).reshape(PROBE_BITS, -1)
    sides = (planes.astype(np.float64) * 2 - 1) @ vector > 0
    return np.packbits(sides).tobytes().hex()


def failure_by_status(
    server: RemoteServer,
    status: int,
    said: str,
    *,
    wait: float | None,
    todo: str,
    setting: str = "embedder",
) -> ServerFailure:
    """The failure for an HTTP status. `todo` is the advice if the model does not exist."""
    where, told = server.where, f" ({' '.join(said.split())[:200]})" if said.strip() else ""
    if status in (401, 403):  # the server's message may contain the key
        refused = NotPermitted(
            f"{where} refuses the key.",
            todo=f"Set WAKELINE_{setting.upper()}_KEY to one that it takes.",
        )
        return ServerFailure(refused)
    if status == 404:
        return ServerFailure(NotFound(f"{where} has no model {server.model!r}{told}.", todo=todo))
    if status == 429:
        busy = Busy(f"{where} is asked too often{told}.", todo="Try again later.")
        return ServerFailure(busy, passes=True, wait=wait)
    if status in (400, 413, 422) or TOO_MUCH.search(said):
        invalid = Invalid(f"{where} does not take the request{told}.", todo=todo)
        return ServerFailure(invalid, is_too_much=True)
    down = Unreachable(
        f"{where} fails with status {status}{told}.", todo="See what the server's log says."
    )
    return ServerFailure(down, passes=status == 408 or status >= 500, wait=wait)


def failure_without_answer(
    server: RemoteServer, reason: str, *, setting: str = "embedder"
) -> ServerFailure:
    """The failure if there is no server, or it closed the connection."""
    todo = f"Start the server, or set {setting}.url to where it is."
    return ServerFailure(
        Unreachable(f"{server.where} does not answer ({reason}).", todo=todo), passes=True
    )


def timeout_failure(
    server: RemoteServer, limit: float, *, setting: str = "embedder"
) -> ServerFailure:
    """The failure if there was no answer in time. No retry: that would only add to the load."""
    todo = f"Set {setting}.timeout_seconds higher, or use a faster model."
    return ServerFailure(
        Unreachable(f"{server.where} did not answer within {limit:g} s.", todo=todo)
    )


def retry_after_seconds(header: str | None) -> float | None:
    """The time of a Retry-After header, if it is a number and not a date."""
    return float(header) if header is not None and header.strip().isdigit() else None
