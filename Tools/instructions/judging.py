"""Compares counts of instructions with budgets."""

# How far each count may exceed its budget, as a fraction. Ten counts of the same program differ by
# less than a hundredth of that.
TOLERANCES = {"start": 0.03, "frame": 0.015}
# Other compilers generate different code from the same source.
OTHER_COMPILER = {"start": 0.15, "frame": 0.10}
# Planted budgets as fractions of the count, and whether the count must be rejected.
PLANTED = [(0.95, True), (1.0, False), (1.05, False), (None, True)]


def tolerances(budgets, compiler):
    return TOLERANCES if budgets["compiler"] == compiler else OTHER_COMPILER


def line(name, count, budget):
    """One line about a case, with its distance from the budget if there is one."""
    text = f"{name:22}"
    for part in TOLERANCES:
        text += f"  {part} {count[part] / 1e6:8.2f} M"
        if budget:
            text += f" ({count[part] / budget[part] - 1:+.2%})"
    return text


def judge(name, count, budget, allowed):
    """The counts that exceed their budgets, and those for which the budget can be lowered."""
    if budget is None:
        return [f"{name} has no budget; --record adds one"], []
    more, less = [], []
    for part, tolerance in allowed.items():
        change = count[part] / budget[part] - 1
        what = (f"{name}: {part} takes {count[part]:,} instructions, {abs(change):.2%}"
                f" {'more' if change > 0 else 'less'} than the budget of {budget[part]:,}")
        if change > tolerance:
            more.append(what)
        elif change < -tolerance:
            less.append(what + "; lower it with --record")
    return more, less


def self_test(name, count):
    """Judges a count against planted budgets; returns one text for each wrong verdict."""
    failures = []
    for factor, refused in PLANTED:
        budget = factor and {part: round(value * factor) for part, value in count.items()}
        more, less = judge(name, count, budget, TOLERANCES)
        parts = 1 if budget is None else len(TOLERANCES)
        expected = (parts if refused else 0, parts if factor and factor > 1.01 else 0)
        if (len(more), len(less)) != expected:
            failures.append(f"a budget of {factor} of the count gives {more or less or 'nothing'}")
    return failures
