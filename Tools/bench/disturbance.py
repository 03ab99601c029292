"""Detects from a row's own numbers that it was disturbed while it was measured.

A virtual machine is not notified when its host slows it down. The MAC rate of a core is therefore
measured between the rounds of each row. Results that no idle machine produces are signs as well:
two processors that do more than twice the work of one, and rounds that differ widely.
"""

import statistics
from statistics import median

from host import ENOUGH

# The share of the processors' time that other programs may take.
TAKEN = 0.06
# How far a row's peak rate may be below the best row's, as a share of the latter.
SLOWED = 0.03
# How much more than twice the work of one processor two may do, as a share.
BEYOND_TWICE = 0.02
# The maximum range between the quartiles of a row's rounds, as a share of their median.
SPREAD = 0.1
# Below this number of rounds, quartiles mean little.
FEW = 4


def speed(part):
    """GFLOP/s of one core while a row, or a part of it, was measured; None if unknown."""
    return median(part["peaks"]) if part.get("peaks") else None


def speeds(row):
    """The speeds of a row and of its parts by number of threads."""
    parts = (row, *(row.get("threads") or ()))
    return [speed(part) for part in parts if part.get("peaks")]


def best_speed(rows):
    """The speed of the best row, or None."""
    return max((each for row in rows for each in speeds(row)), default=None)


def round_medians(values, rounds):
    """The median of each round; all rounds have the same number of runs."""
    count = len(values) // rounds
    return [median(values[start:start + count]) for start in range(0, count * rounds, count)]


def spread(values):
    """The range between the quartiles as a share of the median."""
    if len(values) < FEW:
        return 0
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return (high - low) / middle


def gains(row):
    """(the work of two processors as a multiple of that of one, the name of the work)."""
    if "several" in row:
        times = [several / one for one, several in zip(row["one"], row["several"])]
        yield median(times), f"{row['streams']} streams"
    elif "two" in row.get("sides", ()):
        one, two = (median(row["sides"][name]["ms"]) for name in ("one", "two"))
        yield one / two, "two threads"
    elif len(row.get("threads") or ()) == 2:
        one, two = (median(part["ours"]) for part in row["threads"])
        yield one / two, "two threads"


def spreads(row, parts):
    """(the spread of our rounds of the same work, the name of the work)."""
    if "several" in row:
        yield spread([several / one for one, several in zip(row["one"], row["several"])]), "gains"
    if "theirs" in row.get("sides", ()):
        ours, theirs = (row["sides"][name]["ms"] for name in ("ours", "theirs"))
        yield spread([b / a for a, b in zip(ours, theirs)]), "speedups"
    for part in parts:
        yield (spread(round_medians(part["ours"], part["rounds"])),
               f"rounds with {part['threads']} thread{'s' * (part['threads'] > 1)}")


def signs(row, best, parts):
    """(size as a multiple of what is tolerated, description) of each sign of a disturbance."""
    taken = row.get("taken") or 0
    yield taken / TAKEN, f"others took {100 * taken:.0f} % of the processors"
    slowest = min((speed(part) for part in (row, *parts) if part.get("peaks")), default=None)
    if best and slowest:
        slowed = 1 - slowest / best
        yield slowed / SLOWED, f"a core was {100 * slowed:.0f} % slower than at best"
    for host in filter(None, (part.get("host") for part in parts or (row,))):
        # A row is disturbed if this leaves too few rounds (see host.py).
        count, short = len(host["pairs"]), host["short"]
        yield (short / count / (1 - ENOUGH),
               f"in {short} of {count} rounds the host provided fewer than two processors")
    for gain, what in gains(row):
        yield ((gain / 2 - 1) / BEYOND_TWICE,
               f"{what} on two processors did {gain:.2f} times as much as one")
    for width, what in spreads(row, parts):
        yield width / SPREAD, f"the quartiles of {what} lie {100 * width:.0f} % apart"


def disturbance(row, best, part=None):
    """(degree as a multiple of what is tolerated, description) of a row's or part's disturbance."""
    if "skipped" in row:
        return 0, ""
    return max(signs(row, best, [part] if part else row.get("threads") or ()))


def is_disturbed(row, best, part=None):
    return disturbance(row, best, part)[0] > 1
