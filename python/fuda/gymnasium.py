"""A Gymnasium environment: one seat of a game against players by name.

>>> import gymnasium, fuda.gymnasium
>>> env = gymnasium.make("FudaSingle-v0", game="koikoi", opponents="rule")
>>> observation, info = env.reset(seed=1)
>>> env.step(int(info["action_mask"].argmax()))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from . import Batch
from . import game as make_game
from .actions import action_number

#: Players at seats: one for all others, or by seat, each perhaps a pool.
Opponents = str | Sequence[str] | Mapping[int, str | Sequence[str]]


class FudaSingle(gymnasium.Env[np.ndarray[Any, np.dtype[np.uint8]], np.int64]):
    """One seat of a game; the others are played by players of the workbench.

    Rewards are points: of each hand when it ends, and what the end of the game
    brings. The mask of legal actions is in `info["action_mask"]` and from
    `action_masks()`; an illegal action ends the game with `illegal_reward`.
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        game: str = "koikoi",
        opponents: Opponents = "random",
        seat: int = 0,
        rules: str | None = None,
        encoder: str | None = None,
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        seats = make_game(game, rules).seats
        if not 0 <= seat < seats:
            raise ValueError(f"there is no seat {seat}; seats are 0 to {seats - 1}")
        if isinstance(opponents, Mapping):
            held = {at: who if isinstance(who, str) else list(who) for at, who in opponents.items()}
        else:
            who = opponents if isinstance(opponents, str) else list(opponents)
            held = {at: who for at in range(seats) if at != seat}
        if seat in held or len(held) != seats - 1:
            raise ValueError(f"opponents must hold every seat but {seat}")
        self._options: dict[str, Any] = {
            "game": game, "games": 1, "threads": 1, "rules": rules, "encoder": encoder,
            "opponents": held, "rotate": False,
        }  # fmt: skip
        self._seat, self._illegal = seat, illegal_reward
        self.render_mode = render_mode
        self._start(0)
        self.observation_space = spaces.Box(0, 255, (self._batch.observation_len,), np.uint8)
        self.action_space = spaces.Discrete(self._batch.actions)

    def _start(self, seed: int) -> None:
        self._batch = Batch(seed=seed, **self._options)
        self._arrays = self._batch.arrays()
        self._fresh = True
        self._batch.observe(*self._arrays)

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which actions are legal."""
        masks: np.ndarray[Any, np.dtype[np.bool_]] = self._arrays[1][0].astype(bool)
        return masks

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._arrays[1][0].astype(np.int8)}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray[Any, np.dtype[np.uint8]], dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or not self._fresh:
            self._start(int(self.np_random.integers(2**62)))
        return self._arrays[0][0].copy(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[np.ndarray[Any, np.dtype[np.uint8]], float, bool, bool, dict[str, Any]]:
        legal, number = self._arrays[1][0], action_number(action)
        if not 0 <= number < len(legal) or not legal[number]:
            self._fresh = False
            info = {**self._info(), "illegal": True}
            return self._arrays[0][0].copy(), self._illegal, True, False, info
        self._fresh = False
        result = self._batch.step(np.array([number], np.int32))
        self._batch.observe(*self._arrays)
        over = len(result.finished) > 0
        # The next game has been dealt already, and may even be over: rounds
        # that come after one with a higher number are not of this game.
        falls = np.flatnonzero(np.diff(result.round_numbers.astype(np.int64)) <= 0)
        rounds = falls[0] + 1 if len(falls) else len(result.round_numbers)
        reward = float(result.round_rewards[:rounds, self._seat].sum())
        if over:
            self._fresh = True
            end = result.scores[0, self._seat] - result.round_points[rounds - 1, self._seat]
            reward += float(end)
        return self._arrays[0][0].copy(), reward, over, False, self._info()


gymnasium.register(id="FudaSingle-v0", entry_point="fuda.gymnasium:FudaSingle")
