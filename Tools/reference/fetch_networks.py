#!/usr/bin/env python3
"""Fetches the loose networks that the PyPI package mediapipe 0.10.21 carries.

usage: fetch_networks.py

Puts them in models/mediapipe-0.10.21/, where the parity tests of LandmarkInference use them and
otherwise skip. The package is about 36 MB; nothing else of it is kept.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from fetching import FetchError, python_package, write_whole  # noqa: E402

VERSION = "0.10.21"


def main():
    folder = ROOT / "models" / f"mediapipe-{VERSION}"
    try:
        with python_package(
                f"mediapipe=={VERSION}", "--python-version", "3.11", "--platform",
                "manylinux_2_28_x86_64") as wheel:
            names = [n for n in wheel.namelist() if n.endswith(".tflite")]
            for name in names:
                write_whole(wheel.read(name), folder / pathlib.PurePosixPath(name).name)
    except FetchError as error:
        print(f"fetch_networks: {error}", file=sys.stderr)
        return 1
    print(f"{len(names)} networks in {folder.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
