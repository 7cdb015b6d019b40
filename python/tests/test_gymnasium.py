"""Gymnasium's own check of the single-seat environment."""

import pytest

pytest.importorskip("gymnasium")
import gymnasium  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

import fuda.gymnasium  # noqa: E402, F401


@pytest.mark.parametrize("game, opponents", [("koikoi", "rule"), ("leduc", "cfr"), ("othello", "random"), ("mahjong", ["random", "greedy"]), ("daihinmin", "random")])
@pytest.mark.filterwarnings("ignore")
def test_check(game, opponents):
    env = gymnasium.make("FudaSingle-v0", game=game, opponents=opponents)
    check_env(env.unwrapped, skip_render_check=True)


def test_a_game_by_masks():
    env = gymnasium.make("FudaSingle-v0", game="leduc", opponents="random")
    observation, info = env.reset(seed=4)
    for _ in range(200):
        assert env.observation_space.contains(observation)
        observation, reward, over, cut, info = env.step(int(info["action_mask"].argmax()))
        assert "illegal" not in info and abs(reward) <= 13 and not cut
        if over:
            observation, info = env.reset()
    legal = info["action_mask"]
    if (legal == 0).any():
        assert env.step(int(legal.argmin()))[1:3] == (-1.0, True)


def test_wrong_seats_are_refused():
    with pytest.raises(ValueError, match="no seat 2"):
        gymnasium.make("FudaSingle-v0", game="leduc", seat=2)
    with pytest.raises(ValueError, match="every seat but 0"):
        gymnasium.make("FudaSingle-v0", game="mahjong", opponents={1: "random"})
