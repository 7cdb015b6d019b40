"""PettingZoo's own tests on every game and rule set."""

import itertools
import random
import sys
import types

import fuda
import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import (  # noqa: E402
    api_test,
    max_cycles_test,
    performance_benchmark,
    seed_test,
)
from pettingzoo.utils import BaseWrapper, aec_to_parallel  # noqa: E402

import fuda.pettingzoo as zoo  # noqa: E402

PRESETS = [
    (name, rules["name"])
    for name in fuda.game_names()
    for rules in fuda.info(name)["rules"]
]


@pytest.mark.parametrize("name, rules", PRESETS)
@pytest.mark.filterwarnings("ignore")
def test_api(name, rules):
    module = getattr(zoo, f"{name}_v0")
    api_test(module.env(rules=rules), num_cycles=60)


@pytest.mark.parametrize("name", fuda.game_names())
@pytest.mark.filterwarnings("ignore")
def test_seeds(name):
    seed_test(getattr(zoo, f"{name}_v0").env, num_cycles=60)


class FirstLegal(BaseWrapper):
    """Plays the first legal action of the same game, whatever is drawn."""

    @property
    def metadata(self):
        return self.env.metadata | {"is_parallelizable": True}

    def reset(self, seed=None, options=None):
        super().reset(seed=1 if seed is None else seed, options=options)

    def step(self, action):
        mask = self.env.observe(self.env.agent_selection)["action_mask"]
        super().step(None if action is None else int(mask.argmax()))


@pytest.mark.filterwarnings("ignore")
def test_max_cycles_of_pettingzoo():
    # The test as shipped draws actions without masks, wants a parallel form of
    # the game and every seat to decide equally often. PettingZoo does not run it
    # on its own classic games; of ours Othello, where seats strictly alternate,
    # can be brought into that form.
    class module:
        @staticmethod
        def env(**options):
            return FirstLegal(zoo.othello_v0.env(**options))

        @staticmethod
        def parallel_env(**options):
            return aec_to_parallel(module.env(**options))

    max_cycles_test(module)


@pytest.mark.parametrize("name", fuda.game_names())
@pytest.mark.parametrize("limit", [1, 4])
def test_max_cycles(name, limit):
    env = getattr(zoo, f"{name}_v0").env(max_cycles=limit)
    truncated, draw = 0, random.Random(1)
    for seed in range(20):
        env.reset(seed=seed)
        decisions = dict.fromkeys(env.possible_agents, 0)
        for agent in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if not (over or cut):
                decisions[agent] += 1
                env.step(draw.choice(np.flatnonzero(observation["action_mask"])))
                continue
            assert cut != over
            truncated += cut
            env.step(None)
        assert max(decisions.values()) <= limit
        if cut:
            # The seat that would have been asked next has had its share.
            next_seat = env.unwrapped.position.turn[0]
            assert decisions[env.possible_agents[next_seat]] == limit
    # A game of Leduc may end before anybody has decided four times.
    assert truncated or (name == "leduc" and limit > 1)


def test_max_cycles_must_be_positive():
    with pytest.raises(ValueError, match="max_cycles: expected at least 1, got 0"):
        zoo.leduc_v0.env(max_cycles=0)


@pytest.mark.filterwarnings("ignore")
def test_performance(monkeypatch, capsys):
    # The benchmark runs until five seconds have passed; here it only has to run.
    benchmark = sys.modules["pettingzoo.test.performance_benchmark"]
    clock = types.SimpleNamespace(time=itertools.count(0, 0.1).__next__)
    monkeypatch.setattr(benchmark, "time", clock)
    performance_benchmark(zoo.leduc_v0.env())
    assert "turns per second" in capsys.readouterr().out


def test_rewards_are_the_scores():
    env = zoo.koikoi_v0.env(rules="guan")
    env.reset(seed=3)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        action = None
        if not (terminated or truncated):
            action = int(observation["action_mask"].argmax())
        env.step(action)
    assert list(totals.values()) == env.unwrapped.position.scores


def test_render():
    env = zoo.othello_v0.env(render_mode="ansi")
    env.reset(seed=1)
    assert "a" in env.render()
