"""Compare derived tables with their sources: full text, graph, links, counts and summaries."""

from __future__ import annotations

from typing import Final

from wakeline.flows.assessment.entropy import INDEX as ENTROPY
from wakeline.flows.assessment.entropy import wanted_entropy
from wakeline.flows.assessment.fingerprint import recounted_fingerprints
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.graph.graph_rows import INDEX, expected_graph
from wakeline.flows.graph.links import INDEX as LINKS
from wakeline.flows.graph.links import expected_links
from wakeline.flows.home.rebuild import searchable_words
from wakeline.flows.liminal.drift import check_state_vectors
from wakeline.flows.memory.summaries import expected_summaries
from wakeline.flows.recall.searchable import INDEX as FILED
from wakeline.flows.recall.searchable import filed_by_events
from wakeline.flows.verify.tally import Check, ComparisonTally
from wakeline.model.cognition import Entropy
from wakeline.model.consolidation import Link, Summary
from wakeline.model.memory import Entity, GraphPattern, Relationship
from wakeline.model.recall import Filed
from wakeline.ports.store import View
from wakeline.recall.analyse import terms

BY_DAYS: Final = "temporal_confabulation"


def check_full_text(view: View) -> list[Check]:
    """Compare every row's terms, analysed again, with the index."""
    rows, filed, structure = (
        ComparisonTally("full text"),
        ComparisonTally("filed"),
        ComparisonTally("structure"),
    )
    wanted = ((seq, sorted(terms(words))) for seq, words in searchable_words(view))
    rows.compare_streams("row", wanted, view.indexed_terms())
    if view.value("jobs.mark", name=FILED) is not None:
        known = dict.fromkeys(view.all(Filed, "recall.all_filed"))
        filed.compare_tables("place", dict.fromkeys(filed_by_events(view)), known)
    structure.compared = 1
    for fault in view.index_faults():
        structure.add_fault(fault)
    return [rows.result(), filed.result(), structure.result()]


def check_graph(view: View) -> list[Check]:
    """Compare the graph with one derived again up to its mark."""
    entities, mentions = ComparisonTally("entities"), ComparisonTally("mentions")
    relations, patterns = ComparisonTally("relationships"), ComparisonTally("patterns")
    wanted, pairs = expected_graph(view, int(view.value("jobs.mark", name=INDEX) or 0))
    found = {row.id: row for row in view.all(Entity, "integrity.entities")}
    entities.compare_tables("entity", wanted.names, found)
    kept = ((str(key), int(seq)) for key, seq in view.tuples("integrity.mentions"))
    mentions.compare_tables("mention", dict.fromkeys(pairs), dict.fromkeys(kept))
    rows = view.all(Relationship, "memory.relationships")
    relations.compare_tables("relationship", wanted.relations, {row[:3]: row for row in rows})
    seen = view.all(GraphPattern, "graph.patterns")
    patterns.compare_tables("pattern", wanted.patterns, {row.id: row for row in seen})
    return [entities.result(), mentions.result(), relations.result(), patterns.result()]


def check_idle(view: View) -> Check:
    """Check the table of memories that may come up again, and how often they were used."""
    tally = ComparisonTally("idle memories")
    wanted = dict(view.tuples("integrity.wanted_idle"))
    tally.compare_tables("memory", wanted, dict(view.tuples("integrity.idle_memories")))
    return tally.result()


def check_links(view: View) -> Check:
    """Check the links of memories that were active together, up to the mark."""
    tally = ComparisonTally("links")
    wanted = expected_links(view, int(view.value("jobs.mark", name=LINKS) or 0))
    found = {(row.from_id, row.to_id): row for row in view.all(Link, "consolidation.links")}
    tally.compare_tables("link", wanted, found)
    return tally.result()


def check_entropy(place: Place, view: View) -> Check:
    """Compare the entropy of exchanges with one measured again, up to the mark."""
    tally = ComparisonTally("entropy")
    mark = int(view.value("jobs.mark", name=ENTROPY) or 0)
    kept = {row.exchange_id: row for row in view.all(Entropy, "cognition.all")}
    # Rows after the mark wait to be measured again.
    waits = {key for key, row in kept.items() if row.seq > mark}
    wanted = wanted_entropy(view, time_zone(place.identity.person_time_zone))
    tally.compare_tables(
        "exchange",
        {key: _apart_from_days(row) for key, row in wanted.items() if key not in waits},
        {key: _apart_from_days(row) for key, row in kept.items() if key not in waits},
    )
    return tally.result()


def _apart_from_days(row: Entropy) -> Entropy:
    """A row without the signal that depends on days: the person's time zone may have changed."""
    signals = dict(row.signals)
    by_days = signals.pop(BY_DAYS, 0.0)
    return row._replace(score=round(row.score - by_days, 2), signals=signals)


def check_fingerprints(view: View) -> Check:
    """Compare how an agent spoke in its sessions, as it was counted, with a new count."""
    tally = ComparisonTally("fingerprints")
    for kept, wanted in recounted_fingerprints(view):
        tally.compare(f"the fingerprint of {kept.session_id}", wanted, kept)
    return tally.result()


def check_states(place: Place, view: View) -> Check:
    """Check the vectors of watched states that are stored; a missing one is no defect."""
    tally = ComparisonTally("states")
    for state in check_state_vectors(place, view):
        tally.compare(f"what state {state.text_hash[:12]} means", state.is_close, True)
    return tally.result()


def check_summaries(place: Place, view: View) -> Check:
    """Compare the summaries of days, weeks and months with new ones; not if the rules changed."""
    tally = ComparisonTally("summaries")
    wanted = expected_summaries(place, view)
    if wanted is not None:
        found = {row.id: row._replace(seq=0) for row in view.all(Summary, "summaries.all")}
        tally.compare_tables("summary", wanted, found)
    return tally.result()
