"""One training run: AdamW, cosine, a moving average, the epoch chosen on other games."""

import copy
import math
import time

import torch
from torch.nn import functional as F

KINDS = 34


def say(text):
    print(text, flush=True)


def policy_logits(net, data, rows):
    logits = net(data.inputs[rows]).float()
    return logits.masked_fill(~data.legal_of(rows), float("-inf"))


def aux_loss(data, rows, kinds, ends):
    """What the inputs do not say and the record knows."""
    kinds, ends = kinds.float(), ends.float()
    binary = F.binary_cross_entropy_with_logits
    loss = binary(kinds[..., 0], data.soon[rows].float())
    loss = loss + 0.5 * binary(kinds[..., 1], data.later[rows].float())
    steps = torch.arange(3, device=kinds.device)
    waits = (data.waits[rows][:, :, None] >> steps & 1).float()
    loss = loss + 0.5 * binary(kinds[..., 2:5], waits)
    held = data.held[rows].view(-1, 3, KINDS).transpose(1, 2).float()
    loss = loss + 0.3 * F.mse_loss(kinds[..., 5:8], held)
    tenpai = (data.tenpai[rows][:, None] >> steps & 1).float()
    loss = loss + 0.1 * binary(ends[:, :3], tenpai)
    loss = loss + 0.05 * binary(ends[:, 3], data.wins[rows].float())
    loss = loss + 0.05 * binary(ends[:, 4], data.deals_in[rows].float())
    loss = loss + 0.05 * F.smooth_l1_loss(ends[:, 5], data.delta[rows] / 40)
    place = data.place[rows].long()
    place = place.masked_fill(place > 3, -100)
    return loss + 0.05 * F.cross_entropy(ends[:, 6:], place)


def autocast(data):
    cuda = data.inputs.is_cuda
    return torch.autocast("cuda" if cuda else "cpu", dtype=torch.bfloat16, enabled=cuda)


@torch.no_grad()
def probabilities(net, data, rows, size=16384):
    """How likely the network thinks each action, on some rows."""
    net.eval()
    parts = []
    for part in rows.split(size):
        with autocast(data):
            logits = policy_logits(net, data, part)
        parts.append(logits.softmax(-1))
    return torch.cat(parts)


def agreement(p, data, rows):
    """Shares of agreement of these probabilities with what was done.

    discard: the kind that went, riichi or not, where at least two kinds could;
    call: run, triplet, kan or pass where one could be called and no win;
    riichi: declared or not where the tile that went could be one to declare with.
    """
    legal, done = data.legal_of(rows), data.action[rows].long()
    kinds = legal[:, :KINDS] | legal[:, KINDS : 2 * KINDS]
    free = (done < 2 * KINDS) & (kinds.sum(1) > 1)
    both = p[:, :KINDS] + p[:, KINDS : 2 * KINDS]
    right = both.argmax(1) == done % KINDS
    calls = (done >= 3 * KINDS) & (done <= 204) & ~legal[:, 205]
    kind = done[:, None] % KINDS
    ready = (done < 2 * KINDS) & legal.gather(1, KINDS + kind)[:, 0]
    declared = p.gather(1, KINDS + kind)[:, 0] > p.gather(1, kind)[:, 0]
    share = lambda values, where: 100 * values[where].float().mean().item() if where.any() else 0.0
    return {
        "discard": round(share(right, free), 3),
        "discards": int(free.sum()),
        "call": round(share(p.argmax(1) == done, calls), 3),
        "calls": int(calls.sum()),
        "riichi": round(share(declared == (done >= KINDS), ready), 3),
        "all": round(share(p.argmax(1) == done, torch.ones_like(free)), 3),
        "loss": round(-p.gather(1, done[:, None]).clamp_min(1e-9).log().mean().item(), 4),
    }


def judge(net, data, part):
    """Agreement of a network on the games of a part."""
    rows = data.rows[part]
    return agreement(probabilities(net, data, rows), data, rows)


def train(net, data, *, epochs, batch, rate, seed, decay=0.05, average=0.998,
          teacher=None, minutes=None, name="net", keep=None):
    """Trains and gives back the best moving average with its figures."""
    device = data.inputs.device
    torch.manual_seed(seed)
    began = time.time()
    rows = data.rows["training"]
    steps = len(rows) // batch
    matrices = [p for p in net.parameters() if p.dim() > 1]
    others = [p for p in net.parameters() if p.dim() <= 1]
    groups = [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=device.type == "cuda")
    mean = copy.deepcopy(net).eval()
    best, figures, step = None, None, 0
    for epoch in range(epochs):
        net.train()
        order = rows[torch.randperm(len(rows), device=device)]
        total = torch.zeros((), device=device)
        for at in range(steps):
            part = order[at * batch : (at + 1) * batch]
            progress = step / (epochs * steps)
            if minutes is not None:
                progress = max(progress, (time.time() - began) / max(1.0, 60 * minutes))
            warm = min(1.0, (step + 1) / 200)
            for group in optimiser.param_groups:
                group["lr"] = rate * warm * 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))
            with autocast(data):
                logits, kinds, ends = net.with_aux(data.inputs[part])
            logits = logits.float().masked_fill(~data.legal_of(part), float("-inf"))
            loss = F.cross_entropy(logits, data.action[part].long())
            if teacher is not None:
                log = logits.log_softmax(-1).clamp_min(-40.0)
                loss = 0.3 * loss - 0.7 * (teacher(part) * log).sum(-1).mean()
            total += loss.detach()
            loss = loss + aux_loss(data, part, kinds, ends)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            with torch.no_grad():
                part = min(average, (step + 1) / (step + 10))
                torch._foreach_lerp_(list(mean.parameters()), list(net.parameters()), 1 - part)
            step += 1
            if progress >= 1.0:
                break
        found = judge(mean, data, "validation")
        say(f"{name} epoch {epoch + 1}/{epochs} loss {total.item() / (at + 1):.4f} "
            f"validation {found} {time.time() - began:.0f} s")
        if figures is None or found["all"] > figures["all"]:
            best, figures = copy.deepcopy(mean.state_dict()), dict(found, epoch=epoch + 1)
            if keep:
                keep(best, figures)
        if progress >= 1.0:
            break
    mean.load_state_dict(best)
    return mean, figures
