"""What an agent holds to, as in `ash.soul.add`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id
from wakeline.flows.identity.soul import add_to_soul, list_soul, remove_from_soul

if TYPE_CHECKING:
    from wakeline.model.identity import SoulEntry


class Soul(Face):
    """What an agent holds to. Deciding on what it asks for is the person's."""

    def all(self, *, history: bool = False) -> list[SoulEntry]:
        """What the agent holds to and what waits for a decision; `history` adds what is past."""
        return list_soul(self._place, history=history)

    def add(self, kind: str, text: str) -> SoulEntry:
        """Propose an entry. It holds at once where the agent manages its own identity."""
        return add_to_soul(self._place, kind, text)

    def remove(self, entry_id: str) -> SoulEntry:
        """Take an entry away, or ask for it where the operator decides."""
        return remove_from_soul(self._place, full_id(self._place, entry_id))
