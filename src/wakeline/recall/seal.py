"""Seal rows: turn rows in memory into arrays that no longer change and are read in pieces.

How strongly a row holds a term is computed here and kept in one byte, since every search
needs it; vectors are kept in one byte per number, in clusters, so that a search reads only
some of them. It does not know where arrays are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wakeline.recall.bm25 import HIGHEST, term_strength
from wakeline.recall.columns import COUNT_COLUMNS, DTYPES, GHOST, LABELLED
from wakeline.recall.corpus import SCALE, stretch_positions
from wakeline.recall.index import Index

Floats = npt.NDArray[np.float32]
Array = npt.NDArray[Any]

MOST_ROWS: Final = 65_536  # rows then have numbers of 16 bits
LEAST_ROWS: Final = 1024  # fewer stay in memory
STRENGTHS: Final = ("own", "around", "before")  # by the columns of counts
STEP: Final = HIGHEST / 255
UNIT: Final = 127  # a vector's largest number, in one byte

PER_CLUSTER: Final = 256
LEAST_CLUSTERED: Final = 4096  # rows; fewer are one cluster
ROUNDS: Final = 8
SAMPLE_PER_CLUSTER: Final = 64
AT_ONCE: Final = 8192


def parts_to_reseal(sealed: Sequence[int], rest: int) -> int:
    """How many of the last sealed parts are sealed again, together with the rest.

    `sealed` holds the rows of each part. A part is sealed again if it is at most twice as large
    as all that follows it, so that a row is sealed only a few times until its part is full.
    """
    count, size = 0, rest
    for rows in reversed(sealed):
        if rows > 2 * size or rows + size > MOST_ROWS:
            break
        count, size = count + 1, size + rows
    return count


class SealedArrays(NamedTuple):
    """A sealed part as it is stored: its description, and its arrays."""

    about: dict[str, Any]
    arrays: dict[str, Array]


def seal(index: Index) -> SealedArrays:
    """Seal the growing rows of an index. Rarity and mean lengths are those of the whole index."""
    corpus = index.growing
    rows = np.flatnonzero((corpus.ints("flags") & GHOST) == 0)
    columns = corpus.columns(rows)._replace(rare=index.own_rarity(corpus, rows))
    arrays: dict[str, Array] = {
        name: np.ascontiguousarray(getattr(columns, name), dtype=dtype)
        for name, dtype in DTYPES.items()
    }
    tokens, token_sizes = corpus.tokens(rows)
    narrow = "<u2" if tokens.max(initial=0) < 1 << 16 else "<u4"
    told = corpus.told(rows)
    arrays |= {
        "token_start": _starts(token_sizes),
        "tokens": tokens.astype(narrow),
        "told_start": _starts(np.array([len(days) for days in told], dtype=np.int64)),
        "told": np.array([day for days in told for day in days], dtype="<i4"),
    }
    arrays |= _postings(index, rows) | _clusters(corpus.smooth(rows))
    about = {
        "rows": len(rows),
        "dimension": corpus.dimension,
        "total_lengths": corpus.total_lengths.tolist(),
        "labels": {name: list(corpus.labels[name].numbers) for name in LABELLED},
    }
    return SealedArrays(about, arrays)


def _starts(sizes: Array) -> Array:
    return np.concatenate(([0], np.cumsum(sizes))).astype("<i8")


def _postings(index: Index, own: Array) -> dict[str, Array]:
    """Terms sorted by number, and for each term its rows and their strengths."""
    corpus = index.growing
    numbers, postings = corpus.postings
    terms = np.repeat(np.arange(len(numbers)), np.diff(postings.start))
    number = np.full(len(corpus), -1)
    number[own] = np.arange(len(own))
    kept = number[postings.rows] >= 0
    terms, holders, counts = terms[kept], postings.rows[kept], postings.counts[kept]
    order = np.argsort(numbers, kind="stable")
    start = np.searchsorted(terms, np.arange(len(numbers) + 1))
    sizes = np.diff(start)[order]
    order, sizes = order[sizes > 0], sizes[sizes > 0]  # a ghost's terms may have nobody else
    places = stretch_positions(start[:-1][order], sizes)
    holders, counts = holders[places], counts[places]
    found: dict[str, Array] = {
        "terms": numbers[order],
        "term_start": _starts(sizes),
        "rows": number[holders].astype("<u2"),
    }
    firsts = found["term_start"][:-1]
    held = np.add.reduceat(counts > 0, firsts, axis=0, dtype=np.int64) if len(firsts) else counts
    found["term_holders"] = held.astype("<i4").reshape(-1, COUNT_COLUMNS)
    mean = index.mean_lengths
    for way, name in enumerate(STRENGTHS):
        lengths = corpus.lengths[holders, way] / mean[way]
        strength = term_strength(counts[:, way] / SCALE, lengths)
        # A term that is there at all keeps a strength above 0.
        steps = np.where(counts[:, way] > 0, np.maximum(np.rint(strength / STEP), 1), 0)
        found[f"strength_{name}"] = steps.astype("|u1")
    return found


def _clusters(vectors: Floats) -> dict[str, Array]:
    """Vectors in one byte per number, cluster by cluster."""
    centroids, of = _grouped(vectors)
    order = np.argsort(of, kind="stable")
    place = np.empty(len(order), dtype="<u2")
    place[order] = np.arange(len(order))
    largest = np.abs(vectors).max(axis=1, initial=1e-9, keepdims=True)
    codes = np.rint(vectors * (UNIT / largest)).astype("|i1")
    sizes = np.bincount(of, minlength=len(centroids))
    return {
        "centroids": centroids.astype("<f4"),
        "cluster_start": _starts(sizes),
        "cluster_rows": order.astype("<u2"),
        "place": place,
        "codes": codes[order],
        "scales": (largest[:, 0] / UNIT).astype("<f4")[order],
    }


def _grouped(vectors: Floats) -> tuple[Floats, Array]:
    """Means of near vectors, and for each vector the number of its mean. Deterministic."""
    size = len(vectors)
    if size < LEAST_CLUSTERED or not vectors.shape[1]:
        centre = vectors.mean(axis=0, keepdims=True) if size else np.zeros((1, vectors.shape[1]))
        return centre.astype(np.float32), np.zeros(size, dtype=np.int64)
    count = size // PER_CLUSTER
    sample = vectors[:: max(1, size // (count * SAMPLE_PER_CLUSTER))]
    centroids = sample[:: max(1, len(sample) // count)][:count].copy()
    for _ in range(ROUNDS):
        of = _nearest(sample, centroids)
        sums = np.zeros_like(centroids)
        np.add.at(sums, of, sample)
        length = np.linalg.norm(sums, axis=1, keepdims=True)
        # A mean that nothing is near to stays where it was.
        centroids = np.where(length > 0, sums / np.maximum(length, 1e-9), centroids)
    return centroids, _nearest(vectors, centroids)


def _nearest(vectors: Floats, centroids: Floats) -> Array:
    return np.concatenate(
        [
            np.argmax(vectors[start : start + AT_ONCE] @ centroids.T, axis=1)
            for start in range(0, len(vectors), AT_ONCE)
        ]
    )
