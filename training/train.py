"""Trains the policy network of mahjong: `python training/train.py --data DIR --out DIR`.

Several networks learn from the records side by side; then the small ones that
are shipped learn from the records and from what these think together.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Name, width, layers, heads, dropout, epochs, rate.
FIRST = [
    ("plain-96x4", 96, 4, 4, 0.10, 12, 2e-3),
    ("plain-128x4", 128, 4, 4, 0.15, 12, 1.5e-3),
    ("large-192x6a", 192, 6, 6, 0.15, 10, 1e-3),
    ("large-192x6b", 192, 6, 6, 0.20, 10, 1e-3),
    ("large-160x5", 160, 5, 5, 0.20, 11, 1.2e-3),
]
THEN = [
    ("net-96x4", 96, 4, 4, 0.05, 22, 2e-3),
    ("net-128x4", 128, 4, 4, 0.05, 20, 1.5e-3),
    ("net-112x4", 112, 4, 4, 0.05, 20, 1.8e-3),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", required=True, help="records, or what `fuda positions mahjong --form arrays` wrote")
    parser.add_argument("--out", required=True, help="folder for the networks")
    parser.add_argument("--minutes", type=float, help="shorten all runs to end by then")
    parser.add_argument("--share", type=float, default=0.6, help="of the time, for the first")
    parser.add_argument("--at-once", type=int, default=5, help="networks trained side by side")
    parser.add_argument("--rest", nargs=argparse.REMAINDER, default=[],
                        help="given to every fit.py, such as --rest --games 20 --epochs 1")
    args = parser.parse_args()
    began = time.time()
    out, here = Path(args.out), Path(__file__).parent
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        thoughts = [f"{folder}/{name}.npy" for name, *_ in FIRST]
        group(args, here, FIRST, began, args.share,
              lambda i: ["--thoughts-out", thoughts[i], "--seed", str(1 + i)])
        group(args, here, THEN, began, 1.0,
              lambda i: ["--thoughts", *thoughts, "--seed", str(21 + i)])
    print(f"done in {(time.time() - began) / 60:.1f} minutes", flush=True)


def group(args, here, plan, began, share, more):
    """Trains networks, some at a time; one that fails does not stop the others."""
    waiting, running = list(enumerate(plan)), []
    batches = -(-len(plan) // args.at_once)
    now = time.time() - began
    while waiting or running:
        running = [process for process in running if process.poll() is None]
        while waiting and len(running) < args.at_once:
            i, (name, width, layers, heads, dropout, epochs, rate) = waiting.pop(0)
            command = [sys.executable, "-u", str(here / "fit.py"), "--data", args.data,
                       "--out", str(Path(args.out) / f"{name}.safetensors"),
                       "--width", str(width), "--layers", str(layers), "--heads", str(heads),
                       "--dropout", str(dropout), "--epochs", str(epochs), "--rate", str(rate)]
            if args.minutes is not None:
                left = (args.minutes * 60 * share - now) / batches
                command += ["--minutes", f"{left / 60:.3f}"]
            running.append(subprocess.Popen(command + more(i) + args.rest))
        time.sleep(0.5)


if __name__ == "__main__":
    main()
