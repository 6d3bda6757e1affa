"""What lasts while sessions come and go, as in `ash.threads.get`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face
from wakeline.flows.session.threads import get_thread, list_threads

if TYPE_CHECKING:
    from wakeline.flows.session.threads import ThreadStanding, ThreadWhole


class Threads(Face):
    """What lasts while sessions come and go."""

    def get(self, name: str) -> ThreadWhole:
        """One thread: its sessions, where it stands, and how much each store has of it."""
        return get_thread(self._place, name)

    def all(self, *, limit: int = 1_000, after: str | None = None) -> list[ThreadStanding]:
        """The threads by name; `after` goes on behind one."""
        return list_threads(self._place, limit=limit, after=after)
