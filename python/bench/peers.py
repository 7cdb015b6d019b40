"""Random play in the environments of others, with their observations."""

import importlib
import random
import time

MODULES = ("riichienv", "rlcard", "pyspiel", "pgx")


def _module(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def missing():
    """The peers that are not installed."""
    return [name for name in MODULES if _module(name) is None]


class Clock:
    """Adds up wall-clock and processor time of what runs inside it."""

    def __init__(self):
        self.wall = self.processor = 0.0

    def __enter__(self):
        self._began = time.perf_counter(), time.process_time()

    def __exit__(self, *_):
        self.wall += time.perf_counter() - self._began[0]
        self.processor += time.process_time() - self._began[1]


def measure(play, seconds):
    """Decisions per second, and per second of processor time, of a function
    that plays for a while inside a clock and gives the number of decisions."""
    clock, decisions, began = Clock(), 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        decisions += play(clock)
    return decisions / clock.wall, decisions / max(clock.processor, 1e-9)


def _timed(play):
    """All that the function does is timed."""

    def inside(clock):
        with clock:
            return play()

    return inside


def _riichienv(riichienv):
    import numpy as np

    def play():
        env = riichienv.RiichiEnv(game_mode="4p-red-half")
        waiting, decisions = env.reset(), 0
        while not env.done():
            answers = {}
            for seat, seen in waiting.items():
                np.frombuffer(seen.encode(), dtype=np.float32)
                answers[seat] = random.choice(seen.legal_actions())
                decisions += 1
            waiting = env.step(answers)
        return decisions

    return play


def _rlcard(rlcard, name):
    env = rlcard.make(name)

    def play():
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def _open_spiel(pyspiel, name):
    game = pyspiel.load_game(name)

    def play():
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(random.choice(outcomes)[0])
                continue
            state.observation_tensor()
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return play


def _pgx(pgx, name, games=4096, steps=64):
    """A whole run of steps is compiled into one call."""
    import jax
    import jax.numpy as jnp

    env = pgx.make(name)

    def turn(state, key):
        keys = jax.random.split(key, games + 1)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(keys[0], logits, axis=-1)
        step = pgx.experimental.auto_reset(env.step, env.init)
        after = jax.vmap(step)(state, action, keys[1:])
        return after, after.observation.sum()

    @jax.jit
    def run_steps(state, key):
        return jax.lax.scan(turn, state, jax.random.split(key, steps))

    key = jax.random.PRNGKey(1)
    held = {"state": jax.jit(jax.vmap(env.init))(jax.random.split(key, games)), "key": key}

    def play():
        held["key"], now = jax.random.split(held["key"])
        held["state"], seen = run_steps(held["state"], now)
        seen.block_until_ready()
        return games * steps

    play()
    return play


def available():
    """Game, peer and what `measure` takes."""
    if riichienv := _module("riichienv"):
        yield "mahjong", "riichienv", _timed(_riichienv(riichienv))
    if rlcard := _module("rlcard"):
        yield "mahjong", "rlcard mahjong", _timed(_rlcard(rlcard, "mahjong"))
        yield "leduc", "rlcard leduc-holdem", _timed(_rlcard(rlcard, "leduc-holdem"))
    if pyspiel := _module("pyspiel"):
        yield "othello", "open_spiel", _timed(_open_spiel(pyspiel, "othello"))
        yield "leduc", "open_spiel", _timed(_open_spiel(pyspiel, "leduc_poker"))
    if pgx := _module("pgx"):
        importlib.import_module("pgx.experimental")
        yield "othello", "pgx, CPU", _timed(_pgx(pgx, "othello"))
        yield "leduc", "pgx, CPU", _timed(_pgx(pgx, "leduc_holdem"))
