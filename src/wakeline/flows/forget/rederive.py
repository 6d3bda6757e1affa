"""Re-derive facts and memories from the turns that remain.

A consolidated fact or memory stays if other turns still say it, in their words alone. One that
only forgotten turns said is removed with them.
"""

from __future__ import annotations

from wakeline.consolidation.decide import first_words
from wakeline.consolidation.match import KnownMemories, fact_key, same_value, statement_tag
from wakeline.consolidation.statements import read_statements
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.graph.mentions import entities
from wakeline.model.consolidation import ExtractedStatement
from wakeline.model.log import TRUST, Episode
from wakeline.model.memory import Fact, Memory, titled_content
from wakeline.ports.store import View


def rederive_row(
    place: Place, view: View, row: Memory | Fact, gone: frozenset[str] | set[str]
) -> Memory | Fact | None:
    """The row as derived from the turns that remain; None if they do not say it."""
    left = [
        turn
        for source_id in row.source_ids
        if source_id not in gone
        and (turn := view.one(Episode, "log.episode", id=source_id)) is not None
        and turn.forgotten_at is None
    ]
    zone = time_zone(place.identity.person_time_zone)
    said = read_statements(left, place.identity, zone)
    telling = {found.source_id: found for found in said if _says(found, row)}
    if not telling:
        return None
    turns = [turn for turn in left if turn.id in telling]
    weakest = min((turn.origin for turn in turns), key=TRUST.__getitem__)
    row = row._replace(
        source_ids=tuple(turn.id for turn in turns), origin=weakest, trust=TRUST[weakest]
    )
    found = telling[turns[0].id]
    if isinstance(row, Fact):
        return row._replace(
            value=found.value, tokens=place.tokens.count(f"{row.key}: {found.value}")
        )
    return _memory(place, row, found)


def _memory(place: Place, row: Memory, found: ExtractedStatement) -> Memory:
    title = first_words(found.text)
    names = (name for name in entities(found.text) if name != found.subject)
    return row._replace(
        title=title,
        content=found.text,
        tags=(found.kind, statement_tag(found)),
        entity_refs=(found.subject, *names),
        tokens=place.tokens.count(titled_content(title, found.text)),
    )


def _says(found: ExtractedStatement, row: Memory | Fact) -> bool:
    if isinstance(row, Fact):
        return found.single and fact_key(found) == row.key and same_value(found.value, row.value)
    bare = row._replace(superseded_by=None, is_deleted=False)
    return (
        row.written == "consolidated"
        and KnownMemories([bare]).same(found.subject, found.attribute, found.value) is not None
    )
