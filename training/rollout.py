"""Plays games with a policy and keeps what is needed to learn from them.

Two or more groups of games take turns: while one is played on by fuda, the
network decides for the next. Rows stay on the device they are learned on."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
import torch

from networks import ILLEGAL


def chosen(logits, masks, sharpen):
    """The logarithms of the probabilities of all actions."""
    logits = logits[:, : masks.shape[1]].float() * sharpen
    return logits.masked_fill(~masks, ILLEGAL).log_softmax(-1)


def trembling(log, masks, explore):
    """The same, with a part of `explore` spread evenly over the legal actions."""
    even = explore / masks.sum(-1, keepdim=True)
    mixed = ((1 - explore) * log.exp() + even).log()
    return torch.where(masks, mixed, log)


@dataclass
class Events:
    """Rounds and games that ended after each step."""

    ended: np.ndarray  # [steps, games] a round ended
    rewards: np.ndarray  # [steps, games, seats]
    finished: list = field(default_factory=list)  # (game, scores, seats of the learner)


class Group:
    """Games of one batch, and what was decided in them."""

    def __init__(self, batch, steps, device, against=None):
        self.batch, self.steps, self.device = batch, steps, device
        self.against = against  # draws a network of before for the other seats
        n = batch.capacity
        pin = device.type == "cuda"
        host = lambda *shape: torch.zeros(shape, dtype=torch.uint8, pin_memory=pin)
        self.host = [host(n, batch.observation_len), host(n, batch.actions), host(n),
                     host(n, max(1, batch.privileged_len))]
        self.arrays = [t.numpy() for t in self.host]
        self.numbers = np.zeros(n, np.uint32)
        store = lambda *shape, dtype=torch.uint8: torch.zeros(
            (steps, n, *shape), dtype=dtype, device=device)
        self.inputs = store(batch.observation_len)
        self.masks = store(batch.actions, dtype=torch.bool)
        self.hidden = store(max(1, batch.privileged_len))
        self.seats = store()
        self.actions = store(dtype=torch.int64)
        self.log = store(dtype=torch.float32)
        self.weights = store(dtype=torch.float32)  # by the policy / as it was drawn
        self.own = store(dtype=torch.bool)  # rows the learner decided
        self.number = torch.arange(n, device=device)
        self.points = np.zeros((n, batch.seats), np.float32)
        self.worth = None  # of the standing that each game's round began with
        self.other = None

    def look(self):
        inputs, masks, seats, hidden = self.arrays
        self.batch.observe(inputs, masks, seats, self.numbers)
        if self.batch.privileged_len:
            self.batch.privileged(hidden)

    def advance(self, actions):
        result = self.batch.step(actions)
        self.look()
        return result

    def decide(self, step, net, sharpen, explore):
        """Fills the rows of a step and gives the actions."""
        for store, host in zip((self.inputs, self.masks, self.seats, self.hidden), self.host):
            store[step].copy_(host, non_blocking=True)
        masks = self.masks[step]
        log = chosen(net(self.inputs[step]), masks, sharpen)
        if self.other is not None:
            # The learner has one seat of each game, by turns.
            own = self.seats[step] == self.number % self.batch.seats
            theirs = chosen(self.other(self.inputs[step]), masks, sharpen)
            log = torch.where(own[:, None], log, theirs)
            self.own[step] = own
        else:
            self.own[step] = True
        drawn = trembling(log, masks, explore) if explore > 0 else log
        # Gumbel's way to draw by probability; probabilities of 0 are never drawn.
        noise = -torch.empty_like(log).exponential_().clamp_min_(1e-20).log_()
        action = torch.where(masks, drawn + noise, ILLEGAL).argmax(-1)
        self.actions[step] = action
        take = lambda table: table.gather(1, action[:, None])[:, 0]
        self.log[step] = take(log)
        self.weights[step] = (take(log) - take(drawn)).exp()
        return action.to(torch.int32).cpu().numpy()


class Tables:
    """All groups, played on together."""

    def __init__(self, groups, reward):
        self.groups, self.reward = groups, reward
        self.workers = ThreadPoolExecutor(len(groups))
        self.waiting = [self.workers.submit(group.look) for group in groups]

    @torch.no_grad()
    def play(self, net, sharpen, explore):
        """Plays `steps` decisions of every game; what happened, by group."""
        happened = []
        for group in self.groups:
            group.other = group.against() if group.against else None
            shape = (group.steps, group.batch.capacity)
            happened.append(Events(np.zeros(shape, bool),
                                   np.zeros((*shape, group.batch.seats), np.float32)))
        steps = self.groups[0].steps
        for step in range(steps + 1):
            for at, group in enumerate(self.groups):
                result = self.waiting[at].result()
                if step > 0:
                    self.reward.take(group, result, happened[at], step - 1)
                if step < steps:
                    actions = group.decide(step, net, sharpen, explore)
                    self.waiting[at] = self.workers.submit(group.advance, actions)
        return happened
