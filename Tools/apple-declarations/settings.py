"""The settings of apps in which clients, guides, articles and the example apps must compile."""

import os
import pathlib
import tempfile

import compiler
import swift_package

# What Xcode 26 sets in a new app: `SWIFT_APPROACHABLE_CONCURRENCY`, and that members are visible only
# where their module is imported. Swift 6 has some of these anyway.
NEW_IN_5 = ["DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability",
            "InferSendableFromCaptures"]
NEW = ["InferIsolatedConformances", "NonisolatedNonsendingByDefault", "MemberImportVisibility"]


def features(names):
    """The flags that enable upcoming features of the language."""
    return [flag for name in names for flag in ("-enable-upcoming-feature", name)]


SETTINGS = {
    "Swift 5": ["-swift-version", "5"],
    "Swift 6": ["-swift-version", "6"],
    "a new app of Xcode 26": ["-swift-version", "5", "-default-isolation", "MainActor",
                              *features(NEW_IN_5 + NEW)],
    "a new app of Xcode 26 in Swift 6": ["-swift-version", "6", "-default-isolation", "MainActor",
                                         *features(NEW)],
}


def is_swift_6(setting):
    """Whether a setting selects Swift 6."""
    return SETTINGS[setting][:2] == ["-swift-version", "6"]


def arguments(apple, *targets):
    """The flags for code that imports targets of the package."""
    known = {**swift_package.targets(), **swift_package.apps()}
    needed = {name for target in targets
              for name in (target, *compiler.closure(known[target], known)) if name in known}
    return apple.c_flags(sorted(needed), known)


def failures(apple, module, files, targets, settings=tuple(SETTINGS)):
    """The compiler's messages about files that are a module, by the setting that causes them.

    Warnings are errors: an example must not bring the first warning into a project.
    """
    found = {}
    for setting in settings:
        try:
            apple.swift("-emit-sil", "-o", os.devnull, "-module-name", module, "-parse-as-library",
                        "-warnings-as-errors", *SETTINGS[setting], *arguments(apple, *targets), *files)
        except compiler.Failure as failure:
            found[setting] = str(failure)
    return found


# What is refused, the settings that refuse it, and their reason.
PLANTED = {
    "a global variable": (
        "var count = 0\n", ["Swift 6"], "not concurrency-safe"),
    "a call of what is on the main actor by default": (
        "struct A { func f() {} }\nnonisolated func g() { A().f() }\n",
        ["a new app of Xcode 26", "a new app of Xcode 26 in Swift 6"], "main actor-isolated"),
    "a member whose module is not imported": (
        "import LandmarkApple\n\nfunc count(of update: ExerciseUpdate) -> Int {\n"
        "    update.status?.count ?? 0\n}\n",
        ["a new app of Xcode 26", "a new app of Xcode 26 in Swift 6"],
        "missing import of defining module 'LandmarkMotion'"),
}


def self_test(apple):
    """What planted faults do not cause."""
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "Planted.swift"
        for title, (source, refusing, expected) in PLANTED.items():
            path.write_text(source)
            found = failures(apple, "Planted", [path], ["LandmarkApple"])
            if list(found) != refusing or not all(expected in text for text in found.values()):
                problems.append(f"{title} is not refused as it should be: {found}")
    return problems
