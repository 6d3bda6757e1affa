"""What was said of somebody or something since a point in the log. Reads only."""

from __future__ import annotations

from typing import NamedTuple

from wakeline.base.errors import Invalid
from wakeline.flows.common.place import Place
from wakeline.graph.names import entity_id, mentioned
from wakeline.model.log import Episode

AT_ONCE = 1000


class Seen(NamedTuple):
    """The turns that mention an entity, and up to where the log was looked at."""

    turns: tuple[Episode, ...]
    through: int


def mentions_since(place: Place, entity: str, after: int | None) -> Seen:
    """Turns behind a sequence that mention an entity; behind the log's end if none is given."""
    place.ask("recall")
    if not entity.strip():
        raise Invalid("there is nothing to watch for.", todo="Give the name of an entity.")
    wanted = entity_id(entity.strip())
    with place.store.reading() as view:
        head = view.head().seq
        start = head if after is None else after
        found: list[Episode] = []
        while start < head:
            turns = view.all(
                Episode, "log.episodes_between", after=start, through=head, limit=AT_ONCE
            )
            found += [turn for turn in turns if wanted in map(entity_id, mentioned(turn))]
            if len(turns) < AT_ONCE:
                break
            start = turns[-1].seq
    return Seen(tuple(found), head)
