"""The version of the package, as its sources, CHANGELOG.md and Debian write it."""

import datetime
import os
import re

from commands import CommandError, output

SOURCE = "Sources/LandmarkCommandSupport/Program.swift"
COPIES = {"Python/src/landmarkkit/_version.py": r'^VERSION = "([^"]+)"'}
CHANGES = "CHANGELOG.md"


class VersionError(Exception):
    """The fault of a version, with the file, the expected and the actual text."""


def found(root, name, pattern):
    """The text that a pattern matches in a file."""
    match = re.search(pattern, (root / name).read_text(encoding="utf-8"), re.MULTILINE)
    if not match:
        raise VersionError(f"{name}: expected a line that matches {pattern}, got none")
    return match[1]


def current(root):
    """The version in `Version.current`."""
    return found(root, SOURCE, r'static let current = "([^"]+)"')


def check(root, version):
    """Raises unless all sources have this version, and the changelog a section with its date."""
    for name, got in [(SOURCE, current(root)),
                      *((name, found(root, name, pattern)) for name, pattern in COPIES.items())]:
        if got != version:
            raise VersionError(f"{name}: expected version {version}, got {got}")
    title, _ = section(root, version)
    date = title.partition(" – ")[2]
    try:
        datetime.date.fromisoformat(date)
    except ValueError:
        raise VersionError(f"{CHANGES}: expected “## {version} – YYYY-MM-DD”, got “## {title}”") from None


def section(root, version):
    """The title of a version's section in the changelog, and its text."""
    text = (root / CHANGES).read_text(encoding="utf-8")
    titles = re.findall(r"^## (.+)$", text, re.MULTILINE)
    for title in titles:
        if title.split(" ")[0] == version:
            body = text.split(f"## {title}\n", 1)[1]
            return title, re.split(r"^## ", body, maxsplit=1, flags=re.MULTILINE)[0].strip() + "\n"
    there = ", ".join(f"“## {title}”" for title in titles) or "no section"
    raise VersionError(f"{CHANGES}: expected a section “## {version} – YYYY-MM-DD”, got {there}")


def debian(version):
    """The version as Debian sorts it: a pre-release comes before its release."""
    return version.replace("-", "~", 1) + "-1"


def epoch(root):
    """The time that files in packages get: SOURCE_DATE_EPOCH, or that of the last commit."""
    text, origin = os.environ.get("SOURCE_DATE_EPOCH"), "SOURCE_DATE_EPOCH"
    if text is None:
        origin = "the time of the last commit"
        try:
            text = output("git", "-C", root, "log", "-1", "--format=%ct").strip()
        except CommandError as error:
            raise VersionError(f"{root}: expected SOURCE_DATE_EPOCH, or a commit to take the time from, got"
                               f" neither: {error}") from None
    if not re.fullmatch(r"\d{1,10}", text, re.ASCII):
        raise VersionError(f"{origin}: expected seconds since 1970, got {text!r}")
    return int(text)
