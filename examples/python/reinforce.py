"""A koi-koi policy from nothing, by policy gradient (PPO) against `rule`.

    pip install ./python torch
    python examples/python/reinforce.py --minutes 5

A thousand games are played at a time (`fuda.Batch`); the network sees bytes
and a mask, and learns from the points of each game. In the end it plays a
match on new deals, seats turned, with an interval.
"""

import argparse
import time

import fuda
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

SCALE = 10.0  # points that count as 1


class Policy(nn.Module):
    """Two layers, a policy and a value."""

    def __init__(self, inputs, actions, width=192):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, bytes_, masks, one):
        hidden = self.body(bytes_.float() / one)
        logits = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return logits.log_softmax(-1), self.value(hidden)[:, 0]


@torch.no_grad()
def rollout(batch, net, steps, trace=0.9):
    """Plays some decisions of every game; gives them with their advantages.

    A row is a game, and we hold one seat of it: its decisions follow each
    other until the game ends and the next begins."""
    observations, masks, seats, games = batch.arrays()
    rows, rewards, ended = [], *np.zeros((2, steps, batch.capacity), np.float32)
    for step in range(steps + 1):
        batch.observe(observations, masks, seats, games)
        seen, legal = torch.from_numpy(observations.copy()), torch.from_numpy(masks.copy())
        log, value = net(seen, legal, batch.one)
        if step == steps:
            break
        actions = torch.multinomial(log.exp(), 1)
        rows.append((seen, legal, actions[:, 0], log.gather(1, actions)[:, 0], value))
        result = batch.step(actions[:, 0].numpy())
        rewards[step, result.finished] = result.scores[result.own] / SCALE
        ended[step, result.finished] = 1
    gains, gain, after = [], torch.zeros(batch.capacity), value
    for step in reversed(range(steps)):
        goes_on, value = torch.from_numpy(1 - ended[step]), rows[step][4]
        gain = torch.from_numpy(rewards[step]) + goes_on * (after + trace * gain) - value
        gains.append(gain)
        after = value
    columns = [torch.cat(column) for column in zip(*rows)]
    return columns, torch.cat(gains[::-1]), SCALE * rewards.sum() / max(1, ended.sum())


def learn(net, optimiser, columns, gains, one, entropy_weight, passes=2, size=2048):
    """Clipped policy gradient, and the value beside it."""
    seen, legal, actions, before, values = columns
    returns = gains + values
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    for _ in range(passes):
        for part in torch.randperm(len(gains)).split(size):
            log, value = net(seen[part], legal[part], one)
            ratio = (log.gather(1, actions[part][:, None])[:, 0] - before[part]).exp()
            policy = -torch.min(ratio * gains[part], ratio.clamp(0.8, 1.2) * gains[part]).mean()
            entropy = -(log.exp() * log.clamp_min(-40)).sum(-1).mean()
            loss = policy + F.smooth_l1_loss(value, returns[part]) - entropy_weight * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--games", type=int, default=1024, help="at a time")
    parser.add_argument("--opponent", default="rule")
    parser.add_argument("--deals", type=int, default=1000, help="of the match at the end")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    batch = fuda.Batch("koikoi", games=args.games, seed=args.seed, opponents={1: args.opponent})
    net = Policy(batch.observation_len, batch.actions)
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
    began, played, told = time.time(), 0, 0.0
    while (passed := time.time() - began) < 60 * args.minutes:
        left = 1 - passed / (60 * args.minutes)
        optimiser.param_groups[0]["lr"] = 1e-3 * max(0.05, left)
        columns, gains, points = rollout(batch, net, 16)
        learn(net, optimiser, columns, gains, batch.one, 0.002 + 0.008 * left)
        played += len(gains)
        if passed - told > 20:
            told = passed
            print(f"{passed:4.0f} s, {played} decisions, {points:+.2f} points per game", flush=True)

    def learned(view):
        with torch.no_grad():
            seen, mask = (torch.from_numpy(part[None]) for part in (view.observation(), view.mask()))
            return int(net(seen, mask, batch.one)[0].argmax())

    print(fuda.match("koikoi", [learned, args.opponent], deals=args.deals, seed=10**6 + args.seed))


if __name__ == "__main__":
    main()
