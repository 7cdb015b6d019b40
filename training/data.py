"""Positions of records, split by game: read through the package `fuda`, or
from what `fuda positions mahjong --form arrays` wrote."""

import json
from pathlib import Path

import numpy as np
import torch


def split_of(game):
    """Which part a game belongs to: every tenth is for the last test, every
    twenty-fifth of the others for choosing."""
    if game % 10 == 9:
        return "test"
    return "validation" if game % 25 == 3 else "training"


def load(source, games):
    """Inputs, targets, and what they are."""
    if not (source / "about.json").exists():
        import records

        return records.read(source, games)
    about = json.loads((source / "about.json").read_text())
    inputs = np.load(source / "observations.npy", mmap_mode="c")
    targets = np.load(source / "targets.npy")
    if games is not None:
        keep = int((targets[:, :4].copy().view("<u4")[:, 0] < games).sum())
        inputs, targets = inputs[:keep], targets[:keep]
    return inputs, targets, about


class Data:
    """All rows on one device; targets by name."""

    def __init__(self, source, device, games=None):
        inputs, targets, self.about = load(Path(source), games)
        self.inputs = torch.from_numpy(np.ascontiguousarray(inputs)).to(device)
        self.game = targets[:, :4].copy().view("<u4")[:, 0]
        at = 0
        for name, size in self.about["targets"]:
            if name == "delta":
                part = targets[:, at : at + 2].copy().view("<i2")[:, 0].astype(np.float32)
                self.delta = torch.from_numpy(part).to(device)
            elif name != "game":
                part = np.ascontiguousarray(targets[:, at : at + size])
                part = part[:, 0] if size == 1 else part
                setattr(self, name, torch.from_numpy(part).to(device))
            at += size
        names = np.array([split_of(g) for g in range(int(self.game.max()) + 1)])
        parts = names[self.game]
        self.rows = {
            part: torch.from_numpy(np.nonzero(parts == part)[0]).to(device)
            for part in ("training", "validation", "test")
        }
        self.count = {part: len(np.unique(self.game[parts == part])) for part in self.rows}

    def legal_of(self, rows):
        """One truth value an action."""
        bits = self.legal[rows][:, :, None] >> torch.arange(8, device=self.legal.device)
        return (bits & 1).flatten(1)[:, : self.about["actions"]].bool()
