"""A real OpenAI-compatible server (llama.cpp in a wheel, with a small model) as embedder. Slow."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import numpy as np
import pytest

from tests.contract import small_model
from tests.unit.test_openai_embedder import client
from wakeline.minds.embedders import openai_compatible

LACKS = small_model.lacks("openai")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(LACKS is not None, reason=str(LACKS))]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with small_model.running(512, embeds=True) as found:
        yield f"{found}/v1"


@pytest.mark.feature("X30")
def test_a_real_server_gives_vectors_of_length_one_and_tells_its_dimension(url: str) -> None:
    embedder = client(url)
    made = embedder.embed(["a kayak on the lake", "", "ein Boot 🛶", "a\0b"])
    assert made.shape == (4, embedder.dimension) == (4, 576)
    assert np.linalg.norm(made, axis=1) == pytest.approx([1, 0, 1, 1], abs=1e-5)
    assert embedder.fingerprint == client(url).fingerprint
    assert embedder.fingerprint.startswith("openai-576:smollm2:")


def test_a_text_means_the_same_to_it_alone_and_in_company(url: str) -> None:
    texts = ["a kayak", "the staging host is heron", "when did I move?"]
    together = client(url).embed(texts)
    alone = np.concatenate([client(url).embed([text]) for text in texts])
    assert (together * alone).sum(axis=1) == pytest.approx([1, 1, 1], abs=1e-3)


def test_a_text_that_it_calls_too_large_is_shortened(url: str) -> None:
    (made,) = client(url).embed(["the boat came in at night " * 4000])
    assert np.linalg.norm(made) == pytest.approx(1, abs=1e-5)


def test_what_nobody_holds_any_more_keeps_no_connection_open(url: str) -> None:
    server = openai_compatible.OpenAIServer(url, "smollm2", key=None, timeout=60)
    server.ask(["peas"])
    client = server._client
    del server
    gc.collect()
    assert client.is_closed()
