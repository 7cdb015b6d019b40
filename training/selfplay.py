"""A stronger player by self-play: `python training/selfplay.py GAME --out FOLDER`.

Games are played by a network against itself and against networks of before
(`fuda.Batch`), and the network learns from what they brought. FOLDER gets
`model.safetensors` (the moving average of the weights, as fuda reads it),
`checkpoint.pt`, `log.jsonl` and `curves.html`. An interrupted run goes on with
`--resume`.
"""

import argparse
import copy
import json
import os
import signal
import sys
import time
import tomllib
from pathlib import Path

import numpy as np
import torch

import curves
import networks
from ppo import Learner, advantages
from reward import Reward
from rollout import Group, Tables

HERE = Path(__file__).resolve().parent


def configuration(game, changes):
    """The settings of a game; `changes` are texts such as `rate=1e-4`."""
    known = tomllib.loads((HERE / "selfplay.toml").read_text())
    games = [name for name in known if name != "default"]
    if game not in games:
        raise SystemExit(f"{game}: no such game in selfplay.toml; there are {', '.join(games)}")
    config = {"rules": None, "parent": None, "hidden": [256, 128], "groups": {}}
    config |= known["default"] | known[game]
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals or name not in config:
            raise SystemExit(f"--set {change}: expected NAME=VALUE with a name among "
                             f"{', '.join(sorted(config))}")
        try:
            value = tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            value = text
        old = config[name]
        if old is not None and isinstance(old, (int, float)) and not isinstance(value, (int, float)):
            raise SystemExit(f"--set {change}: expected a number")
        config[name] = type(old)(value) if isinstance(old, float) else value
    if config["goal"] not in ("score", "win"):
        raise SystemExit(f"goal: expected score or win, got {config['goal']}")
    if config["anchor"] not in ("parent", "moving", "none"):
        raise SystemExit(f"anchor: expected parent, moving or none, got {config['anchor']}")
    return config


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", help="a game of selfplay.toml")
    parser.add_argument("--out", required=True, type=Path, help="a folder for what comes of it")
    parser.add_argument("--minutes", type=float, default=20.0, help="all runs together")
    parser.add_argument("--parent", help="a model file to start from (none: from nothing)")
    parser.add_argument("--resume", action="store_true", help="go on from FOLDER/checkpoint.pt")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE",
                        help="another value of selfplay.toml")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--threads", type=int, default=0, help="of fuda; 0: one for each core")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-compile", action="store_true", help="do not compile the network")
    args = parser.parse_args()
    if args.device.startswith("cuda") and not torch.cuda.is_available():
        parser.error("there is no GPU that PyTorch can use; try --device cpu")
    if args.minutes <= 0:
        parser.error("--minutes: expected more than 0")
    if not args.resume and (args.out / "checkpoint.pt").exists():
        parser.error(f"{args.out} has a run already; --resume goes on with it")
    if args.resume and not (args.out / "checkpoint.pt").exists():
        parser.error(f"{args.out}/checkpoint.pt: there is nothing to go on with")
    return args


class Pool:
    """Networks of before."""

    def __init__(self, learner, most):
        self.most, self.states = most, [copy.deepcopy(learner.parent.state_dict())]
        self.net = copy.deepcopy(learner.parent)
        self.learner = learner
        self.rng = np.random.default_rng(1)
        self.parent_plays = True

    def draw(self):
        """The parent every second time, so that the learner is always measured
        against it; otherwise one of those kept."""
        self.parent_plays = not self.parent_plays
        at = 0 if self.parent_plays else int(self.rng.integers(len(self.states)))
        self.parent_plays = at == 0
        self.net.load_state_dict(self.states[at])

        def infer(inputs):
            with self.learner.autocast():
                return self.net(inputs)

        return infer

    def keep(self):
        """Keeps the network of now; of too many one goes, but not the parent."""
        self.states.append(copy.deepcopy(self.learner.mean.state_dict()))
        if len(self.states) > self.most:
            del self.states[1 + int(self.rng.integers(len(self.states) - 2))]


def groups_of(args, config, device, pool, seed):
    """Two groups of self-play, one against the pool, one against players."""
    import fuda

    def batch(number, games, **more):
        return fuda.Batch(args.game, games=games, seed=seed + number, threads=args.threads,
                          rules=config["rules"], **more)

    made = [Group(batch(n, config["games"]), config["steps"], device) for n in range(2)]
    if config["pool_games"]:
        made.append(Group(batch(2, config["pool_games"]), config["steps"], device, pool.draw))
    if config["opponents"]:
        seats = range(1, made[0].batch.seats)
        against = {seat: config["opponents"] for seat in seats}
        games = batch(3, config["opponent_games"], opponents=against)
        made.append(Group(games, config["steps"], device))
    return made


def rows_of(groups, events, values, config):
    """The rows to learn from, all groups together."""
    columns = []
    for group, happened, value in zip(groups, events, values):
        gain, returns, valid = advantages(group, happened, value, config["trace"])
        keep = valid
        if config["sure"] < 1.0:
            lucky = torch.rand_like(group.log) < config["sure_kept"]
            keep = valid & ((group.log.exp() < config["sure"]) | lucky)
        parts = (group.inputs, group.masks, group.hidden, group.seats, group.actions, group.log,
                 group.weights, gain, returns)
        columns.append([part[keep] for part in parts])
    return [torch.cat(column) for column in zip(*columns)]


def explained(returns, gain):
    """How much of the variance of what came the critic foresaw."""
    return 1 - gain.var().item() / max(1e-9, returns.var().item())


def rates(groups, events, config):
    """How often each kind of action was taken per round and seat."""
    rounds = sum(int(e.ended.sum()) for e in events[:2]) * groups[0].batch.seats
    counts = {}
    for name, (low, high) in config["groups"].items():
        hits = sum(((g.actions >= low) & (g.actions < high)).sum().item() for g in groups[:2])
        counts[name] = round(hits / max(1, rounds), 4)
    return counts


class Run:
    """A run of self-play, from its settings to its files."""

    def __init__(self, args):
        import fuda

        self.args, self.config = args, configuration(args.game, args.set)
        self.device = torch.device(args.device)
        torch.manual_seed(args.seed)
        torch.set_float32_matmul_precision("high")
        args.out.mkdir(parents=True, exist_ok=True)
        probe = self.batch = fuda.Batch(args.game, games=1, rules=self.config["rules"])
        parent = args.parent or self.config["parent"]
        parent = None if parent in (None, "none") else parent
        actor = networks.made(self.config, probe, parent).to(self.device)
        critic = networks.Critic(probe, self.config["critic_width"], self.config["critic_blocks"])
        compiled = self.device.type == "cuda" and not args.no_compile
        self.learner = Learner(actor, critic.to(self.device), self.config, self.device, compiled)
        self.reward = Reward(self.config, probe)
        self.pool = Pool(self.learner, self.config["pool"])
        self.spent, self.updates, self.decisions, self.games = 0.0, 0, 0, 0
        self.kept_at, self.against = 0.0, []
        if args.resume:
            self.load()

    def load(self):
        state = torch.load(self.args.out / "checkpoint.pt", map_location=self.device,
                           weights_only=False)
        if state["game"] != self.args.game:
            raise SystemExit(f"{self.args.out}/checkpoint.pt is of {state['game']}, "
                             f"expected {self.args.game}")
        self.learner.load(state["learner"])
        self.reward.load(state["reward"])
        self.pool.states = state["pool"]
        for name in ("spent", "updates", "decisions", "games", "kept_at"):
            setattr(self, name, state[name])

    def save(self):
        state = {"game": self.args.game, "learner": self.learner.state(),
                 "reward": self.reward.state(), "pool": self.pool.states}
        for name in ("spent", "updates", "decisions", "games", "kept_at"):
            state[name] = getattr(self, name)
        path = self.args.out / "checkpoint.pt"
        torch.save(state, f"{path}.part")
        os.replace(f"{path}.part", path)
        told = {"game": self.args.game, "minutes": round(self.spent / 60, 1), "seed": self.args.seed,
                "updates": self.updates, "decisions": self.decisions, "games": self.games,
                "set": self.args.set}
        networks.save(self.args.out / "model.safetensors", self.learner.mean, self.batch,
                      f"training/selfplay.py {json.dumps(told)}")
        curves.write(self.args.out)

    def strength(self, events):
        """Points per game of the learner against its parent, of late."""
        group = next((e for g, e in zip(self.groups, events) if g.against), None)
        if group is not None and self.pool.parent_plays:
            seats = self.batch.seats
            own = [float(scores[game % seats]) for game, scores in group.finished]
            others = [float((scores.sum() - scores[game % seats]) / (seats - 1))
                      for game, scores in group.finished]
            self.against = (self.against + list(np.subtract(own, others)))[-20000:]
        if len(self.against) < 100:
            return None
        found = np.array(self.against)
        return [round(float(found.mean()), 4), round(float(1.96 * found.std() / len(found) ** 0.5), 4)]

    def once(self):
        """Plays and learns once; the line of the log."""
        began = time.time()
        progress = min(1.0, self.spent / (60 * self.args.minutes))
        events = self.tables.play(self.learner.infer, self.config["sharpen"],
                                  self.learner.blend("explore", progress))
        played = time.time()
        values = [self.learner.values(group) for group in self.groups]
        rows = rows_of(self.groups, events, values, self.config)
        policy = self.updates >= self.config["warm_up"]
        found = self.learner.update(rows, progress, policy)
        self.reward.learn()
        line = {"seconds": round(self.spent, 1), "update": self.updates, "rows": len(rows[4]),
                "decisions": self.decisions, "games": self.games,
                "critic_explains": round(explained(rows[8], rows[7]), 4),
                "standing_explains": round(self.reward.explained, 4)}
        line |= {name: round(value, 5) for name, value in found.items()}
        line |= {"rates": rates(self.groups, events, self.config), "strength": self.strength(events),
                 "play_seconds": round(played - began, 2),
                 "learn_seconds": round(time.time() - played, 2)}
        self.decisions += sum(group.own.sum().item() for group in self.groups)
        self.games += sum(len(e.finished) for e in events)
        self.updates += 1
        self.spent += time.time() - began
        return line

    def run(self):
        self.groups = groups_of(self.args, self.config, self.device, self.pool,
                                1000 * (self.args.seed + self.updates))
        self.tables = Tables(self.groups, self.reward)
        stopped = []
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stopped.append(True))
        saved = self.spent
        with open(self.args.out / "log.jsonl", "a") as log:
            while self.spent < 60 * self.args.minutes and not stopped:
                line = self.once()
                log.write(json.dumps(line) + "\n")
                log.flush()
                print(json.dumps(line), flush=True)
                if not np.isfinite(line["critic"]) or not np.isfinite(line["policy"]):
                    raise SystemExit("the learner has diverged; the checkpoint before it is kept")
                if self.spent - self.kept_at > 60 * self.config["pool_minutes"]:
                    self.pool.keep()
                    self.kept_at = self.spent
                if self.spent - saved > 60:
                    saved = self.spent
                    self.save()
        self.save()
        print(f"{self.args.out}/model.safetensors: {self.games} games, {self.decisions} decisions, "
              f"{self.spent / 60:.1f} minutes" + (", interrupted" if stopped else ""))
        return 130 if stopped else 0


def main():
    args = options()
    try:
        sys.exit(Run(args).run())
    except torch.cuda.OutOfMemoryError:
        raise SystemExit("the GPU's memory is too small for these games; fewer: --set games=1024 "
                         "--set pool_games=256") from None


if __name__ == "__main__":
    main()
