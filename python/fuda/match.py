"""Matches: shared deals, turned seats, intervals."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence

from ._fuda import Game, View
from .results import MatchResult

#: A player of the workbench by its description, or a function from a view to
#: a move (as text, or as the number of its action).
Contestant = str | Callable[[View], str | int]


class _Bar:
    """A line on stderr with the time left, once something takes its time."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.shown = False

    def __call__(self, done: int, total: int) -> None:
        passed = time.monotonic() - self.began
        if passed < 2 or done == 0:
            return
        left = passed * (total - done) / done
        print(f"\r{done}/{total} deals, {left:.0f} s left ", end="", file=sys.stderr, flush=True)
        self.shown = True

    def close(self) -> None:
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def run_match(
    game: str,
    players: Sequence[Contestant],
    *,
    deals: int = 50,
    seed: int = 1,
    rules: str | None = None,
    seats: str | None = None,
    threads: int = 0,
    seconds: float | None = None,
    progress: bool | Callable[[int, int], object] = True,
) -> MatchResult:
    """Plays a match: every deal in several seatings, intervals over deals.

    Players are descriptions (`"uct:loops=500"`) or functions from a view to a
    move. A function that raises, or answers with an illegal move, loses that
    game; see `PlayerResult.errors` and `messages`.

    >>> fuda.match("leduc", ["cfr", lambda view: view.legal[0]], deals=100)
    """
    bar = _Bar()
    hook = bar if progress is True else progress or None
    try:
        report = Game(game, rules).match_json(
            list(players), deals, seed, threads, seats, seconds, hook
        )
    finally:
        bar.close()
    return MatchResult.read(json.loads(report))
