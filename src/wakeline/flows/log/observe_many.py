"""Keep a stream of events in batches, each its own transaction.

Of a long stream a second process reads the next batch while this one writes the last. It is
loaded apart from what keeps one turn: a hook keeps one, and starts no process for that.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from itertools import islice
from typing import Any

from wakeline.base.beside import Beside
from wakeline.base.collecting import uncollected
from wakeline.base.errors import Invalid
from wakeline.flows.common.place import Place
from wakeline.flows.log.drafts import Draft, all_parsed, asked_of, drafted
from wakeline.flows.log.record import keep_batch
from wakeline.flows.log.text_measures import all_measured
from wakeline.log.deduplicate import ToldBefore
from wakeline.model.log import KeptMany

BATCH = 1000


def observe_many(
    place: Place,
    events: Iterable[Mapping[str, Any]],
    *,
    progress: Callable[[int], None] | None = None,
) -> KeptMany:
    """Keep a stream of events.

    A stream that was kept before adds nothing: known by the sources that it names, else by when
    and by whom each turn was said.
    """
    place.ask("observe")
    ids: list[str] = []
    duplicates = 0
    told = ToldBefore()
    with closing(drafted_ahead(place, batches(events, BATCH))) as ahead:
        for drafts, now in ahead:
            with uncollected():
                kept, duplicate_of, _ = keep_batch(place, drafts, now, told)
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


def drafted_ahead(
    place: Place, pieces: Iterable[Sequence[Mapping[str, Any]]]
) -> Generator[tuple[list[Draft], datetime]]:
    """The drafts of each batch with its moment, while a second process reads the next batch.

    However a stream ends, if only with an event that cannot be taken: what came before is given.
    """
    before: tuple[list[Draft], datetime] | None = None
    with Beside(all_measured) as beside:
        try:
            for batch in pieces:
                # One that is full is seldom the last; for fewer it is not worth its start.
                if len(batch) == BATCH and place.settings.flag("second_process"):
                    beside.begin()
                now = place.clock.now()
                parsed = all_parsed(place, batch, now)
                made = beside.given(asked_of(parsed))
                if before is not None:
                    yield before
                    before = None  # given once, whatever comes of this batch
                with uncollected():
                    before = drafted(place, parsed, made(), now), now
        except Exception:
            if before is not None:
                yield before
            raise
        if before is not None:
            yield before
