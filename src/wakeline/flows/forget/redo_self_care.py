"""Make the results of self-care again when some of their sources are forgotten."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from wakeline.consolidation.self_care import lines_of, remaining_lines
from wakeline.flows.common.place import Place
from wakeline.graph.mentions import entities
from wakeline.model.consolidation import ConversationSummary
from wakeline.model.memory import Memory, titled_content


def memory_without(
    place: Place, row: Memory, gone: Sequence[Memory], retold: Sequence[tuple[Memory, Memory]]
) -> Memory:
    """A memory that self-care merged from many, without those that are gone.

    `retold` are reworded sources, before and after. A merged memory may contain the lines of an
    earlier merged one. The content is empty if nothing remains.
    """
    anew = {
        old: new
        for before, after in retold
        for old, new in zip(lines_of(before), lines_of(after), strict=False)
    }
    content = "\n".join(remaining_lines(row.content, gone, anew))
    ids = {memory.id for memory in gone}
    return row._replace(
        content=content,
        source_ids=tuple(each for each in row.source_ids if each not in ids),
        entity_refs=entities(content),
        tokens=place.tokens.count(titled_content(row.title, content)),
    )


def conversation_without(
    place: Place, row: ConversationSummary, gone: Collection[str]
) -> ConversationSummary:
    """A conversation summary without the turns that are gone.

    It counts on its own again if the summary that it was folded into is gone.
    """
    left = tuple(kept for kept in row.sentences if kept["source_id"] not in gone)
    content = "\n".join(kept["text"] for kept in left)
    return row._replace(
        content=content,
        sentences=left,
        source_ids=tuple(dict.fromkeys(kept["source_id"] for kept in left)),
        folded_into=None if row.folded_into in gone else row.folded_into,
        tokens=place.tokens.count(content),
    )
