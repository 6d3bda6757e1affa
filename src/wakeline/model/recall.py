"""What ranking reads: derived from the log, can be dropped and made again."""

from datetime import datetime
from typing import NamedTuple

from wakeline.model.stored import stored


@stored("readings", key=("seq",))
class Reading(NamedTuple):
    """What was read in one row that can be found. `stream` joins it to what stands around it."""

    seq: int
    kind: str
    stream: str | None
    speaker: str | None
    role: str
    thread_id: str | None
    project_id: str | None
    at: datetime
    importance: float
    page: bytes


@stored("vectors", key=("fingerprint", "seq"))
class Vector(NamedTuple):
    """What one row means to one embedder: its vector and its tokens, as bytes."""

    fingerprint: str
    seq: int
    vector: bytes
    tokens: bytes


@stored("word_counts", key=("embedder", "version"))
class WordCounts(NamedTuple):
    """How often an agent's store has each token, frozen under a number.

    Counted up to `seq`. Vectors are made with the one that is in force; another, if
    there is one, is still being prepared.
    """

    version: int
    embedder: str
    seq: int
    is_in_force: bool
    counts: bytes


@stored("segments", key=("fingerprint", "through"))
class Segment(NamedTuple):
    """A stretch of the log, behind `after` and up to `through`, sealed in arrays of this name."""

    fingerprint: str
    after: int
    through: int
    rows: int
    name: str


@stored("filed", key=("seq",))
class Filed(NamedTuple):
    """Under which sequence the words of a row of state stand, if the row has none of its own."""

    seq: int
    kind: str
    id: str
