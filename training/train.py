"""Trains the policy network of mahjong: `python training/train.py --data DIR --out DIR`.

Some large networks are trained first, then the small one that is shipped learns
from the records and from what the large ones think of every training decision.
"""

import argparse
import json
import os
import time
from pathlib import Path

import torch

import files
from data import Data
from learn import agreement, probabilities, say, train
from model import Net

TEACHERS = [
    dict(width=192, layers=6, heads=6, dropout=0.1),
    dict(width=192, layers=6, heads=6, dropout=0.15),
    dict(width=256, layers=6, heads=8, dropout=0.15),
    dict(width=192, layers=8, heads=6, dropout=0.15),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", required=True, help="what `fuda positions mahjong` wrote")
    parser.add_argument("--out", required=True, help="folder for models and figures")
    parser.add_argument("--minutes", type=float, help="stop by then, with what there is")
    parser.add_argument("--games", type=int, help="only the first games")
    parser.add_argument("--sizes", default="96x4,128x4", help="shipped sizes, width x layers")
    parser.add_argument("--teachers", type=int, default=4, help="large networks; 0: none")
    parser.add_argument("--load", nargs="*", default=[], help="large networks trained before")
    parser.add_argument("--plain", action="store_true", help="first a small one without them")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--teacher-epochs", type=int, default=9)
    parser.add_argument("--student-epochs", type=int, default=16)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    began = time.time()
    left = lambda: None if args.minutes is None else args.minutes - (time.time() - began) / 60
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    torch.set_float32_matmul_precision("high")
    torch.manual_seed(args.seed)
    data = Data(args.data, args.device, args.games)
    say(f"torch {torch.__version__} on {args.device}; rows "
        f"{ {part: len(rows) for part, rows in data.rows.items()} }, games {data.count}, "
        f"{time.time() - began:.0f} s")
    results = []

    def keeper(name, shape, seed):
        def keep(state, figures, test=None):
            metadata = {
                "fuda-network": "1", "kind": "mahjong-policy", "inputs": data.about["inputs"],
                "shape": json.dumps(shape), "seed": seed, "games": json.dumps(data.count),
                "validation": json.dumps(figures), "test": json.dumps(test),
                "command": json.dumps(vars(args)),
            }
            # A run that is cut off leaves whole files.
            path = out / f"{name}.safetensors"
            tensors = {k: v.float().cpu().numpy() for k, v in state.items()}
            half = name.startswith("teacher")
            files.save(out / f"{name}.part", tensors, metadata, "F16" if half else "F32")
            os.replace(out / f"{name}.part", path)
        return keep

    def fit(name, shape, seed, epochs, rate, minutes, teacher=None):
        torch.manual_seed(seed)
        net = Net(data.about, **shape).to(args.device)
        size = sum(p.numel() for p in net.parameters())
        say(f"{name}: {shape}, {size} weights, at most {minutes} minutes")
        keep = keeper(name, net.shape, seed)
        mean, figures = train(net, data, epochs=epochs, batch=args.batch, rate=rate, seed=seed,
                              teacher=teacher, minutes=minutes, name=name, keep=keep)
        test = agreement([mean], data, "test")
        say(f"{name}: chosen {figures}, test {test}, {time.time() - began:.0f} s in all")
        keep(mean.state_dict(), figures, test)
        results.append(dict(name=name, shape=net.shape, seed=seed, weights=size,
                            validation=figures, test=test))
        (out / "results.json").write_text(json.dumps(results, indent=1))
        return mean

    sizes = [tuple(map(int, text.split("x"))) for text in args.sizes.split(",")]
    small = [dict(width=w, layers=l, heads=4, dropout=0.05) for w, l in sizes]
    if args.plain:
        fit("plain", dict(small[0], dropout=0.1), args.seed, args.epochs, args.rate,
            left() and left() * 0.15)
    teachers = []
    for path in args.load:
        tensors, metadata = files.load(path)
        net = Net(data.about, **json.loads(metadata["shape"])).to(args.device)
        net.load_state_dict({k: torch.from_numpy(v).float() for k, v in tensors.items()})
        teachers.append(net.eval())
    for number in range(args.teachers):
        # The small ones need a good part of the time.
        if left() is not None and left() < 0.35 * args.minutes:
            break
        share = left() and (left() - 0.3 * args.minutes) / (args.teachers - number)
        shape = TEACHERS[number % len(TEACHERS)]
        seed = args.seed + 10 + number
        teachers.append(fit(f"teacher{number + 1}", shape, seed, args.teacher_epochs,
                            0.5 * args.rate, share))
    teacher = None
    if teachers:
        both = {part: agreement(teachers, data, part) for part in ("validation", "test")}
        say(f"{len(teachers)} together: {both}")
        results.append(dict(name="together", networks=len(teachers), **both))
        rows = data.rows["training"]
        thoughts = torch.zeros((len(data.inputs), data.about["actions"]), dtype=torch.bfloat16,
                               device=args.device)
        for part in rows.split(65536):
            thoughts[part] = probabilities(teachers, data, part).to(torch.bfloat16)
        teacher = lambda part: thoughts[part].float()
    for number, shape in enumerate(small):
        name = f"net-{shape['width']}x{shape['layers']}"
        share = left() and max(0.2, (left() - 0.3)) / (len(small) - number)
        fit(name, shape, args.seed + 20 + number, args.student_epochs, args.rate, share, teacher)
    say(f"done in {(time.time() - began) / 60:.1f} minutes")


if __name__ == "__main__":
    main()
