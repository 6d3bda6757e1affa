"""The graph of all-MiniLM-L6-v2 for onnxruntime, made from its weights.

Six layers of BERT, mean pooling and length 1. Weights are integers of seven bits with one
scale an output; inputs of a multiplication are quantised row by row at run time. Seven bits,
because processors without VNNI add two products of eight bits in sixteen bits and would
overflow: the same text would get another vector on another machine. Row by row, because one
scale for all would make a text's vector depend on the other texts in its batch.

Making the graph takes half a second, so it is not cached in a file, which would need checks.
It does not know where the weights come from or what is embedded.
"""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]

LAYERS: Final = 6
HEADS: Final = 12
EPSILON: Final = 1e-12
WEIGHT_STEPS: Final = 63  # seven bits
INPUT_STEPS: Final = 127  # eight bits, around a middle
MIDDLE: Final = 128
CONTRIB: Final = "com.microsoft"
OPSET: Final = 20
IR_VERSION: Final = 9  # that of the operator set: older runtimes read it too


def quantised_model(safetensors: bytes, *, most_tokens: int) -> bytes:
    """The model as onnxruntime reads it: `ids` in, `vectors` of length 1 out."""
    return _Graph(_Tensors(safetensors), most_tokens).written()


class _Tensors:
    """The tensors of a safetensors file, by name."""

    def __init__(self, raw: bytes) -> None:
        (size,) = struct.unpack_from("<Q", raw)
        self._raw, self._start = raw, 8 + size
        self._about = json.loads(raw[8 : 8 + size])

    def __getitem__(self, name: str) -> Floats:
        import numpy as np

        about = self._about[name]
        start, end = about["data_offsets"]
        flat = np.frombuffer(
            self._raw, dtype="<f4", offset=self._start + start, count=(end - start) // 4
        )
        return flat.reshape(about["shape"])


class _Graph:
    """The nodes and constants of the graph, added in the order in which they run."""

    def __init__(self, tensors: _Tensors, most_tokens: int) -> None:
        self._tensors = tensors
        self._most_tokens = most_tokens
        self._nodes: list[Any] = []
        self._constants: dict[str, Any] = {}

    def written(self) -> bytes:
        from onnx import TensorProto, helper

        state = self._words()
        for layer in range(LAYERS):
            state = self._layer(f"encoder.layer.{layer}.", state)
        mean = self._node("ReduceMean", state, self._whole("second", [1]), keepdims=0)
        self._node("LpNormalization", mean, axis=-1, p=2, output="vectors")
        graph = helper.make_graph(
            self._nodes,
            "all-MiniLM-L6-v2",
            [helper.make_tensor_value_info("ids", TensorProto.INT64, ["texts", "tokens"])],
            [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", None])],
            list(self._constants.values()),
        )
        sets = [helper.make_opsetid("", OPSET), helper.make_opsetid(CONTRIB, 1)]
        model = helper.make_model(graph, opset_imports=sets, ir_version=IR_VERSION)
        return bytes(model.SerializeToString())

    def _words(self) -> str:
        """The sum of each token's vector and those of its position and the only segment."""
        at = "embeddings."
        segment = self._tensors[f"{at}token_type_embeddings.weight"][0]
        positions = self._tensors[f"{at}position_embeddings.weight"][: self._most_tokens] + segment
        words = self._constant("words", self._tensors[f"{at}word_embeddings.weight"])
        first = self._whole("first", [0])
        length = self._node("Shape", "ids", start=1, end=2)
        placed = self._node("Slice", self._constant("places", positions), first, length, first)
        found = self._node("Gather", words, "ids")
        return self._normalised(self._node("Add", found, placed), f"{at}LayerNorm")

    def _layer(self, at: str, state: str) -> str:
        rows = self._rows(state)
        asked, offered, held = (
            self._linear(rows, f"{at}attention.self.{part}") for part in ("query", "key", "value")
        )
        heard = self._node(
            "MultiHeadAttention", asked, offered, held, domain=CONTRIB, num_heads=HEADS
        )
        heard = self._linear(self._rows(heard), f"{at}attention.output.dense")
        state = self._normalised(self._node("Add", heard, state), f"{at}attention.output.LayerNorm")
        thought = self._node("Gelu", self._linear(self._rows(state), f"{at}intermediate.dense"))
        thought = self._linear(self._rows(thought), f"{at}output.dense")
        return self._normalised(self._node("Add", thought, state), f"{at}output.LayerNorm")

    def _linear(self, quantised_rows: tuple[str, str], at: str) -> str:
        """A linear layer in integers, with a scale for each input row and each output."""
        import numpy as np

        weight = self._tensors[f"{at}.weight"]
        rows, row_scale = quantised_rows
        scale = np.maximum(np.abs(weight).max(axis=1) / WEIGHT_STEPS, EPSILON)
        steps = np.rint(weight / scale[:, None]).astype(np.int8)
        outputs = len(scale)
        product = self._node(
            "MatMulIntegerToFloat",
            rows,
            self._constant(f"{at}.steps", steps.T),
            self._constant("one", np.float32(1)),
            self._constant(f"{at}.scale", scale.astype(np.float32)),
            self._constant("middle", np.uint8(MIDDLE)),
            self._constant(f"zeros {outputs}", np.zeros(outputs, dtype=np.int8)),
            domain=CONTRIB,
        )
        tall = self._node("Unsqueeze", row_scale, self._whole("second", [1]))
        bias = self._constant(f"{at}.bias", self._tensors[f"{at}.bias"])
        product = self._node("Add", self._node("Mul", product, tall), bias)
        shape = self._node("Shape", "ids")
        shape = self._node("Concat", shape, self._whole(f"wide {outputs}", [outputs]), axis=0)
        return self._node("Reshape", product, shape)

    def _rows(self, state: str) -> tuple[str, str]:
        """Every token's row as integers around a middle value, and the scale of each row."""
        import numpy as np
        from onnx import numpy_helper

        flat = self._node("Flatten", state, axis=2)
        largest = self._node(
            "ReduceMax", self._node("Abs", flat), self._whole("second", [1]), keepdims=0
        )
        share = self._constant("share", np.float32(1 / INPUT_STEPS))
        tiny = self._constant("tiny", np.float32(EPSILON))
        scale = self._node("Max", self._node("Mul", largest, share), tiny)
        middle = numpy_helper.from_array(np.array([MIDDLE], dtype=np.uint8))
        middles = self._node("ConstantOfShape", self._node("Shape", scale), value=middle)
        return self._node("QuantizeLinear", flat, scale, middles, axis=0), scale

    def _normalised(self, state: str, at: str) -> str:
        weight, bias = (
            self._constant(f"{at}.{part}", self._tensors[f"{at}.{part}"])
            for part in ("weight", "bias")
        )
        return self._node("LayerNormalization", state, weight, bias, axis=-1, epsilon=EPSILON)

    def _node(
        self, kind: str, *inputs: str, domain: str = "", output: str = "", **attributes: Any
    ) -> str:
        from onnx import helper

        name = output or f"{kind} {len(self._nodes)}"
        made = helper.make_node(kind, list(inputs), [name], name, domain=domain, **attributes)
        self._nodes.append(made)
        return name

    def _whole(self, name: str, numbers: list[int]) -> str:
        import numpy as np

        return self._constant(name, np.array(numbers, dtype=np.int64))

    def _constant(self, name: str, values: Any) -> str:
        import numpy as np
        from onnx import numpy_helper

        if name not in self._constants:
            # A scalar must stay a scalar: ascontiguousarray would add an axis.
            whole = np.ascontiguousarray(values) if np.ndim(values) else np.array(values)
            self._constants[name] = numpy_helper.from_array(whole, name)
        return name
