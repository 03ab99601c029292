"""The list of scripts: a table in a folder of public scripts, which are not part of this repository."""

import csv
import json
from pathlib import Path

COLUMNS = ("name", "repository", "path", "commit", "script", "footage", "arguments")


class Script:
    """A line of the table: where a script comes from, and how it is run."""

    def __init__(self, folder, row):
        self.name, self.repository, self.path, self.commit = (row[column] for column in COLUMNS[:4])
        self.folder = folder / self.name
        # Within the folder of its name, in which all files that it needs are.
        self.script = Path(row["script"])
        self.footage = folder / (row["footage"] or "clip.avi")
        self.arguments = (row["arguments"] or "").split()


def read(folder):
    """The scripts of a folder's scripts.tsv, in its order."""
    with open(folder / "scripts.tsv", encoding="utf-8", newline="") as file:
        return [Script(folder, row) for row in csv.DictReader(file, COLUMNS, delimiter="\t", restval="",
                                                              quoting=csv.QUOTE_NONE)
                if not row["name"].startswith("#")]


def program(notebook):
    """A notebook's code as a script, without commands of the notebook."""
    cells = json.loads(notebook)["cells"]
    lines = []
    for cell in cells:
        if cell["cell_type"] == "code":
            for line in "".join(cell["source"]).splitlines():
                is_command = line.lstrip()[:1] in ("%", "!") or line.rstrip()[-1:] == "?"
                lines.append(f"# {line}" if is_command else line)
    return "\n".join(lines) + "\n"
