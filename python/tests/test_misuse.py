"""The environments with actions that are none: exceptions with words, or the
end of the game as announced, and the environment can be used on."""

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
import gymnasium  # noqa: E402

import fuda  # noqa: E402
import fuda.gymnasium  # noqa: E402
import fuda.pettingzoo  # noqa: E402

NO_NUMBERS = ["x", None, 1.5, float("nan"), [], {}, np.zeros(3), np.float32(1.0), b"\0", True, object()]
OUT_OF_RANGE = [-1, 10**9, 2**70, np.int64(-5)]
GAMES = ["mahjong", "daihinmin", "koikoi", "leduc", "othello"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings("ignore")
def test_gymnasium(game):
    env = gymnasium.make("FudaSingle-v0", game=game)
    _, info = env.reset(seed=3)
    for wrong in NO_NUMBERS:
        with pytest.raises(TypeError, match="expected an integer"):
            env.step(wrong)
    # Nothing was played.
    assert (env.unwrapped.action_masks() == info["action_mask"]).all()
    for wrong in OUT_OF_RANGE:
        _, reward, over, _, info = env.step(wrong)
        assert (reward, over, info["illegal"]) == (-1.0, True, True)
        _, info = env.reset(seed=3)
    assert not env.step(np.int64(info["action_mask"].argmax()))[4].get("illegal")


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo(game):
    env = fuda.pettingzoo.raw_env(game)
    env.reset(seed=3)
    agent = env.agent_selection
    for wrong in NO_NUMBERS:
        with pytest.raises((TypeError, ValueError), match="expected an integer|asked for an action"):
            env.step(wrong)
    for wrong in OUT_OF_RANGE:
        with pytest.raises((ValueError, OverflowError, TypeError)) as error:
            env.step(wrong)
        assert str(error.value)
    assert env.agent_selection == agent
    env.step(np.int64(env.observe(agent)["action_mask"].argmax()))
