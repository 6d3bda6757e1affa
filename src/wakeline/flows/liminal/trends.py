"""Trends over all wakes and gaps of an agent."""

from __future__ import annotations

from wakeline.flows.common.pages import HIGHEST_ID
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.liminal.state import with_time_to_orient
from wakeline.liminal.trends import Trends, WakeRecord, find_trends
from wakeline.model.liminal import GapExperience, WakeDisorientation

MOST_WAKES = 10_000  # the newest


def liminal_trends(place: Place) -> Trends:
    """Trends by time of day and gap length, of time to orient, and of discontinuity."""
    zone = time_zone(place.identity.person_time_zone)
    bounds = {"after": HIGHEST_ID, "limit": MOST_WAKES}
    with place.store.reading() as view:
        wakes = view.all(WakeDisorientation, "pages.disorientations", **bounds)
        gaps = {gap.session_id: gap for gap in view.all(GapExperience, "pages.gaps", **bounds)}
        # Only the newest session may still be open; the times of the others are saved.
        wakes[:1] = [with_time_to_orient(view, wake) for wake in wakes[:1]]
    found = []
    for wake in reversed(wakes):
        gap = gaps.get(wake.id)
        found.append(
            WakeRecord(
                at=wake.woke_at.astimezone(zone),
                away=wake.gap_duration,
                disorientation=wake.disorientation_intensity,
                time_to_orient=wake.time_to_orient,
                discontinuity=None if gap is None else gap.discontinuity_sense,
            )
        )
    return find_trends(found)
