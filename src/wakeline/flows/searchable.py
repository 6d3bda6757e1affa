"""State rows that full text holds: saved and indexed in one step.

The sequence under which a row is indexed is that of its last change.
"""

from __future__ import annotations

from typing import TypeVar

from wakeline.model.memory import Fact, Memory
from wakeline.ports.store import Unit
from wakeline.recall.analyse import terms

Searchable = TypeVar("Searchable", Memory, Fact)


def keep(unit: Unit, kind: str, row: Searchable, before: Searchable | None = None) -> Searchable:
    """Save a memory or fact, put its words into full text, and note if it may come up again."""
    saved = unit.save(kind, row, before)
    if before is not None and is_found(before):
        unit.unindex(before.seq)
    if isinstance(saved, Memory):
        if before is not None:
            unit.run("memory.drop_idle", id=saved.id)
        unit.run("memory.add_idle", id=saved.id)
    if is_found(saved):
        unit.index(saved.seq, terms(words_of(saved)))
        unit.add_job("readings")
    return saved


def is_found(row: Memory | Fact) -> bool:
    """Whether full text holds a row: not what was deleted, nor what is no longer believed."""
    return not row.is_deleted and not (isinstance(row, Fact) and row.recorded_to is not None)


def words_of(row: Memory | Fact) -> str:
    """The words by which a row is found."""
    if isinstance(row, Memory):
        return f"{row.title}\n{row.content}"
    return f"{row.key}\n{row.value}"
