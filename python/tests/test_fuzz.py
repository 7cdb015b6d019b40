"""Random calls in random order, with arguments of all kinds: exceptions with
words, never an abort of the interpreter. It runs in a process of its own, so
that an abort is a failed test and not the end of all tests."""

import os
import subprocess
import sys

import pytest

CALLS = r"""
import gc, os, random, sys
import numpy as np
import fuda

rng = random.Random(int(sys.argv[1]))
names = fuda.game_names()
objects = [fuda.game(name) for name in names]
objects += [game.deal(seed=1) for game in objects]
objects += [fuda.Batch(name, games=3, threads=rng.choice([1, 2])) for name in names]
made = list(objects)

def value(depth=0):
    pick = rng.randrange(24)
    if pick < 4: return rng.choice([-1, 0, 1, 2, 3, 7, 64, 255, 2**31, 2**63, 2**70, -2**63])
    if pick < 6: return rng.choice(["", "x", "rule", "random", "{}", "[]", "standard", "\ud800", "a" * 5000, "1m", "19m19p19s1234567z"])
    if pick == 6: return rng.choice([None, True, 0.5, float("nan"), float("inf"), -1.0])
    if pick == 7: return b"\x00\xff"
    if pick < 13:
        shape = rng.choice([(), (0,), (3,), (3, 10), (3, 207), (100,), (2, 2, 2)])
        dtype = rng.choice([np.uint8, np.int32, np.int64, np.uint32, np.float32, bool, object, "U3"])
        return np.zeros(shape, dtype)
    if pick == 13 and depth < 2: return [value(depth + 1) for _ in range(rng.randrange(4))]
    if pick == 14 and depth < 2: return {0: value(depth + 1), 1: value(depth + 1)}
    if pick == 15: return lambda *a: value(3)
    return rng.choice(made)

refused = calls = 0
for number in range(int(sys.argv[2])):
    thing = rng.choice(made)
    # Sensible play goes on between the senseless calls.
    if isinstance(thing, fuda.Batch) and rng.random() < 0.5:
        o, m, s, g = thing.arrays()
        thing.observe(o, m, s, g)
        thing.step(m.argmax(1))
        continue
    if isinstance(thing, fuda.Position) and not thing.is_over and rng.random() < 0.5:
        thing.play(rng.choice(thing.legal()))
        made.append(thing.view(rng.randrange(thing.seats)))
    choices = [n for n in dir(type(thing)) if not n.startswith("__") or n in ("__eq__", "__repr__", "__hash__", "__reduce__", "__str__", "__new__")]
    choices = [n for n in choices if n not in ("match_json", "raw_player", "records")]
    name = rng.choice(choices)
    arguments = [value() for _ in range(rng.randrange(5))]
    if name in ("deals", "play_random"):
        arguments = arguments[:1]
    calls += 1
    try:
        attribute = getattr(thing, name)
        result = attribute(*arguments) if callable(attribute) else attribute
        if isinstance(result, (fuda.Position, fuda.View, fuda.Record)):
            made.append(result)
    except (ValueError, TypeError, OverflowError, AttributeError, MemoryError) as e:
        assert str(e) != "" or isinstance(e, MemoryError), (type(thing), name)
        assert "internal error" not in str(e), (type(thing), name, arguments, str(e))
        refused += 1
    for function in (fuda.Batch, fuda.Game, fuda.View.from_json, fuda.Record.from_json, fuda.mahjong.shanten, fuda.mahjong.acceptance, fuda.mahjong.score, fuda.player):
        if rng.random() < 0.02:
            arguments = [value() for _ in range(rng.randrange(4))]
            if function is fuda.Batch and len(arguments) > 1 and isinstance(arguments[1], int):
                arguments[1] = min(arguments[1], 100)
            try:
                function(*arguments)
            except (ValueError, TypeError, OverflowError, UnicodeError) as e:
                assert str(e) and "internal error" not in str(e), (function, arguments, str(e))
                refused += 1
    if len(made) > 300:
        made = objects + made[-100:]
        gc.collect()
print("calls", calls, "refused", refused)
assert refused > calls // 10
"""


@pytest.mark.parametrize("seed", range(int(os.environ.get("FUDA_FUZZ_SEEDS", "3"))))
def test_random_calls(seed):
    command = [sys.executable, "-X", "faulthandler", "-c", CALLS, str(seed), "2500"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stdout[-500:] + run.stderr[-3000:]
    assert "refused" in run.stdout
