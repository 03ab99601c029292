"""Detects rounds in which the host provided fewer than two processors, and repeats them.

The two processors of a virtual machine may at times be the two threads of one core, or share cores
with other machines. Two threads together are then only as fast as one, which no clock or load
figure of the machine shows; this often lasts for the first tenth of a second after a processor was
idle. So the MAC rate of two threads is measured before and after each side's turn, several times
until it is high enough. A round in which it stays too low is repeated on all sides. The times of
frames and runs have no influence on this.
"""

import time

# The minimum rate of two threads together, as a share of twice the best rate of one core.
MIN_PAIR_RATE = 0.9
# The maximum number of measurements between two turns.
MAX_MEASUREMENTS = 8
# The maximum number of rounds, as a multiple of the requested ones.
MAX_ROUNDS = 2
# If fewer than this share of the requested rounds are whole, all rounds count.
ENOUGH = 0.5


class Round:
    """The answers of all sides in a round, and the rates measured before and after each turn."""

    def __init__(self, answers, measured):
        self.answers = answers
        self.peaks = [peaks[0] for between in measured for peaks in between if peaks]
        pairs = [[peaks[1] for peaks in between if len(peaks) > 1] for between in measured]
        # All measurements between two turns; the last one counts.
        self.pairs = [between for between in pairs if between]

    def is_whole(self, best):
        """Whether there were two processors, given the best core's rate; true if unmeasured."""
        return all(between[-1] >= MIN_PAIR_RATE * 2 * best for between in self.pairs)


class RowRounds:
    """The rounds of a row, those that count and those that do not."""

    def __init__(self, rounds, wanted, best):
        whole = [each for each in rounds if each.is_whole(best)]
        is_enough = len(whole) >= max(ENOUGH * wanted, 1)
        self.counted = whole if is_enough else rounds
        self.repeated = [each for each in rounds if not each.is_whole(best)] if is_enough else []
        self.short = 0 if is_enough else len(rounds) - len(whole)

    def facts(self):
        """The part of a row's result that describes its rounds."""
        facts = {"peaks": [peak for each in self.counted for peak in each.peaks]}
        pairs = [each.pairs for each in self.counted if each.pairs]
        if pairs:
            facts["host"] = {
                "pairs": pairs, "short": self.short,
                "repeated": [{"pairs": each.pairs, "peaks": each.peaks, "answers": each.answers}
                             for each in self.repeated]}
        return facts


class Host:
    """Runs rounds until enough of them are whole, or the time is up."""

    def __init__(self, until=0, clock=time.monotonic):
        self.until = until
        self.clock = clock
        # The best rate of one core so far, in GFLOP/s.
        self.best = 0

    def run_rounds(self, wanted, turns, peak):
        """Runs rounds of all `turns`, a dictionary of functions, and returns `RowRounds`.

        `peak` measures the rates of one core and of two threads. It is called before and after each
        turn, so that every side waits until the host gives two processors. The order of the sides,
        and with it the state of the caches, rotates from round to round.
        """
        names, rounds = list(turns), []
        last = self.wait(peak)
        while len(rounds) < wanted or self.needs_more(rounds, wanted):
            first = len(rounds) % len(names)
            answers, measured = {}, [last]
            for name in names[first:] + names[:first]:
                answers[name] = turns[name]()
                measured.append(self.wait(peak))
            last = measured[-1]
            rounds.append(Round(answers, measured))
        return RowRounds(rounds, wanted, self.best)

    def needs_more(self, rounds, wanted):
        """Whether whole rounds are missing and another round is allowed."""
        if len(rounds) >= MAX_ROUNDS * wanted or self.clock() >= self.until:
            return False
        return sum(each.is_whole(self.best) for each in rounds) < wanted

    def wait(self, peak):
        """Measures until there are two processors or the limit is reached; returns all
        measurements."""
        measurements = []
        while len(measurements) < MAX_MEASUREMENTS:
            peaks = peak()
            measurements.append(peaks)
            self.best = max([self.best, *peaks[:1]])
            if all(pair >= MIN_PAIR_RATE * 2 * self.best for pair in peaks[1:]):
                break
        return measurements


def summary(rows):
    """States how often the host provided too little in these rows or their parts; None if never."""
    hosts = [part["host"] for row in rows for part in (row, *(row.get("threads") or ()))
             if part.get("host")]
    repeated = [each["pairs"] for host in hosts for each in host["repeated"]]
    rounds = repeated + [pairs for host in hosts for pairs in host["pairs"]]
    # The last measurement of a round is the first one of the next.
    turns = [between for pairs in rounds for between in pairs[:-1]]
    waited = sum(len(between) > 1 for between in turns)
    if not repeated and not waited:
        return None
    return (f"Before {waited} of {len(turns)} turns the host provided fewer than two processors at"
            f" first; {len(repeated)} of {len(rounds)} rounds were repeated because this"
            " persisted.")
