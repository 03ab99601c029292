"""What every gate shares: the files to judge, and source text without comments and strings.

A gate is a module with `check(tree)`, which returns its problems and a summary, and `EXAMPLES`:
(title, {path: text}, part of the expected problem, or None for a clean example).
"""

import contextlib
import functools
import pathlib
import re
import subprocess
import tempfile


class SourceTree:
    """The files of a package that are, or could be, committed."""

    def __init__(self, root):
        self.root = pathlib.Path(root)

    @functools.cached_property
    def files(self):
        """Paths relative to the root, sorted."""
        listed = subprocess.run(
            ["git", "-C", str(self.root), "ls-files", "-co", "--exclude-standard", "-z"],
            capture_output=True, text=True)
        if listed.returncode == 0:
            names = [n for n in listed.stdout.split("\0") if n]
        else:
            names = [str(p.relative_to(self.root)) for p in self.root.rglob("*")]
        return sorted(n for n in set(names) if (self.root / n).is_file())

    def matching(self, *folders, suffixes=()):
        """The files under `folders` whose names end as given."""
        heads = tuple(f + "/" for f in folders)
        return [n for n in self.files
                if (not folders or n.startswith(heads))
                and (not suffixes or n.endswith(tuple(suffixes)))]

    def text(self, name):
        """A file's text, or None when it is not text."""
        try:
            return (self.root / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            return None


@contextlib.contextmanager
def planted(files):
    """A tree in a temporary folder that holds only `files`."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        yield SourceTree(folder)


_QUIET = re.compile(
    r'"""(?:\\.|[^\\])*?"""'  # a multi-line string
    r'|"(?:\\.|[^"\\\n])*"'  # a string
    r"|//[^\n]*"  # a line comment
    r"|/\*.*?\*/",  # a block comment
    re.DOTALL)


def code_only(text):
    """Swift or C text with comments and strings blanked, line breaks kept."""
    return _QUIET.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def lines_matching(pattern, text):
    """(line number, matched text) for every match."""
    for match in re.finditer(pattern, text, re.MULTILINE):
        yield text.count("\n", 0, match.start()) + 1, match.group().strip()
