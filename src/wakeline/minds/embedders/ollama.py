"""Ollama's own `/api/embed`, with nothing but the standard library."""

from __future__ import annotations

import json
from collections.abc import Sequence
from http.client import HTTPException
from importlib.util import find_spec
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from wakeline.base.config import Settings
from wakeline.base.environment import embedder_key
from wakeline.base.errors import Invalid
from wakeline.minds.embedders.remote import (
    RemoteEmbedder,
    ServerFailure,
    failure_by_status,
    failure_without_answer,
    retry_after_seconds,
    timeout_failure,
)

NAME: Final = "ollama"
URL: Final = "http://127.0.0.1:11434"
MODEL: Final = "all-minilm"
MOST_BYTES: Final = 64 * 1024 * 1024  # of an answer; 32 vectors of 4,096 numbers take 3 MB


def load(settings: Settings) -> RemoteEmbedder | None:
    """The embedder of the settings, or None where numpy is not installed."""
    if missing() is not None:
        return None
    server = OllamaServer(
        settings.text("embedder.url") or URL,
        settings.text("embedder.model") or MODEL,
        key=embedder_key(is_openai=False),
        timeout=settings.number("embedder.timeout_seconds"),
    )
    return RemoteEmbedder(server)


def missing() -> str | None:
    """What the embedder lacks, in one line; None if it lacks nothing."""
    return "numpy is not installed." if find_spec("numpy") is None else None


class OllamaServer:
    """One Ollama server and one of its models."""

    kind = NAME

    def __init__(self, url: str, model: str, *, key: str | None, timeout: float) -> None:
        if not url.lower().startswith(("http://", "https://")):
            raise Invalid(f"embedder.url is {url!r}.", todo=f"Use an address like {URL}.")
        self.model, self.where = model, url.rstrip("/")
        self._key, self._timeout = key, timeout

    def ask(self, texts: Sequence[str]) -> Any | ServerFailure:
        try:
            with urlopen(self._request(texts), timeout=self._timeout) as answer:  # noqa: S310 - checked when made
                return _vectors(answer.read(MOST_BYTES))
        except HTTPError as error:
            with error:
                said = _said(error.read(MOST_BYTES))
            return failure_by_status(
                self,
                error.code,
                said,
                wait=retry_after_seconds(error.headers.get("retry-after")),
                todo=f"Run `ollama pull {self.model}`, or set embedder.model.",
            )
        except TimeoutError:
            return timeout_failure(self, self._timeout)
        except URLError as error:
            if isinstance(error.reason, TimeoutError):
                return timeout_failure(self, self._timeout)
            return failure_without_answer(self, str(error.reason))
        except (HTTPException, OSError) as error:
            return failure_without_answer(self, str(error) or type(error).__name__)

    def _request(self, texts: Sequence[str]) -> Request:
        body = json.dumps({"model": self.model, "input": list(texts), "truncate": True})
        headers = {"Content-Type": "application/json"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        return Request(f"{self.where}/api/embed", body.encode(), headers)  # noqa: S310 - checked when made


def _vectors(raw: bytes) -> Any:
    """The vectors of an answer; None if it holds none."""
    try:
        found = json.loads(raw)
    except ValueError:
        return None
    return found.get("embeddings") if isinstance(found, dict) else None


def _said(raw: bytes) -> str:
    """The error message of an answer."""
    try:
        found = json.loads(raw)
    except ValueError:
        return raw[:200].decode("utf-8", "replace")
    return str(found.get("error", "")) if isinstance(found, dict) else ""
