"""OpenSpiel's own test of games, and two of its algorithms."""

import pytest

pyspiel = pytest.importorskip("pyspiel")
import numpy as np  # noqa: E402
from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    expected_game_score,
    exploitability,
    ismcts,
    mcts,
)
from open_spiel.python.algorithms import outcome_sampling_mccfr as outcome_sampling  # noqa: E402

import fuda.openspiel  # noqa: E402

SIMULATIONS = {"leduc": 20, "koikoi": 4, "othello": 2, "daihinmin": 2, "mahjong": 1}


@pytest.mark.parametrize("name", SIMULATIONS)
def test_random_simulations(name):
    game = pyspiel.load_game(f"fuda_{name}(deals=50)")
    pyspiel.random_sim_test(game, num_sims=SIMULATIONS[name], serialize=False, verbose=False)


def test_leduc_is_openspiels_leduc():
    """The value of the uniform policy is that of OpenSpiel's own game."""
    values = []
    for name in ("fuda_leduc", "leduc_poker"):
        game = pyspiel.load_game(name)
        uniform = policy.UniformRandomPolicy(game)
        values.append(
            expected_game_score.policy_value(game.new_initial_state(), [uniform, uniform])
        )
    assert np.allclose(*values)


def test_outcome_sampling_learns_leduc():
    np.random.seed(1)
    game = pyspiel.load_game("fuda_leduc")
    solver = outcome_sampling.OutcomeSamplingSolver(game)
    for _ in range(3000):
        solver.iteration()
    theirs = pyspiel.load_game("leduc_poker")
    uniform = exploitability.nash_conv(theirs, policy.UniformRandomPolicy(theirs))
    learned = exploitability.nash_conv(game, solver.average_policy())
    assert learned < 0.9 * uniform, (uniform, learned)


def test_information_set_search_plays_koikoi():
    game = pyspiel.load_game("fuda_koikoi(deals=20)")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 20, random_state=np.random.RandomState(2))
    bot.set_resampler(fuda.openspiel.resample)
    state = game.new_initial_state()
    state.apply_action(3)
    rng = np.random.RandomState(3)
    asked = 0
    while not state.is_terminal():
        action = bot.step(state) if state.current_player() == 0 else rng.choice(state.legal_actions())
        asked += state.current_player() == 0
        assert action in state.legal_actions()
        state.apply_action(int(action))
    assert asked > 3 and sum(state.returns()) == 0
