"""Errors as problem details (RFC 9457), translated once.

The nearest class above an error decides its status. Where a home is, and what exactly is
wrong with it, is for whoever runs the server: that goes to its log, not to a caller.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException

from wakeline.base.errors import (
    Busy,
    Conflict,
    Damaged,
    HomeUnusable,
    Invalid,
    NotFound,
    NotPermitted,
    WakelineError,
)
from wakeline.interfaces.schemas import encode_wire

PROBLEM = "application/problem+json"
STATUS: dict[type[BaseException], HTTPStatus] = {
    WakelineError: HTTPStatus.INTERNAL_SERVER_ERROR,
    Invalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    NotFound: HTTPStatus.NOT_FOUND,
    Conflict: HTTPStatus.CONFLICT,
    Busy: HTTPStatus.CONFLICT,
    NotPermitted: HTTPStatus.FORBIDDEN,
    HomeUnusable: HTTPStatus.SERVICE_UNAVAILABLE,
    Damaged: HTTPStatus.INTERNAL_SERVER_ERROR,
}
HOME_SIDE = (HomeUnusable, Damaged)
MOST_FINDINGS = 20
MEANING = {
    400: "The body cannot be read.",
    401: "No token, or none that is believed.",
    403: "The role of the token does not reach this.",
    404: "Not there, or not for this token: the two look alike.",
    405: "The path has no such method.",
    409: "It contradicts what is stored, or somebody else holds what is needed.",
    413: "The body is too long.",
    422: "The request cannot be taken as it is.",
    500: "What is stored is damaged, or a mistake of ours.",
    503: "The home cannot be reached or written now.",
}

log = logging.getLogger("wakeline.serve")


class Finding(BaseModel):
    """One thing in a request that cannot be taken."""

    model_config = ConfigDict(extra="forbid")

    where: str
    what: str


class Problem(BaseModel):
    """What went wrong, and what to do about it."""

    model_config = ConfigDict(extra="forbid")

    type: str
    title: str
    status: int
    detail: str
    todo: str = ""
    findings: list[Finding] = []


def problem_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """These statuses as a route's description names them."""
    schema = {"$ref": f"#/components/schemas/{Problem.__name__}"}
    return {
        status: {"description": MEANING[status], "content": {PROBLEM: {"schema": schema}}}
        for status in statuses
    }


def problem(
    status: int,
    detail: str,
    *,
    kind: str = "",
    todo: str = "",
    findings: list[dict[str, str]] | None = None,
    headers: dict[str, str] | None = None,
) -> Response:
    """A problem as an answer."""
    found: dict[str, Any] = {
        "type": f"urn:wakeline:problem:{kind}" if kind else "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": detail,
    }
    if todo:
        found["todo"] = todo
    if findings:
        found["findings"] = findings
    return Response(encode_wire(found), status, headers=headers, media_type=PROBLEM)


def problem_of_error(error: WakelineError, location: str) -> Response:
    """An error of ours as an answer that says nothing of where the home is."""
    detail, todo = explain_error(error, location)
    return problem(_status(error), detail, kind=type(error).__name__, todo=todo)


def explain_error(error: WakelineError, location: str) -> tuple[str, str]:
    """What a caller may read of an error: what happened, and what to do about it."""
    if isinstance(error, HOME_SIDE):
        log.error("%s: %s", type(error).__name__, error)
        is_away = _status(error) == HTTPStatus.SERVICE_UNAVAILABLE
        detail = "the home cannot be used now." if is_away else "what is stored is damaged."
        return detail, "Whoever runs the server finds why."
    detail = error.message.replace(f" in {location}", "").replace(location, "the home")
    return detail, error.todo.replace(location, "the home")


def _status(error: WakelineError) -> HTTPStatus:
    return next(STATUS[cls] for cls in type(error).__mro__ if cls in STATUS)


def join(app: FastAPI, location: str) -> None:
    """Let an application answer with problems only."""

    async def ours(_: Request, error: Exception) -> Response:
        assert isinstance(error, WakelineError)  # noqa: S101 - registered for it alone
        return problem_of_error(error, location)

    async def unfit(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for it alone
        # Never the value itself: it may be a secret, and it may be long.
        findings = [
            {"where": ".".join(str(part) for part in found["loc"])[:200], "what": found["msg"]}
            for found in error.errors()[:MOST_FINDINGS]
        ]
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return problem(status, "the request does not fit.", kind="Invalid", findings=findings)

    async def routing(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)  # noqa: S101 - registered for it alone
        headers = dict(error.headers or {})
        return problem(error.status_code, str(error.detail), headers=headers)

    async def unexpected(_: Request, error: Exception) -> Response:
        # The server logs it with its traceback after this answer.
        return problem(500, f"unexpected {type(error).__name__}.", kind="Unexpected")

    app.add_exception_handler(WakelineError, ours)
    app.add_exception_handler(RequestValidationError, unfit)
    app.add_exception_handler(HTTPException, routing)
    app.add_exception_handler(Exception, unexpected)
