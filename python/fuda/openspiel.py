"""The games of fuda as Python games of OpenSpiel: `fuda_leduc`, `fuda_koikoi` …

>>> import pyspiel, fuda.openspiel
>>> game = pyspiel.load_game("fuda_koikoi(rules=paper,deals=500)")

Chance decides once, at the start: which of the deals is played. In a game that
is small enough these are all deals there are; in others a number of them drawn
by a seed (`deals`, `seed`), so that the game is one with explicit chance.
`resample` gives a state that agrees with what a player knows, for
`ISMCTSBot.set_resampler`.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel

from . import FudaError, Position, info
from . import game as make_game

#: The most points that a game can bring or cost.
_MOST = {"leduc": 13.0, "othello": 64.0, "daihinmin": 10.0, "koikoi": 10_000.0, "mahjong": 10_000.0}
_LONGEST = 20_000


def _game_type(name: str, seats: int) -> pyspiel.GameType:
    perfect = name == "othello"
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"fuda_{name}",
        long_name=f"fuda: {name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION
        if perfect
        else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": "", "deals": 1000, "seed": 1},
    )


class _Source:
    """Where the deals of a game come from; states share it."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        self.game = make_game(name, params.get("rules") or None)
        self.seats = self.game.seats
        self.seed = int(params.get("seed", 1))
        try:
            self.all: list[Position] | None = self.game.deals(10_000)
            self.deals = len(self.all)
        except FudaError:
            self.all = None
            self.deals = int(params.get("deals", 1000))

    def deal(self, number: int) -> Position:
        """The first position of a deal."""
        if self.all is not None:
            return self.all[number].copy()
        return self.game.deal(seed=self.seed, number=number)

    def __deepcopy__(self, memo: dict[int, Any]) -> _Source:
        return self


class FudaState(pyspiel.State):  # type: ignore[misc]
    """A game in progress; nothing is dealt in the first state."""

    def __init__(self, game: Any, source: _Source) -> None:
        super().__init__(game)
        self.source = source
        self.position: Position | None = None

    def current_player(self) -> int:
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.position.turn
        return turn[0] if turn else int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.source.deals
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return sorted(set(self.position.view(player).actions()))

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.position = self.source.deal(action)
        else:
            self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.position is None or player < 0:
            return f"deal {action}"
        try:
            return self.position.view(player).move_of(action)
        except FudaError:
            return f"action {action}"

    def is_terminal(self) -> bool:
        return self.position is not None and self.position.is_over

    def returns(self) -> list[float]:
        scores = None if self.position is None else self.position.scores
        return scores or [0.0] * self.source.seats

    def __str__(self) -> str:
        return "nothing is dealt" if self.position is None else repr(self.position)


class FudaObserver:
    """What a player knows: the view as text, and its observation as numbers."""

    def __init__(self, length: int, one: int) -> None:
        self.tensor = np.zeros(length, np.float32)
        self.dict = {"observation": self.tensor}
        self._one = one

    def set_from(self, state: FudaState, player: int) -> None:
        self.tensor.fill(0)
        if state.position is not None:
            self.tensor[:] = state.position.view(player).observation()
            self.tensor /= self._one

    def string_from(self, state: FudaState, player: int) -> str:
        return "" if state.position is None else state.position.view(player).to_json()


def _game_class(name: str) -> tuple[pyspiel.GameType, type]:
    encoder = info(name)["encoders"][0]
    game_type = _game_type(name, make_game(name).seats)

    class FudaGame(pyspiel.Game):  # type: ignore[misc]
        """A game of fuda."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            params = params or {}
            self.source = _Source(name, params)
            most = _MOST[name]
            game_info = pyspiel.GameInfo(
                num_distinct_actions=encoder["actions"],
                max_chance_outcomes=self.source.deals,
                num_players=self.source.seats,
                min_utility=-most,
                max_utility=most,
                utility_sum=0.0,
                max_game_length=_LONGEST,
            )
            super().__init__(game_type, game_info, params)

        def new_initial_state(self) -> FudaState:
            return FudaState(self, self.source)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> FudaObserver:
            return FudaObserver(encoder["len"], encoder["one"])

    return game_type, FudaGame


def resample(state: FudaState, player: int) -> FudaState:
    """A state that agrees with what the player knows, every arrangement of
    what is hidden being equally likely; for `ISMCTSBot.set_resampler`."""
    assert state.position is not None
    copy: FudaState = state.clone()
    copy.position = state.position.view(player).assume(random.getrandbits(63))
    return copy


for _name in _MOST:
    pyspiel.register_game(*_game_class(_name))
