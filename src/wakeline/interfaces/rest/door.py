"""Everybody is asked who they are before anything of a request is read.

Who has no token that is believed gets one answer, whatever they asked for, and one line
in the audit. A body is taken in whole and only up to a bound. It knows no routes but the
few that are open to all.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from wakeline.base.errors import WakelineError
from wakeline.interfaces.rest.metrics import UNKNOWN_ROUTE
from wakeline.interfaces.rest.problems import problem, problem_of_error
from wakeline.interfaces.rest.service import CALLER, Service
from wakeline.interfaces.rest.tokens import TokenRefusal

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

# What says nothing of any tenant.
OPEN = frozenset({"/health", "/openapi.json", "/docs"})
METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "QUERY"})
CHALLENGE = {"WWW-Authenticate": "Bearer"}


class Door:
    """In front of the application."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 500

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._let_in(scope, receive, noting)
        finally:
            self._count(scope, status, time.perf_counter() - begun)

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] not in OPEN:
            refused = self._ask(scope)
            if refused is not None:
                await refused(scope, receive, send)
                return
        body = await _body(receive, self._service.most_body)
        if body is None:
            return  # they hung up
        if len(body) > self._service.most_body:
            answer = problem(
                413,
                f"the body is longer than {self._service.most_body:,} bytes.",
                kind="TooLong",
                todo="Send it in parts.",
                headers={"Connection": "close"},
            )
            await answer(scope, receive, send)
            return
        await self._app(scope, _again(body, receive), send)

    def _ask(self, scope: Scope) -> ASGIApp | None:
        """Let a caller in, or the answer that turns them away."""
        given = [value for name, value in scope["headers"] if name == b"authorization"]
        try:
            who = self._service.who(given)
        except WakelineError as error:
            return problem_of_error(error, self._service.location)
        if isinstance(who, TokenRefusal):
            self.turned_away(scope, who.reason)
            return problem(
                401,
                "this needs a token that is believed.",
                kind="NotAdmitted",
                todo="Send `Authorization: Bearer TOKEN`; `wakeline token create` makes one.",
                headers=CHALLENGE,
            )
        scope[CALLER] = who
        return None

    def turned_away(self, scope: Scope, reason: str, subject: str = "") -> None:
        self._service.metrics.refusals.inc()
        client = scope.get("client")
        self._service.audit.refused(
            reason=reason,
            method=scope["method"],
            path=scope["path"],
            client=client[0] if client else "",
            subject=subject,
        )

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", UNKNOWN_ROUTE)
        method = scope["method"] if scope["method"] in METHODS else "other"
        metrics = self._service.metrics
        metrics.requests.labels(route, method, status).inc()
        metrics.seconds.labels(route).observe(seconds)
        metrics.agents.set(len(self._service.residents))


async def _body(receive: Receive, most: int) -> bytes | None:
    """The whole body, or a little more than the bound; None if the caller is gone."""
    parts: list[bytes] = []
    size = 0
    while size <= most:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        part = message.get("body", b"")
        parts.append(part)
        size += len(part)
        if not message.get("more_body"):
            break
    return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    """A body that was read, to be read once more."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return waiting.pop() if waiting else await receive()

    return next_message
