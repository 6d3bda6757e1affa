"""SHA-256, from the interpreter itself where it has one.

`hashlib` loads OpenSSL, which costs a short-lived command some four milliseconds. A
process that has loaded it anyway uses it, as it is three times as fast, and one that has made
many digests loads it. The digest is the same.
"""

from __future__ import annotations

import sys
from itertools import count

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
    openssl = sys.modules.get("hashlib")
    if openssl is not None:
        return str(openssl.sha256(content).hexdigest())
    if next(_made) == MANY:
        import hashlib  # noqa: F401 - found by the next
    return str(_sha256(content).hexdigest())
