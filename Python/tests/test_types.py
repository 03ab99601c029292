"""mypy and pyright accept the package, and what pages print, in their strict modes."""

from __future__ import annotations

import json
import os
import pathlib
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


def test_every_way_to_import_runs_and_has_types(tmp_path):
    (tmp_path / "imports.py").write_text((TYPED / "imports.py").read_text())
    check(tmp_path)
    done = subprocess.run([sys.executable, "-P", "imports.py"], cwd=tmp_path, capture_output=True)
    assert done.returncode == 0, done.stderr


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
    check(tmp_path)
