"""The networks of self-play: actors in the two forms that fuda reads, and the
critic, which is only for training."""

import json
import os

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import files
from model import Net, places, relations

ILLEGAL = -1e9


class PolicyNetwork(nn.Module):
    """Two hidden layers over the observation; one output for each action, and
    one for what the round is worth, in units of `scale` points."""

    kind = "policy-network"

    def __init__(self, inputs, hidden, actions, one, scale):
        super().__init__()
        self.one, self.scale = one, scale
        self.first = nn.Linear(inputs, hidden[0])
        self.second = nn.Linear(hidden[0], hidden[1])
        self.output = nn.Linear(hidden[1], actions + 1)
        # One input in eight is taken to be 1; a new policy starts even.
        nn.init.normal_(self.first.weight, std=(16 / inputs) ** 0.5)
        nn.init.kaiming_normal_(self.second.weight)
        nn.init.normal_(self.output.weight, std=0.05 * (2 / hidden[1]) ** 0.5)
        for layer in (self.first, self.second, self.output):
            nn.init.zeros_(layer.bias)

    def forward(self, inputs):
        x = inputs.to(self.first.weight.dtype) / self.one
        return self.output(F.relu(self.second(F.relu(self.first(x)))))

    def load(self, tensors):
        """Takes the weights of a model file."""
        self.load_state_dict({
            "first.weight": tensors["first"].T, "first.bias": tensors["first_bias"],
            "second.weight": tensors["second"].T, "second.bias": tensors["second_bias"],
            "output.weight": tensors["output"], "output.bias": tensors["output_bias"],
        })
        with torch.no_grad():
            self.output.weight[-1] /= self.scale
            self.output.bias[-1] /= self.scale

    def tensors(self):
        """The weights as fuda reads them."""
        of = lambda t: t.detach().float().cpu().numpy().copy()
        output, output_bias = of(self.output.weight), of(self.output.bias)
        output[-1] *= self.scale
        output_bias[-1] *= self.scale
        return {
            "first": of(self.first.weight).T, "first_bias": of(self.first.bias),
            "second": of(self.second.weight).T, "second_bias": of(self.second.bias),
            "output": output, "output_bias": output_bias,
        }


class TileTransformer(Net):
    """The network of `model.py`, from and to the file that fuda reads."""

    kind = "tile-transformer"

    def load(self, tensors):
        """Takes the weights of a shipped file, where ties are written out."""
        state = {name: value for name, value in tensors.items()}
        first = lambda numbers, at: int(np.nonzero(numbers == at)[0][0])
        sorts, kinds = places().numpy(), relations().numpy()
        place = state.pop("place").numpy()
        known = self.place.weight.detach().clone()
        for sort in np.unique(sorts):
            known[sort] = torch.from_numpy(place[first(sorts, sort)])
        state["place.weight"] = known
        flat = kinds.flatten()
        for name in [name for name in state if name.endswith(".bias") and state[name].ndim == 3]:
            spread = state[name].numpy().reshape(len(state[name]), -1)
            bias = self.get_parameter(name).detach().clone()
            for kind in np.unique(flat):
                bias[:, kind] = torch.from_numpy(spread[:, first(flat, kind)].copy())
            state[name] = bias
        left = self.load_state_dict(state, strict=False)
        missing = [name for name in left.missing_keys if not name.startswith("aux_")]
        if missing or left.unexpected_keys:
            raise ValueError(f"missing {missing}, unexpected {left.unexpected_keys}")

    def tensors(self):
        """The weights as fuda reads them: without the heads of training."""
        state = {k: v.detach().float().cpu().numpy() for k, v in self.state_dict().items()}
        out = {k: v for k, v in state.items() if not k.startswith("aux_")}
        out["place"] = out.pop("place.weight")[places().numpy()]
        for name in [name for name in out if name.endswith(".bias") and out[name].ndim == 2]:
            out[name] = out[name][:, relations().numpy()]
        return out


def made(config, batch, parent):
    """A new actor for the games of a batch, with the parent's weights if there
    is one."""
    tensors, metadata = (None, {}) if parent is None else files.load(parent)
    if parent is not None:
        expected = {"kind": config["network"], "game": batch.game, "encoder": batch.encoder}
        for key, value in expected.items():
            if metadata.get(key) != value:
                raise SystemExit(f"{parent}: {key} is {metadata.get(key)}, expected {value}")
        tensors = {name: torch.from_numpy(value) for name, value in tensors.items()}
    if config["network"] == "policy-network":
        hidden = config["hidden"] if parent is None else [
            tensors["first"].shape[1], tensors["second"].shape[1]]
        net = PolicyNetwork(batch.observation_len, hidden, batch.actions, batch.one,
                            config["scale"])
    elif config["network"] == "tile-transformer":
        net = tile_transformer(config, batch, tensors, metadata)
    else:
        raise SystemExit(f"network: expected policy-network or tile-transformer, got {config['network']}")
    if parent is not None:
        net.load(tensors)
    return net


def tile_transformer(config, batch, tensors, metadata):
    if tensors is None:
        raise SystemExit("a tile-transformer starts from a parent; see training/train.py")
    planes, per_player = tensors["tile.weight"].shape[1], tensors["player.weight"].shape[1]
    general = tensors["table.weight"].shape[1] - 4 * per_player
    about = dict(planes=planes, general=general, per_player=per_player, one=batch.one)
    shape = json.loads(metadata["shape"])
    return TileTransformer(about, **shape, dropout=0.0)


def save(path, net, batch, made_by):
    """Writes the model file of an actor, whole or not at all."""
    metadata = {
        "fuda-model": "2", "kind": net.kind, "game": batch.game, "encoder": batch.encoder,
        "rules": batch.rules, "made_by": made_by, "torch": torch.__version__,
    }
    if net.kind == "tile-transformer":
        metadata["shape"] = json.dumps(net.shape)
        del metadata["rules"]
    files.save(f"{path}.part", net.tensors(), metadata)
    os.replace(f"{path}.part", path)


class Critic(nn.Module):
    """What a decision is worth, knowing what is hidden. Never part of a player."""

    def __init__(self, batch, width, blocks):
        super().__init__()
        self.one, self.privileged_one = batch.one, batch.privileged_one
        inputs = batch.observation_len + batch.privileged_len + batch.seats
        self.seats = batch.seats
        self.first = nn.Linear(inputs, width)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.SiLU(),
                          nn.Linear(width, width))
            for _ in range(blocks))
        self.last = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 1))
        nn.init.zeros_(self.last[1].weight)

    def forward(self, inputs, hidden, seats):
        seat = F.one_hot(seats.long(), self.seats)
        x = self.first(torch.cat([inputs / self.one, hidden / self.privileged_one, seat], 1))
        for block in self.blocks:
            x = x + block(F.silu(x))
        return self.last(x)[:, 0].float()


class Standing(nn.Module):
    """What the rest of a game is worth to each seat, from the points and the
    standing between two rounds."""

    WAYS = 16  # numbers of a standing that are told apart

    def __init__(self, seats, names, scale, width=128):
        super().__init__()
        self.seats, self.scale = seats, scale
        inputs = 2 * seats + len(names) * (self.WAYS + 1)
        self.layers = nn.Sequential(
            nn.Linear(inputs, width), nn.SiLU(), nn.Linear(width, width), nn.SiLU(),
            nn.Linear(width, 1))

    def forward(self, points, standing):
        """Points [n, seats], standing [n, names] → worth [n, seats]."""
        n = len(points)
        turned = torch.stack([points.roll(-seat, 1) for seat in range(self.seats)], 1)
        way = F.one_hot(standing.long().clamp(0, self.WAYS - 1), self.WAYS).flatten(1)
        common = torch.cat([way, standing / self.WAYS], 1)[:, None].expand(n, self.seats, -1)
        seat = torch.eye(self.seats, device=points.device)[None].expand(n, -1, -1)
        worth = self.layers(torch.cat([turned / self.scale, common, seat], 2))[..., 0]
        return worth - worth.mean(1, keepdim=True)
