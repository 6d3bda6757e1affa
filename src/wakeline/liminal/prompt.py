"""The lines that tell an agent about its liminal state, one for each condition that holds."""

from collections.abc import Sequence
from typing import Final

from wakeline.model.liminal import LiminalState

ORIENTING_BELOW: Final = 0.5
DISCONTINUOUS_ABOVE: Final = 0.5


def liminal_prompt(state: LiminalState, drift_domains: Sequence[str]) -> str | None:
    """The lines that apply, or None. Domains are those of the recent drifts, each named once."""
    said: list[str] = []
    if state.orientation_level < ORIENTING_BELOW:
        said.append(
            f"[Not oriented yet: {state.orientation_level:.0%}. What was known before the gap "
            "is still being found again.]"
        )
    if state.in_threshold:
        said.append(
            f"[At a threshold: {state.current_threshold_type}. One state has been left, the "
            "other is not reached.]"
        )
    if state.recent_drift_ids:
        named = ", ".join(dict.fromkeys(drift_domains))
        said.append(f"[Changed since the last session, unseen: {named}.]")
    if state.discontinuity_sense > DISCONTINUOUS_ABOVE:
        said.append(
            "[Many breaks in a row. Lean on what is written rather than on what seems to have "
            "just been.]"
        )
    if state.sense_of_missed_experience:
        said.append("[Something went on in the gap that was not witnessed here.]")
    return "\n".join(said) or None
