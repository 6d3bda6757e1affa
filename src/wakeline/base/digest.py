"""SHA-256, from the interpreter itself where it has one.

`hashlib` loads OpenSSL, which costs a short-lived command some four milliseconds;
the digest is the same.
"""

from __future__ import annotations

try:
    from _sha2 import sha256 as _sha256  # type: ignore[import-not-found,unused-ignore]
except ImportError:
    try:
        from _sha256 import sha256 as _sha256  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        from hashlib import sha256 as _sha256


def sha256_hex(content: bytes) -> str:
    """The SHA-256 of bytes, as 64 hexadecimal digits."""
    return str(_sha256(content).hexdigest())
