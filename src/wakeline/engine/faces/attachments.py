"""Files that were shown to an agent, as in `ash.attachments.add`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id
from wakeline.flows.log.attachments import (
    add_attachments,
    get_attachment,
    list_attachments,
    observe_attachment,
    verify_attachments,
)
from wakeline.flows.log.received_files import receive_attachment

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from wakeline.model.attachment import AttachmentDetail, Receipt, VerifiedReceipt
    from wakeline.model.fields import RowId, Thousand
    from wakeline.model.log import Origin


class Attachments(Face):
    """Files that were shown to the agent, as receipts: where they are and what they hash to."""

    def add(
        self,
        path: str | bytes | os.PathLike[str],
        *,
        observation: str | None = None,
        text: str | None = None,
        route: str | None = None,
        turn: str | None = None,
        exchange: str | None = None,
        thread: str | None = None,
        session: str | None = None,
        project: str | int | None = None,
        actor: str | None = None,
        origin: Origin = "import",
    ) -> Receipt:
        """A receipt for one file. `text` is what somebody read out of it."""
        (receipt,) = add_attachments(
            self._place,
            [path],
            observation=observation,
            text=text,
            route=route,
            turn=turn,
            exchange=exchange,
            thread=thread,
            session=session,
            project=project,
            actor=actor,
            origin=origin,
        )
        return receipt

    def add_many(
        self,
        paths: Sequence[str | bytes | os.PathLike[str]],
        *,
        observation: str | None = None,
        text: str | None = None,
        route: str | None = None,
        turn: str | None = None,
        exchange: str | None = None,
        thread: str | None = None,
        session: str | None = None,
        project: str | int | None = None,
        actor: str | None = None,
        origin: Origin = "import",
    ) -> list[Receipt]:
        """A receipt for each file, in the order given. `text` is what somebody read out of one."""
        return add_attachments(
            self._place,
            paths,
            observation=observation,
            text=text,
            route=route,
            turn=turn,
            exchange=exchange,
            thread=thread,
            session=session,
            project=project,
            actor=actor,
            origin=origin,
        )

    def receive(
        self,
        filename: str,
        *,
        content: bytes | None = None,
        sha256: str | None = None,
        size: int | None = None,
        text: str | None = None,
        observation: str | None = None,
        route: str | None = None,
        turn: str | None = None,
        exchange: str | None = None,
        thread: str | None = None,
        session: str | None = None,
        project: str | int | None = None,
        actor: str | None = None,
        origin: Origin = "import",
    ) -> Receipt:
        """A receipt of a file on another machine: of its content, or of its hash and size."""
        return receive_attachment(
            self._place,
            filename,
            content=content,
            sha256=sha256,
            size=size,
            text=text,
            observation=observation,
            route=route,
            turn=turn,
            exchange=exchange,
            thread=thread,
            session=session,
            project=project,
            actor=actor,
            origin=origin,
        )

    def observe(self, receipt_id: RowId, observation: str) -> Receipt:
        """Note what was seen in a file. Later turns have the last thing that was noted."""
        return observe_attachment(self._place, full_id(self._place, receipt_id), observation)

    def get(self, receipt_id: RowId) -> AttachmentDetail:
        """One receipt, and where its file was shown."""
        return get_attachment(self._place, full_id(self._place, receipt_id))

    def all(self, *, limit: Thousand = 1_000, after: RowId | None = None) -> list[Receipt]:
        """Receipts of files, by id."""
        return list_attachments(self._place, limit=limit, after=after)

    def verify(self, *ids: str) -> list[VerifiedReceipt]:
        """Look at the sources again, all or some, and note what became of them."""
        return verify_attachments(self._place, [full_id(self._place, each) for each in ids] or None)
