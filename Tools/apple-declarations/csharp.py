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
            elif kind == "enum" and depth > open_at:
                case = re.match(r"(\w+)\s*(?:=\s*([^,]+))?", stripped)
                if case:
                    next_value = self.add_case(owner, case, next_value, stated)
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

    def add_case(self, owner, case, value, stated):
        """Adds a case of an enumeration; returns the value of the one after it."""
        text = (case[2] or "").strip().rstrip("u").rstrip("U").rstrip("L")
        try:
            # Numbers, shifts and sums of them.
            if text and not re.fullmatch(r"[\dxXa-fA-F<|+()\s-]+", text):
                raise ValueError
            value = eval(text) if text else value  # pylint: disable=eval-used
        except (ValueError, SyntaxError):
            value = None
        self.cases.setdefault(owner, {})[case[1].lower()] = (value, stated)
        return 0 if value is None else value + 1
