"""Derive links between memories that were active together, from the log.

Memories are active together if one recall showed them, or if one group of turns stated them.
Works through the log in order from where it last stopped; the mark moves in the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from wakeline.consolidation.decay import strengthen_link
from wakeline.flows.common.place import Place
from wakeline.model.consolidation import Link
from wakeline.model.job import IndexMark
from wakeline.model.log import Event
from wakeline.ports.store import Unit, View

INDEX = "links"
BATCH = 500  # entries of the log
MOST_TOGETHER = 20  # memories active together: each is paired with each

Pair = tuple[str, str]


def derive_links(place: Place) -> int:
    """Catch up with the log. Returns how many links were strengthened."""
    strengthened_by_now = 0
    while True:
        with place.store.reading() as view:
            mark, head = int(view.value("jobs.mark", name=INDEX) or 0), view.head().seq
        if mark >= head:
            return strengthened_by_now
        with place.store.writing(place.by(actor="worker")) as unit:
            if int(unit.value("jobs.mark", name=INDEX) or 0) != mark:
                continue
            through = min(mark + BATCH, head)
            strengthened_by_now += _take_in(unit, mark, through)
            unit.put(IndexMark(INDEX, through))


def _take_in(unit: Unit, after: int, through: int) -> int:
    pairs = list(_pairs(unit, after, through))
    known = {
        (link.from_id, link.to_id): link
        for (pair, _) in dict.fromkeys((pair, None) for pair, _ in pairs)
        for link in unit.all(Link, "consolidation.link", from_id=pair[0], to_id=pair[1])
    }
    for pair, at in pairs:
        known[pair] = strengthen_link(known.get(pair), pair, at)
    for pair in dict.fromkeys(pair for pair, _ in pairs):
        unit.put(known[pair])
    return len(pairs)


def _pairs(view: View, after: int, through: int) -> Iterator[tuple[Pair, Any]]:
    """Pairs of memories that were active together in a stretch of the log, in order."""
    bounds = {"after": after, "through": through}
    found = [(event, _active(event)) for event in view.all(Event, "consolidation.active", **bounds)]
    wanted = sorted({each for _, ids in found for each in ids})
    kept = {row_id for (row_id,) in view.tuples("consolidation.which_memories", ids=wanted)}
    for event, ids in found:
        for pair in combinations(sorted(each for each in ids if each in kept), 2):
            yield pair, event.at


def _active(event: Event) -> Iterable[str]:
    row = event.after or {}
    ids = row.get("subject_ids") or row.get("row_ids") or ()
    return list(dict.fromkeys(map(str, ids)))[:MOST_TOGETHER]


def expected_links(view: View, through: int) -> dict[Pair, Link]:
    """Every link, computed from the log up to an entry."""
    found: dict[Pair, Link] = {}
    for start in range(0, through, BATCH):
        for pair, at in _pairs(view, start, min(start + BATCH, through)):
            found[pair] = strengthen_link(found.get(pair), pair, at)
    return found


def rebuild_links(unit: Unit) -> None:
    """Rebuild every link from the log."""
    head = unit.head().seq
    unit.run("consolidation.clear_links")
    for link in expected_links(unit, head).values():
        unit.put(link)
    unit.put(IndexMark(INDEX, head))
