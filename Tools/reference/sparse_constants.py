#!/usr/bin/env python3
"""Prints the checksum of a model's sparse constants as LiteRT's reference kernel expands them.

usage: sparse_constants.py BUNDLE ENTRY

The checksum is the 64-bit FNV-1a hash of the dense bytes of all sparse constants in the order of
their tensors; a test of LandmarkModelFile expects it. Uses the Python packages ai-edge-litert 2.3.0
and tflite 2.18.0.
"""

import sys
import zipfile

import numpy
import tflite
from ai_edge_litert.interpreter import Interpreter, OpResolverType


def main(bundle, entry):
    data = zipfile.ZipFile(bundle).read(entry)
    interpreter = Interpreter(
        model_content=data, num_threads=1, experimental_preserve_all_tensors=True,
        experimental_op_resolver_type=OpResolverType.BUILTIN_REF)
    interpreter.allocate_tensors()
    details = interpreter.get_input_details()[0]
    interpreter.set_tensor(details["index"], numpy.zeros(details["shape"], numpy.float32))
    interpreter.invoke()
    graph = tflite.Model.GetRootAs(data, 0).Subgraphs(0)
    dense = {}
    for index in range(graph.OperatorsLength()):
        operator = graph.Operators(index)
        if graph.Tensors(operator.Inputs(0)).Sparsity() and operator.InputsLength() == 1:
            dense[operator.Inputs(0)] = interpreter.get_tensor(operator.Outputs(0))
    value = 0xcbf29ce484222325
    for index in sorted(dense):
        for byte in dense[index].tobytes():
            value = (value ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    print(f"{len(dense)} sparse constants, FNV-1a {value:#018x}")


if __name__ == "__main__":
    main(*sys.argv[1:])
