"""A koi-koi policy from nothing, by policy gradient against `rule`.

    pip install ./python torch
    python examples/python/reinforce.py --minutes 5

Hundreds of games are played at a time (`fuda.Batch`); the network sees bytes
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


def rollout(batch, net, steps):
    """Plays on for some steps; gives the decisions whose games have ended."""
    observations, masks, seats, games = batch.arrays()
    rows, episode = [], np.zeros(batch.capacity, int)
    points = {}
    for _ in range(steps):
        batch.observe(observations, masks, seats, games)
        seen, legal = torch.from_numpy(observations.copy()), torch.from_numpy(masks.copy())
        with torch.no_grad():
            log, value = net(seen, legal, batch.one)
            actions = torch.multinomial(log.exp(), 1)[:, 0]
        chosen = log.gather(1, actions[:, None])[:, 0]
        rows.append((seen, legal, actions, chosen, value, episode.copy(), seats.copy()))
        result = batch.step(actions.numpy())
        for game, scores in zip(result.finished, result.scores):
            points[game, episode[game]] = scores
            episode[game] += 1
    columns = [torch.cat([row[i] for row in rows]) for i in range(5)]
    numbers = np.tile(np.arange(batch.capacity), steps)
    episodes, who = (np.concatenate([row[i] for row in rows]) for i in (5, 6))
    missing = [np.nan] * batch.seats
    returns = [points.get((g, e), missing)[s] for g, e, s in zip(numbers, episodes, who)]
    returns = torch.tensor(np.array(returns), dtype=torch.float32)
    ended = ~returns.isnan()
    return [column[ended] for column in columns], returns[ended]


def learn(net, optimiser, columns, returns, one, scale=10.0, parts=8):
    """One pass of clipped policy gradient."""
    seen, legal, actions, before, values = columns
    gain = returns / scale - values
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    for part in torch.randperm(len(returns)).chunk(parts):
        log, value = net(seen[part], legal[part], one)
        ratio = (log.gather(1, actions[part][:, None])[:, 0] - before[part]).exp()
        clipped = ratio.clamp(0.8, 1.2)
        policy = -torch.min(ratio * gain[part], clipped * gain[part]).mean()
        entropy = -(log.exp() * log.clamp_min(-40)).sum(-1).mean()
        loss = policy + 0.5 * F.smooth_l1_loss(value, returns[part] / scale) - 0.01 * entropy
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--games", type=int, default=512, help="at a time")
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
        for group in optimiser.param_groups:
            group["lr"] = 1e-3 * max(0.1, 1 - passed / (60 * args.minutes))
        columns, returns = rollout(batch, net, 32)
        learn(net, optimiser, columns, returns, batch.one)
        played += len(returns)
        if passed - told > 20:
            told = passed
            print(f"{passed:4.0f} s, {played} decisions, {returns.mean():+.2f} points per game", flush=True)

    def learned(view):
        with torch.no_grad():
            seen, mask = (torch.from_numpy(part[None]) for part in (view.observation(), view.mask()))
            return int(net(seen, mask, batch.one)[0].argmax())

    print(fuda.match("koikoi", [learned, args.opponent], deals=args.deals, seed=10**6 + args.seed))


if __name__ == "__main__":
    main()
