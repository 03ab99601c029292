"""What shows that a row was disturbed while it was measured, from the row's own numbers.

A host that slows its virtual machines down does not tell them. What a core can multiply and add is
therefore measured between the rounds of each row, and what no quiet machine does is looked for:
two processors that do more than twice what one does, and rounds that lie far apart.
"""

import statistics

from host import ENOUGH

# What others may take of the processors' time.
TAKEN = 0.06
# How far a row's speed may lie below the best row's.
SLOWED = 0.03
# How much more than twice as much two processors may give.
BEYOND_TWICE = 0.02
# How far the quartiles of a row's rounds may lie apart, in parts of their median.
SPREAD = 0.1
# So few rounds have no quartiles worth the name.
FEW = 4


def median(values):
    return statistics.median(values)


def speed(part):
    """GFLOP/s of one core while a row, or a part of it, was measured; None when nobody asked."""
    return median(part["peaks"]) if part.get("peaks") else None


def speeds(row):
    """The speeds of a row and of its parts with so many threads."""
    parts = (row, *(row.get("threads") or ()))
    return [speed(part) for part in parts if part.get("peaks")]


def best_speed(rows):
    """The speed of the best row, or None."""
    return max((each for row in rows for each in speeds(row)), default=None)


def round_medians(values, rounds):
    """The median of each round, of equally many runs."""
    count = len(values) // rounds
    return [median(values[start:start + count]) for start in range(0, count * rounds, count)]


def spread(values):
    """How far the quartiles lie apart, in parts of the median."""
    if len(values) < FEW:
        return 0
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return (high - low) / middle


def gains(row):
    """(how many times as much two processors did as one, in words what did)."""
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
    """(how far the quartiles of like rounds of ours lie apart, what they are of)."""
    if "several" in row:
        yield spread([several / one for one, several in zip(row["one"], row["several"])]), "gains"
    for part in parts:
        yield (spread(round_medians(part["ours"], part["rounds"])),
               f"rounds with {part['threads']} thread{'s' * (part['threads'] > 1)}")


def signs(row, best, parts):
    """(how much, in parts of what is too much; what it was) of each sign, beside the best speed."""
    taken = row.get("taken") or 0
    yield taken / TAKEN, f"others took {100 * taken:.0f} % of the processors"
    slowest = min((speed(part) for part in (row, *parts) if part.get("peaks")), default=None)
    if best and slowest:
        slowed = 1 - slowest / best
        yield slowed / SLOWED, f"a core was {100 * slowed:.0f} % slower than at best"
    for host in filter(None, (part.get("host") for part in parts or (row,))):
        # Where as many are short as this, too few are left for a row (see host.py).
        count, short = len(host["pairs"]), host["short"]
        yield (short / count / (1 - ENOUGH),
               f"in {short} of {count} rounds the host gave less than two processors")
    for gain, who in gains(row):
        yield ((gain / 2 - 1) / BEYOND_TWICE,
               f"{who} on two processors did {gain:.2f} times as much as one")
    for width, what in spreads(row, parts):
        yield width / SPREAD, f"the quartiles of {what} lie {100 * width:.0f} % apart"


def disturbance(row, best, part=None):
    """How much a row, or a part of it, was disturbed, in parts of what is too much; and by what."""
    if "skipped" in row:
        return 0, ""
    return max(signs(row, best, [part] if part else row.get("threads") or ()))


def is_disturbed(row, best, part=None):
    return disturbance(row, best, part)[0] > 1
