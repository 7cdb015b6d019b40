"""Mahjong hands: shanten, acceptance, scores. Tiles are in the MPSZ notation,
`123m 0p 789s 11z`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ._fuda import acceptance_json, score_json, shanten_json


@dataclass(frozen=True)
class Shanten:
    """How far a hand is from complete, in all and by form."""

    shanten: int
    normal: int
    seven_pairs: int | None
    orphans: int | None


@dataclass(frozen=True)
class Acceptance:
    """What brings a hand closer: kinds of tiles, and how many may still come."""

    shanten: int
    tiles: tuple[str, ...]
    live: int
    discard: str | None = None


def shanten(hand: str) -> Shanten:
    """The shanten of a hand.

    >>> fuda.mahjong.shanten("123m 456p 789s 1122z").shanten
    0
    """
    found = json.loads(shanten_json(json.dumps({"hand": hand})))
    return Shanten(
        found["shanten"], found["normal"], found.get("seven_pairs"), found.get("orphans")
    )


def acceptance(hand: str) -> Acceptance:
    """What brings a hand of 3n+1 tiles closer to complete."""
    found = json.loads(acceptance_json(hand))
    if isinstance(found, list):
        raise ValueError("hand: expected 3n+1 tiles; see fuda.mahjong.discards for 3n+2")
    return Acceptance(found["shanten"], tuple(found["tiles"]), found["live"])


def discards(hand: str) -> list[Acceptance]:
    """What each discard of a hand of 3n+2 tiles leaves."""
    found = json.loads(acceptance_json(hand))
    if not isinstance(found, list):
        raise ValueError("hand: expected 3n+2 tiles; see fuda.mahjong.acceptance for 3n+1")
    return [
        Acceptance(one["shanten"], tuple(one["tiles"]), one["live"], one["discard"])
        for one in found
    ]


def score(hand: str, win: str, **more: Any) -> dict[str, Any]:
    """What a winning hand is worth: yaku, han, fu, payments. Everything that
    `fuda mahjong score --json` reads may be added: `melds=[{"kind": "pon",
    "tiles": "555z"}]`, `tsumo=True`, `riichi=True`, `dora=["4p"]` …

    >>> fuda.mahjong.score("234567m234p6788s", "8s", riichi=True)["han"]
    """
    question = {"hand": hand, "win": win, **more}
    answer: dict[str, Any] = json.loads(score_json(json.dumps(question)))
    return answer
