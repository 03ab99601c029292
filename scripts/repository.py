"""The folders of this repository. Tools have a link to this file next to their own."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / ".build/release/landmark"
MODELS = ROOT / "models"
FOOTAGE = ROOT / "footage"
