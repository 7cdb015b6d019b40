"""Arguments of all kinds."""

import numpy as np

NUMBERS = [-1, 0, 1, 2, 3, 7, 64, 255, 2**31, 2**63, 2**70, -(2**63)]
TEXTS = ["", "x", "rule", "random", "{}", "[]", "standard", "\ud800", "a" * 5000, "1m",
         "19m19p19s1234567z"]  # fmt: skip
OTHERS = [None, True, 0.5, float("nan"), float("inf"), -1.0]
SHAPES = [(), (0,), (3,), (3, 10), (3, 207), (100,), (2, 2, 2)]
TYPES = [np.uint8, np.int32, np.int64, np.uint32, np.float32, bool, object, "U3"]

#: What a call may end with, if it says what is wrong.
REFUSALS = (ValueError, TypeError, OverflowError, AttributeError, UnicodeError)


def value(rng, made, depth=0):
    """Something at random: a number, a text, an array, one of `made` …"""
    pick = rng.randrange(24)
    if pick < 4:
        return rng.choice(NUMBERS)
    if pick < 6:
        return rng.choice(TEXTS)
    if pick == 6:
        return rng.choice(OTHERS)
    if pick == 7:
        return b"\x00\xff"
    if pick < 13:
        return np.zeros(rng.choice(SHAPES), rng.choice(TYPES))
    if pick == 13 and depth < 2:
        return [value(rng, made, depth + 1) for _ in range(rng.randrange(4))]
    if pick == 14 and depth < 2:
        return {0: value(rng, made, depth + 1), 1: value(rng, made, depth + 1)}
    if pick == 15:
        return lambda *_: value(rng, made, 3)
    return rng.choice(made)


def refused(error, what):
    """Checks that an exception says something, and nothing of ours broke."""
    assert str(error), what
    assert "internal error" not in str(error), (what, str(error))
