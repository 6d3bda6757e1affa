"""Seal the index of recall: store stretches of the log as arrays that no longer change.

Runs after the job that indexes rows. A stretch is sealed when it has a thousand rows, and
again together with others until it has sixty-five thousand; rows that are not sealed yet
are searched in memory. Arrays are stored before the row in the table, so a run that is
killed leaves an unlisted part, never a row without its part.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wakeline.flows.common.place import Place
from wakeline.flows.recall.index_rows import FORGOTTEN
from wakeline.flows.recall.load_index import add_entries, entries_between
from wakeline.model.recall import Segment
from wakeline.ports.minds import Embedder
from wakeline.ports.store import View
from wakeline.recall.corpus import Corpus
from wakeline.recall.index import Index
from wakeline.recall.seal import LEAST_ROWS, MOST_ROWS, parts_to_reseal, seal
from wakeline.recall.sealed_index import SealedRows


class StretchToSeal(NamedTuple):
    """A stretch to seal, and the sealed parts that it replaces."""

    after: int
    through: int
    replaced: tuple[Segment, ...]


def seal_readings(place: Place, embedder: Embedder | None, through: int) -> int:
    """Seal all that is ready up to a sequence. Returns how many parts were sealed."""
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
        # If it was not put, another worker was faster, perhaps with the same rows and so the same
        # name, or something was forgotten meanwhile.
        _drop_unknown(place, [each.name for each in wanted.replaced] if is_put else [name])


def _next(view: View, segments: Sequence[Segment], through: int) -> StretchToSeal | None:
    """The first stretch to seal: between two sealed ones, or after the last; else None."""
    after = 0
    for segment in segments:
        if _rows(view, after, segment.after):
            return StretchToSeal(after, _end(view, after, segment.after), ())
        after = segment.through
    rest = _rows(view, after, through)
    if rest < LEAST_ROWS:
        return None
    if rest >= MOST_ROWS:
        return StretchToSeal(after, _end(view, after, through), ())
    count = parts_to_reseal([segment.rows for segment in segments], rest)
    replaced = tuple(segments[len(segments) - count :])
    return StretchToSeal(replaced[0].after if replaced else after, through, replaced)


def _rows(view: View, after: int, through: int) -> int:
    if through <= after:
        return 0
    return int(view.value("recall.count_readings", after=after, through=through))


def _end(view: View, after: int, through: int) -> int:
    """The end of a stretch of at most MOST_ROWS rows."""
    last = view.value("recall.nth_reading", after=after, skipped=MOST_ROWS - 1)
    return through if last is None else min(int(last), through)


def _index(
    place: Place,
    view: View,
    wanted: StretchToSeal,
    embedder: Embedder | None,
    others: Sequence[Segment],
) -> Index:
    """The rows of a stretch in memory, with the other parts, for the word counts."""
    fingerprint = embedder.fingerprint if embedder else ""
    corpus = Corpus(embedder.dimension if embedder else 0)
    for batch in entries_between(view, wanted.after, wanted.through, fingerprint):
        add_entries(view, corpus, batch, behind=wanted.after, fingerprint=fingerprint)
    shelves = (place.store.shelves.open(segment.name, view) for segment in others)
    return Index(corpus, [SealedRows(shelf) for shelf in shelves if shelf is not None])


def _put(
    place: Place,
    segment: Segment,
    before: Sequence[Segment],
    wanted: StretchToSeal,
    forgotten: object,
) -> bool:
    """List a part in the table, unless its sources have changed. Returns whether it was."""
    with place.store.writing(place.by(actor="worker")) as unit:
        now = unit.all(Segment, "recall.segments", fingerprint=segment.fingerprint)
        if now != before or unit.value("jobs.mark", name=FORGOTTEN) != forgotten:
            return False
        for each in wanted.replaced:
            unit.run("recall.drop_segment", fingerprint=each.fingerprint, through=each.through)
        unit.put(segment)
    return True


def _drop_unknown(place: Place, names: Sequence[str]) -> None:
    """Delete the arrays of parts that the table does not list."""
    with place.store.reading() as view:
        known = {segment.name for segment in view.all(Segment, "recall.all_segments")}
    for name in names:
        if name not in known:
            place.store.shelves.drop(name)


def drop_lost_segments(place: Place, lost: Sequence[Segment]) -> None:
    """Remove unreadable parts from the table, and add the job that makes them again."""
    with place.store.writing(place.by(actor="worker")) as unit:
        for each in lost:
            unit.run("recall.drop_segment", fingerprint=each.fingerprint, through=each.through)
        unit.add_job("readings")
