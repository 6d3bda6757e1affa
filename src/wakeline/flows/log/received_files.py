"""Files on another machine that were shown to an agent: a receipt of what the caller sent.

No file is opened here by a name that a caller gives. The content is hashed and read as it
was sent, or the caller sends only its hash; either way the status of the receipt is `elsewhere`,
and a later check says so.
"""

from __future__ import annotations

from typing import Any

from wakeline.base.digest import sha256_hex
from wakeline.base.errors import Invalid
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.log.attachments import (
    clean_extracted_text,
    clean_observation,
    keep_receipts,
    new_receipt,
)
from wakeline.log.attachments import mime_of, text_in
from wakeline.log.redact import redact
from wakeline.model.attachment import MOST_BYTES, Receipt
from wakeline.model.log import ORIGINS, TRUST, Origin

MOST_NAME = 255
HASH_DIGITS = 64


def receive_attachment(
    place: Place,
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
    """Keep a receipt of a file on another machine, by its content or by its hash and size."""
    place.ask("add_attachment")
    now = place.clock.now()
    name = _name(filename)
    origin = parse.choice(origin, ORIGINS, field="origin")
    said = clean_observation(place, observation)
    extracted = None if text is None else clean_extracted_text(place, text)
    measured = _told(sha256, size) if content is None else _measured(content, sha256, size)
    mime = mime_of(content or b"", name)
    if extracted is None and content is not None:
        extracted = text_in(content, mime)
    draft = new_receipt(name, mime, measured, extracted, now, route)._replace(
        status="elsewhere",
        observation=said,
        observed_at=None if said is None else now,
        origin=origin,
        trust=TRUST[origin],
    )
    (receipt,) = keep_receipts(
        place,
        [draft],
        turn=turn,
        exchange=exchange,
        thread=thread,
        session=session,
        project=project,
        actor=actor,
    )
    return receipt


def _name(filename: str) -> str:
    name = parse.label(filename, field="filename", most=MOST_NAME)
    if name is None or "/" in name or "\\" in name:
        raise Invalid("a filename is empty or a path.", todo="Give the name alone.")
    return redact(name)


def _measured(content: Any, sha256: str | None, size: int | None) -> tuple[str, int]:
    """The hash and size of the content. A hash or size that the caller gave must agree."""
    if not isinstance(content, bytes) or len(content) > MOST_BYTES:
        raise Invalid(
            f"the content is not bytes, or is larger than {MOST_BYTES:,} bytes.",
            todo="Give its hash and size, or a part of it.",
        )
    digest, length = sha256_hex(content), len(content)
    if sha256 not in (None, digest) or size not in (None, length):
        raise Invalid(
            "the hash or the size does not match the content.", todo="Give the content alone."
        )
    return digest, length


def _told(sha256: Any, size: int | None) -> tuple[str, int]:
    if sha256 is None or size is None:
        raise Invalid(
            "there is neither content nor a hash with a size.", todo="Give one of the two."
        )
    if not isinstance(sha256, str) or len(sha256) != HASH_DIGITS or not _is_hexadecimal(sha256):
        raise Invalid("sha256 is not a SHA-256.", todo="Give 64 digits from 0 to f.")
    return sha256, parse.whole_number(size, field="size", least=0, most=MOST_BYTES)


def _is_hexadecimal(text: str) -> bool:
    return set("0123456789abcdef").issuperset(text)
