"""Receipts of files that were shown to an agent, and where each was shown. Never a copy."""

import os
from datetime import datetime
from typing import Literal, NamedTuple, get_args

from wakeline.base.digest import sha256_hex
from wakeline.base.errors import Conflict, NotFound
from wakeline.base.files import read_file
from wakeline.model.log import Origin
from wakeline.model.stored import stored

AttachmentKind = Literal["image", "text", "document", "audio", "video", "other"]
# `elsewhere`: the receipt came from another machine, this one does not have the file.
SourceStatus = Literal["present", "missing", "changed", "unreadable", "elsewhere"]
# How a file reaches a model: as image parts, described by a vision model first, or as text.
Route = Literal["native-image-parts", "vision-prepass", "documents"]

ROUTES: tuple[Route, ...] = get_args(Route)
MOST_BYTES = 15 * 1024 * 1024


@stored("attachment_receipts", subject="attachment", goes="deleted")
class Receipt(NamedTuple):
    """What is kept of a file: its path, its hash, an excerpt, and what was observed in it.

    `source_raw` holds the path's bytes in hexadecimal if they are not UTF-8; `source_mark`
    shows, without reading the file, whether it changed since.
    """

    id: str
    kind: AttachmentKind
    filename: str
    mime: str
    size: int
    sha256: str
    source_path: str
    source_raw: str | None
    source_mark: str
    status: SourceStatus
    route: Route
    text: str | None
    excerpt: str | None
    observation: str | None
    observed_at: datetime | None
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    updated_at: datetime
    is_deleted: bool

    @property
    def is_elsewhere(self) -> bool:
        """Whether it came from another machine, so that its path does not exist here."""
        return self.status == "elsewhere"

    @property
    def location(self) -> bytes:
        """The path as bytes, as the operating system knows it."""
        if self.source_raw is not None:
            return bytes.fromhex(self.source_raw)
        return os.fsencode(self.source_path)

    def payload(self) -> bytes:
        """The file's content, for the turn that it belongs to. Raises if the file has changed."""
        if self.is_elsewhere:
            raise NotFound(
                f"{self.filename} was handed over from another machine and is not here.",
                todo="Ask whoever has it.",
            )
        content = read_file(self.location, most=MOST_BYTES).content
        found = sha256_hex(content)
        if found != self.sha256:
            raise Conflict(
                f"{self.source_path} has changed since its receipt {self.id}: {len(content):,} "
                f"bytes with SHA-256 {found[:12]}…, then {self.size:,} with {self.sha256[:12]}….",
                todo="Attach it again if the new content is meant.",
            )
        return content


@stored(
    "attachment_receipt_turns",
    subject="attachment_turn",
    goes="deleted",
    made_from=("receipt_id", "turn_id"),
)
class ReceiptTurn(NamedTuple):
    """One place where a file was shown."""

    id: str
    receipt_id: str
    thread_id: str | None
    session_id: str | None
    project_id: str | None
    exchange_id: str | None
    turn_id: str | None
    at: datetime


class AttachmentDetail(NamedTuple):
    """A receipt, and the turns in which its file was shown, the latest first."""

    receipt: Receipt
    places: tuple[ReceiptTurn, ...]


class VerifiedReceipt(NamedTuple):
    """A receipt whose file was checked just now, and what is wrong with it, if anything."""

    receipt: Receipt
    gap: str | None

    @property
    def id(self) -> str:
        return self.receipt.id
