"""Tells rounds in which the host gave less than two processors, and repeats them.

A virtual machine's two processors may at times be the two threads of one core, or share cores with
other machines. Two threads then do together what one does, and no clock or load of the machine
shows it. Often it is so for the first tenth of a second after a processor was idle. So before and
after every side's turn it is measured what two threads multiply and add together, again and again
for a while until it is enough, and a round in which it stays too little is repeated, on all sides.
Nobody's times of frames or runs have a say in it.
"""

import time

# What two threads shall do together at least, in parts of twice what one core did at best.
GIVEN = 0.9
# How often it is measured at most between two turns, until they do.
MOST_ASKED = 8
# How many rounds there are at most, in parts of those that are wanted.
MOST_ROUNDS = 2
# With fewer good rounds, in parts of those that are wanted, all rounds count.
ENOUGH = 0.5


class Round:
    """What each side answered in a round, and what was measured before and after each."""

    def __init__(self, answers, measured):
        self.answers = answers
        self.peaks = [peaks[0] for asked in measured for peaks in asked if peaks]
        pairs = [[peaks[1] for peaks in asked if len(peaks) > 1] for asked in measured]
        # Of each time between turns all that was measured, of which the last counts.
        self.pairs = [asked for asked in pairs if asked]

    def is_whole(self, best):
        """Whether two processors were there, beside the best core; true where nobody asked."""
        return all(asked[-1] >= GIVEN * 2 * best for asked in self.pairs)


class Taken:
    """The rounds of a row that count, and those that do not."""

    def __init__(self, rounds, wanted, best):
        whole = [each for each in rounds if each.is_whole(best)]
        is_enough = len(whole) >= max(ENOUGH * wanted, 1)
        self.counted = whole if is_enough else rounds
        self.repeated = [each for each in rounds if not each.is_whole(best)] if is_enough else []
        self.short = 0 if is_enough else len(rounds) - len(whole)

    def facts(self):
        """What a row tells of its rounds beside what they took."""
        facts = {"peaks": [peak for each in self.counted for peak in each.peaks]}
        pairs = [each.pairs for each in self.counted if each.pairs]
        if pairs:
            facts["host"] = {
                "pairs": pairs, "short": self.short,
                "repeated": [{"pairs": each.pairs, "peaks": each.peaks, "answers": each.answers}
                             for each in self.repeated]}
        return facts


class Host:
    """Takes rounds until enough are good, or there is no more time for it."""

    def __init__(self, until=0, clock=time.monotonic):
        self.until = until
        self.clock = clock
        # GFLOP/s of one core, the best of all that was measured so far.
        self.best = 0

    def take(self, wanted, turns, peak):
        """Takes rounds of all turns, which are functions by name.

        `peak` measures one core's and two threads' speed, before and after each turn, and all sides
        wait alike until the host gives two processors. Who goes first, and finds the caches as the
        others left them, changes from round to round.
        """
        names, rounds = list(turns), []
        last = self.ask(peak)
        while len(rounds) < wanted or self.lacks(rounds, wanted):
            first = len(rounds) % len(names)
            answers, measured = {}, [last]
            for name in names[first:] + names[:first]:
                answers[name] = turns[name]()
                measured.append(self.ask(peak))
            last = measured[-1]
            rounds.append(Round(answers, measured))
        return Taken(rounds, wanted, self.best)

    def lacks(self, rounds, wanted):
        """Whether good rounds are missing, and there may be more."""
        if len(rounds) >= MOST_ROUNDS * wanted or self.clock() >= self.until:
            return False
        return sum(each.is_whole(self.best) for each in rounds) < wanted

    def ask(self, peak):
        """Measures until two processors are there, or often enough; returns all that it was."""
        asked = []
        while len(asked) < MOST_ASKED:
            peaks = peak()
            asked.append(peaks)
            self.best = max([self.best, *peaks[:1]])
            if all(pair >= GIVEN * 2 * self.best for pair in peaks[1:]):
                break
        return asked


def words(rows):
    """How often the host gave too little beside these rows, or parts of them; None when never."""
    hosts = [part["host"] for row in rows for part in (row, *(row.get("threads") or ()))
             if part.get("host")]
    repeated = [each["pairs"] for host in hosts for each in host["repeated"]]
    rounds = repeated + [pairs for host in hosts for pairs in host["pairs"]]
    # The last measurement of a round is the first one of the next.
    turns = [asked for pairs in rounds for asked in pairs[:-1]]
    waited = sum(len(asked) > 1 for asked in turns)
    if not repeated and not waited:
        return None
    return (f"Before {waited} of {len(turns)} turns the host gave less than two processors at"
            f" first; {len(repeated)} of {len(rounds)} rounds were repeated because it went on so.")
