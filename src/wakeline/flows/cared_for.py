"""What self-care made, made again when some of what it was made from is forgotten."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from wakeline.consolidation.care import line_of, lines_left
from wakeline.flows.place import Place
from wakeline.log.entities import entities
from wakeline.model.consolidation import ConversationSummary
from wakeline.model.memory import Fact, Memory, Written, told
from wakeline.ports.store import View

CARED_FOR: Final[Written] = "self_care"


def without_some(
    place: Place,
    view: View,
    row: Memory,
    gone: Collection[str],
    retold: Iterable[Memory | Fact],
) -> Memory:
    """A memory of many without those that are gone; those that are told anew are told so here.

    Its content is empty if nothing is left.
    """
    anew = {each.id: each for each in retold if isinstance(each, Memory)}
    changed = [each for each in row.source_ids if each in gone or each in anew]
    if not changed:
        return row
    found = (view.one(Memory, "memory.by_id", id=each) for each in changed)
    before = {memory.id: memory for memory in found if memory is not None}
    lines = lines_left(
        row.content,
        (memory for memory in before.values() if memory.id in gone),
        {line_of(before[each]): line_of(anew[each]) for each in before if each in anew},
    )
    content = "\n".join(lines)
    return row._replace(
        content=content,
        source_ids=tuple(each for each in row.source_ids if each not in gone),
        entity_refs=entities(content),
        tokens=place.tokens.count(told(row.title, content)),
    )


def conversation_without(
    place: Place, row: ConversationSummary, gone: Collection[str]
) -> ConversationSummary:
    """What a conversation came to, without the turns that are gone."""
    left = tuple(kept for kept in row.sentences if kept["source_id"] not in gone)
    content = "\n".join(kept["text"] for kept in left)
    return row._replace(
        content=content,
        sentences=left,
        source_ids=tuple(dict.fromkeys(kept["source_id"] for kept in left)),
        tokens=place.tokens.count(content),
    )
