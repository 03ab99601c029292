"""Compares counts of instructions with budgets."""

# A part of what is counted: how much more than the budget fails, as a fraction of it. Ten counts
# of the same program differ by less than a hundredth of that.
TOLERANCES = {"start": 0.03, "frame": 0.015}
# Other compilers make other code of the same source.
OTHER_COMPILER = {"start": 0.15, "frame": 0.10}
# What a planted budget is of the count, and whether the count must be refused.
PLANTED = [(0.95, True), (1.0, False), (1.05, False), (None, True)]


def tolerances(budgets, compiler):
    return TOLERANCES if budgets["compiler"] == compiler else OTHER_COMPILER


def line(name, count, budget):
    """One case in words, with its distance from the budget where there is one."""
    text = f"{name:22}"
    for part in TOLERANCES:
        text += f"  {part} {count[part] / 1e6:8.2f} M"
        if budget:
            text += f" ({count[part] / budget[part] - 1:+.2%})"
    return text


def judge(name, count, budget, allowed):
    """What exceeds its budget, and what has become so much less that the budget may."""
    if budget is None:
        return [f"{name} has no budget: --record makes one"], []
    more, less = [], []
    for part, tolerance in allowed.items():
        change = count[part] / budget[part] - 1
        what = (f"{name}: {part} takes {count[part]:,} instructions, {abs(change):.2%}"
                f" {'more' if change > 0 else 'less'} than the budget of {budget[part]:,}")
        if change > tolerance:
            more.append(what)
        elif change < -tolerance:
            less.append(what + ": it can be lowered with --record")
    return more, less


def self_test(name, count):
    """What is not judged as it should: no text, when all is well."""
    failures = []
    for factor, refused in PLANTED:
        budget = factor and {part: round(value * factor) for part, value in count.items()}
        more, less = judge(name, count, budget, TOLERANCES)
        parts = 1 if budget is None else len(TOLERANCES)
        expected = (parts if refused else 0, parts if factor and factor > 1.01 else 0)
        if (len(more), len(less)) != expected:
            failures.append(f"a budget of {factor} of the count gives {more or less or 'nothing'}")
    return failures
