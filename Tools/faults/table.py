"""The tables of docs/faults.md."""

import judging
from markdown import table
from repository import ROOT

PAGE = ROOT / "docs/faults.md"
BEGIN, END = "<!-- faults: begin -->", "<!-- faults: end -->"
SHOWN = [judging.UNHARMED, judging.FAILED, judging.TOLD, judging.OTHER_FONT, judging.OUT_OF_MEMORY, judging.ENDED,
         judging.WRONG]


def counted(tally, place, name):
    """The runs of a scene or kind of call by outcome, where `place` says which part of the key is the name."""
    return [sum(count for key, count in tally.counts.items() if key[place] == name and key[3] == outcome)
            for outcome in SHOWN]


def row(name, calls, outcomes):
    return [name, f"{calls:,}", f"{sum(outcomes):,}", *(f"{count:,}" if count else "–" for count in outcomes)]


def lines(tally, limit):
    """The tables as lines of Markdown."""
    scenes = list(tally.calls)
    kinds = list(judging.FACTS)
    titles = ["calls", "runs", *SHOWN]
    total = [sum(counted(tally, 0, scene)[place] for scene in scenes) for place in range(len(SHOWN))]
    every = sum(sum(calls.values()) for calls in tally.calls.values())
    yield f"{sum(total):,} runs, at most {limit:,} for each kind of call and way to fail in a scene; {total[-1]} were wrong."
    yield ""
    yield from table(["scene", *titles], [
        *(row(scene, sum(tally.calls[scene].values()), counted(tally, 0, scene)) for scene in scenes),
        row("**all**", every, total)])
    yield from table(["call", *titles], [
        row(f"`{kind}`", sum(calls[kind] for calls in tally.calls.values()), counted(tally, 1, kind)) for kind in kinds])


def write(tally, limit):
    """Renews the tables of the page."""
    text = PAGE.read_text(encoding="utf-8")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    made = "\n".join(lines(tally, limit))
    PAGE.write_text(f"{before}{BEGIN}\n{made}{END}{after}", encoding="utf-8")
