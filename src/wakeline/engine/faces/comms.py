"""What was told to whom, as in `ash.comms.check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from wakeline.flows.beliefs.comms import Contact
    from wakeline.model.decision import CommsWarning, Telling
    from wakeline.model.log import Origin


class Comms(Face):
    """What was told to whom."""

    def told(
        self,
        contact: str,
        text: str,
        *,
        topic: str | None = None,
        told_at: datetime | str | None = None,
        source_ids: Sequence[str] = (),
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Telling:
        """Note what a contact was told."""
        from wakeline.flows.beliefs.comms import note_telling

        return note_telling(
            self._place,
            contact,
            text,
            topic=topic,
            told_at=told_at,
            source_ids=source_ids,
            actor=actor,
            origin=origin,
        )

    def about(self, contact: str, *, topic: str | None = None, limit: int = 1_000) -> list[Telling]:
        """What a contact was told, the newest first."""
        from wakeline.flows.beliefs.comms import tellings_to

        return tellings_to(self._place, contact, topic=topic, limit=limit)

    def check(self, contact: str, draft: str) -> list[CommsWarning]:
        """What of a draft contradicts or repeats what its reader was told."""
        from wakeline.flows.beliefs.comms import check_draft

        return check_draft(self._place, contact, draft)

    def contacts(self) -> list[Contact]:
        """Who was told something, those told last first."""
        from wakeline.flows.beliefs.comms import list_contacts

        return list_contacts(self._place)

    def withdraw(
        self, telling_id: str, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Telling:
        """Say that something was not told after all, or was taken back. Its row stays."""
        from wakeline.flows.beliefs.comms import withdraw_telling

        return withdraw_telling(
            self._place, full_id(self._place, telling_id), actor=actor, origin=origin
        )
