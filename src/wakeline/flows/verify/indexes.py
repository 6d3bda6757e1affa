"""What is derived against what it is derived from: full text, entities, what may come up."""

from __future__ import annotations

from wakeline.flows.derive import INDEX
from wakeline.flows.rebuild import searchable_words, wanted_entities, wanted_mentions
from wakeline.flows.verify.tally import Check, Tally
from wakeline.model.memory import Entity, Relationship
from wakeline.ports.store import View
from wakeline.recall.analyse import terms


def check_full_text(view: View) -> list[Check]:
    """Every row's terms, analysed again, against what the index holds."""
    rows, structure = Tally("full text"), Tally("structure")
    wanted = ((seq, sorted(terms(words))) for seq, words in searchable_words(view))
    rows.streams("row", wanted, view.indexed_terms())
    structure.compared = 1
    for fault in view.index_faults():
        structure.fault(fault)
    return [rows.done(), structure.done()]


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


def check_idle(view: View) -> Check:
    """The memories that may come up again, and how often they were used."""
    tally = Tally("idle memories")
    wanted = dict(view.tuples("integrity.wanted_idle"))
    tally.tables("memory", wanted, dict(view.tuples("integrity.idle_memories")))
    return tally.done()
