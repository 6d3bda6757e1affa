"""Remove secrets from whole JSON structures, not only from texts."""

from __future__ import annotations

from typing import Any

from wakeline.log.redact import redact


def redact_json(value: Any) -> Any:
    """A copy of a plain JSON value with every text in it redacted, field names too."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {redact(key): redact_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [redact_json(item) for item in value]
    return value
