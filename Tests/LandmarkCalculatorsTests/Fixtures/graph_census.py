#!/usr/bin/env python3
"""Says how many of MediaPipe's graph files `landmark graph` can run, and what the others lack.

usage: graph_census.py MEDIAPIPE [--landmark .build/release/landmark] [--models FOLDER] [--list]
MEDIAPIPE is a folder with MediaPipe's source tree (github.com/google-ai-edge/mediapipe). Each graph
file is checked with the tree's own subgraphs, under the names that the tree's BUILD files register.
A graph counts as a GPU graph if its name, a calculator's name, or a stream's name, its own or a
subgraph's, says so.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
NODE = re.compile(r'\bcalculator\s*:\s*"([^"]+)"')
GPU = re.compile(r'"(?!SOURCE_ON)[A-Z_]*_GPU:|Gpu(?!Origin)|"Gl[A-Z]|"(Luminance|SobelEdges)Calculator"')
# Not faults of a graph, but inputs of a run.
INPUT = re.compile(r'side packet ".*" is required: --side-packet')
MODEL = re.compile(r'there is no file|no model is specified')
UNKNOWN = re.compile(r'no calculator is registered as "([^"]+)"')


def without_comments(path):
    return re.sub(r'(?m)#.*$', '', path.read_text(encoding='utf-8', errors='replace'))


def registered(tree):
    """The file of each subgraph, by the name under which a BUILD file registers it."""
    files = {}
    for build in sorted(tree.rglob('BUILD')):
        for rule in re.findall(r'mediapipe_simple_subgraph\((.*?)\n\)', build.read_text(), re.S):
            graph = re.search(r'\bgraph\s*=\s*"([^"]+)"', rule)
            name = re.search(r'\bregister_as\s*=\s*"([^"]+)"', rule)
            if graph and name:
                path = graph[1].lstrip(':')
                if path.startswith('//'):
                    path = tree / path[2:].replace(':', '/')
                files.setdefault(name[1], build.parent / path)
    return {name: path for name, path in files.items() if path.suffix == '.pbtxt' and path.is_file()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('tree', type=pathlib.Path)
    parser.add_argument('--landmark', type=pathlib.Path, default=ROOT / '.build/release/landmark')
    parser.add_argument('--models', type=pathlib.Path, help='a folder with .tflite files')
    parser.add_argument('--list', action='store_true', help='name every graph')
    arguments = parser.parse_args()
    tree = arguments.tree.resolve()
    subgraphs = registered(tree)
    texts = {path: without_comments(path) for path in sorted(tree.rglob('*.pbtxt'))}
    graphs = [path for path, text in texts.items()
              if NODE.search(text) or re.search(r'(?m)^\s*(input|output)_stream\s*:', text)]

    def closure(path, seen):
        if path not in seen:
            seen.add(path)
            for name in NODE.findall(texts.get(path, '')):
                if name in subgraphs:
                    closure(subgraphs[name], seen)
        return seen

    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for name, path in subgraphs.items():
            files[name] = pathlib.Path(folder, f'{name}.pbtxt')
            body = re.sub(r'(?m)^type\s*:.*$', '', texts[path])
            files[name].write_text(f'type: "{name}"\n{body}')
        for model in (arguments.models or pathlib.Path(folder)).glob('*.tflite'):
            pathlib.Path(folder, model.name).symlink_to(model.resolve())

        def check(number, path):
            parts = closure(path, set()) - {path}
            # Models are searched for beside the graph.
            copy = pathlib.Path(folder, f'{number}-{path.name}')
            copy.write_bytes(path.read_bytes())
            command = [arguments.landmark, 'graph', '--check', copy]
            for name, file in subgraphs.items():
                if file in parts:
                    command += ['--subgraph', files[name]]
            done = subprocess.run(command, capture_output=True, text=True, cwd=tree)
            lines = (done.stdout + done.stderr).replace(f'{copy}: ', '').splitlines()
            lines = [line for line in lines if 'would run' not in line and not INPUT.search(line)]
            return [line for line in lines if not MODEL.search(line)], [
                line for line in lines if MODEL.search(line)]

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = dict(zip(graphs, pool.map(check, range(len(graphs)), graphs)))
    lacking, only = collections.Counter(), collections.Counter()
    kinds = collections.Counter()
    for path, (faults, models) in results.items():
        parts = [part for part in closure(path, set()) if part in texts]
        is_gpu = any('gpu' in part.name or GPU.search(texts[part]) for part in parts)
        kind = 'gpu' if is_gpu else 'cpu'
        kinds[kind] += 1
        kinds[kind, 'runs' if not faults and not models else 'model' if not faults else 'lacks'] += 1
        names = {name for line in faults for name in UNKNOWN.findall(line)}
        if not is_gpu:
            lacking.update(names)
            if len(names) == 1:
                only.update(names)
        if arguments.list:
            state = ', '.join(sorted(names)) or '; '.join(faults[:2] + models[:1]) or 'runs'
            print(f'{kind} {path.relative_to(tree)}: {state}')
    print(f'{len(graphs)} graphs')
    for kind, words in (('cpu', 'for the CPU'), ('gpu', 'for a GPU')):
        print(f'{words}: {kinds[kind]}; run whole {kinds[kind, "runs"]},'
              f' lack a model file alone {kinds[kind, "model"]},'
              f' lack calculators {kinds[kind, "lacks"]}')
    print('graphs for the CPU that lack a calculator (that alone):')
    for name, count in lacking.most_common():
        print(f'{count:4} ({only[name]}) {name}')


if __name__ == '__main__':
    main()
