"""SHA-256, from the interpreter itself where it has one.

`hashlib` loads OpenSSL, which costs a short-lived command some four milliseconds. A
process that has loaded it anyway uses it, as it is three times as fast. The digest is
the same.
"""

from __future__ import annotations

import sys

try:
    from _sha2 import sha256 as _sha256  # type: ignore[import-not-found,unused-ignore]
except ImportError:
    try:
        from _sha256 import sha256 as _sha256  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        from hashlib import sha256 as _sha256


def sha256_hex(content: bytes) -> str:
    """The SHA-256 of bytes, as 64 hexadecimal digits."""
    openssl = sys.modules.get("hashlib")
    make = _sha256 if openssl is None else openssl.sha256
    return str(make(content).hexdigest())
