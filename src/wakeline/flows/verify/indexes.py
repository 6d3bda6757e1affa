"""What is derived from the log against the log: full text, entities, who mentions whom."""

from __future__ import annotations

from wakeline.flows.derive import INDEX
from wakeline.flows.rebuild import searchable_words, wanted_entities, wanted_mentions
from wakeline.flows.searchable import INDEX as FILED
from wakeline.flows.searchable import filed_by_events
from wakeline.flows.verify.tally import Check, Tally
from wakeline.model.memory import Entity, Relationship
from wakeline.model.recall import Filed
from wakeline.ports.store import View
from wakeline.recall.analyse import terms


def check_full_text(view: View) -> list[Check]:
    """Every row's terms, analysed again, against what the index holds."""
    rows, filed, structure = Tally("full text"), Tally("filed"), Tally("structure")
    wanted = ((seq, sorted(terms(words))) for seq, words in searchable_words(view))
    rows.streams("row", wanted, view.indexed_terms())
    if view.value("jobs.mark", name=FILED) is not None:
        known = dict.fromkeys(view.all(Filed, "recall.all_filed"))
        filed.tables("place", dict.fromkeys(filed_by_events(view)), known)
    structure.compared = 1
    for fault in view.index_faults():
        structure.fault(fault)
    return [rows.done(), filed.done(), structure.done()]


def check_entities(view: View) -> list[Check]:
    """Entities and mentions, derived again as far as the index says that it has come."""
    entities, mentions, relations = Tally("entities"), Tally("mentions"), Tally("relationships")
    mark = int(view.value("jobs.mark", name=INDEX) or 0)
    found = {row.id: row for row in view.all(Entity, "integrity.entities")}
    entities.tables("entity", wanted_entities(view, mark), found)
    pairs = ((str(key), int(seq)) for key, seq in view.tuples("integrity.mentions"))
    mentions.tables("mention", dict.fromkeys(wanted_mentions(view, mark)), dict.fromkeys(pairs))
    # Nothing derives relationships yet.
    rows = view.all(Relationship, "memory.relationships")
    relations.tables("relationship", {}, {row[:3]: row for row in rows})
    return [entities.done(), mentions.done(), relations.done()]
