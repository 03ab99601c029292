"""Prints what is in a job's folder, without times and places: fleet_contents.py FOLDER."""

import hashlib
import json
import pathlib
import sys

import pyarrow.parquet as parquet

folder = pathlib.Path(sys.argv[1])
for path in sorted(folder.rglob("*")):
    if path.is_dir():
        continue
    name = path.relative_to(folder)
    if path.suffix == ".parquet":
        table = parquet.read_table(path, partitioning=None)
        names = [column for column in table.column_names if column not in ("seconds", "video", "error")]
        digest = hashlib.sha256(str(table.select(names).to_pydict()).encode()).hexdigest()
        print(name if path.parent == folder else path.parent.parent.name, len(table), digest)
    elif path.suffix == ".json" and path.parent != folder:
        record = json.loads(path.read_text())
        print("record", record["frames"], record["rows"], record["error"] is None)
    elif path.suffix == ".csv":
        print(name, path.read_text().count("\n"))
    elif path.suffix != ".part":
        print(name, path.stat().st_size)
