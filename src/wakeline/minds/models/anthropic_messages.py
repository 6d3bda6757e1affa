"""Anthropic's models, or any server with the same interface (`/v1/messages`).

Uses the `anthropic` library. The key is read from the environment at each start and
stored nowhere; Anthropic's own key is sent to Anthropic alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from weakref import finalize

from wakeline.base.environment import ANTHROPIC_KEY_VARIABLE
from wakeline.minds.embedders.remote import (
    ServerFailure,
    failure_by_status,
    failure_without_answer,
    retry_after_seconds,
    timeout_failure,
)
from wakeline.minds.models.remote import (
    SETTING,
    ModelAnswer,
    missing_key_failure,
    token_number,
    without_bounds,
)

NO_KEY: Final = "none"
TODO: Final = "Set model.url, without /v1, and model.name."


class AnthropicServer:
    """One Anthropic-compatible server and one of its models."""

    kind = "anthropic"

    def __init__(
        self, url: str, model: str, *, key: str | None, timeout: float, needs_key: bool = False
    ) -> None:
        self.model, self.where = model, url
        self._key, self._timeout, self._needs_key = key, timeout, needs_key
        self._client: Any = None

    def ask(
        self, prompt: str, schema: Mapping[str, Any] | None, most_tokens: int
    ) -> ModelAnswer | ServerFailure:
        import anthropic

        if self._key is None and self._needs_key:
            return missing_key_failure(self.where, ANTHROPIC_KEY_VARIABLE)
        how: dict[str, Any] = {}
        if schema is not None:
            told = {"type": "json_schema", "schema": without_bounds(schema)}
            how["output_config"] = {"format": told}
        try:
            answer = self._opened().messages.create(
                model=self.model,
                max_tokens=most_tokens,
                messages=[{"role": "user", "content": prompt}],
                **how,
            )
        except anthropic.APITimeoutError:
            return timeout_failure(self, self._timeout, setting=SETTING)
        except anthropic.APIStatusError as error:
            wait = retry_after_seconds(error.response.headers.get("retry-after"))
            said = error.message
            return failure_by_status(
                self, error.status_code, said, wait=wait, todo=TODO, setting=SETTING
            )
        except anthropic.APIConnectionError as error:
            return failure_without_answer(self, str(error.__cause__ or error), setting=SETTING)
        except (anthropic.AnthropicError, ValueError):
            return ModelAnswer(None)  # not an answer of a model
        return _read(answer)

    def _opened(self) -> Any:
        if self._client is None:
            import anthropic

            self._client = anthropic.Anthropic(
                api_key=self._key or NO_KEY,
                base_url=self.where,
                timeout=self._timeout,
                max_retries=0,  # the caller decides how often to retry
            )
            finalize(self, self._client.close)  # else its connections stay open until collected
        return self._client


def _read(answer: Any) -> ModelAnswer:
    usage = getattr(answer, "usage", None)
    counted = (
        token_number(getattr(usage, "input_tokens", None)),
        token_number(getattr(usage, "output_tokens", None)),
    )
    is_declined = getattr(answer, "stop_reason", None) == "refusal"
    blocks = getattr(answer, "content", None)
    if not isinstance(blocks, list):
        return ModelAnswer(None, *counted, is_declined)
    said = [block.text for block in blocks if getattr(block, "type", None) == "text"]
    is_text = said and all(isinstance(each, str) for each in said)
    return ModelAnswer("".join(said) if is_text else None, *counted, is_declined)
