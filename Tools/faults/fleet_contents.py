"""Describes what is in jobs' folders, without times and places. Reads paths, one a line, and prints a JSON string
for each.

A file that is in part becomes a line with "broken".
"""

import hashlib
import json
import pathlib
import sys

import pyarrow.parquet as parquet


def lines(path, is_table):
    """The lines for a file; of the job's tables, one for each video."""
    if path.suffix == ".parquet":
        table = parquet.read_table(path, partitioning=None)
        if is_table:
            for row in table.to_pylist():
                yield f"outcome {row['frames']} {row['rows']} {row['error'] is None}"
            return
        names = [column for column in table.column_names if column not in ("seconds", "video")]
        digest = hashlib.sha256(str(table.select(names).to_pydict()).encode()).hexdigest()
        yield f"landmarks {len(table)} {digest}"
    elif path.suffix == ".csv":
        head, *rows = path.read_bytes().decode().split("\n")
        if head.strip() != "video,error" or not rows or rows[-1]:
            raise ValueError(path)
        yield from ["failure"] * (len(rows) - 1)
    elif path.name == "job.json":
        yield f"job {json.dumps(json.loads(path.read_bytes()), sort_keys=True)}"
    else:
        record = json.loads(path.read_bytes())
        yield f"record {record['frames']} {record['rows']} {record['error'] is None}"


def described(folder):
    """The lines for all files of a folder."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".part"):
        is_table = path.parent == folder
        try:
            found = list(lines(path, is_table))
        except Exception as error:
            found = [f"broken {type(error).__name__}"]
        yield path.name if is_table else path.parent.parent.name
        yield from (f"    {line}" for line in found)


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps("\n".join(described(pathlib.Path(line.rstrip("\n"))))), flush=True)
