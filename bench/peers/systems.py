"""Everything that is compared, each behind the same three verbs, each at its defaults.

A peer is imported when it is made. Wakeline goes through its public contract like anybody
else. Which questions are asked, and how answers are judged, is not known here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import numpy as np

import wakeline
from bench.peers.vectors import Vectors
from bench.quality.recall import DEEPEST, Dialogue

BATCH: Final = 1000
RRF_K: Final = 60
PER_LIST: Final = 100
Row = TypeVar("Row")


class Turn(NamedTuple):
    """What a peer is given of a turn."""

    id: str
    text: str


class System(Protocol):
    """One memory. It holds one dialogue at a time."""

    version: str

    def announce(self, turns: Sequence[Turn]) -> list[str]:
        """The texts that it will ask MiniLM for when it stores these turns."""

    def store(self, folder: Path, dialogue: Dialogue, turns: Sequence[Turn]) -> None:
        """Keep a dialogue in a new folder, ready to be asked."""

    def ask(self, question: str) -> list[str]:
        """Ids of turns, best first."""


class Wakeline:
    """Ours. A strategy and settings other than the defaults are named in the table."""

    def __init__(self, strategy: str | None = None, **settings: str) -> None:
        self.version = wakeline.__version__
        self._strategy, self._settings = strategy, settings
        self._home: wakeline.Home | None = None

    def announce(self, turns: Sequence[Turn]) -> list[str]:  # noqa: ARG002 - it embeds by itself
        return []

    def store(self, folder: Path, dialogue: Dialogue, turns: Sequence[Turn]) -> None:  # noqa: ARG002 - it takes events
        if self._home is not None:
            self._home.close()
        self._home = wakeline.open(folder, settings=self._settings)
        self._agent = self._home.agent("ash")
        self._agent.observe_many(dialogue.events)
        self._agent.settle()

    def ask(self, question: str, most: int = DEEPEST) -> list[str]:
        hits = self._agent.recall(question, k=most, strategy=self._strategy)
        return [hit.source_id for hit in hits if hit.source_id is not None]


class Reciprocal:
    """Our full text and MiniLM by reciprocal rank, with nothing else: what is easily had."""

    def __init__(self, vectors: Vectors) -> None:
        self.version = wakeline.__version__
        self._words = Wakeline("fulltext", embedder="none")
        self._vectors = vectors

    def announce(self, turns: Sequence[Turn]) -> list[str]:
        return [turn.text for turn in turns]

    def store(self, folder: Path, dialogue: Dialogue, turns: Sequence[Turn]) -> None:
        self._words.store(folder, dialogue, turns)
        self._ids = [turn.id for turn in turns]
        self._matrix = self._vectors([turn.text for turn in turns])

    def ask(self, question: str) -> list[str]:
        near = np.argsort(-(self._matrix @ self._vectors([question])[0]), kind="stable")[:PER_LIST]
        return fused([self._words.ask(question, PER_LIST), [self._ids[row] for row in near]])


class Chroma:
    """chromadb: a collection on disk with the embedding function that it has by itself."""

    def __init__(self, vectors: Vectors) -> None:
        self._chromadb = import_module("chromadb")
        _lend_to_chroma(vectors)
        self.version = version("chromadb")
        self._collection: Any = None

    def announce(self, turns: Sequence[Turn]) -> list[str]:
        return [turn.text for turn in turns]

    def store(self, folder: Path, dialogue: Dialogue, turns: Sequence[Turn]) -> None:
        client = self._chromadb.PersistentClient(path=os.fspath(folder))
        self._collection = client.create_collection(dialogue.id)
        for some in _batches(turns):
            self._collection.add(ids=[t.id for t in some], documents=[t.text for t in some])

    def ask(self, question: str) -> list[str]:
        found = self._collection.query(query_texts=[question], n_results=DEEPEST)
        return list(found["ids"][0])


class Txtai:
    """txtai: `hybrid`, which is its BM25 and its dense index added up half and half."""

    def __init__(self, vectors: Vectors) -> None:
        self._txtai = import_module("txtai")
        self.version = version("txtai")
        self._embeddings: Any = None

        def transform(texts: Sequence[str]) -> Any:  # txtai calls functions, and makes classes
            return vectors(texts)

        self._transform = transform

    def announce(self, turns: Sequence[Turn]) -> list[str]:
        return [turn.text for turn in turns]

    def store(self, folder: Path, dialogue: Dialogue, turns: Sequence[Turn]) -> None:  # noqa: ARG002 - the folder is its own
        self._embeddings = self._txtai.Embeddings(
            hybrid=True, method="external", transform=self._transform
        )
        self._embeddings.index([(turn.id, turn.text) for turn in turns])
        self._embeddings.save(os.fspath(folder))

    def ask(self, question: str) -> list[str]:
        return [found for found, _ in self._embeddings.search(question, DEEPEST)]


class MemPalace:
    """MemPalace: a drawer for each turn, long ones in chunks, as its own tool files them.

    Several chunks of one turn are one answer. Closets are not made: they come from mining
    files, not from filing turns.
    """

    def __init__(self, vectors: Vectors) -> None:
        self._palace = import_module("mempalace.palace")
        self._search = import_module("mempalace.searcher").search_memories
        self._chunk = int(import_module("mempalace.config").MempalaceConfig().chunk_size)
        _lend_to_chroma(vectors)
        self.version = version("mempalace")
        self._folder = ""

    def announce(self, turns: Sequence[Turn]) -> list[str]:
        return [text for turn in turns for text in chunks(turn.text, self._chunk)]

    def store(self, folder: Path, dialogue: Dialogue, turns: Sequence[Turn]) -> None:
        self._folder = os.fspath(folder)
        collection = self._palace.get_collection(self._folder)
        for some in _batches([row for turn in turns for row in self._rows(turn, dialogue.id)]):
            ids, texts, facts = zip(*some, strict=True)
            collection.upsert(ids=list(ids), documents=list(texts), metadatas=list(facts))

    def _rows(self, turn: Turn, wing: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
        facts = {"wing": wing, "room": "turns", "source_file": "", "added_by": "bench"}
        texts = chunks(turn.text, self._chunk)
        if len(texts) == 1:
            yield turn.id, turn.text, {**facts, "chunk_index": 0}
            return
        for number, text in enumerate(texts):
            part = {"chunk_index": number, "parent_drawer_id": turn.id}
            yield f"{turn.id}_chunk_{number:06d}", text, {**facts, **part}

    def ask(self, question: str) -> list[str]:
        found = self._search(question, self._folder, n_results=DEEPEST)
        if "error" in found:
            raise RuntimeError(found["error"])
        return list(dict.fromkeys(hit["drawer_id"] for hit in found["results"]))


def fused(lists: Sequence[Sequence[str]]) -> list[str]:
    """Ids by the sum of 1 / (60 + rank) over the lists; of equals, the first that was met."""
    scores: dict[str, float] = {}
    for found in lists:
        for rank, one in enumerate(found, start=1):
            scores[one] = scores.get(one, 0.0) + 1 / (RRF_K + rank)
    return sorted(scores, key=lambda one: -scores[one])[:DEEPEST]


def chunks(text: str, size: int) -> list[str]:
    """A text in pieces of so many characters, the last one shorter; an empty text is one."""
    return [text[start : start + size] for start in range(0, len(text), size)] or [text]


def _batches(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    for start in range(0, len(rows), BATCH):
        yield rows[start : start + BATCH]


def _lend_to_chroma(vectors: Vectors) -> None:
    """Let the function that chromadb and MemPalace embed with run our model, not a download."""
    home = import_module("chromadb.utils.embedding_functions.onnx_mini_lm_l6_v2")

    def forward(_self: object, documents: Sequence[str], _batch_size: int = 32) -> Any:
        return vectors(documents)

    ours = {"_forward": forward, "_download_model_if_not_exists": lambda _self: None}
    for name, function in ours.items():
        setattr(home.ONNXMiniLM_L6_V2, name, function)


class Entry(NamedTuple):
    """How a system is made, and what it needs."""

    make: Callable[[Vectors], System]
    minilm: bool = True
    # Whether the texts can be given with the speaker before them, as there is no other place.
    speakers_as_words: bool = False


# By the name in the table, in its order.
SYSTEMS: Final[Mapping[str, Entry]] = {
    "wakeline": Entry(lambda _: Wakeline(), minilm=False),
    "wakeline fulltext": Entry(lambda _: Wakeline("fulltext", embedder="none"), minilm=False),
    "wakeline rrf, minilm": Entry(lambda _: Wakeline("rrf", embedder="minilm")),
    "fulltext + minilm": Entry(Reciprocal, speakers_as_words=True),
    "chromadb": Entry(Chroma, speakers_as_words=True),
    "txtai hybrid": Entry(Txtai, speakers_as_words=True),
    "mempalace": Entry(MemPalace, speakers_as_words=True),
}
