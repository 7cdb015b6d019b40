"""PettingZoo's own tests on every game and rule set."""

import itertools
import sys
import types

import fuda
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, performance_benchmark, seed_test  # noqa: E402

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
