"""Any server with OpenAI's `/v1/chat/completions`: OpenAI, llama.cpp, vLLM, Ollama, and others.

Uses the `openai` library. The key is read from the environment at each start and stored
nowhere; OpenAI's own key is sent to OpenAI alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from weakref import finalize

from wakeline.base.environment import OPENAI_KEY_VARIABLE
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

NO_KEY: Final = "none"  # the library requires one, local servers do not
TODO: Final = "Set model.url, which often ends with /v1, and model.name."


class OpenAIChatServer:
    """One OpenAI-compatible server and one of its models."""

    kind = "openai"

    def __init__(
        self, url: str, model: str, *, key: str | None, timeout: float, needs_key: bool = False
    ) -> None:
        self.model, self.where = model, url
        self._key, self._timeout, self._needs_key = key, timeout, needs_key
        self._client: Any = None

    def ask(
        self, prompt: str, schema: Mapping[str, Any] | None, most_tokens: int
    ) -> ModelAnswer | ServerFailure:
        import openai

        if self._key is None and self._needs_key:
            return missing_key_failure(self.where, OPENAI_KEY_VARIABLE)
        try:
            answer = self._opened().chat.completions.create(
                model=self.model,
                messages=[{"role": "user", "content": prompt}],
                **self._how(schema, most_tokens),
            )
        except openai.APITimeoutError:
            return timeout_failure(self, self._timeout, setting=SETTING)
        except openai.APIStatusError as error:
            wait = retry_after_seconds(error.response.headers.get("retry-after"))
            said = error.message
            return failure_by_status(
                self, error.status_code, said, wait=wait, todo=TODO, setting=SETTING
            )
        except openai.APIConnectionError as error:
            return failure_without_answer(self, str(error.__cause__ or error), setting=SETTING)
        except (openai.OpenAIError, ValueError):
            return ModelAnswer(None)  # not an answer of a model
        return _read(answer)

    def _how(self, schema: Mapping[str, Any] | None, most_tokens: int) -> dict[str, Any]:
        # OpenAI's newer models accept neither the older name of the limit nor a temperature.
        how: dict[str, Any] = (
            {"max_completion_tokens": most_tokens}
            if self._needs_key
            else {"max_tokens": most_tokens, "temperature": 0}
        )
        if schema is not None:
            held = without_bounds(schema) if self._needs_key else dict(schema)
            told = {"name": "answer", "schema": held, "strict": True}
            how["response_format"] = {"type": "json_schema", "json_schema": told}
        return how

    def _opened(self) -> Any:
        if self._client is None:
            import openai

            self._client = openai.OpenAI(
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
        token_number(getattr(usage, "prompt_tokens", None)),
        token_number(getattr(usage, "completion_tokens", None)),
    )
    try:
        (choice, *_) = answer.choices
        found, refusal = choice.message.content, getattr(choice.message, "refusal", None)
    except (AttributeError, TypeError, ValueError):
        return ModelAnswer(None, *counted)
    is_declined = bool(refusal) or getattr(choice, "finish_reason", None) == "content_filter"
    return ModelAnswer(found if isinstance(found, str) else None, *counted, is_declined)
