"""An OpenAI-compatible server as embedder: keys, and what is said if nobody is there."""

from __future__ import annotations

from typing import Any

import pytest

from wakeline.base import config
from wakeline.base.environment import embedder_key
from wakeline.base.errors import NotPermitted, Unreachable
from wakeline.minds.embedders import openai_compatible
from wakeline.minds.embedders.remote import RemoteEmbedder


def client(url: str, **how: Any) -> RemoteEmbedder:
    how = {"key": None, "timeout": 60, **how}
    server = openai_compatible.OpenAIServer(url, "smollm2", **how)
    return RemoteEmbedder(server, sleep=lambda _seconds: None)


@pytest.mark.skipif(openai_compatible.missing() is not None, reason="openai is not installed")
def test_nobody_there_is_unreachable() -> None:
    with pytest.raises(Unreachable, match="does not answer"):
        _ = client("http://127.0.0.1:9/v1").dimension


@pytest.mark.skipif(openai_compatible.missing() is not None, reason="openai is not installed")
def test_openai_is_not_asked_without_a_key() -> None:
    with pytest.raises(NotPermitted, match="OPENAI_API_KEY"):
        _ = client(openai_compatible.OPENAI).dimension


def test_openais_key_is_for_openai_alone() -> None:
    environment = {"OPENAI_API_KEY": "for-openai"}
    assert embedder_key(is_openai=True, environment=environment) == "for-openai"
    assert embedder_key(is_openai=False, environment=environment) is None
    environment["WAKELINE_EMBEDDER_KEY"] = "own"
    assert embedder_key(is_openai=True, environment=environment) == "own"
    assert embedder_key(is_openai=False, environment=environment) == "own"


def test_without_its_library_there_is_no_embedder_and_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(openai_compatible, "find_spec", lambda _name: None)
    assert openai_compatible.load(config.load_settings(None, {})) is None
    assert "pip install" in str(openai_compatible.missing())
