"""The living layer of who an agent is, in versions: each a snapshot of its text."""

from datetime import datetime
from typing import Any, Literal, NamedTuple, get_args

from wakeline.model.stored import stored

Trigger = Literal[
    "start", "edit", "identity", "consolidation", "reset_soft", "rollback", "reset_hard"
]
TRIGGERS: tuple[Trigger, ...] = get_args(Trigger)
Floors = dict[str, str]


@stored("personality_entries", subject="personality")
class PersonalityEntry(NamedTuple):
    """A version of the living layer: when it came into force, why, and how far it has drifted.

    Its text is that of the document, so an entry is a snapshot too; `date` is the day, with a
    number where there are several of one day, and names its file. Drift is None where there is
    nothing to compare with. `measured_by` is the fingerprint of the embedder's vectors, or `words`.
    What was seen up to a moment in `floors` no longer counts: for one key, or for all (`*`).
    """

    id: str
    date: str
    at: datetime
    trigger: Trigger
    drift_from_center: float | None
    drift_from_previous: float | None
    measured_by: str
    summary: str
    document_id: str
    restored: str | None  # the date of the snapshot that a rollback brought back
    observations: tuple[dict[str, Any], ...]
    floors: Floors
