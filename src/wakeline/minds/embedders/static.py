"""The default embedder: a weighted sum of token vectors, common tokens weigh less.

The vectors are those inside the `wordllama` wheel, read directly with `tokenizers`
and numpy: offline, 0.1 ms a text. A token weighs a / (a + p), where p is how often it
occurs: half from this agent's own store, half from general language. The general half
comes from the tokenizer itself, whose merges are ordered by frequency (Zipf by rank).
Counts are frozen under a version number, which is part of the fingerprint. It does not
know when counts are taken or where vectors are kept.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from wakeline.base.digest import sha256_hex
from wakeline.base.errors import Damaged
from wakeline.language.stop_words import indexed_stop_words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Ids = npt.NDArray[np.int64]

NAME: Final = "static"
PACKAGE: Final = "wordllama"
WEIGHTS: Final = os.path.join("weights", "l2_supercat_256.safetensors")
TOKENIZER: Final = os.path.join("tokenizers", "l2_supercat_tokenizer_config.json")
# The hashes of the files: other vectors must not have the same fingerprint.
PINS: Final = {
    WEIGHTS: "64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5",
    TOKENIZER: "93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
}
TENSOR: Final = "embedding.weight"
SMOOTHING: Final = 3e-4  # the a of a / (a + p)
GENERAL: Final = 1  # the version of the general list
FIRST_MERGE: Final = 259  # earlier tokens are special tokens and single bytes
RANK_OFFSET: Final = 2.7
OWN_SHARE: Final = 0.5  # of the store's counts, against the general list
BATCH: Final = 256


def load() -> StaticEmbedding | None:
    """The embedder, or None where its files or libraries are not installed."""
    if missing() is not None:
        return None
    return _loaded()


def missing() -> str | None:
    """What the embedder lacks, in one line; None if it lacks nothing."""
    for module in ("numpy", "tokenizers", PACKAGE):
        if find_spec(module) is None:
            return f"{module} is not installed: recall uses full text alone."
    return None


@lru_cache(maxsize=1)
def _loaded() -> StaticEmbedding:
    found = find_spec(PACKAGE)
    folders = list(found.submodule_search_locations or ()) if found else []
    return StaticEmbedding(_checked(folders, WEIGHTS), _checked(folders, TOKENIZER))


def _checked(folders: Sequence[str], name: str) -> bytes:
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            with open(path, "rb") as source:
                raw = source.read()
            if sha256_hex(raw) == PINS[name]:
                return raw
    raise Damaged(
        f"{name} of {PACKAGE} is not the file that vectors were made with.",
        todo="Install the version that wakeline pins, or `wakeline config set embedder none`.",
    )


class StaticEmbedding:
    """The vectors of the wheel, before they are weighted for one store."""

    name = NAME

    def __init__(self, weights: bytes, tokenizer: bytes) -> None:
        from tokenizers import Tokenizer

        self.rows = _tensor(weights)
        self.tokenizer = Tokenizer.from_buffer(tokenizer)
        self.size, self.dimension = self.rows.shape
        self.says_something = _says_something(self.tokenizer, self.size)
        self._unit: Floats | None = None

    @property
    def unit_rows(self) -> Floats:
        """The vectors of tokens at length 1."""
        if self._unit is None:
            import numpy as np

            length = np.linalg.norm(self.rows, axis=1, keepdims=True)
            self._unit = self.rows / np.maximum(length, 1e-9)
        return self._unit

    def ids(self, texts: Sequence[str]) -> list[Ids]:
        import numpy as np

        # The tokenizer does not accept half of a surrogate pair.
        whole = [text.encode("utf-8", "replace").decode() for text in texts]
        found = self.tokenizer.encode_batch_fast(whole, add_special_tokens=False)
        return [np.array(each.ids, dtype=np.int64) for each in found]

    def count_tokens(self, texts: Sequence[str], before: bytes = b"") -> bytes:
        import numpy as np

        counts = _unpacked(before) if before else np.zeros(self.size, dtype=np.int64)
        for start in range(0, len(texts), BATCH):
            tokens = np.concatenate(self.ids(texts[start : start + BATCH]))
            counts += np.bincount(tokens, minlength=self.size)
        return zlib.compress(counts.astype("<u4").tobytes(), 1)

    def fit(self, counts: bytes, version: int) -> StaticEmbedder:
        return StaticEmbedder(self, counts, version)


class StaticEmbedder:
    """The static vectors, weighted for one store."""

    name = NAME

    def __init__(self, words: StaticEmbedding, counts: bytes, version: int) -> None:
        self._words = words
        self._weights = token_weights(counts, words.size)
        self.dimension: int = words.dimension
        made_of = f"{PINS[WEIGHTS][:8]}:g{GENERAL}:w{version}-{sha256_hex(counts)[:8]}"
        self.fingerprint = f"{NAME}-{words.dimension}:{made_of}"

    def embed(self, texts: Sequence[str]) -> Floats:
        return self._vectors(self._ids(texts))

    def tokens(self, texts: Sequence[str]) -> list[Ids]:
        return self._pieces(self._ids(texts))

    def read(self, texts: Sequence[str]) -> tuple[Floats, list[Ids]]:
        ids = self._ids(texts)  # once for both: tokenizing takes most of the time
        return self._vectors(ids), self._pieces(ids)

    def _ids(self, texts: Sequence[str]) -> list[Ids]:
        cut: list[Ids] = []
        for start in range(0, len(texts), BATCH):
            cut += self._words.ids(texts[start : start + BATCH])
        return cut

    def _vectors(self, cut: Sequence[Ids]) -> Floats:
        import numpy as np

        made = np.zeros((len(cut), self.dimension), dtype=np.float32)
        for i, ids in enumerate(cut):
            made[i] = self._weights[ids] @ self._words.rows[ids]
        length = np.linalg.norm(made, axis=1, keepdims=True)
        made /= np.maximum(length, 1e-9)
        return made

    def _pieces(self, cut: Sequence[Ids]) -> list[Ids]:
        import numpy as np

        said = self._words.says_something
        return [np.unique(ids[said[ids]]) for ids in cut]

    def token_vectors(self, tokens: Ids) -> Floats:
        found: Floats = self._words.unit_rows[tokens]
        return found

    def token_weights(self, tokens: Ids) -> Floats:
        found: Floats = self._weights[tokens]
        return found


def token_weights(counts: bytes, size: int) -> Floats:
    """The weight a / (a + p) of every token. Without counts, p is the general frequency."""
    import numpy as np

    share = general_shares(size)
    if counts:
        own = _unpacked(counts)
        if own.sum():
            share = OWN_SHARE * own / own.sum() + (1 - OWN_SHARE) * share
    return (SMOOTHING / (SMOOTHING + share)).astype(np.float32)


def _unpacked(counts: bytes) -> Ids:
    import numpy as np

    return np.frombuffer(zlib.decompress(counts), dtype="<u4").astype(np.int64)


@lru_cache(maxsize=1)
def general_shares(size: int) -> npt.NDArray[np.float64]:
    """The general frequency of each token: 1 / (rank + 2.7), ranked in the order of merges."""
    import numpy as np

    shares = np.zeros(size)
    shares[FIRST_MERGE:] = 1 / (np.arange(size - FIRST_MERGE) + RANK_OFFSET)
    whole: npt.NDArray[np.float64] = shares / shares.sum()
    return whole


def _says_something(tokenizer: Any, size: int) -> npt.NDArray[np.bool_]:
    """Which tokens are compared one by one: no stop words, and none without a letter or digit."""
    import numpy as np

    said = np.zeros(size, dtype=np.bool_)
    for token, number in tokenizer.get_vocab().items():
        bare = token.replace("\u2581", "").lower()
        said[number] = bare not in STOP_TOKENS and any(sign.isalnum() for sign in bare)
    return said


def _tensor(raw: bytes) -> Floats:
    """The one tensor of a safetensors file."""
    import numpy as np
    from safetensors.numpy import load as load_tensors

    return load_tensors(raw)[TENSOR].astype(np.float32)


# As the analyser has them for English.
STOP_TOKENS: Final = indexed_stop_words("en")
