"""Checks what `landmark export` writes, for every network of the bundles in models/.

ONNX: ONNX's checker accepts the file, and ONNX Runtime computes what LiteRT does, one sample and four at a time.
Core ML: coremltools accepts the package, its program computes in NumPy what LiteRT does, and landmarks are told
how far they move when every result is rounded to 16 bits. LiteRT's numbers are those of the engine, which
`NetworkParityTests` compares with it.

usage: check [--only TEXT] [--images FOLDER] | --self-test
"""

import argparse
import pathlib
import re
import statistics
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime

import commands
import markdown
import mil
import networks
import repository

# Of the largest magnitude of an output, or of 1 for scores.
ONNX_TOLERANCE = 1e-3
MIL_TOLERANCE = 1e-4
# Masks of poses, before a sigmoid: their decoder amplifies rounding, even between LiteRT's two sets of kernels.
MASK_TOLERANCE = 5e-3
SAMPLES = 4


class ExportError(Exception):
    """An exported network is not what it should be; the message states the fact."""


def export(network, folder, *options):
    """Writes a network, and returns the path."""
    source = pathlib.Path(folder) / "source.tflite"
    source.write_bytes(network.content)
    line = commands.output(repository.PROGRAM, "export", source, "--into", folder, *options)
    return pathlib.Path(line.split("\t")[0])


def is_mask(values):
    return values.ndim == 4 and values.shape[3] == 1 and values.shape[1] > 1 and np.abs(values).max() > 1


def difference(got, expected, of_masks=False):
    """The largest difference of outputs by name, of masks or of others, as a share of the largest magnitude."""
    if set(got) != set(expected):
        raise ExportError(f"the outputs are {', '.join(sorted(got))} instead of {', '.join(sorted(expected))}")
    worst = 0
    for name, values in expected.items():
        if got[name].shape == (1, *values.shape):
            # The batch comes first.
            values = values[None]
        if got[name].shape != values.shape:
            raise ExportError(f"{name} is {got[name].shape} instead of {values.shape}")
        if is_mask(values) == of_masks:
            worst = max(worst, float(np.abs(got[name] - values).max() / max(np.abs(values).max(), 1)))
    return worst


def check_onnx(path, samples, expected):
    """The difference of ONNX Runtime's numbers."""
    onnx.checker.check_model(onnx.load(path), full_check=True)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    values = session.run(names, {session.get_inputs()[0].name: np.concatenate(samples)})
    return max(
        difference({name: value[index:index + 1] for name, value in zip(names, values)}, outputs)
        for index, outputs in enumerate(expected)
    )


def identifiers(outputs):
    """The outputs by their names in Core ML."""
    return {re.sub(r"[^A-Za-z0-9]", "_", name): value for name, value in outputs.items()}


def moved(task, got, expected, presence):
    """How far landmarks moved, in pixels of the network's input; none where no instance is seen."""
    if presence < 0.5:
        return []
    numbers = networks.NUMBERS[task]
    points = [values.reshape(-1, numbers)[:, :2] for values in (got, expected)]
    return list(np.hypot(*(points[0] - points[1]).T))


def check_network(network, regions):
    """A row of the table, and whether the network passes."""
    with tempfile.TemporaryDirectory() as folder:
        # First, because LiteRT does not have the operators that the export reports as missing.
        exported = export(network, folder)
        reference = networks.Reference(network)
        samples = networks.inputs(network, reference, regions)
        if not samples:
            raise ExportError("no image has what the network looks for")
        expected = [reference.run(sample) for sample in samples]
        one = check_onnx(exported, samples[:1], expected[:1])
        several = (samples * SAMPLES)[:SAMPLES]
        four = check_onnx(
            export(network, folder, "--batch", "dynamic"), several, (expected * SAMPLES)[:SAMPLES])
        package = export(network, folder, "--format", "coreml")
        program = mil.Program(package)
        half = mil.Program(export(network, folder, "--format", "coreml", "--precision", "f16"))
        name = next(iter(program.inputs))
        single, mask, distances = 0, 0, []
        task = networks.TASKS.get(network.name)
        for sample, outputs in zip(samples, expected):
            outputs = identifiers(outputs)
            computed = program.run({name: sample})
            single = max(single, difference(computed, outputs))
            mask = max(mask, difference(computed, outputs, of_masks=True))
            if task is None:
                continue
            rounded = half.run({name: sample}, half=True)
            scores = float(outputs["Identity_1"].reshape(-1)[0])
            presence = 1 / (1 + np.exp(-scores)) if task == "face" else scores
            distances += moved(task, rounded["Identity"], outputs["Identity"], presence)
    passes = max(one, four) <= ONNX_TOLERANCE and single <= MIL_TOLERANCE and mask <= MASK_TOLERANCE
    far = [""] * 3
    if distances:
        far = [f"{value:.2f}" for value in (
            statistics.median(distances), np.percentile(distances, 95), max(distances))]
    return [network.title, f"{one:.1e}", f"{four:.1e}", f"{single:.1e}", f"{mask:.1e}" if mask else "", *far], passes


TITLES = ["network", "ONNX", f"ONNX, {SAMPLES} samples", "Core ML, f32", "its masks", "f16: median, px", "p95", "worst"]


def self_test():
    """Checks that faults in an exported network are found."""
    network = next(item for item in networks.all_networks() if item.name == "face_detector")
    reference = networks.Reference(network)
    sample = networks.inputs(network, reference, {})[0]
    expected = identifiers(reference.run(sample))
    with tempfile.TemporaryDirectory() as folder:
        package = export(network, folder, "--format", "coreml")
        model = package / "Data/com.apple.CoreML/model.mlmodel"
        intact = mil.Program(package).spec
        for title, fault in FAULTS.items():
            spec = type(intact)()
            spec.CopyFrom(intact)
            fault(spec)
            model.write_bytes(spec.SerializeToString())
            try:
                program = mil.Program(package)
                got = difference(program.run({next(iter(program.inputs)): sample}), expected)
                found = f"a difference of {got:.1e}" if got > MIL_TOLERANCE else None
            except (mil.MILError, ExportError) as error:
                found = str(error).splitlines()[0]
            if found is None:
                sys.exit(f"exports: self-test: {title} is not noticed")
            print(f"exports: self-test: {title}: {found[:100]}")


def _operations(spec):
    return next(iter(spec.mlProgram.functions["main"].block_specializations.values())).operations


def _constants(spec, count):
    """The lists of integers of a length in a program."""
    for operation in _operations(spec):
        if operation.type == "const":
            values = operation.attributes["val"].immediateValue.tensor.ints.values
            if len(values) == count:
                yield values


def _fault_padding(spec):
    pads = next(values for values in _constants(spec, 4) if list(values) == [0, 1, 0, 1]
                or list(values) == [1, 2, 1, 2])
    pads[:] = [pads[1], pads[0], pads[3], pads[2]]


def _fault_layout(spec):
    order = next(values for values in _constants(spec, 4) if list(values) == [0, 2, 3, 1])
    order[:] = [0, 3, 2, 1]


def _fault_shape(spec):
    convolution = next(operation for operation in _operations(spec) if operation.type == "conv")
    convolution.outputs[0].type.tensorType.dimensions[1].constant.size += 1


def _fault_output(spec):
    next(iter(spec.mlProgram.functions["main"].block_specializations.values())).outputs.pop()


def _fault_weights(spec):
    weights = [operation.attributes["val"].blobFileValue for operation in _operations(spec)
               if operation.attributes["val"].HasField("blobFileValue")]
    weights[0].offset += 64


FAULTS = {
    "a wrong shape": _fault_shape,
    "padding on the other side": _fault_padding,
    "another layout": _fault_layout,
    "a missing output": _fault_output,
    "weights in another place": _fault_weights,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT", help="networks whose names contain it")
    parser.add_argument("--images", type=pathlib.Path, metavar="FOLDER", help="further photographs")
    parser.add_argument("--self-test", action="store_true", help="plant faults, and expect them to be found")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    images = [path for folder in (repository.FOOTAGE, repository.FOOTAGE / "faces", options.images) if folder
              for path in sorted(folder.iterdir()) if path.suffix in (".png", ".jpg")]
    regions = networks.find_regions(images)
    rows, failed, skipped = [], [], []
    for network in networks.all_networks():
        if options.only not in network.title:
            continue
        try:
            row, passes = check_network(network, regions)
        except commands.CommandError as error:
            if "exchange formats have no counterpart" not in str(error):
                raise
            skipped.append(network.title)
            continue
        except (mil.MILError, ExportError) as error:
            row, passes = [network.title, f"{error}"], False
        rows.append(row)
        if not passes:
            failed.append(network.title)
        print(f"exports: {network.title}: {'ok' if passes else 'FAILED'}", file=sys.stderr)
    print("\n".join(markdown.table(TITLES, rows)))
    for title in skipped:
        print(f"exports: {title} has operators that the formats lack")
    if failed or not rows:
        sys.exit(f"exports: {len(failed)} of {len(rows)} networks failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
