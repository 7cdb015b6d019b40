"""Random play per second: `fuda.Batch` and the peers, one after another.

    python python/bench/run.py --seconds 5

Besides the clock, the processor time of the process is measured, all threads
together: on a busy machine decisions per second of processor time are what can
be compared.
"""

import argparse
import json
import os
import sys

import numpy as np
import peers

import fuda

GAMES = ("mahjong", "othello", "leduc", "koikoi", "daihinmin")


def batch(name, games, threads):
    """Random play through observe() and step(); only these two are timed."""
    table = fuda.Batch(name, games=games, seed=1, threads=threads)
    arrays = table.arrays()
    masks = arrays[1]
    noise = np.random.default_rng(1).random((97, table.actions), dtype=np.float32) + 1e-3
    turn = 0

    def play(clock):
        nonlocal turn
        with clock:
            rows = table.observe(*arrays)
        turn += 1
        actions = np.empty(rows, np.int32)
        for at in range(0, rows, 97):
            part = masks[at : at + 97]
            actions[at : at + 97] = (part * np.roll(noise, turn, 0)[: len(part)]).argmax(1)
        with clock:
            table.step(actions)
        return rows

    return play


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5, help="for each measurement")
    parser.add_argument("--games", type=int, default=512, help="in a batch")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = []

    def note(game, who, play):
        peers.measure(play, args.seconds / 5)
        rate, processor = peers.measure(play, args.seconds)
        rows.append({"game": game, "who": who, "per_second": rate, "per_core_second": processor})
        print(f"{game}: {who} {rate:,.0f}/s, {processor:,.0f} per core-second",
              file=sys.stderr, flush=True)

    for name in GAMES:
        for threads in sorted({1, os.cpu_count() or 1}):
            note(name, f"fuda.Batch, {threads} threads", batch(name, args.games, threads))
    for game, who, play in peers.available():
        note(game, who, play)
    if args.json:
        print(json.dumps(rows, indent=1))
        return
    print("| game | environment | decisions per second | per second of processor time |")
    print("|---|---|---|---|")
    for row in rows:
        print(f"| {row['game']} | {row['who']} | {row['per_second']:,.0f} | "
              f"{row['per_core_second']:,.0f} |")
    for name in peers.missing():
        print(f"{name} is not installed")


if __name__ == "__main__":
    main()
