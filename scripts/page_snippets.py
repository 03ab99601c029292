"""The commands and the Python code that pages print.

Every block states its language. <!-- not run: REASON --> in the line before a block excuses it from running,
and <!-- not run: `TEXT` REASON --> those of its commands that contain TEXT.
"""

import dataclasses
import re
import shutil
import textwrap

LANGUAGES = ["sh", "python", "swift", "json", "text"]
BLOCK = re.compile(r"((?:^ *<!-- not run: [^\n]* -->\n)*)^ *```([^\n]*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
EXCUSE = re.compile(r"<!-- not run: (?:`(.*?)` )?(.*) -->")
# A line, and those that a backslash joins to it.
COMMAND = re.compile(r"(?:.*\\\n)*.*\n")
FOR_PYTHON = re.compile(r"(python|pip) ")
# Programs that neither the package nor its tests need.
OPTIONAL = re.compile(r"\b(curl|man) -")


@dataclasses.dataclass
class Snippet:
    """A command, or a block of Python, in a page's block, and the reason that excuses it from running."""
    page: str
    block: int
    line: int
    language: str
    text: str
    excuse: str = ""

    @property
    def runs_with_python(self):
        return self.language == "python" or bool(FOR_PYTHON.match(self.text))


def excuse(text, excuses):
    """The reason that a snippet does not run; empty if it does."""
    for what, reason in excuses:
        if what in text:
            return reason
    missing = [name for name in OPTIONAL.findall(text) if not shutil.which(name)]
    return f"{missing[0]} is not installed" if missing else ""


def snippets_of(page, text):
    """The snippets that a page prints to be run; a wrong language or excuse is a problem, as text."""
    for match in BLOCK.finditer(text):
        excuses, language, code = EXCUSE.findall(match[1]), match[2], textwrap.dedent(match[3])
        block = text[:match.start(2)].count("\n") + 1
        if language not in LANGUAGES:
            yield f"{page}:{block}: a block of “{language}”; expected {', '.join(LANGUAGES)}"
        for what, _ in excuses:
            if what not in code:
                yield f"{page}:{block}: excuses “{what}”, which the block lacks"
        line = block + 1
        for part in COMMAND.findall(code) if language == "sh" else [code]:
            if language in ("sh", "python") and part.split("#")[0].strip():
                yield Snippet(page, block, line, language, part.rstrip(), excuse(part, excuses))
            line += part.count("\n")
