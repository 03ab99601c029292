"""Gate: whatever is public says what it is.

`swift format` asks it of declarations that are marked public. This asks it also of the cases of
public enums, which carry no mark of their own.
"""

import re

from gate import code_only

PUBLIC = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public|open)\s+(?:private\(set\)\s+|package\(set\)\s+)?"
    r"(?!import\b|extension\b)(?!override\b)")
ENUM = re.compile(r"^\s*(?:@\w+\s+)*public\s+(?:indirect\s+)?enum\s+(\w+)")
CASE = re.compile(r"^\s*(?:indirect\s+)?case\s+`?\w+")


def documented(lines, index):
    """Whether a doc comment stands above a line, with attributes between."""
    index -= 1
    while index >= 0 and re.match(r"\s*(?:@|#if|#else)", lines[index]):
        index -= 1
    return index >= 0 and re.match(r"\s*///", lines[index]) is not None


def undocumented(text):
    """(line number, line) of each public declaration without a doc comment."""
    lines = text.split("\n")
    enums = []  # depth at which each open public enum's members stand
    depth = 0
    for index, code in enumerate(code_only(text).split("\n")):
        while enums and depth < enums[-1]:
            enums.pop()
        member = enums and depth == enums[-1] and CASE.match(code)
        if (PUBLIC.match(code) or member) and not documented(lines, index):
            yield index + 1, lines[index].strip()
        if ENUM.match(code):
            enums.append(depth + 1)
        depth += code.count("{") - code.count("}")


def check(tree):
    files = tree.matching("Sources", suffixes=[".swift"])
    problems = [f"{path}:{number}: no doc comment: {line}"
                for path in files for number, line in undocumented(tree.text(path))]
    return problems, f"{len(files)} files"


EXAMPLES = [
    ("documented",
     {"Sources/A/A.swift": "/// A.\n@frozen\npublic enum A {\n    /// B.\n    case b\n"
      "    var c: Int {\n        switch self {\n        case .b: 1\n        }\n    }\n}\n"}, None),
    ("a bare function", {"Sources/A/A.swift": "public func a() {}\n"}, "no doc comment"),
    ("a bare case", {"Sources/A/A.swift": "/// A.\npublic enum A {\n    case b\n}\n"}, "case b"),
]
