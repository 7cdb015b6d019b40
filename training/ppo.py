"""Clipped policy gradient (PPO) with generalised advantage estimation, over the
rows that `rollout.py` keeps."""

import copy

import torch
from torch.nn import functional as F

from rollout import chosen


@torch.no_grad()
def advantages(group, events, values, trace):
    """Advantages and returns of a group's rows, and which rows have them.

    The decisions of one seat in one round are a chain. A row is worth what the
    round brought, or what the seat's next decision is worth; the last row of a
    chain that goes on beyond these steps has neither and is left out."""
    steps, games = group.seats.shape
    seats = group.batch.seats
    device = group.inputs.device
    ended = torch.from_numpy(events.ended).to(device)
    rewards = torch.from_numpy(events.rewards).to(device)
    after = torch.zeros(games, seats, device=device)  # value of the next decision
    gain = torch.zeros(games, seats, device=device)  # its advantage
    pending = torch.zeros(games, seats, device=device)  # rewards on the way to it
    known = torch.zeros(games, seats, dtype=torch.bool, device=device)
    advantage = torch.zeros(steps, games, device=device)
    valid = torch.zeros(steps, games, dtype=torch.bool, device=device)
    for step in reversed(range(steps)):
        over = ended[step][:, None]
        after = after.masked_fill(over, 0.0)
        gain = gain.masked_fill(over, 0.0)
        pending = torch.where(over, rewards[step], pending)
        known = known | over
        seat = group.seats[step].long()[:, None]
        take = lambda table: table.gather(1, seat)[:, 0]
        value = values[step]
        error = take(pending) + take(after) - value
        advantage[step] = error + trace * take(gain)
        valid[step] = take(known)
        # A row with nothing known behind it only says what it is worth.
        found = torch.where(valid[step], advantage[step], 0.0)
        after = after.scatter(1, seat, value[:, None])
        gain = gain.scatter(1, seat, found[:, None])
        pending = pending.scatter(1, seat, torch.zeros_like(value)[:, None])
        known = known.scatter(1, seat, torch.ones_like(seat, dtype=torch.bool))
    return advantage, advantage + values, valid & group.own


class Learner:
    """An actor and its critic, with what trains them."""

    def __init__(self, actor, critic, config, device, compiled):
        self.actor, self.critic, self.config, self.device = actor, critic, config, device
        self.mean = copy.deepcopy(actor).eval()
        self.parent = copy.deepcopy(actor).eval()
        self.anchor = copy.deepcopy(actor).eval()
        fused = device.type == "cuda"
        self.actor_steps = torch.optim.AdamW(actor.parameters(), lr=config["rate"],
                                             betas=(0.9, 0.98), weight_decay=0.0, fused=fused)
        self.critic_steps = torch.optim.AdamW(critic.parameters(), lr=config["critic_rate"],
                                              betas=(0.9, 0.98), weight_decay=0.01, fused=fused)
        wrap = lambda part: torch.compile(part, dynamic=False) if compiled else part
        self.act, self.judge, self.hold = wrap(actor), wrap(critic), wrap(self.anchor)
        self.step = 0

    def autocast(self):
        return torch.autocast(self.device.type, dtype=torch.bfloat16,
                              enabled=self.device.type == "cuda")

    def infer(self, inputs):
        """The outputs for the rows of a step; small groups are not worth
        compiling for."""
        with self.autocast():
            return (self.act if len(inputs) == self.config["games"] else self.actor)(inputs)

    @torch.no_grad()
    def values(self, group, size=16384):
        """What the critic thinks of all rows of a group."""
        flat = lambda t: t.flatten(0, 1)
        parts = zip(*(flat(t).split(size) for t in (group.inputs, group.hidden, group.seats)))
        with self.autocast():
            found = [self.judge(*part) for part in parts]
        return torch.cat(found).view(group.seats.shape)

    def blend(self, name, progress):
        """A setting that changes from its first value to its last."""
        return self.config[name] * (1 - progress) + self.config[f"{name}_end"] * progress

    def update(self, rows, progress, policy):
        """One pass over the rows; `policy` is false while only the critic learns."""
        config = self.config
        rate = config["rate"] * (1 - (1 - config["rate_end"]) * progress)
        for group in self.actor_steps.param_groups:
            group["lr"] = rate
        entropy_weight = self.blend("entropy", progress)
        anchor_weight = self.blend("anchor_weight", progress)
        held = config["anchor"] != "none" and anchor_weight > 0
        if config["anchor"] == "moving":
            with torch.no_grad():
                torch._foreach_lerp_(list(self.anchor.parameters()),
                                     list(self.actor.parameters()), config["anchor_speed"])
        inputs, masks, hidden, seats, actions, before, weights, gain, returns = rows
        # Advantages keep one scale from update to update.
        gain = (gain - gain.mean()) / gain.std().clamp_min(1e-4)
        sums = torch.zeros(6, device=self.device)
        count, size = 0, config["minibatch"]
        for _ in range(config["epochs"]):
            for part in torch.randperm(len(actions), device=self.device).split(size):
                if len(part) < size and count:
                    continue
                with self.autocast():
                    value = self.judge(inputs[part], hidden[part], seats[part])
                critic_loss = F.smooth_l1_loss(value, returns[part])
                self.critic_steps.zero_grad(set_to_none=True)
                critic_loss.backward()
                torch.nn.utils.clip_grad_norm_(self.critic.parameters(), 1.0)
                self.critic_steps.step()
                count += 1
                sums[0] += critic_loss.detach()
                if not policy:
                    continue
                with self.autocast():
                    logits = self.act(inputs[part])
                log = chosen(logits, masks[part], config["sharpen"])
                moved = log.gather(1, actions[part][:, None])[:, 0] - before[part]
                ratio, limit = moved.exp(), config["clip"]
                worth = gain[part]
                bounded = torch.min(ratio * worth, ratio.clamp(1 - limit, 1 + limit) * worth)
                loss = -(weights[part] * bounded).mean()
                p = log.exp()
                entropy = -(p * log.clamp_min(-40.0)).sum(-1).mean()
                total = loss - entropy_weight * entropy
                if held:
                    with torch.no_grad(), self.autocast():
                        theirs = self.hold(inputs[part])
                    theirs = chosen(theirs, masks[part], config["sharpen"]).clamp_min(-40.0)
                    apart = (p * (log.clamp_min(-40.0) - theirs)).sum(-1).mean()
                    total = total + anchor_weight * apart
                    sums[3] += apart.detach()
                if logits.shape[1] > masks.shape[1]:
                    # The actor's own guess of the value, from what it may see.
                    total = total + 0.2 * F.smooth_l1_loss(logits[:, -1].float(), returns[part])
                self.actor_steps.zero_grad(set_to_none=True)
                total.backward()
                torch.nn.utils.clip_grad_norm_(self.actor.parameters(), 1.0)
                self.actor_steps.step()
                self.step += 1
                keep = min(config["average"], (self.step + 1) / (self.step + 10))
                with torch.no_grad():
                    torch._foreach_lerp_(list(self.mean.parameters()),
                                         list(self.actor.parameters()), 1 - keep)
                    sums[1] += loss.detach()
                    sums[2] += entropy.detach()
                    sums[4] += (-moved).mean().detach()
                    sums[5] += ((ratio - 1).abs() > limit).float().mean()
        names = ["critic", "policy", "entropy", "anchor", "moved", "clipped"]
        return dict(zip(names, (sums / max(1, count)).tolist()))

    def state(self):
        parts = ("actor", "critic", "mean", "parent", "anchor", "actor_steps", "critic_steps")
        return {part: getattr(self, part).state_dict() for part in parts} | {"step": self.step}

    def load(self, state):
        for part, value in state.items():
            if part == "step":
                self.step = value
            else:
                getattr(self, part).load_state_dict(value)
