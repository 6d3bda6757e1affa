"""Secrets taken out of whole structures, not only of texts."""

from __future__ import annotations

from typing import Any

from wakeline.log.redact import redact


def redacted(value: Any) -> Any:
    """A structure of plain JSON with every text in it redacted, names of fields too."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {redact(key): redacted(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [redacted(item) for item in value]
    return value
