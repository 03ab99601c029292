"""Core ML models in NumPy: reads a package with Apple's coremltools, and computes what its program says.

Core ML itself runs only on Apple's systems. The operations here follow the definitions in the documentation of
coremltools, in 32-bit floats, or with the result of each operation rounded to 16 bits.
"""

import logging
import pathlib

import numpy as np

# It warns that Core ML itself is missing.
logging.getLogger("coremltools").setLevel(logging.ERROR)

from coremltools.converters.mil.frontend.milproto.load import load  # noqa: E402
from coremltools.models import MLModel  # noqa: E402


class MILError(Exception):
    """A package is not what Core ML expects; the message states the operation and the fact."""


class Program:
    """A package whose types coremltools accepts."""

    def __init__(self, path):
        path = pathlib.Path(path)
        try:
            model = MLModel(str(path), skip_model_load=True)
            self.spec = model.get_spec()
            program = load(self.spec, self.spec.specificationVersion, model.weights_dir)
        except MILError:
            raise
        except Exception as error:  # coremltools raises many types.
            raise MILError(f"{path.name}: coremltools rejects it: {error}") from error
        self.function = program.functions["main"]
        self.inputs = {entry.name: tuple(entry.type.multiArrayType.shape) for entry in self.spec.description.input}
        self.outputs = {entry.name: tuple(entry.type.multiArrayType.shape) for entry in self.spec.description.output}
        self._check_types()

    def _check_types(self):
        """Compares the types that the file states with those that coremltools infers."""
        stated = {}
        block = next(iter(self.spec.mlProgram.functions["main"].block_specializations.values()))
        for operation in block.operations:
            for output in operation.outputs:
                dimensions = output.type.tensorType.dimensions
                stated[output.name] = tuple(size.constant.size for size in dimensions)
        for operation in self.function.operations:
            for output in operation.outputs:
                shape = tuple(int(size) for size in output.shape) if output.shape is not None else ()
                if stated.get(output.name, shape) != shape:
                    raise MILError(f"{output.name} is stated to be {stated[output.name]}, and is {shape}")
        missing = set(self.outputs) - {output.name for output in self.function.outputs}
        if missing:
            raise MILError(f"the program does not compute {', '.join(sorted(missing))}")

    def run(self, inputs, half=False):
        """The outputs by name, of inputs by name; with `half`, every result is rounded to 16 bits."""
        values = {name: np.asarray(value, np.float32) for name, value in inputs.items()}
        round_to = _rounded if half else (lambda array: array)
        values = {name: round_to(value) for name, value in values.items()}
        constants = {}

        def value(variable):
            if variable.name in values:
                return values[variable.name]
            if variable.name not in constants:
                constant = np.asarray(variable.val)
                constants[variable.name] = round_to(constant.astype(np.float32)) if constant.dtype.kind == "f" \
                    else constant
            return constants[variable.name]

        for operation in self.function.operations:
            if operation.op_type == "const":
                continue
            function = OPERATIONS.get(operation.op_type)
            if function is None:
                raise MILError(f"{operation.name}: no such operation here: {operation.op_type}")
            arguments = {
                name: [value(item) for item in given] if isinstance(given, (list, tuple)) else
                (value(given) if given is not None else None)
                for name, given in operation.inputs.items()
            }
            result = round_to(np.asarray(function(**arguments), np.float32))
            output = operation.outputs[0]
            if result.shape != tuple(int(size) for size in output.shape):
                raise MILError(f"{output.name} is {result.shape}, and is stated to be {tuple(output.shape)}")
            values[output.name] = result
        return {output.name: values[output.name] for output in self.function.outputs}


def _rounded(array):
    with np.errstate(over="ignore"):
        return array.astype(np.float16).astype(np.float32)


# Operations

def _windows(x, sizes, strides, pad, dilations, fill):
    """The windows [batch, channels, height, width, rows, columns] of an image."""
    top, bottom, left, right = (int(size) for size in pad)
    x = np.pad(x, ((0, 0), (0, 0), (top, bottom), (left, right)), constant_values=fill)
    reach = [(int(size) - 1) * int(step) + 1 for size, step in zip(sizes, dilations)]
    windows = np.lib.stride_tricks.sliding_window_view(x, reach, axis=(2, 3))
    return windows[:, :, ::int(strides[0]), ::int(strides[1]), ::int(dilations[0]), ::int(dilations[1])]


def _convolution(x, weight, bias, strides, pad_type, pad, dilations, groups):
    _expect_custom(pad_type)
    groups = int(groups)
    windows = _windows(x, weight.shape[2:], strides, pad, dilations, 0)
    if groups == x.shape[1] and weight.shape[0] == groups:
        result = np.einsum("nchwij,cij->nchw", windows, weight[:, 0], optimize=True)
    elif groups == 1:
        result = np.tensordot(windows, weight, ((1, 4, 5), (1, 2, 3))).transpose(0, 3, 1, 2)
    else:
        raise MILError(f"a convolution of {x.shape[1]} channels in {groups} groups")
    return result + bias[:, None, None]


def _expect_custom(pad_type):
    if pad_type != "custom":
        raise MILError(f"the padding is {pad_type}, not custom")


def _maximum(x, kernel_sizes, strides, pad_type, pad, ceil_mode):
    _expect_custom(pad_type)
    return _windows(x, kernel_sizes, strides, pad, (1, 1), -np.inf).max((4, 5))


def _average(x, kernel_sizes, strides, pad_type, pad, exclude_padding_from_average, ceil_mode):
    _expect_custom(pad_type)
    sums = _windows(x, kernel_sizes, strides, pad, (1, 1), 0).sum((4, 5))
    counts = _windows(np.ones_like(x), kernel_sizes, strides, pad, (1, 1), 0).sum((4, 5))
    return sums / (counts if exclude_padding_from_average else np.prod(kernel_sizes))


def _places(inputs, outputs, mode):
    """For each output, two inputs and the weight of the second."""
    index = np.arange(outputs, dtype=np.float32)
    if mode == "STRICT_ALIGN_CORNERS":
        points = index * np.float32((inputs - 1) / max(outputs - 1, 1))
    elif mode == "UNALIGN_CORNERS":
        points = (index + np.float32(0.5)) * np.float32(inputs / outputs) - np.float32(0.5)
    elif mode == "DEFAULT":
        points = index * np.float32(inputs / outputs)
    else:
        raise MILError(f"no such sampling mode here: {mode}")
    points = np.clip(points, 0, inputs - 1)
    low = np.floor(points).astype(int)
    return low, np.minimum(low + 1, inputs - 1), points - low


def _resize(x, target_size_height, target_size_width, sampling_mode):
    top, bottom, y = _places(x.shape[2], int(target_size_height), str(sampling_mode))
    left, right, u = _places(x.shape[3], int(target_size_width), str(sampling_mode))
    rows = x[:, :, top] * (1 - y)[:, None] + x[:, :, bottom] * y[:, None]
    return rows[..., left] * (1 - u) + rows[..., right] * u


def _slice(x, begin, end, stride, **masks):
    if any(np.any(mask) for mask in masks.values() if mask is not None):
        raise MILError("a slice has masks")
    return x[tuple(slice(int(a), int(b), int(s)) for a, b, s in zip(begin, end, stride))]


def _pad(x, pad, mode, constant_val):
    if mode != "constant":
        raise MILError(f"the border is {mode}")
    pairs = np.asarray(pad).reshape(-1, 2)
    return np.pad(x, pairs, constant_values=constant_val)


def _softmax(x, axis):
    power = np.exp(x - x.max(int(axis), keepdims=True))
    return power / power.sum(int(axis), keepdims=True)


OPERATIONS = {
    "abs": lambda x: np.abs(x),
    "add": lambda x, y: x + y,
    "avg_pool": _average,
    "cast": lambda x, dtype: x,
    "clip": lambda x, alpha, beta: np.clip(x, alpha, beta),
    "concat": lambda values, axis, interleave: np.concatenate(values, int(axis)),
    "conv": _convolution,
    "exp": lambda x: np.exp(x),
    "identity": lambda x: x,
    "leaky_relu": lambda x, alpha: np.where(x < 0, x * alpha, x),
    "matmul": lambda x, y, transpose_x, transpose_y: x @ y,
    "max_pool": _maximum,
    "maximum": lambda x, y: np.maximum(x, y),
    "minimum": lambda x, y: np.minimum(x, y),
    "mul": lambda x, y: x * y,
    "pad": _pad,
    "prelu": lambda x, alpha: np.where(x < 0, x * alpha[:, None, None], x),
    "real_div": lambda x, y: x / y,
    "reduce_mean": lambda x, axes, keep_dims: x.mean(tuple(int(axis) for axis in axes)),
    "reduce_sum": lambda x, axes, keep_dims: x.sum(tuple(int(axis) for axis in axes)),
    "relu": lambda x: np.maximum(x, 0),
    "relu6": lambda x: np.clip(x, 0, 6),
    "reshape": lambda x, shape: x.reshape([int(size) for size in shape]),
    "resize_bilinear": _resize,
    # The same as 1 / (1 + exp(−x)), without overflow.
    "sigmoid": lambda x: 0.5 + 0.5 * np.tanh(0.5 * x),
    "sigmoid_hard": lambda x, alpha, beta: np.clip(x * alpha + beta, 0, 1),
    "slice_by_index": _slice,
    "softmax": _softmax,
    "sqrt": lambda x: np.sqrt(x),
    "sub": lambda x, y: x - y,
    "tanh": lambda x: np.tanh(x),
    "transpose": lambda x, perm: x.transpose([int(axis) for axis in perm]),
}
