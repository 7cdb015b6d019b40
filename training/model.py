"""The policy network over the 34 kinds of tile.

One token per kind and five of context (the table, and the four players). Weights
are tied so that suits may change places, honours of one sort may change places,
and 1-9 may be turned around to 9-1: nothing in the network can tell.
"""

import torch
from torch import nn
from torch.nn import functional as F

KINDS = 34
SUITED = 27
CONTEXT = 5
TOKENS = KINDS + CONTEXT
DEEDS = 6  # discard, riichi, kan, chi, pon, open kan
OTHERS = 3  # pass, win, nine terminals
ACTIONS = DEEDS * KINDS + OTHERS


def places():
    """The sort of each token: distance from the five, wind, dragon, context."""
    suits = [abs(n - 4) for n in range(9)] * 3
    return torch.tensor(suits + [5] * 4 + [6] * 3 + [7 + i for i in range(CONTEXT)])


def relations():
    """How each token stands to each other, as a number."""

    def relation(i, j):
        if i >= KINDS and j >= KINDS:
            return 40 + 5 * (i - KINDS) + (j - KINDS)
        if i >= KINDS:
            return 65 + 2 * (i - KINDS) + (j >= 27)
        if j >= KINDS:
            return 75 + 2 * (j - KINDS) + (i >= 27)
        if i == j:
            return 0
        if i < 27 and j < 27:
            apart = abs(i % 9 - j % 9)
            return apart if i // 9 == j // 9 else 10 + apart
        if i >= 27 and j >= 27:
            return 20 + 2 * (i >= 31) + (j >= 31)
        return 24 + (i >= 27) + 2 * (max(i, j) >= 31)

    return torch.tensor([[relation(i, j) for j in range(TOKENS)] for i in range(TOKENS)])


RELATIONS = 85


class RmsNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        return F.rms_norm(x.float(), (x.shape[-1],), self.weight, 1e-6)


class Block(nn.Module):
    """Attention, then a layer that sees the neighbours in the suit as well."""

    def __init__(self, width, heads, hidden, dropout):
        super().__init__()
        self.heads = heads
        self.norm1 = RmsNorm(width)
        self.norm2 = RmsNorm(width)
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.bias = nn.Parameter(torch.zeros(heads, RELATIONS))
        self.up = nn.Linear(4 * width, hidden)
        self.down = nn.Linear(hidden, width)
        self.dropout = nn.Dropout(dropout)
        spread = F.one_hot(relations().flatten(), RELATIONS).T.float()
        self.register_buffer("spread", spread.contiguous(), persistent=False)
        nn.init.normal_(self.out.weight, std=0.02)
        nn.init.normal_(self.down.weight, std=0.02)

    def attend(self, x):
        b, t, width = x.shape
        size = width // self.heads
        q, k, v = self.qkv(self.norm1(x)).view(b, t, 3, self.heads, size).permute(2, 0, 3, 1, 4)
        scores = torch.matmul(q, k.transpose(-1, -2)) * size**-0.5
        scores = scores + torch.matmul(self.bias, self.spread).view(1, self.heads, t, t)
        mixed = torch.matmul(torch.softmax(scores, -1), v)
        return self.out(mixed.transpose(1, 2).reshape(b, t, width))

    def beside(self, h):
        """The sum and the difference of the next kinds, the sum of those after."""
        b, _, width = h.shape
        suits = F.pad(h[:, :SUITED].reshape(b, 3, 9, width), (0, 0, 2, 2))
        left, right = suits[:, :, 1:10], suits[:, :, 3:12]
        further = suits[:, :, :9] + suits[:, :, 4:]
        both = torch.cat([left + right, (left - right).abs(), further], -1)
        return F.pad(both.view(b, SUITED, 3 * width), (0, 0, 0, TOKENS - SUITED))

    def forward(self, x):
        x = x + self.dropout(self.attend(x))
        h = self.norm2(x)
        hidden = F.silu(self.up(torch.cat([h, self.beside(h)], -1)))
        return x + self.dropout(self.down(hidden))


class Net(nn.Module):
    def __init__(self, about, width=96, layers=4, heads=4, hidden=None, dropout=0.1):
        super().__init__()
        hidden = hidden or 2 * width
        self.shape = dict(width=width, layers=layers, heads=heads, hidden=hidden)
        self.planes, self.general = about["planes"], about["general"]
        self.per_player, self.one = about["per_player"], about["one"]
        scalars = self.general + 4 * self.per_player
        self.tile = nn.Linear(self.planes, width, bias=False)
        self.every = nn.Linear(scalars, width, bias=False)
        self.table = nn.Linear(scalars, width, bias=False)
        self.player = nn.Linear(self.per_player, width, bias=False)
        self.place = nn.Embedding(7 + CONTEXT, width)
        self.register_buffer("places", F.one_hot(places()).float(), persistent=False)
        self.blocks = nn.ModuleList(Block(width, heads, hidden, dropout) for _ in range(layers))
        self.norm = RmsNorm(width)
        self.deed_tile = nn.Linear(width, width)
        self.deed_table = nn.Linear(width, width, bias=False)
        self.deed = nn.Linear(width, DEEDS)
        self.other_table = nn.Linear(width, width)
        self.other_tiles = nn.Linear(width, width, bias=False)
        self.other = nn.Linear(width, OTHERS)
        # Only for training: what the seat discards later, what the others hold
        # and wait for; whether they are tenpai, how the hand and the game end.
        self.aux_tile = nn.Linear(width, width)
        self.aux_kinds = nn.Linear(width, 2 + 3 + 3)
        self.aux_table = nn.Linear(width, width)
        self.aux_ends = nn.Linear(width, 3 + 2 + 1 + 4)

    def split(self, inputs):
        """Bytes into planes (batch, 34, planes) and numbers, `one` standing for 1."""
        x = inputs.to(torch.float32) / self.one
        planes = x[:, : self.planes * KINDS].view(-1, self.planes, KINDS).transpose(1, 2)
        return planes, x[:, self.planes * KINDS :]

    def body(self, inputs):
        planes, scalars = self.split(inputs)
        players = scalars[:, self.general :].view(-1, 4, self.per_player)
        tiles = self.tile(planes) + self.every(scalars)[:, None]
        context = torch.cat([self.table(scalars)[:, None], self.player(players)], 1)
        x = torch.cat([tiles, context], 1) + torch.matmul(self.places, self.place.weight)
        for block in self.blocks:
            x = block(x)
        return self.norm(x)

    def heads_of(self, x):
        tiles, table = x[:, :KINDS], x[:, KINDS]
        deeds = self.deed(F.silu(self.deed_tile(tiles) + self.deed_table(table)[:, None]))
        others = self.other(F.silu(self.other_table(table) + self.other_tiles(tiles.mean(1))))
        return torch.cat([deeds.transpose(1, 2).flatten(1), others], 1)

    def forward(self, inputs):
        """The logits of all actions."""
        return self.heads_of(self.body(inputs))

    def with_aux(self, inputs):
        x = self.body(inputs)
        kinds = self.aux_kinds(F.silu(self.aux_tile(x[:, :KINDS])))
        ends = self.aux_ends(F.silu(self.aux_table(x[:, KINDS])))
        return self.heads_of(x), kinds, ends
