"""Package.swift as data."""

import json

from commands import output


def description(root):
    """The output of `swift package dump-package` for the package in a folder."""
    return json.loads(output("swift", "package", "--ignore-lock", "dump-package", cwd=root))
