"""Answers of routes: values as they are on the wire, as documents over HTTP."""

from __future__ import annotations

from typing import Any

from fastapi import Response

from wakeline.interfaces.schemas import encode_wire

JSON = "application/json"


def json_answer(value: Any, *, status: int = 200) -> Response:
    """An answer with its document."""
    return Response(encode_wire(value), status, media_type=JSON)
