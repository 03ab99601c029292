"""Package.swift as data."""

import json

from commands import output


def description(root):
    """What `swift package dump-package` says of the package in a folder."""
    return json.loads(output("swift", "package", "--ignore-lock", "dump-package", cwd=root))
