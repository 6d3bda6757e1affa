"""The ranking data of recall: derived from the log, can be dropped and made again."""

from datetime import datetime
from typing import NamedTuple

from wakeline.model.stored import stored


@stored("readings", key=("seq",), goes="rebuilt", check="pages")
class Reading(NamedTuple):
    """The ranking data of one searchable row. `stream` joins it to its neighbouring rows."""

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


@stored("vectors", key=("fingerprint", "seq"), goes="rebuilt", check="vectors")
class Vector(NamedTuple):
    """The vector of one row by one embedder, and its tokens, as bytes."""

    fingerprint: str
    seq: int
    vector: bytes
    tokens: bytes


@stored("word_counts", key=("embedder", "version"), goes="rebuilt", check="word counts")
class WordCounts(NamedTuple):
    """How often each token occurs in an agent's store, frozen under a version number.

    Counted up to `seq`. Vectors are made with the version in force; a second version, if
    there is one, is still being prepared.
    """

    version: int
    embedder: str
    seq: int
    is_in_force: bool
    counts: bytes


@stored("segments", key=("fingerprint", "through"), goes="rebuilt", check="sealed parts")
class Segment(NamedTuple):
    """A part of the log, after `after` and up to `through`, sealed in arrays under this name."""

    fingerprint: str
    after: int
    through: int
    rows: int
    name: str


@stored("filed", key=("seq",), goes="rebuilt", check="filed")
class Filed(NamedTuple):
    """The full-text sequence of a row of state that has no sequence of its own."""

    seq: int
    kind: str
    id: str
