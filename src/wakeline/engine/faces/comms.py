"""What was told to whom, as in `ash.comms.check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id

if TYPE_CHECKING:
    from wakeline.model.decision import CommsWarning, Contact, Telling
    from wakeline.model.fields import LongText, Moment, Name, NameList, RowId, Thousand, ToldText
    from wakeline.model.log import Origin


class Comms(Face):
    """What was told to whom."""

    def told(
        self,
        contact: Name,
        text: ToldText,
        *,
        topic: Name | None = None,
        told_at: Moment | None = None,
        source_ids: NameList = (),
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

    def about(
        self, contact: Name, *, topic: Name | None = None, limit: Thousand = 1_000
    ) -> list[Telling]:
        """What a contact was told, the newest first."""
        from wakeline.flows.beliefs.comms import tellings_to

        return tellings_to(self._place, contact, topic=topic, limit=limit)

    def check(self, contact: Name, draft: LongText) -> list[CommsWarning]:
        """What of a draft contradicts or repeats what its reader was told. Changes nothing."""
        from wakeline.flows.beliefs.comms import check_draft

        return check_draft(self._place, contact, draft)

    def all(self, *, thread: Name | None = None, limit: Thousand = 1_000) -> list[Telling]:
        """What was told to anybody, the newest first."""
        from wakeline.flows.beliefs.comms import list_tellings

        return list_tellings(self._place, thread=thread, limit=limit)

    def contacts(self) -> list[Contact]:
        """Who was told something, how often, and when last; those told last come first."""
        from wakeline.flows.beliefs.comms import list_contacts

        return list_contacts(self._place)

    def withdraw(
        self, telling_id: RowId, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Telling:
        """Say that something was not told after all, or was taken back. Its row stays."""
        from wakeline.flows.beliefs.comms import withdraw_telling

        return withdraw_telling(
            self._place, full_id(self._place, telling_id), actor=actor, origin=origin
        )
