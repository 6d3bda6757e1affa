"""The living layer of an agent's personality, in versions: each is a snapshot of its text."""

from datetime import datetime
from typing import Any, Literal, NamedTuple, get_args

from wakeline.model.stored import stored

Trigger = Literal[
    "start", "edit", "identity", "consolidation", "reset_soft", "rollback", "reset_hard"
]
TRIGGERS: tuple[Trigger, ...] = get_args(Trigger)
Floors = dict[str, str]


@stored(
    "personality_entries",
    subject="personality",
    goes="remade",
    made_from=("document_id", "observations"),
    by_id=False,
)
class PersonalityEntry(NamedTuple):
    """A version of the living layer: when it came into force, why, and how far it has drifted.

    The text is in the document, so an entry is also a snapshot; `date` is the day, with a number
    if a day has several, and names its file. Drift is None if there is nothing to compare with.
    `measured_by` is the fingerprint of the embedder's vectors, or `words`. `floors` maps a key, or
    `*` for all, to a moment: earlier observations no longer count.
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
