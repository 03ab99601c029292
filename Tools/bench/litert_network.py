"""One network in LiteRT, on noise.

usage: litert_network.py '{"bundle": …, "entry": …, "threads": …}'
"""

import zipfile

import numpy
from ai_edge_litert.interpreter import Interpreter

import program


def main(bundle, entry, threads):
    with zipfile.ZipFile(bundle) as archive:
        content = archive.read(entry)
    interpreter = Interpreter(model_content=content, num_threads=threads)
    interpreter.allocate_tensors()
    noise = numpy.random.default_rng(1)
    for detail in interpreter.get_input_details():
        values = noise.random(detail["shape"], dtype=numpy.float32)
        interpreter.set_tensor(detail["index"], values)
    program.serve(lambda: {"ms": program.milliseconds(interpreter.invoke)[1]})


if __name__ == "__main__":
    main(**program.options())
