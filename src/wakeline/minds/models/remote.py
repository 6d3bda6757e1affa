"""A language model behind a server: retries, and a check of every answer.

A server answers with text, or with a failure. An answer that must be an object is read as
JSON, whatever text is around it. It does not know the protocol of a server, nor how the
answer is used, and stores nothing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, Protocol

from wakeline.base.errors import Declined, Garbled, NotPermitted
from wakeline.minds.embedders.remote import LONGEST_WAIT, WAITS, RemoteServer, ServerFailure
from wakeline.ports.minds import Usage

SETTING: Final = "model"
BOUNDS: Final = frozenset(("minItems", "maxItems", "minLength", "maxLength"))
MOST_PROMPT: Final = 100_000  # characters


class ModelAnswer(NamedTuple):
    """The answer of a server, as far as it could be read."""

    text: str | None
    prompt_tokens: int | None = None
    answer_tokens: int | None = None
    is_declined: bool = False


class ModelServer(RemoteServer, Protocol):
    """A client for one kind of model server."""

    def ask(
        self, prompt: str, schema: Mapping[str, Any] | None, most_tokens: int
    ) -> ModelAnswer | ServerFailure:
        """The answer, unchecked, or the failure."""
        ...


class RemoteModel:
    """Answers prompts with a text or an object, through a server."""

    def __init__(self, server: ModelServer, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self._server = server
        self._sleep = sleep

    @property
    def name(self) -> str:
        return f"{self._server.kind}:{self._server.model}"

    def complete(self, prompt: str, *, most_tokens: int = 1024) -> str:
        return self._text(self._answer(prompt, None, most_tokens))

    def complete_as(
        self,
        prompt: str,
        schema: Mapping[str, Any],
        *,
        most_tokens: int = 1024,
        spent: Callable[[Usage], None] | None = None,
    ) -> dict[str, Any]:
        answer = self._answer(prompt, schema, most_tokens)
        if spent is not None:
            spent(Usage(answer.prompt_tokens, answer.answer_tokens, answer.text or ""))
        text = self._text(answer)
        found = find_json_object(text)
        if found is None:
            raise self._garbled(f"no JSON object, in {len(text):,} characters")
        return found

    def _text(self, answer: ModelAnswer) -> str:
        if answer.is_declined:
            raise Declined(
                f"{self._server.model!r} of {self._server.where} would not answer.",
                todo="Another model may; see what it was asked about.",
            )
        if not answer.text or not answer.text.strip():
            raise self._garbled("nothing")
        return answer.text

    def _answer(
        self, prompt: str, schema: Mapping[str, Any] | None, most_tokens: int
    ) -> ModelAnswer:
        sent = prompt[:MOST_PROMPT].replace("\0", " ").encode("utf-8", "replace").decode()
        answer = self._server.ask(sent, schema, most_tokens)
        for wait in WAITS:
            if not (isinstance(answer, ServerFailure) and answer.passes):
                break
            self._sleep(min(LONGEST_WAIT, max(wait, answer.wait or 0)))
            answer = self._server.ask(sent, schema, most_tokens)
        if isinstance(answer, ServerFailure):
            raise answer.error
        return answer

    def _garbled(self, what: str) -> Garbled:
        # Without quoting it: reasons are stored, and an answer may repeat what was forgotten since.
        return Garbled(
            f"{self._server.where} answered with {what}.",
            todo=f"{self._server.model!r} may be too small for this, or cut off too early.",
        )


def without_bounds(schema: Any) -> Any:
    """A schema without the bounds that the makers' own servers refuse; the caller checks them."""
    if isinstance(schema, Mapping):
        return {name: without_bounds(part) for name, part in schema.items() if name not in BOUNDS}
    return [without_bounds(part) for part in schema] if isinstance(schema, list) else schema


def token_number(number: Any) -> int | None:
    """A server's number of tokens; None if it is not a number from 0."""
    return number if isinstance(number, int) and number >= 0 else None


def find_json_object(text: str) -> dict[str, Any] | None:
    """The first JSON object in a text; None if there is none."""
    start = text.find("{")
    while start >= 0:
        try:
            found, _ = json.JSONDecoder().raw_decode(text, start)
        except (ValueError, RecursionError):
            start = text.find("{", start + 1)
            continue
        return found if isinstance(found, dict) else None
    return None


def missing_key_failure(where: str, variable: str) -> ServerFailure:
    """The failure for a maker's own server without a key."""
    todo = f"Set {variable} or WAKELINE_MODEL_KEY."
    return ServerFailure(NotPermitted(f"{where} wants a key.", todo=todo))
