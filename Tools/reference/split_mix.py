"""SplitMix64, the seeded generator that LandmarkTestSupport implements in Swift."""

import numpy as np


def numbers(seed, count):
    """The first `count` 64-bit numbers of `seed`."""
    with np.errstate(over="ignore"):
        step = np.uint64(0x9E3779B97F4A7C15)
        z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * step
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def unit(seed, count):
    """The first `count` numbers in 0..<1 with 24 bits, exact as 32-bit floats."""
    return (numbers(seed, count) >> np.uint64(40)).astype(np.float32) * np.float32(2.0 ** -24)
