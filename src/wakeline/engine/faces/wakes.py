"""What wakes delivered, as in `ash.wakes.last`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id
from wakeline.flows.wake.history import get_wake, last_wake, list_wakes

if TYPE_CHECKING:
    from wakeline.flows.wake.history import DeliveredWake
    from wakeline.model.session import Wake


class Wakes(Face):
    """What wakes delivered."""

    def all(self, *, limit: int = 100, before: str | None = None) -> list[Wake]:
        """What wakes delivered, newest first; `before` is the last id of the page before."""
        return list_wakes(self._place, limit=limit, before=before)

    def get(self, wake_id: str) -> DeliveredWake:
        """What one wake delivered, by the id of the session that it opened."""
        return get_wake(self._place, full_id(self._place, wake_id))

    def last(self) -> DeliveredWake:
        """What was delivered last."""
        return last_wake(self._place)
