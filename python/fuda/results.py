"""What matches find out, as dataclasses and as pandas frames."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Estimate:
    """A value with its 95% interval; the ends are None where there is none, and
    the value is not a number where there was nothing to measure."""

    value: float
    low: float | None
    high: float | None

    @classmethod
    def read(cls, report: dict[str, Any]) -> Estimate:
        """From a report."""
        mean = report["mean"]
        value = float("nan") if mean is None else mean
        return cls(value, report.get("low"), report.get("high"))

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return f"{self.value:.3f}"
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


@dataclass(frozen=True)
class PlayerResult:
    """One player's results in a match."""

    name: str
    games: int
    points: Estimate
    wins: Estimate
    places: tuple[float, ...]
    errors: int
    messages: tuple[str, ...]


@dataclass(frozen=True)
class MatchResult:
    """What a match found out; `report` is all that `fuda match --json` prints."""

    game: str
    rules: str
    seed: int
    deals: int
    games: int
    players: tuple[PlayerResult, ...]
    difference: Estimate | None
    report: dict[str, Any]

    @classmethod
    def read(cls, report: dict[str, Any]) -> MatchResult:
        """From a report."""
        players = tuple(
            PlayerResult(
                name=one["name"],
                games=one["games"],
                points=Estimate.read(one["points"]),
                wins=Estimate.read(one["wins"]),
                places=tuple(one["places"]),
                errors=one["errors"],
                messages=tuple(one["messages"]),
            )
            for one in report["players"]
        )
        difference = report["difference"]
        return cls(
            game=report["game"],
            rules=report["rules"],
            seed=report["seed"],
            deals=report["deals"],
            games=report["games"],
            players=players,
            difference=None if difference is None else Estimate.read(difference),
            report=report,
        )

    def rows(self) -> list[dict[str, Any]]:
        """A row for each player, plain values."""
        return [
            {
                "player": one.name,
                "games": one.games,
                "points": one.points.value,
                "points_low": one.points.low,
                "points_high": one.points.high,
                "wins": one.wins.value,
                "errors": one.errors,
            }
            for one in self.players
        ]

    def frame(self) -> pandas.DataFrame:
        """A pandas frame with a row for each player."""
        import pandas

        return pandas.DataFrame(self.rows())

    def __str__(self) -> str:
        lines = [f"{self.game} ({self.rules}), {self.games} games"]
        lines += [f"  {one.name}: {one.points} points per game" for one in self.players]
        if self.difference is not None:
            lines.append(f"  difference: {self.difference}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        cells = [(one.name, str(one.games), str(one.points), str(one.wins)) for one in self.players]
        head = "".join(f"<th>{name}</th>" for name in ("player", "games", "points per game", "wins"))
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
            for row in cells
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
