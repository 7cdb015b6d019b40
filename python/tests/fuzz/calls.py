"""Random calls of the package, in random order: `calls.py SEED CALLS`."""

import gc
import os
import random
import sys
import tempfile

import fuda
from values import REFUSALS, refused, value

rng = random.Random(int(sys.argv[1]))
os.chdir(tempfile.mkdtemp())
names = fuda.game_names()
#: Players that answer at once.
PLAYERS = {"othello": "greedy", "mahjong": "ukeire", "daihinmin": "default", "koikoi": "rule",
           "leduc": "cfr"}  # fmt: skip

games = [fuda.game(name) for name in names]
objects = games + [game.deal(seed=1) for game in games]
objects += [fuda.Batch(name, games=3, threads=rng.choice([1, 2])) for name in names]
objects += [fuda.player(name, PLAYERS[name]) for name in names]
made = list(objects)

SPECIAL = {"__eq__", "__repr__", "__hash__", "__reduce__", "__str__", "__new__", "__call__",
           "__len__"}  # fmt: skip
#: Asked for below, with settings that end soon.
ELSEWHERE = {"match_json", "raw_player", "records"}
FUNCTIONS = [
    fuda.Batch, fuda.Game, fuda.View.from_json, fuda.Record.from_json, fuda.mahjong.shanten,
    fuda.mahjong.acceptance, fuda.mahjong.discards, fuda.mahjong.score, fuda.player, fuda.game,
    fuda.info, fuda.records, fuda.write_records, fuda.model,
]  # fmt: skip


def values(most):
    return [value(rng, made) for _ in range(rng.randrange(most))]


def sensible(thing):
    """Sensible play goes on between the senseless calls."""
    if isinstance(thing, fuda.Batch) and rng.random() < 0.5:
        o, m, s, g = thing.arrays()
        thing.observe(o, m, s, g)
        made.append(thing.step(m.argmax(1)))
    if isinstance(thing, fuda.Position) and not thing.is_over and rng.random() < 0.5:
        thing.play(rng.choice(thing.legal()))
        made.append(thing.view(rng.randrange(thing.seats)))
    if isinstance(thing, fuda.Position) and rng.random() < 0.01:
        thing.play_random()
        try:
            made.extend([thing.record(), *thing.record().decisions()[:2]])
        except fuda.FudaError as error:
            assert "assumed" in str(error)


def some_call(thing):
    """Calls or reads something of an object."""
    known = [n for n in dir(type(thing)) if n in SPECIAL or not n.startswith("__")]
    name = rng.choice([n for n in known if n not in ELSEWHERE])
    arguments = values(5)[: 1 if name in ("deals", "play_random") else None]
    try:
        attribute = getattr(thing, name)
        result = attribute(*arguments) if callable(attribute) else attribute
    except MemoryError:
        return 1
    except REFUSALS as error:
        refused(error, (type(thing), name, arguments))
        return 1
    if isinstance(result, (fuda.Position, fuda.View, fuda.Record)):
        made.append(result)
    return 0


def some_function():
    """Calls a function of the package."""
    function, arguments = rng.choice(FUNCTIONS), values(4)
    if function is fuda.Batch and len(arguments) > 1 and isinstance(arguments[1], int):
        arguments[1] = min(arguments[1], 100)
    if function is fuda.records and len(arguments) > 1:
        # Not the whole disc, should a path turn out to be one.
        arguments[1] = rng.choice(["nothing.jsonl", b"x", 3, None, ["a", 2], "\0", os.getcwd()])
    try:
        function(*arguments)
    except (*REFUSALS, OSError) as error:
        refused(error, (function, arguments))
        return 1
    return 0


def some_match():
    """A short match between anything."""
    kinds = ["random", "rulle", lambda view: value(rng, made), lambda view: view.legal[0]]
    contestants = [rng.choice(kinds) for _ in range(rng.randrange(4))]
    names_of_options = ("seed", "rules", "seats", "seconds", "progress")
    options = {name: value(rng, made) for name in names_of_options if rng.random() < 0.2}
    try:
        name = rng.choice([*names, value(rng, made)])
        fuda.match(name, rng.choice([contestants, value(rng, made)]), deals=1, threads=1, **options)
    except REFUSALS as error:
        refused(error, (contestants, options))
        return 1
    return 0


calls = int(sys.argv[2])
refusals = 0
for _ in range(calls):
    thing = rng.choice(made)
    sensible(thing)
    refusals += some_call(thing)
    if rng.random() < 0.2:
        refusals += some_function()
    if rng.random() < 0.01:
        refusals += some_match()
    if len(made) > 300:
        made = objects + made[-100:]
        gc.collect()
print("calls", calls, "refused", refusals)
assert refusals > calls // 10
