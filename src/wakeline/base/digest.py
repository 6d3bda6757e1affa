"""SHA-256 of bytes and of texts."""

from __future__ import annotations

from hashlib import sha256


def sha256_hex(content: bytes) -> str:
    """The SHA-256 of bytes, as 64 hexadecimal digits."""
    return sha256(content).hexdigest()


def sha256_bytes(content: bytes) -> bytes:
    """The SHA-256 of bytes, as 32 bytes."""
    return sha256(content).digest()


def content_hash(text: str) -> str:
    """The SHA-256 of a document's text, or of the bytes of a file that is not all text."""
    return sha256_hex(text.encode(errors="surrogateescape"))
