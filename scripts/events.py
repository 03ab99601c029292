"""Reads the event stream of Swift Testing. Tools have a link to this file next to their own."""

import collections
import json

# The reason for the failure of a test whose process ended before it did.
DID_NOT_END = "it did not end"


def reason_of(payload):
    """Why a test was skipped or canceled."""
    return "; ".join(payload.get("_comments") or [])


def failure_of(payload):
    """The message of a failed expectation, on one line, and its position."""
    place = payload["issue"].get("sourceLocation") or {}
    texts = " ".join(message["text"] for message in payload.get("messages") or [])
    return f"{place.get('fileID')}:{place.get('line')}: {' '.join(texts.split())[:500]}"


def is_cancelation(payload):
    """Whether an issue is a canceled case: before Swift 6.3, LandmarkTestSupport throws an error for one."""
    return payload.get("issue", {}).get("_error", {}).get("domain", "").endswith(".CannotTest")


def read(events):
    """{test: (outcome, seconds, reason)} of an event stream; a test that did not end has failed.

    If only some cases of a test are canceled, they are a separate skipped entry.
    """
    functions, started, outcomes = {}, {}, {}
    failures = collections.defaultdict(list)
    cases, canceled = collections.Counter(), collections.defaultdict(list)
    for line in events.read_text(encoding="utf-8").splitlines() if events.exists() else ():
        record = json.loads(line)
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                functions[payload["id"]] = payload["id"].rpartition("/")[0]
                outcomes[payload["id"]] = ("failed", 0, DID_NOT_END)
            continue
        test, kind = payload.get("testID"), payload["kind"]
        if test not in functions:
            continue
        instant = payload["instant"]["absolute"]
        if kind == "testStarted":
            started[test] = instant
        elif kind == "testSkipped":
            outcomes[test] = ("skipped", 0, reason_of(payload))
        elif kind == "testCaseStarted":
            cases[test] += 1
        elif kind == "testCaseCancelled":
            canceled[test].append(reason_of(payload))
        elif kind == "issueRecorded" and is_cancelation(payload):
            canceled[test].append(payload["issue"]["_error"]["description"])
        elif kind == "issueRecorded" and not payload.get("issue", {}).get("isKnown"):
            failures[test].append(failure_of(payload))
        elif kind == "testEnded":
            # Only tests with arguments have several cases, whose starts are reported.
            skipped = test in canceled and len(canceled[test]) >= cases[test]
            outcome = "failed" if test in failures else "skipped" if skipped else "passed"
            reasons = "; ".join(dict.fromkeys(canceled.get(test, [])))
            first = failures[test][0] if test in failures else reasons
            outcomes[test] = (outcome, instant - started[test], first)
            if test in canceled and not skipped:
                outcomes[f"{test}#"] = ("skipped", 0, reasons)
                functions[f"{test}#"] = (
                    f"{functions[test]}, {len(canceled[test])} of {cases[test]} cases")
    return {functions[test]: outcome for test, outcome in outcomes.items()}


def print_outcomes(title, tests, outcome):
    """Prints the tests with an outcome, and why they have it."""
    reasons = {name: reason for name, (its, _, reason) in tests.items() if its == outcome}
    if reasons:
        print(f"{title}: {outcome}:")
        for name, reason in sorted(reasons.items()):
            print(f"  {name}" + (f": {reason}" if reason else ""))


def summarize(title, tests, seconds, logs):
    """Prints the skipped, slowest and failed tests, and how many passed; returns how many failed.

    Failures come last, because logs are often read from the end, or cut to it.
    """
    print_outcomes(title, tests, "skipped")
    print(f"{title}: the ten slowest:")
    for name, (_, duration, _) in sorted(tests.items(), key=lambda t: -t[1][1])[:10]:
        print(f"  {duration:6.1f} s  {name}")
    print_outcomes(title, tests, "failed")
    counts = collections.Counter(outcome for outcome, _, _ in tests.values())
    print(f"{title}: {seconds:.0f} s; logs in {logs}")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped", flush=True)
    return counts["failed"]
