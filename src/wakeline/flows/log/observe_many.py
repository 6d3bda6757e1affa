"""Keep a stream of events in batches, each its own transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from wakeline.base.errors import Invalid
from wakeline.flows.common.place import Place
from wakeline.flows.log.drafts import drafts_of_events
from wakeline.flows.log.record import keep_batch
from wakeline.log.deduplicate import ImportedTurnIndex
from wakeline.model.log import KeptMany

BATCH = 1000


def observe_many(
    place: Place,
    events: Iterable[Mapping[str, Any]],
    *,
    progress: Callable[[int], None] | None = None,
) -> KeptMany:
    """Keep a stream of events.

    A stream that was kept before adds nothing: its turns are recognised by their source ids,
    else by time and speaker.
    """
    place.ask("observe")
    ids: list[str] = []
    duplicates = 0
    told = ImportedTurnIndex()
    for batch in batches(events, BATCH):
        now = place.clock.now()
        kept, duplicate_of, _ = keep_batch(place, drafts_of_events(place, batch, now), now, told)
        ids.extend(kept)
        duplicates += sum(1 for first in duplicate_of if first is not None)
        if progress is not None:
            progress(len(kept))
    return KeptMany(tuple(ids), len(ids) - duplicates, duplicates)


def batches(events: Iterable[Mapping[str, Any]], size: int) -> Iterator[list[Mapping[str, Any]]]:
    """A stream in pieces of at most `size`."""
    if isinstance(events, (str, Mapping)) or not isinstance(events, Iterable):
        raise Invalid(f"events are a {type(events).__name__}.", todo="Give dicts with text=.")
    stream = iter(events)
    while batch := list(islice(stream, size)):
        yield batch
