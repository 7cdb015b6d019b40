"""Games with hidden information: exact rules, players, matches, and thousands
of games at a time.

>>> import fuda
>>> position = fuda.game("koikoi").deal(seed=1)
>>> player = fuda.player("koikoi", "rule")
>>> while not position.is_over:
...     position.play(player.choose(position.view()).move)
>>> position.scores
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from typing import Any

from . import mahjong
from ._fuda import (
    Batch,
    Decision,
    FudaError,
    Game,
    Position,
    Record,
    StepResult,
    View,
    __version__,
    game_names,
    read_model,
    write_records,
)
from .match import run_match as match
from .players import Alternative, Choice, Player
from .results import Estimate, MatchResult, PlayerResult

__all__ = [
    "Alternative",
    "Batch",
    "Choice",
    "Decision",
    "Estimate",
    "FudaError",
    "Game",
    "MatchResult",
    "Model",
    "Player",
    "PlayerResult",
    "Position",
    "Record",
    "StepResult",
    "View",
    "__version__",
    "game",
    "game_names",
    "info",
    "mahjong",
    "match",
    "model",
    "player",
    "records",
    "write_records",
]


def game(name: str, rules: str | None = None) -> Game:
    """A game under some rules, the default ones if none are given.

    >>> fuda.game("mahjong", rules="tenhou").deal(seed=1)
    """
    return Game(name, rules)


def info(name: str, rules: str | None = None) -> dict[str, Any]:
    """What there is of a game: rule sets, players, encoders, record formats."""
    found: dict[str, Any] = json.loads(Game(name, rules).info_json())
    return found


def player(name: str, description: str, *, rules: str | None = None, seed: int = 1) -> Player:
    """A player of a game by its description, such as `uct:loops=500`."""
    return Player(Game(name, rules).raw_player(description, seed))


def records(
    name: str,
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    on_left_out: Callable[[str], object] | None = None,
) -> list[Record]:
    """The records of a game in files and folders, gzipped or not.

    A file that is named and is no record is an error; one found in a folder
    is left out, and `on_left_out` is called with the reason.
    """
    several = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    found, left_out = Game(name).records(several)
    if on_left_out is not None:
        for reason in left_out:
            on_left_out(reason)
    return found


class Model:
    """A model file: what it is for, and its tensors as numpy arrays."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.about, self.tensors = read_model(os.fspath(path))

    def __repr__(self) -> str:
        about = {key: self.about[key] for key in ("kind", "game", "encoder")}
        return f"Model({about}, {len(self.tensors)} tensors)"


def model(path: str | os.PathLike[str]) -> Model:
    """The model in a file. A player plays by it: `learned:model=FILE`."""
    return Model(path)
