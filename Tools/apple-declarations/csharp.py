"""What the bindings of dotnet/macios state about Apple's frameworks."""

import re

import declarations

SYSTEMS = {"ios": "ios", "mac": "macos", "macosx": "macos", "tv": "tvos", "tvos": "tvos",
           "macos": "macos"}
DEFINITION = re.compile(
    r"^\s*(?:public |internal |partial |static |unsafe |sealed |abstract )*"
    r"(interface|enum|class|struct) (\w+)")
STATED = re.compile(r"\b(?:Introduced \(PlatformName\.(iOS|MacOSX|TvOS)|(iOS|Mac|TV) \()"
                    r",? ?\(?(\d+), ?(\d+)")
ABSENT = re.compile(r"\bNo(iOS|Mac|TV)\b|Unavailable \(PlatformName\.(iOS|MacOSX|TvOS)")
# A case with its value, which may contain commas only in parentheses.
CASE = re.compile(r"\s*@?([A-Za-z_]\w*)\s*(?:=\s*((?:\([^()]*\)|[^,()])+))?\s*(?:,|$)")
PLATFORM = re.compile(r'\b(Uns|S)upportedOSPlatform \("(ios|macos|tvos)([\d.]*)"\)')


def availability(attributes):
    """What attributes state about each system: its first version, or None."""
    stated = {}
    for new, old, major, minor in STATED.findall(attributes):
        stated[SYSTEMS[(new or old).lower()]] = declarations.version(f"{major}.{minor}")
    for old, new in ABSENT.findall(attributes):
        stated[SYSTEMS[(old or new).lower()]] = None
    for absent, system, number in PLATFORM.findall(attributes):
        if absent == "S" and number:
            stated[system] = declarations.version(number)
        elif absent == "Uns" and not number:
            stated[system] = None
    return stated


def note(known, key, stated):
    """Adds what is stated about a name; one that is bound twice is available where either is."""
    before = known.get(key)
    if before is None:
        known[key] = dict(stated)
        return
    for system in list(before):
        versions = [before[system], stated.get(system, ())]
        present = [v for v in versions if v is not None]
        before[system] = min(present) if present else None


class Bindings:
    """Types with their selectors and cases, constants and functions, each with its availability."""

    def __init__(self):
        # By lowercase name: C# writes NSUrl for NSURL.
        self.types = {}
        self.members = {}
        self.cases = {}
        self.selectors = set()
        self.symbols = {}

    def add(self, text):
        """Adds a source file."""
        owner, kind, attributes, next_value = "", "", "", 0
        depth = open_at = 0
        for line in text.splitlines():
            code = line.split("//")[0] if '"' not in line else line
            stripped = code.strip()
            if not stripped or stripped.startswith(("//", "///", "#", "*", "/*")):
                continue
            if stripped.startswith("["):
                attributes += " " + stripped
                # A case or member may stand behind its attributes.
                rest = re.sub(r"^(\[(?:[^\[\]]|\[[^\]]*\])*\]\s*)+", "", stripped)
                if not rest:
                    continue
                stripped = rest
            stated = availability(attributes)
            definition = DEFINITION.match(stripped)
            if definition:
                kind, name = definition.groups()
                renamed = re.search(r'\bName ?= ?"(\w+)"', attributes)
                owner = (renamed[1] if renamed else name).lower()
                self.types.setdefault(owner, {}).update(stated)
                open_at, next_value = depth, 0
                if kind == "enum":
                    body = stripped.partition("{")[2]
                    next_value = self.add_cases(owner, body, next_value, stated)
            elif kind == "enum" and depth > open_at:
                next_value = self.add_cases(owner, stripped, next_value, stated)
            for selector in re.findall(r'\b(?:Export|Bind) \("([^"]+)"', attributes + stripped):
                self.selectors.add(selector)
                note(self.members, (owner, selector), stated)
            for field in re.findall(r'\bField \("(\w+)"', attributes):
                note(self.symbols, field, {**self.types.get(owner, {}), **stated})
            if "DllImport" in attributes:
                function = re.search(r"(\w+) ?\(", re.sub(r"/\*.*?\*/", "", stripped))
                entry = re.search(r'EntryPoint ?= ?"(\w+)"', attributes)
                if entry or function:
                    note(self.symbols, (entry or function)[1],
                         {**self.types.get(owner, {}), **stated})
            depth += stripped.count("{") - stripped.count("}")
            attributes = ""

    def add_cases(self, owner, line, value, stated):
        """Adds a line's cases; returns the value of the one after them, None if unknown."""
        line = line.partition("}")[0].strip()
        while line and line != "{":
            case = CASE.match(line)
            if not case:
                # Such as a value that begins on the next line.
                return None
            value = self.add_case(owner, case, value, stated)
            line = line[case.end():]
        return value

    def add_case(self, owner, case, value, stated):
        """Adds a case of an enumeration; returns the value of the one after it, None if unknown."""
        cases = self.cases.setdefault(owner, {})
        value = evaluated(case[2], cases) if case[2] else value
        cases[case[1].lower()] = (value, stated)
        return None if value is None else value + 1


TOKEN = re.compile(r"\s*(0[xX][\da-fA-F_]+|0[bB][01_]+|\d[\d_]*|[A-Za-z_][\w.]*|<<|>>|[-+|&^~()])")
# Binary operators of C#, weakest first, those of one strength together.
BINARY = [{"|": lambda a, b: a | b}, {"^": lambda a, b: a ^ b}, {"&": lambda a, b: a & b},
          {"<<": lambda a, b: a << b if 0 <= b < 64 else None,
           ">>": lambda a, b: a >> b if 0 <= b < 64 else None},
          {"+": lambda a, b: a + b, "-": lambda a, b: a - b}]


def tokens(text):
    """The numbers, names and operators of an expression; None if it has anything else."""
    # Suffixes of numbers say only which type they have.
    text = re.sub(r"\b(0[xX][\da-fA-F_]+|0[bB][01_]+|\d[\d_]*)[uUlL]+\b", r"\1", text).strip()
    found, place = [], 0
    while place < len(text):
        match = TOKEN.match(text, place)
        if not match:
            return None
        found.append(match[1])
        place = match.end()
    return found


def evaluated(text, cases):
    """The value of a constant expression in C#; None for what is not understood.

    `cases` are the cases of the same enumeration that stand before it.
    """
    rest = tokens(text) or []

    def unary():
        token = rest.pop(0) if rest else ""
        if token in ("-", "~", "+"):
            value = unary()
            return None if value is None else {"-": -value, "~": ~value, "+": value}[token]
        if token == "(":
            value = binary(0)
            return value if rest and rest.pop(0) == ")" else None
        if token[:1].isdigit():
            return int(token.replace("_", ""), 0 if token[:2].lower() in ("0x", "0b") else 10)
        return cases.get(token.rpartition(".")[2].lower(), (None,))[0]

    def binary(strength):
        if strength == len(BINARY):
            return unary()
        value = binary(strength + 1)
        while rest and rest[0] in BINARY[strength]:
            operation, other = BINARY[strength][rest.pop(0)], binary(strength + 1)
            value = None if None in (value, other) else operation(value, other)
        return value

    value = binary(0)
    # What remains is not understood, such as a call or a cast.
    return None if rest else value
