"""SHA-256, from the interpreter itself where it has one.

`hashlib` loads OpenSSL, which costs a short-lived command some four milliseconds. A
process that has loaded it anyway uses it, as it is three times as fast, and one that has made
many digests loads it. The digest is the same.
"""

from __future__ import annotations

import sys
from itertools import count
from typing import Any

try:
    from _sha2 import sha256 as _sha256  # type: ignore[import-not-found,unused-ignore]
except ImportError:
    try:
        from _sha256 import sha256 as _sha256  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        from hashlib import sha256 as _sha256


MANY = 1_000  # digests of the interpreter's own, after which OpenSSL has paid for itself
_made = count()


def sha256_hex(content: bytes) -> str:
    """The SHA-256 of bytes, as 64 hexadecimal digits."""
    return str(_digested(content).hexdigest())


def sha256_bytes(content: bytes) -> bytes:
    """The same as 32 bytes."""
    return bytes(_digested(content).digest())


def _digested(content: bytes) -> Any:
    openssl = sys.modules.get("hashlib")
    if openssl is not None:
        return openssl.sha256(content)
    if next(_made) == MANY:
        import hashlib  # noqa: F401 - found by the next
    return _sha256(content)


def content_hash(text: str) -> str:
    """The SHA-256 of a document's text, or of the bytes of a file that is not all text."""
    return sha256_hex(text.encode(errors="surrogateescape"))
