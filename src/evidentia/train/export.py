"""Write an encoder as ONNX: weights of 8 bits, embeddings of 4, computed in fp32, so that batch-mates change nothing.

The graph is written out by hand, not traced: a traced one may hold the traced shape.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from evidentia.train.encoder import Encoder, relative_buckets

OPSET = 20
SHARD_BYTES = 45_000_000
GROUP = 32
Array = NDArray[Any]


def quantise_rows(weight: Array) -> tuple[Array, Array]:
    """Signed 8-bit rows with one scale each."""
    scale = np.maximum(np.abs(weight).max(axis=1), 1e-8) / 127
    return np.clip(np.rint(weight / scale[:, None]), -127, 127).astype(np.int8), scale.astype(np.float32)


def quantise_groups(weight: Array) -> tuple[Array, Array]:
    """4-bit values, two in a byte, one scale for 32: what is looked up row by row bears the rounding well."""
    rows, width = weight.shape
    grouped = weight.reshape(rows, width // GROUP, GROUP)
    scale = np.maximum(np.abs(grouped).max(axis=2, keepdims=True), 1e-8) / 7
    values = (np.clip(np.rint(grouped / scale), -7, 7) + 8).astype(np.uint8).reshape(rows, width)
    half = width // 2
    return values[:, :half] | (values[:, half:] << 4), scale[..., 0].astype(np.float16)


class Graph:
    """A small builder: each call adds a node and gives back the name of its output."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self._count = 0

    def constant(self, value: Array, name: str = "") -> str:
        self._count += 1
        name = name or f"c{self._count}"
        self.constants.append(numpy_helper.from_array(np.array(value, order="C"), name))
        return name

    def add(self, op: str, *inputs: str, **attributes: Any) -> str:
        self._count += 1
        output = f"v{self._count}"
        self.nodes.append(helper.make_node(op, list(inputs), [output], **attributes))
        return output

    def ints(self, *values: int) -> str:
        return self.constant(np.array(values, dtype=np.int64))

    def linear(self, x: str, weight: Array, bias: Array) -> str:
        values, scale = quantise_rows(weight)
        name = self.constant(values.T.copy())
        full = self.add("DequantizeLinear", name, self.constant(scale), axis=1)
        return self.add("Add", self.add("MatMul", x, full), self.constant(bias))

    def norm(self, x: str, module: Any) -> str:
        weight, bias = self.constant(array(module.weight)), self.constant(array(module.bias))
        return self.add("LayerNormalization", x, weight, bias, axis=-1, epsilon=float(module.eps))

    def embedding(self, ids: str, weight: Array) -> str:
        packed, scale = quantise_groups(weight)
        width = weight.shape[1]
        rows = self.add("Gather", self.constant(packed), ids, axis=0)
        low = self.add("BitwiseAnd", rows, self.constant(np.array(15, dtype=np.uint8)))
        high = self.add("BitShift", rows, self.constant(np.array(4, dtype=np.uint8)), direction="RIGHT")
        values = self.add("Cast", self.add("Concat", low, high, axis=-1), to=TensorProto.FLOAT)
        values = self.add("Sub", values, self.constant(np.array(8, dtype=np.float32)))
        grouped = self.add("Reshape", values, self.ints(0, 0, width // GROUP, GROUP))
        scales = self.add("Cast", self.add("Gather", self.constant(scale), ids, axis=0), to=TensorProto.FLOAT)
        scaled = self.add("Mul", grouped, self.add("Unsqueeze", scales, self.ints(3)))
        return self.add("Reshape", scaled, self.ints(0, 0, width))


def array(tensor: Any) -> Array:
    result: Array = tensor.detach().float().cpu().numpy()
    return result


def build(model: Encoder) -> onnx.ModelProto:
    graph = Graph()
    config = model.config
    width, heads = config["hidden_size"], config["num_attention_heads"]
    shape = graph.add("Shape", "ids")
    length = graph.add("Slice", shape, graph.ints(1), graph.ints(2), graph.ints(0))
    real = graph.add("Equal", "ids", graph.constant(np.array(model.pad, dtype=np.int64)))
    blocked = graph.add(
        "Mul", graph.add("Cast", real, to=TensorProto.FLOAT), graph.constant(np.array(-1e4, dtype=np.float32))
    )
    bias = graph.add("Unsqueeze", blocked, graph.ints(1, 2))
    start = model.pad + 1 if model.kind == "mpnet" else 0
    places = array(model.places.weight)[start : start + 512]
    x = graph.embedding("ids", array(model.words.weight))
    x = graph.add("Add", x, graph.add("Slice", graph.constant(places), graph.ints(0), length, graph.ints(0)))
    if model.types is not None:
        x = graph.add("Add", x, graph.add("Gather", graph.constant(array(model.types.weight)), "types", axis=0))
    x = graph.norm(x, model.norm)
    if model.relative is not None:
        buckets = graph.constant(relative_buckets(len(places)).numpy().astype(np.uint8))
        both = graph.add("Concat", length, length, axis=0)
        near = graph.add("Slice", buckets, graph.ints(0, 0), both, graph.ints(0, 1))
        near = graph.add("Cast", near, to=TensorProto.INT64)
        table = graph.constant(array(model.relative.weight))
        near = graph.add("Transpose", graph.add("Gather", table, near, axis=0), perm=[2, 0, 1])
        bias = graph.add("Add", bias, near)
    root = graph.constant(np.array((width // heads) ** -0.5, dtype=np.float32))
    split = graph.ints(0, 0, heads, width // heads)
    for layer in model.layers:
        weight, offset = array(layer.qkv.weight), array(layer.qkv.bias)
        parts = []
        for number in range(3):
            rows = slice(number * width, (number + 1) * width)
            part = graph.add("Reshape", graph.linear(x, weight[rows], offset[rows]), split)
            parts.append(graph.add("Transpose", part, perm=[0, 2, 3, 1] if number == 1 else [0, 2, 1, 3]))
        scores = graph.add("Add", graph.add("Mul", graph.add("MatMul", parts[0], parts[1]), root), bias)
        mixed = graph.add("MatMul", graph.add("Softmax", scores, axis=-1), parts[2])
        mixed = graph.add("Reshape", graph.add("Transpose", mixed, perm=[0, 2, 1, 3]), graph.ints(0, 0, width))
        mixed = graph.linear(mixed, array(layer.out.weight), array(layer.out.bias))
        x = graph.norm(graph.add("Add", x, mixed), layer.norm1)
        inner = graph.add("Gelu", graph.linear(x, array(layer.up.weight), array(layer.up.bias)))
        inner = graph.linear(inner, array(layer.down.weight), array(layer.down.bias))
        x = graph.norm(graph.add("Add", x, inner), layer.norm2)
    first = graph.add("Gather", x, graph.constant(np.array(0, dtype=np.int64)), axis=1)
    pooled = graph.add("Tanh", graph.linear(first, array(model.pool.weight), array(model.pool.bias)))
    head = graph.constant(array(model.head.weight).T)
    logits = graph.add("Add", graph.add("MatMul", pooled, head), graph.constant(array(model.head.bias)))
    inputs = [helper.make_tensor_value_info("ids", TensorProto.INT64, ["batch", "length"])]
    if model.types is not None:
        inputs.append(helper.make_tensor_value_info("types", TensorProto.INT64, ["batch", "length"]))
    output = helper.make_tensor_value_info(logits, TensorProto.FLOAT, ["batch", model.head.out_features])
    made = helper.make_graph(graph.nodes, "encoder", inputs, [output], graph.constants)
    proto = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="evidentia")
    proto.ir_version = 9
    return proto


def export(model: Encoder, to: Path, *, tokenizer: Path, extra: dict[str, Any]) -> None:
    """A folder: model.onnx, weights in shards, tokenizer.json, and a manifest with sizes and hashes."""
    model.eval()
    to.mkdir(parents=True, exist_ok=True)
    for old in to.iterdir():
        old.unlink()
    proto = build(model)
    _shard(proto, to)
    onnx.save(proto, str(to / "model.onnx"))
    shutil.copyfile(tokenizer, to / "tokenizer.json")
    files = {
        path.name: {"bytes": path.stat().st_size, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
        for path in sorted(to.iterdir())
    }
    manifest = {**extra, "outputs": model.head.out_features, "config": model.config, "files": files}
    (to / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def _shard(proto: onnx.ModelProto, to: Path) -> None:
    number, buffer = 0, bytearray()
    for tensor in proto.graph.initializer:
        raw = tensor.raw_data
        if len(raw) < 1024:
            continue
        if buffer and len(buffer) + len(raw) > SHARD_BYTES:
            (to / f"weights-{number}.bin").write_bytes(buffer)
            number, buffer = number + 1, bytearray()
        entries = {"location": f"weights-{number}.bin", "offset": str(len(buffer)), "length": str(len(raw))}
        for key, value in entries.items():
            entry = tensor.external_data.add()
            entry.key, entry.value = key, value
        tensor.data_location = TensorProto.EXTERNAL
        tensor.ClearField("raw_data")
        buffer += raw
        buffer += bytes(-len(buffer) % 64)
    (to / f"weights-{number}.bin").write_bytes(buffer)
