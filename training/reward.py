"""What a round is worth: its points, or how it changes the expected result."""

import numpy as np
import torch

from networks import Standing


class Reward:
    """Turns what a batch reports into rewards, and learns what a standing is
    worth from games that ended."""

    KEPT = 1 << 17  # standings that are learned from, the latest

    def __init__(self, config, batch):
        self.goal, self.scale = config["goal"], config["scale"]
        self.net = self.optimiser = None
        if config["standing"]:
            self.net = Standing(batch.seats, batch.standing_names, 10 * self.scale)
            self.optimiser = torch.optim.Adam(self.net.parameters(), lr=1e-3)
        empty = lambda width: torch.zeros(self.KEPT, width)
        self.kept = [empty(batch.seats), empty(len(batch.standing_names)), empty(batch.seats)]
        self.seen = 0  # how many there were in all
        self.open = {}  # of games in progress: points and standings so far
        self.explained = 0.0
        self.random = torch.Generator().manual_seed(1)

    def final(self, scores):
        """What a finished game is worth to each seat."""
        if self.goal == "win":
            best = scores.max(-1, keepdims=True)
            first = (scores == best).astype(np.float32)
            first /= first.sum(-1, keepdims=True)
            return (first - 1 / scores.shape[-1]) / self.scale
        return scores / self.scale

    @torch.no_grad()
    def worth(self, points, standings):
        return self.net(torch.from_numpy(points), torch.from_numpy(standings)).numpy()

    def take(self, group, result, events, step):
        """Rounds and games that ended by the step before this one."""
        finals = self.final(np.asarray(result.scores)) if len(result.finished) else ()
        ends = dict(zip(result.finished.tolist(), finals))
        for game, scores in zip(result.finished.tolist(), np.asarray(result.scores)):
            events.finished.append((game, scores))
        games = result.round_games.tolist()
        if not games:
            return
        points, standings = np.asarray(result.round_points), np.asarray(result.round_standings)
        if self.net is None:
            rewards = np.asarray(result.round_rewards) / self.scale
            if self.goal == "win":
                rewards = np.stack([ends.get(game, np.zeros(group.batch.seats)) for game in games])
            for game, reward in zip(games, rewards):
                if not events.ended[step, game]:
                    events.ended[step, game] = True
                    events.rewards[step, game] = reward
            return
        if group.worth is None:
            group.worth = np.zeros_like(group.points)
        after = self.worth(points, standings)
        last = {game: at for at, game in enumerate(games)}
        for at, game in enumerate(games):
            over = game in ends and last[game] == at
            worth = ends[game] if over else after[at]
            if not events.ended[step, game]:
                events.ended[step, game] = True
                events.rewards[step, game] = worth - group.worth[game]
            else:
                events.rewards[step, game] += worth - group.worth[game]
            group.worth[game] = 0.0 if over else worth
            story = self.open.setdefault((id(group), game), [])
            if over:
                for before in story:
                    self.keep(*before, worth)
                story.clear()
            else:
                story.append((points[at].copy(), standings[at].copy()))

    def keep(self, points, standing, worth):
        """One more standing with what came of it, in the place of the oldest."""
        at = self.seen % self.KEPT
        for store, values in zip(self.kept, (points, standing, worth)):
            store[at] = torch.from_numpy(np.asarray(values, np.float32))
        self.seen += 1

    def learn(self, steps=16, size=2048):
        """Some steps of learning what standings are worth."""
        full = min(self.seen, self.KEPT)
        if self.net is None or full < size:
            return
        for _ in range(steps):
            rows = torch.randint(full, (size,), generator=self.random)
            points, standings, worth = (store[rows] for store in self.kept)
            loss = (self.net(points, standings) - worth).square().mean()
            self.optimiser.zero_grad()
            loss.backward()
            self.optimiser.step()
        self.explained = 1 - loss.item() / worth.var().item()

    def state(self):
        return None if self.net is None else [self.net.state_dict(), self.optimiser.state_dict()]

    def load(self, state):
        if self.net is not None and state is not None:
            self.net.load_state_dict(state[0])
            self.optimiser.load_state_dict(state[1])
