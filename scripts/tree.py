"""The files that the gates judge."""

import contextlib
import pathlib
import re
import subprocess
import tempfile


class SourceTree:
    """The files of a package that are, or could be, committed."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        listed = subprocess.run(
            ["git", "-C", str(root), "ls-files", "-co", "--exclude-standard", "-z"],
            capture_output=True, text=True)
        names = [n for n in listed.stdout.split("\0") if n] if listed.returncode == 0 else [
            str(p.relative_to(self.root)) for p in self.root.rglob("*")]
        self.files = sorted(n for n in set(names) if (self.root / n).is_file())

    def matching(self, pattern):
        """The paths, relative to the root, that match a regular expression at their start."""
        return [n for n in self.files if re.match(pattern, n)]

    def text(self, name):
        """A file's text; empty when it is not UTF-8."""
        try:
            return (self.root / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            return ""


@contextlib.contextmanager
def planted(files):
    """A tree in a temporary folder that contains only `files`."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        yield SourceTree(folder)
