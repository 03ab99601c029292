"""mypy and pyright accept the package, and what pages print, in their strict modes."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

TYPED = pathlib.Path(__file__).parent / "typed"
sys.path.append(str(ROOT / "scripts"))


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    """What mypy has found out about NumPy and pandas is kept from test to test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MYPY_CACHE_DIR", str(tmp_path_factory.mktemp("mypy")))
        yield


def checked(checker: str, folder: pathlib.Path, *arguments: str) -> subprocess.CompletedProcess:
    """Runs a checker in a folder, for the packages of this Python."""
    pytest.importorskip(checker, reason=f"{checker} is missing: Python/test-requirements.txt")
    paths = [str(pathlib.Path(sys.executable).parent), os.environ["PATH"]]
    return subprocess.run(
        [sys.executable, "-P", "-m", checker, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "PATH": os.pathsep.join(paths)},
    )


def check(folder: pathlib.Path) -> None:
    """Expects both checkers to accept every file of a folder."""
    done = checked("mypy", folder, "--strict", ".")
    assert done.returncode == 0, done.stdout + done.stderr
    settings = {"typeCheckingMode": "strict", "reportUnnecessaryTypeIgnoreComment": True}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    done = checked("pyright", folder, ".")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_passes_mypy(tmp_path):
    settings = ROOT / "Python" / "pyproject.toml"
    done = checked("mypy", tmp_path, "--config-file", str(settings), "-p", "landmarkkit")
    assert done.returncode == 0, done.stdout + done.stderr


def test_pyright_knows_the_type_of_every_public_name(tmp_path):
    done = checked(
        "pyright", tmp_path, "--verifytypes", "landmarkkit", "--ignoreexternal", "--outputjson"
    )
    found = json.loads(done.stdout)["typeCompleteness"]
    assert found["completenessScore"] == 1, [
        symbol for symbol in found["symbols"] if symbol["isExported"] and not symbol["isTypeKnown"]
    ]
    assert found["exportedSymbolCounts"]["withKnownType"] > 800


@pytest.mark.parametrize("name", ["imports.py", "messages.py"])
def test_programs_run_and_have_types(tmp_path, name):
    (tmp_path / name).write_text((TYPED / name).read_text())
    check(tmp_path)
    done = subprocess.run([sys.executable, "-P", name], cwd=tmp_path, capture_output=True)
    assert done.returncode == 0, done.stderr


def test_a_wrong_name_of_a_field_is_an_error(tmp_path):
    lines = [
        "from landmarkkit.framework.formats.landmark_pb2 import NormalizedLandmark",
        "reveal_type(NormalizedLandmark(x=1).x)",
        "NormalizedLandmark(x=1).left",
    ]
    (tmp_path / "program.py").write_text("\n".join(lines))
    done = checked("mypy", tmp_path, "--strict", "program.py")
    assert done.returncode == 1 and "Found 1 error" in done.stdout, done.stdout
    assert 'program.py:2: note: Revealed type is "float"' in done.stdout.replace("builtins.", "")
    assert 'program.py:3: error: "NormalizedLandmark" has no attribute "left"' in done.stdout


def test_the_types_of_messages_are_those_of_their_table(tmp_path):
    pytest.importorskip("mypy_protobuf", reason="mypy-protobuf is missing")
    script = ROOT / "scripts" / "message-stubs"
    subprocess.run([sys.executable, str(script), str(tmp_path)], check=True, capture_output=True)
    sources = ROOT / "Python" / "src"
    made = {path.relative_to(tmp_path): path.read_text() for path in tmp_path.rglob("*.pyi")}
    kept = {path.relative_to(sources): path.read_text() for path in sources.rglob("*.pyi")}
    assert made == kept and len(made) == 6, "scripts/message-stubs writes them"


# What the pages use of ONNX Runtime, which has no types.
UNTYPED = """
from typing import Any

class InferenceSession:
    def __init__(self, path: str) -> None: ...
    def get_inputs(self) -> list[Any]: ...
    def run(self, names: list[str] | None, inputs: dict[str, Any]) -> list[Any]: ...
"""


def test_each_block_of_the_pages_has_types_by_itself(tmp_path):
    from page_snippets import Snippet, snippets_of
    from tree import SourceTree

    tree, count = SourceTree(ROOT), 0
    for page in tree.matching(r".*\.md$"):
        for snippet in snippets_of(page, tree.text(page)):
            if isinstance(snippet, Snippet) and snippet.language == "python":
                name = f"{page[:-3].replace('/', '_')}_{snippet.line}.py"
                # The line of an error is the page's.
                (tmp_path / name).write_text("\n" * (snippet.line - 1) + snippet.text + "\n")
                count += 1
    assert count >= 8
    # It is not installed where its models cannot be downloaded.
    models = ROOT / "Python" / "models" / "src" / "landmarkkit_models"
    unneeded = shutil.ignore_patterns("*.task", "*.tflite")
    shutil.copytree(models, tmp_path / models.name, ignore=unneeded)
    (tmp_path / "onnxruntime.pyi").write_text(UNTYPED)
    check(tmp_path)
