"""Before something goes, somebody says that it may.

A client that can ask its person is asked to. With any other, the first call answers with the
question and a token, and the second one, with the token, acts. A token holds for the same
caller, tool and arguments, for a few minutes. Nothing is stored: what a token stands for is in
its signature, so any process with the same secret knows it again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from mcp.server.context import ServerRequestContext
from mcp_types import (
    CallToolRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
)
from mcp_types.version import is_version_at_least

from wakeline.interfaces.mcp.answers import ConfirmationQuestion

HOLDS: Final = timedelta(minutes=5)
# From here on a server asks by its answer; before, by a request of its own.
ASKS_BY_ANSWER: Final = "2026-07-28"
ANSWER: Final = "confirm"
FORM: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {ANSWER: {"type": "boolean", "title": "Do it", "default": False}},
    "required": [ANSWER],
}
Said = Literal["yes", "no"]


class Confirmations:
    """Tokens that stand for one call."""

    def __init__(self, secret: bytes, now: Callable[[], datetime]) -> None:
        self._secret = secret
        self._now = now

    def asked(self, question: str, call: Any) -> ConfirmationQuestion:
        """The question, with a token for its answer."""
        expires_at = self._now() + HOLDS
        until = str(int(expires_at.timestamp()))
        return ConfirmationQuestion(question, f"{until}.{self._signed(until, call)}", expires_at)

    def holds(self, token: str, call: Any) -> bool:
        """Whether a token stands for this call, and still does."""
        until, _, signed = token.partition(".")
        is_signed = hmac.compare_digest(
            signed.encode(errors="replace"), self._signed(until, call).encode()
        )
        # What is signed is a number of ours.
        return is_signed and self._now().timestamp() < int(until)

    def _signed(self, until: str, call: Any) -> str:
        said = json.dumps([until, call], sort_keys=True, separators=(",", ":"))
        return hmac.new(self._secret, said.encode(), hashlib.sha256).hexdigest()[:32]


def can_be_asked(ctx: ServerRequestContext[Any, Any]) -> bool:
    """Whether there is a person behind the client who can answer."""
    capabilities = ctx.session.client_capabilities
    found = None if capabilities is None else capabilities.elicitation
    if found is None or (found.form is None and found.url is not None):
        return False
    return _asks_by_answer(ctx) or ctx.session.can_send_request


async def ask(
    ctx: ServerRequestContext[Any, Any], params: CallToolRequestParams, question: str
) -> Said | InputRequiredResult:
    """Ask the person behind the client, by whichever way its protocol has."""
    if not _asks_by_answer(ctx):
        said = await ctx.session.elicit_form(question, FORM, related_request_id=ctx.request_id)
        return _understood(said)
    answer = (params.input_responses or {}).get(ANSWER)
    # The state is sealed, and bound to caller and arguments; an answer counts for its question.
    if isinstance(answer, ElicitResult) and params.request_state == question:
        return _understood(answer)
    request = ElicitRequest(params=ElicitRequestFormParams(message=question, requested_schema=FORM))
    return InputRequiredResult(input_requests={ANSWER: request}, request_state=question)


def _asks_by_answer(ctx: ServerRequestContext[Any, Any]) -> bool:
    return is_version_at_least(ctx.protocol_version, ASKS_BY_ANSWER)


def _understood(said: ElicitResult) -> Said:
    is_agreed = said.action == "accept" and (said.content or {}).get(ANSWER) is True
    return "yes" if is_agreed else "no"
