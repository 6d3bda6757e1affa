"""Seal what recall reads: whole stretches of the log as arrays that no longer change.

Runs behind the job that reads rows. A stretch is sealed when it has a thousand rows, and
again together with others until it has sixty-five thousand; what is not sealed yet is
searched in memory. Arrays are kept before the table says so, so that a run that is
killed leaves a part that nobody knows, never a row without its part.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wakeline.flows.common.place import Place
from wakeline.flows.recall.index_rows import FORGOTTEN
from wakeline.flows.recall.load_index import add, entries_between
from wakeline.model.recall import Segment
from wakeline.ports.minds import Embedder
from wakeline.ports.store import View
from wakeline.recall.corpus import Corpus
from wakeline.recall.index import Index
from wakeline.recall.seal import LEAST_ROWS, MOST_ROWS, absorbed, seal
from wakeline.recall.sealed_index import Sealed


class Wanted(NamedTuple):
    """A stretch to be sealed, and the parts that it takes the place of."""

    after: int
    through: int
    replaced: tuple[Segment, ...]


def seal_readings(place: Place, embedder: Embedder | None, through: int) -> int:
    """Seal all that is ready up to a sequence. How many parts were sealed."""
    fingerprint = embedder.fingerprint if embedder else ""
    count = 0
    while True:
        with place.store.reading() as view:
            segments = view.all(Segment, "recall.segments", fingerprint=fingerprint)
            wanted = _next(view, segments, through)
            if wanted is None:
                return count
            forgotten = view.value("jobs.mark", name=FORGOTTEN)
            others = [s for s in segments if s not in wanted.replaced]
            sealing = seal(_index(place, view, wanted, embedder, others))
        name = place.store.shelves.keep(sealing.about, sealing.arrays)
        segment = Segment(
            fingerprint, wanted.after, wanted.through, int(sealing.about["rows"]), name
        )
        is_put = _put(place, segment, segments, wanted, forgotten)
        count += is_put
        # Else another worker was faster, perhaps with the same rows and so the same name, or
        # something was forgotten meanwhile.
        _drop_unknown(place, [each.name for each in wanted.replaced] if is_put else [name])


def _next(view: View, segments: Sequence[Segment], through: int) -> Wanted | None:
    """The first stretch that is to be sealed: between two others, or behind the last."""
    after = 0
    for segment in segments:
        if _rows(view, after, segment.after):
            return Wanted(after, _end(view, after, segment.after), ())
        after = segment.through
    rest = _rows(view, after, through)
    if rest < LEAST_ROWS:
        return None
    if rest >= MOST_ROWS:
        return Wanted(after, _end(view, after, through), ())
    count = absorbed([segment.rows for segment in segments], rest)
    replaced = tuple(segments[len(segments) - count :])
    return Wanted(replaced[0].after if replaced else after, through, replaced)


def _rows(view: View, after: int, through: int) -> int:
    if through <= after:
        return 0
    return int(view.value("recall.count_readings", after=after, through=through))


def _end(view: View, after: int, through: int) -> int:
    """Where a stretch ends that is as long as one may be."""
    last = view.value("recall.nth_reading", after=after, skipped=MOST_ROWS - 1)
    return through if last is None else min(int(last), through)


def _index(
    place: Place,
    view: View,
    wanted: Wanted,
    embedder: Embedder | None,
    others: Sequence[Segment],
) -> Index:
    """The rows of a stretch in memory, beside the other parts, over which words are counted."""
    fingerprint = embedder.fingerprint if embedder else ""
    corpus = Corpus(embedder.dimension if embedder else 0)
    for batch in entries_between(view, wanted.after, wanted.through, fingerprint):
        add(view, corpus, batch, behind=wanted.after, fingerprint=fingerprint)
    shelves = (place.store.shelves.open(segment.name, view) for segment in others)
    return Index(corpus, [Sealed(shelf) for shelf in shelves if shelf is not None])


def _put(
    place: Place,
    segment: Segment,
    before: Sequence[Segment],
    wanted: Wanted,
    forgotten: object,
) -> bool:
    """Make a part known, unless what it was made from has changed."""
    with place.store.writing(place.by(actor="worker")) as unit:
        now = unit.all(Segment, "recall.segments", fingerprint=segment.fingerprint)
        if now != before or unit.value("jobs.mark", name=FORGOTTEN) != forgotten:
            return False
        for each in wanted.replaced:
            unit.run("recall.drop_segment", fingerprint=each.fingerprint, through=each.through)
        unit.put(segment)
    return True


def _drop_unknown(place: Place, names: Sequence[str]) -> None:
    """Take away the arrays of parts that are no longer on the list."""
    with place.store.reading() as view:
        known = {segment.name for segment in view.all(Segment, "recall.all_segments")}
    for name in names:
        if name not in known:
            place.store.shelves.drop(name)


def drop_lost(place: Place, lost: Sequence[Segment]) -> None:
    """Take parts that cannot be read off the list, and ask for them to be made again."""
    with place.store.writing(place.by(actor="worker")) as unit:
        for each in lost:
            unit.run("recall.drop_segment", fingerprint=each.fingerprint, through=each.through)
        unit.add_job("readings")
