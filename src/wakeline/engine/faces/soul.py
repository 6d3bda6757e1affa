"""What an agent holds to, as in `ash.soul.add`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id
from wakeline.flows.identity.soul import add_to_soul, list_soul, remove_from_soul

if TYPE_CHECKING:
    from wakeline.model.fields import RowId
    from wakeline.model.identity import SoulEntry, SoulKind
    from wakeline.model.log import Origin


class Soul(Face):
    """What an agent holds to. Deciding on what it asks for is the person's."""

    def all(self, *, history: bool = False) -> list[SoulEntry]:
        """What the agent holds to, and what waits for the person's decision.

        `history` adds what was removed or refused, which REST always lists.
        """
        return list_soul(self._place, history=history)

    def add(
        self,
        kind: SoulKind,
        text: str,
        *,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> SoulEntry:
        """Add a belief, value, fear or conviction. Where the operator decides, it is proposed."""
        return add_to_soul(self._place, kind, text, actor=actor, origin=origin)

    def remove(
        self, entry_id: RowId, *, actor: str | None = None, origin: Origin = "agent_inferred"
    ) -> SoulEntry:
        """Take an entry away. Where the operator decides, that is proposed. Its row stays."""
        return remove_from_soul(
            self._place, full_id(self._place, entry_id), actor=actor, origin=origin
        )
