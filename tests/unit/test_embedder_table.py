"""The table of embedders: every choice of the setting, what it needs, and loaded when used."""

import json
import subprocess
import sys

import numpy as np
import pytest

from wakeline.base import config
from wakeline.minds.embedders import choose, minilm, static


def test_the_table_holds_what_the_setting_offers() -> None:
    assert set(choose.EMBEDDER_KINDS) == set(config.SETTINGS_BY_NAME["embedder"].choices)
    assert all(kind.name == name and kind.about for name, kind in choose.EMBEDDER_KINDS.items())


def test_reading_the_table_loads_no_embedder() -> None:
    program = (
        "import sys, json; from wakeline.minds.embedders import choose;"
        "[choose.missing_requirement(name) for name in choose.EMBEDDER_KINDS];"
        "print(json.dumps(sorted(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    heavy = {"numpy", "tokenizers", "onnx", "onnxruntime", "openai", "wordllama", minilm.PACKAGE}
    assert not set(json.loads(run.stdout)) & heavy


@pytest.mark.feature("X46")
def test_unless_another_is_chosen_it_is_the_static_one() -> None:
    assert choose.load_embedder(config.load_settings(None, {})) is static.load()


def test_none_is_none() -> None:
    assert choose.missing_requirement("none") is None
    assert choose.load_embedder(config.load_settings(None, {}, {"embedder": "none"})) is None


def test_one_that_lacks_something_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "missing", lambda: "not installed")
    assert choose.missing_requirement("minilm") == "not installed"
    assert choose.load_embedder(config.load_settings(None, {}, {"embedder": "minilm"})) is None


@pytest.mark.parametrize("name", ["openai", "ollama"])
def test_a_server_is_not_asked_when_its_embedder_is_loaded(name: str) -> None:
    nobody = {"embedder": name, "embedder.url": "http://127.0.0.1:9/v1"}
    if choose.missing_requirement(name) is not None:
        pytest.skip(str(choose.missing_requirement(name)))
    found = choose.load_embedder(config.load_settings(None, {}, nobody))
    assert found is not None
    assert found.fit(found.count_tokens(["a kayak"]), 1).name == name


@pytest.mark.skipif(minilm.missing() is not None, reason=str(minilm.missing()))
def test_pieces_stay_static_beside_another_embedder_and_new_counts_keep_its_vectors() -> None:
    found = choose.load_embedder(config.load_settings(None, {}, {"embedder": "minilm"}))
    words = static.load()
    assert found is not None
    assert words is not None
    counts = found.count_tokens(["a kayak"])
    assert counts == words.count_tokens(["a kayak"])
    beside, alone = found.fit(counts, 1), words.fit(counts, 1)
    (tokens,) = beside.tokens(["a kayak on the lake"])
    assert (tokens == alone.tokens(["a kayak on the lake"])[0]).all()
    assert (beside.token_vectors(tokens) == alone.token_vectors(tokens)).all()
    assert (beside.token_weights(tokens) == alone.token_weights(tokens)).all()
    assert beside.dimension == beside.embed(["a lake"]).shape[1] == 384
    assert np.linalg.norm(beside.embed(["a lake"])) == pytest.approx(1, abs=1e-5)
    assert beside.fingerprint == found.fit(b"", 2).fingerprint
    assert beside.fingerprint != alone.fingerprint
