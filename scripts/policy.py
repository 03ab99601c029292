"""Gate: constructs that compile but break a promise of this package; each rule has its reason."""

import re

LIBRARIES = r"Sources/(?!landmark|LandmarkTestSupport/|LandmarkCommandSupport/).*\.swift$"
# (files, pattern, reason); patterns are matched against code without comments and strings.
RULES = [
    (LIBRARIES, r"(?<![\w.])(?:print|debugPrint|dump|NSLog)\(",
     "a library must not write to its host's output; use a Logger"),
    (r"Sources/.*\.swift$", r"\bfatalError\(",
     "input must not terminate the host process; throw"),
    (r"Sources/(?!landmark|LandmarkTestSupport/|LandmarkApple/|MediaPipeTasksVision/|DriverMonitoringGraph/"
     r"|[^/]+/Apple/|LandmarkTasks/ModelSource\.swift$|LandmarkCore/LandmarkError\.swift$"
     r"|LandmarkCalculators/Motion/ExerciseSource\.swift$|LandmarkC/JSONArguments\.swift$)"
     r".*\.swift$",
     r"\bimport\s+Foundation\b",
     "Foundation costs start-up time and memory; only MediaPipe's API, LocalizedError, JSONDecoder"
     " and Apple's frameworks need it"),
    (r"Sources/(?!MediaPipeTasksVision/Core/Exports\.swift$).*\.swift$", r"@_exported\b",
     "a module shows its own names only, so that its imports can change; MediaPipe's shows Apple's"),
    (r"(?:Sources|Tests)/.*\.swift$", r"@unchecked\s+Sendable\b|\bnonisolated\(unsafe\)",
     "the compiler cannot check this; state why it is safe in a SAFETY: comment above"),
]
# The same, matched against the whole text.
TEXT_RULES = [
    (r"Sources/.*\.swift$",
     r"<(?:html|head|body|meta|main|section|div|button|canvas|table)\b|\baddEventListener\("
     r"|\bdocument\.(?:getElement|query|create)|\{ ?(?:display|margin|color|background|font-size):",
     "pages are files, which editors know and scripts/check-page checks"),
]
_QUIET = re.compile(
    r'"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def code_only(text):
    """Swift text with comments and strings blanked and line breaks kept."""
    return _QUIET.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def check(tree):
    problems = []
    files = tree.matching(r"(?:Sources|Tests)/.*\.swift$")
    for path in files:
        text = tree.text(path)
        code, lines = code_only(text), text.split("\n")
        for rules, searched in ((RULES, code), (TEXT_RULES, text)):
            for pattern, rule, reason in rules:
                for match in re.finditer(rule, searched) if re.match(pattern, path) else ():
                    line = searched.count("\n", 0, match.start())
                    if "SAFETY:" in reason and "SAFETY:" in " ".join(lines[max(0, line - 8):line]):
                        continue
                    problems.append(f"{path}:{line + 1}: {match.group().strip()}: {reason}")
    return problems, f"{len(RULES + TEXT_RULES)} rules, {len(files)} files"


_A = "Sources/LandmarkCore/A.swift"
EXAMPLES = [
    ("comments and strings", {_A: '// print( fatalError(\nlet a = "fatalError("\n'}, None),
    ("a program prints", {"Sources/landmark/A.swift": "print(1)\n"}, None),
    ("a library prints", {_A: "func a() { print(1) }\n"}, "print("),
    ("a trap", {_A: "func a() { fatalError() }\n"}, "fatalError("),
    ("Foundation", {_A: "import Foundation\n"}, "import Foundation"),
    ("markup in a literal", {_A: 'let a = """\n    <section class="a">\n    """\n'}, "<section"),
    ("a style in a literal", {_A: 'let a = ".a { color: red }"\n'}, "{ color:"),
    ("a script in a literal", {_A: 'let a = "document.querySelector(b)"\n'}, "document.query"),
    ("a re-export", {_A: "@_exported import B\n"}, "@_exported"),
    ("unchecked without a reason", {_A: "final class A: @unchecked Sendable {}\n"}, "SAFETY"),
    ("unchecked with a reason",
     {_A: "// SAFETY: immutable after init.\nfinal class A: @unchecked Sendable {}\n"}, None),
]
