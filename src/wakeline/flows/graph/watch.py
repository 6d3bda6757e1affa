"""The turns that mention an entity since a point in the log. Reads only."""

from __future__ import annotations

from typing import NamedTuple

from wakeline.base.errors import Invalid
from wakeline.flows.common.place import Place
from wakeline.graph.names import entity_id, names_in_turn
from wakeline.model.log import Episode

AT_ONCE = 1000


class WatchedMentions(NamedTuple):
    """The turns that mention an entity, and the sequence up to which the log was read."""

    turns: tuple[Episode, ...]
    through: int


def mentions_since(place: Place, entity: str, after: int | None) -> WatchedMentions:
    """The turns after a sequence that mention an entity; none yet if `after` is None."""
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
            found += [turn for turn in turns if wanted in map(entity_id, names_in_turn(turn))]
            if len(turns) < AT_ONCE:
                break
            start = turns[-1].seq
    return WatchedMentions(tuple(found), head)
