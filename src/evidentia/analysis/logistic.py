"""Multinomial logistic regression over bags of features, by Adagrad in mini-batches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evidentia.analysis.features import Bags

if TYPE_CHECKING:
    from numpy import float32, int64
    from numpy.typing import NDArray

EPOCHS = (5, 25)
SEEN = 100_000
BATCH = 256
RATE = 0.15


def train(
    bags: Bags, classes: NDArray[int64], rows: NDArray[int64], *, count: int, epochs: int | None = None, seed: int = 1
) -> NDArray[float32]:
    """Weights, one line a feature, learned from these rows; few rows are read oftener."""
    import numpy

    if epochs is None:
        epochs = min(max(SEEN // max(len(rows), 1), EPOCHS[0]), EPOCHS[1])
    chance = numpy.random.default_rng(seed)
    weights = numpy.zeros((bags.width, count), dtype=numpy.float32)
    squares = numpy.full((bags.width, count), 1e-2, dtype=numpy.float32)
    for _ in range(epochs):
        order = chance.permutation(rows)
        for begin in range(0, len(order), BATCH):
            batch = order[begin : begin + BATCH]
            columns, owners, scale = _gather(bags, batch)
            slope = _softmax(_scores(weights, columns, owners, scale, len(batch)))
            slope[numpy.arange(len(batch)), classes[batch]] -= 1
            touched, place = numpy.unique(columns, return_inverse=True)
            gradient = numpy.empty((len(touched), count), dtype=numpy.float32)
            values = (slope * scale[:, None])[owners]
            for label in range(count):
                gradient[:, label] = numpy.bincount(place, values[:, label], minlength=len(touched))
            squares[touched] += gradient * gradient
            weights[touched] -= RATE * gradient / numpy.sqrt(squares[touched])
    return weights


def predict(bags: Bags, weights: NDArray[float32], rows: NDArray[int64]) -> NDArray[int64]:
    import numpy

    found = []
    for begin in range(0, len(rows), 8192):
        batch = rows[begin : begin + 8192]
        columns, owners, scale = _gather(bags, batch)
        found.append(_scores(weights, columns, owners, scale, len(batch)).argmax(axis=1))
    return numpy.concatenate(found) if found else numpy.zeros(0, dtype=numpy.int64)


def _gather(bags: Bags, batch: NDArray[int64]) -> tuple[NDArray[int64], NDArray[int64], NDArray[float32]]:
    """The columns of the claims of a batch, whose each one is, and 1/√(features of the claim)."""
    import numpy

    begins, ends = bags.starts[batch], bags.starts[batch + 1]
    sizes = ends - begins
    owners = numpy.repeat(numpy.arange(len(batch)), sizes)
    offsets = numpy.arange(int(sizes.sum())) - numpy.repeat(numpy.cumsum(sizes) - sizes, sizes)
    columns = bags.columns[numpy.repeat(begins, sizes) + offsets].astype(numpy.int64)
    return columns, owners, (1 / numpy.sqrt(numpy.maximum(sizes, 1))).astype(numpy.float32)


def _scores(
    weights: NDArray[float32],
    columns: NDArray[int64],
    owners: NDArray[int64],
    scale: NDArray[float32],
    rows: int,
) -> NDArray[float32]:
    import numpy

    values = weights[columns]
    scores = numpy.stack(
        [numpy.bincount(owners, values[:, label], minlength=rows) for label in range(weights.shape[1])], axis=1
    )
    return (scores * scale[:, None]).astype(numpy.float32)


def _softmax(scores: NDArray[float32]) -> NDArray[float32]:
    import numpy

    raised = numpy.exp(scores - scores.max(axis=1, keepdims=True))
    return (raised / raised.sum(axis=1, keepdims=True)).astype(numpy.float32)  # type: ignore[no-any-return]
