"""Derive the graph from the log: entities, mentions of them, relations, patterns.

Works through the log in order from where it last stopped; the mark moves in the
same transaction as the rows, so a run that is killed continues and nothing is
counted twice.
"""

from __future__ import annotations

from wakeline.flows.common.place import Place
from wakeline.flows.graph.graph_rows import BATCH, INDEX, add_to_graph, mentions_between
from wakeline.model.job import IndexMark


def derive_entities(place: Place) -> int:
    """Catch up with the log. Returns how many entries were looked at."""
    looked_at = 0
    while True:
        with place.store.writing(place.by(actor="worker")) as unit:
            mark = int(unit.value("jobs.mark", name=INDEX) or 0)
            head = unit.head().seq
            through = min(mark + BATCH, head)
            add_to_graph(unit, mentions_between(unit, mark, through))
            is_last = through == head
            unit.put(IndexMark(INDEX, through))
            if is_last:
                unit.run("jobs.done", name=INDEX, key="")
        looked_at += through - mark
        if is_last:
            return looked_at
