"""Gate: every public symbol is documented, and every one that throws states its errors.

`swift format` does not require either of enum cases, protocol requirements or `throws`. The symbol
graphs are the ones from which the documentation is built.
"""

import json
import os
import re

import symbol_graphs


def declaration(symbol):
    """A symbol's declaration without the contents of parentheses, such as throwing closures."""
    text = "".join(f["spelling"] for f in symbol.get("declarationFragments", []))
    while "(" in text:
        shorter = re.sub(r"\([^()]*\)", "", text)
        if shorter == text:
            break
        text = shorter
    return text


def problems_in(graph, root):
    """The symbols that one graph leaves undocumented."""
    for symbol in graph["symbols"]:
        lines = [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]
        place = symbol.get("location")
        if not place:  # synthesized by the compiler
            continue
        path = os.path.relpath(place["uri"].removeprefix("file://"), root)
        where = f"{path}:{place['position']['line'] + 1}: {'.'.join(symbol['pathComponents'])}"
        if not any(lines):
            yield f"{where}: no documentation comment"
        elif re.search(r"\bthrows\b", declaration(symbol)):
            throws = re.search(r"^\s*- Throws:(.*)", "\n".join(lines), re.DOTALL | re.MULTILINE)
            if throws is None:
                yield f"{where}: throws, without a “- Throws:” field"
            elif not re.search("`|rethrow|any error|error of|nothing", throws[1], re.IGNORECASE):
                yield f"{where}: “- Throws:” names no error type or case"


def check(tree):
    try:
        given = [tree.root / n for n in tree.matching(r".*\.symbols\.json$")]
        graphs = given or symbol_graphs.extract_all()
    except symbol_graphs.Unavailable as reason:
        return [], f"SKIPPED: {reason}"
    problems = [problem for path in graphs
                for problem in problems_in(json.loads(path.read_text()), tree.root)]
    return problems, f"{len(graphs)} symbol graphs"


def _graph(declared, *lines):
    return {"A.symbols.json": json.dumps({"symbols": [{
        "pathComponents": ["a()"], "declarationFragments": [{"spelling": declared}],
        "location": {"uri": "file:///A.swift", "position": {"line": 0}},
        "docComment": {"lines": [{"text": line} for line in lines]}}]})}


EXAMPLES = [
    ("documented", _graph("func a() throws", "Does.", "", "- Throws: `AError.b` at times."), None),
    ("a throwing closure", _graph("func a(_ b: (Int) throws -> Int)", "Does."), None),
    ("undocumented", _graph("func a()"), "no documentation comment"),
    ("silent about errors", _graph("func a() throws", "Does."), "without"),
    ("vague about errors", _graph("func a() throws", "Does.", "- Throws: An error."), "names no"),
]
