"""Random play per second: `fuda.Batch` and the peers, one after another.

    python python/bench/run.py --seconds 5
"""

import argparse
import json
import os
import sys
import time

import numpy as np
import peers

import fuda

GAMES = ("mahjong", "othello", "leduc", "koikoi", "daihinmin")


def batch(name, games, threads):
    """Decisions per second with observations, masks and uniformly random
    actions; and per second of observe() and step() alone."""
    table = fuda.Batch(name, games=games, seed=1, threads=threads)
    observations, masks, seats, numbers = table.arrays()
    rng = np.random.default_rng(1)
    # The choice is drawn before the clock starts: it is no part of the games.
    noise = rng.random((64, table.actions), dtype=np.float32) + 1e-3

    def run(seconds):
        decisions, inside, began = 0, 0.0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            start = time.perf_counter()
            rows = table.observe(observations, masks, seats, numbers)
            middle = time.perf_counter()
            shift = int(rng.integers(64))
            actions = np.concatenate([
                (part * noise[: len(part)]).argmax(1)
                for part in np.array_split(np.roll(masks, shift, 0), -(-rows // 64))
            ])
            actions = np.roll(actions, -shift)
            after = time.perf_counter()
            table.step(actions)
            inside += middle - start + time.perf_counter() - after
            decisions += rows
        return decisions / inside, decisions / (time.perf_counter() - began)

    return run


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5, help="for each measurement")
    parser.add_argument("--games", type=int, default=4096, help="in a batch")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = []

    def note(game, who, rate, remark=""):
        rows.append({"game": game, "who": who, "decisions_per_second": rate, "remark": remark})
        print(f"{game}: {who} {rate:,.0f}/s {remark}", file=sys.stderr, flush=True)

    for name in GAMES:
        for threads in (1, os.cpu_count() or 1):
            run = batch(name, args.games, threads)
            run(min(1.0, args.seconds))
            inside, through = run(args.seconds)
            note(name, f"fuda, {threads} threads", inside, "observe() and step()")
            note(name, f"fuda, {threads} threads, choice by numpy", through)
    for game, who, run in peers.available():
        run(min(1.0, args.seconds))
        note(game, who, run(args.seconds))
    if args.json:
        print(json.dumps(rows, indent=1))
        return
    print("| game | environment | decisions per second |\n|---|---|---|")
    for row in rows:
        remark = f" ({row['remark']})" if row["remark"] else ""
        print(f"| {row['game']} | {row['who']}{remark} | {row['decisions_per_second']:,.0f} |")
    for name in peers.missing():
        print(f"{name} is not installed")


if __name__ == "__main__":
    main()
