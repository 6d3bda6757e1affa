"""The statements of turns, each checked against its own turn.

The one place that knows who reads the turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from wakeline.consolidation.extract import extract
from wakeline.consolidation.support import is_supported
from wakeline.model.consolidation import ExtractedStatement
from wakeline.model.identity import Identity
from wakeline.model.log import Episode


def read_statements(
    turns: Sequence[Episode], identity: Identity, zone: tzinfo
) -> tuple[ExtractedStatement, ...]:
    """All statements of the turns that their own turn supports, in order."""
    by_id = {turn.id: turn for turn in turns}
    found = extract(
        turns,
        person=identity.person_name or "user",  # as `record` calls the speaker
        agent=identity.display_name,
        zone=zone,
    )
    return tuple(
        each
        for each in found
        if each.source_id in by_id and is_supported(each, by_id[each.source_id])
    )
