"""Players of the workbench, asked about single views."""

from __future__ import annotations

from dataclasses import dataclass

from ._fuda import RawPlayer, View


@dataclass(frozen=True)
class Alternative:
    """A move that a player weighed."""

    move: str
    value: float
    effort: int


@dataclass(frozen=True)
class Choice:
    """A player's answer: the move and, where it has them, its values."""

    move: str
    effort: int
    alternatives: tuple[Alternative, ...]


class Player:
    """A player by name; make one with `fuda.player`. Each question is answered
    for itself: nothing is remembered from one to the next."""

    def __init__(self, raw: RawPlayer) -> None:
        self._raw = raw

    @property
    def name(self) -> str:
        """The description in its tidy form."""
        return self._raw.name

    def choose(self, view: View, *, seconds: float | None = None) -> Choice:
        """What it would do, with the values behind it."""
        move, effort, weighed = self._raw.choose(view, seconds)
        return Choice(move, effort, tuple(Alternative(*each) for each in weighed))

    def probabilities(self, view: View) -> dict[str, float] | None:
        """How likely it is to choose each legal move; None where it does not
        play by probabilities."""
        found = self._raw.probabilities(view)
        return None if found is None else dict(zip(view.legal, found))

    def __call__(self, view: View) -> str:
        return self.choose(view).move

    def __repr__(self) -> str:
        return f"<Player {self.name}>"
