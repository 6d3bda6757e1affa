"""Answers of routes: values as they are on the wire, as documents over HTTP."""

from __future__ import annotations

from typing import Any

from fastapi import Response

from wakeline.interfaces.schemas import described, encoded, page_of, plain

__all__ = ["answered", "described", "encoded", "page_of", "plain"]

JSON = "application/json"


def answered(value: Any, *, status: int = 200) -> Response:
    """An answer with its document."""
    return Response(encoded(value), status, media_type=JSON)
