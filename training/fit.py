"""Trains one network: `python training/fit.py --data DIR --out FILE`.

`--thoughts-out` writes how likely it thinks each action in every decision;
`--thoughts` lets it learn from what others wrote so, beside the records.
"""

import argparse
import json
import os
import time
from pathlib import Path

import numpy as np
import torch

import files
from data import Data
from learn import agreement, judge, probabilities, say, train
from model import Net


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", required=True, help="records, or what `fuda positions mahjong` wrote")
    parser.add_argument("--out", required=True, help="the network, a safetensors file")
    parser.add_argument("--width", type=int, default=96)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--heads", type=int, default=4)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--minutes", type=float, help="shorten the run to end by then")
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, help="only the first games")
    parser.add_argument("--thoughts", nargs="*", default=[], help="what others think")
    parser.add_argument("--thoughts-out", help="where to write what it thinks (.npy)")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


def told(args):
    """What was asked for, without the folders of this machine."""
    left_out = ("data", "out", "thoughts_out", "device")
    said = {key: value for key, value in vars(args).items() if key not in left_out}
    said["thoughts"] = [Path(path).stem for path in args.thoughts]
    return said


def together(paths, data, device):
    """The mean of what several networks think of every decision."""
    mean = None
    for path in paths:
        one = torch.from_numpy(np.load(path)).to(device)
        mean = one.float() if mean is None else mean.add_(one)
    mean /= len(paths)
    for part in ("validation", "test"):
        rows = data.rows[part]
        say(f"{len(paths)} together on {part}: {agreement(mean[rows], data, rows)}")
    return mean


def main():
    args = options()
    began = time.time()
    torch.set_float32_matmul_precision("high")
    data = Data(args.data, args.device, args.games)
    name = Path(args.out).stem
    thoughts = [path for path in args.thoughts if Path(path).exists()]
    teacher = None
    if thoughts:
        mean = together(thoughts, data, args.device)
        teacher = lambda rows: mean[rows]
    torch.manual_seed(args.seed)
    shape = dict(width=args.width, layers=args.layers, heads=args.heads)
    net = Net(data.about, **shape, dropout=args.dropout).to(args.device)
    size = sum(p.numel() for p in net.parameters())
    rows = {part: len(rows) for part, rows in data.rows.items()}
    say(f"{name}: {shape}, dropout {args.dropout}, {size} weights, {len(thoughts)} others, "
        f"games {data.count}, rows {rows}, {args.minutes} minutes, {time.time() - began:.0f} s")
    metadata = {
        "fuda-model": "2", "kind": "tile-transformer", "game": "mahjong",
        "encoder": data.about["inputs"],
        "shape": json.dumps(net.shape), "games": json.dumps(data.count),
        "made_by": f"training/fit.py {json.dumps(told(args))}",
        "torch": torch.__version__,
    }

    def keep(state, figures, test=None):
        """A run that is cut off leaves a whole file."""
        found = dict(metadata, validation=json.dumps(figures), test=json.dumps(test))
        tensors = {key: value.float().cpu().numpy() for key, value in state.items()}
        files.save(args.out + ".part", tensors, found)
        os.replace(args.out + ".part", args.out)

    left = args.minutes and args.minutes - (time.time() - began) / 60
    mean, figures = train(net, data, epochs=args.epochs, batch=args.batch, rate=args.rate,
                          decay=args.decay, seed=args.seed, teacher=teacher, minutes=left,
                          name=name, keep=keep)
    test = judge(mean, data, "test")
    keep(mean.state_dict(), figures, test)
    say(f"{name}: chosen {figures}, test {test}, {time.time() - began:.0f} s in all")
    if args.thoughts_out:
        every = torch.arange(len(data.inputs), device=data.inputs.device)
        thoughts = probabilities(mean, data, every).half().cpu().numpy()
        np.save(args.thoughts_out + ".part.npy", thoughts)
        os.replace(args.thoughts_out + ".part.npy", args.thoughts_out)


if __name__ == "__main__":
    main()
