"""Any server with OpenAI's `/v1/embeddings`: OpenAI, llama.cpp, vLLM, LM Studio, and others.

Uses the `openai` library. The key is read from the environment at each start and
stored nowhere; OpenAI's own key is sent to OpenAI alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Final
from weakref import finalize

from wakeline.base.config import Settings
from wakeline.base.environment import embedder_key
from wakeline.base.errors import NotPermitted
from wakeline.minds.embedders.remote import (
    RemoteEmbedder,
    ServerFailure,
    failure_by_status,
    failure_without_answer,
    retry_after_seconds,
    timeout_failure,
)

NAME: Final = "openai"
OPENAI: Final = "https://api.openai.com/v1"
MODEL: Final = "text-embedding-3-small"
NO_KEY: Final = "none"  # the library requires one, local servers do not


def load(settings: Settings) -> RemoteEmbedder | None:
    """The embedder of the settings, or None where its library is not installed."""
    if missing() is not None:
        return None
    url = settings.text("embedder.url") or OPENAI
    server = OpenAIServer(
        url,
        settings.text("embedder.model") or MODEL,
        key=embedder_key(is_openai=url.rstrip("/") == OPENAI),
        timeout=settings.number("embedder.timeout_seconds"),
    )
    return RemoteEmbedder(server)


def missing() -> str | None:
    """What the embedder lacks, in one line; None if it lacks nothing."""
    for module in ("numpy", "openai"):
        if find_spec(module) is None:
            return f"{module} is not installed: `pip install 'wakeline[openai]'`."
    return None


class OpenAIServer:
    """One OpenAI-compatible server and one of its models."""

    kind = NAME

    def __init__(self, url: str, model: str, *, key: str | None, timeout: float) -> None:
        self.model, self.where = model, url
        self._key, self._timeout = key, timeout
        self._client: Any = None

    def ask(self, texts: Sequence[str]) -> Any | ServerFailure:
        import openai

        if self._key is None and self.where.rstrip("/") == OPENAI:
            todo = "Set OPENAI_API_KEY or WAKELINE_EMBEDDER_KEY."
            return ServerFailure(NotPermitted(f"{self.where} wants a key.", todo=todo))
        try:
            answer = self._opened().embeddings.create(
                model=self.model, input=list(texts), encoding_format="float"
            )
        except openai.APITimeoutError:
            return timeout_failure(self, self._timeout)
        except openai.APIStatusError as error:
            return failure_by_status(
                self,
                error.status_code,
                error.message,
                wait=retry_after_seconds(error.response.headers.get("retry-after")),
                todo="Set embedder.url, which often ends with /v1, and embedder.model.",
            )
        except openai.APIConnectionError as error:
            return failure_without_answer(self, str(error.__cause__ or error))
        except (openai.OpenAIError, ValueError):
            return None  # not an answer with embeddings
        return _in_order(answer)

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


def _in_order(answer: Any) -> list[Any] | None:
    """The vectors in the order of the texts; None if the answer holds none."""
    found = getattr(answer, "data", None)
    if not isinstance(found, list):
        return None
    try:
        ordered = sorted(found, key=lambda each: each.index)
        return [each.embedding for each in ordered]
    except (AttributeError, TypeError):
        return None
