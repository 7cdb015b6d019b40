"""PettingZoo AEC environments of every game.

>>> from fuda.pettingzoo import mahjong_v0
>>> env = mahjong_v0.env(rules="tenhou")
>>> env.reset(seed=1)

Observations are dictionaries of `observation` (bytes) and `action_mask`, as in
PettingZoo's classic games; a seat that is not asked has an empty mask. Rewards
are points: of each hand when it ends, and what the end of the game brings. With
`max_cycles` no seat makes more decisions than that: the game is truncated when
a seat that has made so many would be asked again.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import game as make_game
from . import info
from .actions import action_number


class raw_env(AECEnv):  # type: ignore[misc]
    """A game of fuda, seat by seat; claims are asked for one after another."""

    def __init__(
        self,
        game: str,
        rules: str | None = None,
        encoder: str | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__()
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles: expected at least 1, got {max_cycles}")
        self.max_cycles = max_cycles
        self.game = make_game(game, rules)
        self.metadata = {
            "render_modes": ["ansi"],
            "name": f"{game}_v0",
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        encoders = info(game, rules)["encoders"]
        found = [one for one in encoders if encoder in (None, one["name"])]
        if not found:
            names = ", ".join(one["name"] for one in encoders)
            raise ValueError(f"{game} has no encoder {encoder!r}; it has: {names}")
        self._encoder = found[0]
        length, actions = self._encoder["len"], self._encoder["actions"]
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (length,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self._rng, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self.position = self.game.deal(seed=int(self._rng.integers(2**62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._points = np.zeros(self.game.seats)
        self._decisions = dict.fromkeys(self.agents, 0)
        self._choose_agent()

    def observe(self, agent: str) -> dict[str, Any]:
        view = self.position.view(self._seats[agent])
        name = self._encoder["name"]
        return {
            "observation": view.observation(name),
            "action_mask": view.mask(name).astype(np.int8),
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if action is None:
            raise ValueError(f"{agent} is asked for an action, got None")
        seat = self._seats[agent]
        view = self.position.view(seat)
        self.position.play(view.move_of(action_number(action), self._encoder["name"]), seat)
        self._decisions[agent] += 1
        self._reward()
        if self.position.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._choose_agent()
            if self._decisions[self.agent_selection] == self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
                self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def _reward(self) -> None:
        """Points gained since the last move."""
        now = self.position.scores or self.position.points
        points = np.array(now) if now else np.zeros(self.game.seats)
        gained, self._points = points - self._points, points
        self.rewards = {agent: float(gained[seat]) for agent, seat in self._seats.items()}

    def _choose_agent(self) -> None:
        self.agent_selection = self.possible_agents[self.position.turn[0]]

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        return self.position.view(self._seats[self.agent_selection]).draw()

    def close(self) -> None:
        """Nothing is open."""


class GameModule:
    """What PettingZoo's environment modules have: `env` and `raw_env`."""

    def __init__(self, game: str) -> None:
        self.game = game

    def raw_env(self, **options: Any) -> raw_env:
        """The environment without PettingZoo's checks."""
        return raw_env(self.game, **options)

    def env(self, **options: Any) -> AECEnv:
        """The environment: an illegal action ends the game with a reward of -1."""
        env = wrappers.TerminateIllegalWrapper(self.raw_env(**options), illegal_reward=-1)
        env = wrappers.AssertOutOfBoundsWrapper(env)
        return wrappers.OrderEnforcingWrapper(env)


mahjong_v0 = GameModule("mahjong")
daihinmin_v0 = GameModule("daihinmin")
koikoi_v0 = GameModule("koikoi")
leduc_v0 = GameModule("leduc")
othello_v0 = GameModule("othello")
