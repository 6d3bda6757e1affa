"""Files that were shown to an agent: a receipt each, and where it was shown. Never a copy."""

import os
from datetime import datetime
from typing import Literal, NamedTuple, get_args

from wakeline.base.digest import sha256_hex
from wakeline.base.errors import Conflict, NotFound
from wakeline.base.files import read_file
from wakeline.model.log import Origin
from wakeline.model.stored import stored

AttachmentKind = Literal["image", "text", "document", "audio", "video", "other"]
# `elsewhere` was handed over from another machine: this one has no such file.
SourceStatus = Literal["present", "missing", "changed", "unreadable", "elsewhere"]
# How a file reaches a model: as parts of the prompt, described first by one that sees, or as text.
Route = Literal["native-image-parts", "vision-prepass", "documents"]

ROUTES: tuple[Route, ...] = get_args(Route)
MOST_BYTES = 15 * 1024 * 1024


@stored("attachment_receipts", subject="attachment")
class Receipt(NamedTuple):
    """What is kept of a file: where it was, what it hashes to, what it began with, what was seen.

    `source_raw` holds the path's bytes in hexadecimal where they are no text; `source_mark`
    tells without reading whether anybody touched the file since.
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
        """Whether it was handed over from another machine: its path is no path here."""
        return self.status == "elsewhere"

    @property
    def location(self) -> bytes:
        """The path as the system knows it."""
        if self.source_raw is not None:
            return bytes.fromhex(self.source_raw)
        return os.fsencode(self.source_path)

    def payload(self) -> bytes:
        """The file itself, for the turn that it belongs to. Raises if it is not what it was."""
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


@stored("attachment_receipt_turns", subject="attachment_turn")
class ReceiptTurn(NamedTuple):
    """Where a file was shown."""

    id: str
    receipt_id: str
    thread_id: str | None
    session_id: str | None
    project_id: str | None
    exchange_id: str | None
    turn_id: str | None
    at: datetime


class Verified(NamedTuple):
    """A receipt whose source was looked at just now, and what is wrong with it, if anything."""

    receipt: Receipt
    gap: str | None

    @property
    def id(self) -> str:
        return self.receipt.id
