# SPDX-License-Identifier: GPL-3.0-or-later
"""A Llama-like decoder, dense or with experts, as plain PyTorch: what the step and the passes are measured on."""
import contextlib

import torch
from torch import nn

from timing import DEVICE, attend


class Norm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        if hasattr(nn.functional, "rms_norm"):
            return nn.functional.rms_norm(x, x.shape[-1:], self.weight, 1e-5)
        return x * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + 1e-5).to(x.dtype) * self.weight


def angles(width, tokens, first, like):
    """Cosines and sines of rotary positions from `first` on: tokens, half of the width. Once for all layers."""
    half = width // 2
    rate = 10000.0 ** (-torch.arange(half, device=like.device) / half)
    angle = (first + torch.arange(tokens, device=like.device))[:, None] * rate
    return angle.cos().to(like.dtype), angle.sin().to(like.dtype)


def turned(x, cos, sin):
    """x: batch, heads, tokens, width."""
    a, b = x.chunk(2, -1)
    return torch.cat((a * cos - b * sin, a * sin + b * cos), -1)


class Attention(nn.Module):
    def __init__(self, m):
        super().__init__()
        self.m = m
        self.qkv = nn.Linear(m.hidden, (m.heads + 2 * m.kv_heads) * m.head_dim, bias=False)
        self.out = nn.Linear(m.heads * m.head_dim, m.hidden, bias=False)

    def forward(self, x, turns, cache=None, first=0):
        m, (batch, tokens, _) = self.m, x.shape
        parts = self.qkv(x).view(batch, tokens, m.heads + 2 * m.kv_heads, m.head_dim).transpose(1, 2)
        q, k, v = parts.split((m.heads, m.kv_heads, m.kv_heads), 1)
        q, k = turned(q, *turns), turned(k, *turns)
        if cache is not None:  # keys and values of the whole context; the new ones at its end
            cache[0][:, :, first : first + tokens], cache[1][:, :, first : first + tokens] = k, v
            k, v = cache[0][:, :, : first + tokens], cache[1][:, :, : first + tokens]
        y = attend(q, k, v)
        return self.out(y.transpose(1, 2).reshape(batch, tokens, m.heads * m.head_dim))


class Dense(nn.Module):
    def __init__(self, m):
        super().__init__()
        self.up_gate = nn.Linear(m.hidden, 2 * m.ffn, bias=False)
        self.down = nn.Linear(m.ffn, m.hidden, bias=False)

    def forward(self, x):
        gate, up = self.up_gate(x).chunk(2, -1)
        return self.down(nn.functional.silu(gate) * up)


def grouped_product():
    """torch._grouped_mm where this PyTorch has it for this GPU, else None."""
    product = getattr(torch, "_grouped_mm", None)
    if product is None or DEVICE != "cuda":
        return None
    try:
        x = torch.zeros(16, 16, device=DEVICE, dtype=torch.bfloat16)
        ends = torch.tensor([8, 16], device=DEVICE, dtype=torch.int32)
        product(x, x.new_zeros(2, 16, 16), offs=ends)
    except Exception:  # not for this GPU
        return None
    return product


GROUPED = grouped_product()
ALIGNED = 8  # rows of an expert are filled up to a multiple: 16 bytes, which grouped products ask for


class Experts(nn.Module):
    """Every expert multiplies the tokens that chose it: in grouped products where this PyTorch has them, else in
    a loop that asks the GPU how many they are."""

    def __init__(self, m):
        super().__init__()
        self.m = m
        self.router = nn.Linear(m.hidden, m.experts, bias=False)
        self.up_gate = nn.Parameter(torch.randn(m.experts, 2 * m.ffn, m.hidden) * 0.02)
        self.down = nn.Parameter(torch.randn(m.experts, m.hidden, m.ffn) * 0.02)

    def forward(self, x):
        flat = x.reshape(-1, x.shape[-1])
        weight, chosen = self.router(flat).softmax(-1).topk(self.m.top_k, -1)
        expert, order = chosen.flatten().sort(stable=True)
        rows = order // self.m.top_k
        y = (self.looped if GROUPED is None else self.grouped)(flat[rows], expert)
        scaled = y * weight.flatten()[order][:, None].to(x.dtype)
        return torch.zeros_like(flat).index_add(0, rows, scaled).view_as(x)

    def looped(self, x, expert):
        counts = torch.bincount(expert, minlength=self.m.experts).tolist()
        parts = []
        for i, part in enumerate(x.split(counts)):
            gate, up = nn.functional.linear(part, self.up_gate[i]).chunk(2, -1)
            parts.append(nn.functional.linear(nn.functional.silu(gate) * up, self.down[i]))
        return torch.cat(parts)

    def grouped(self, x, expert):
        experts = torch.arange(self.m.experts, device=x.device)
        begins = torch.searchsorted(expert, experts)
        counts = torch.searchsorted(expert, experts, right=True) - begins
        filled = (counts + ALIGNED - 1) // ALIGNED * ALIGNED
        ends = filled.cumsum(0)
        place = (ends - filled)[expert] + torch.arange(len(expert), device=x.device) - begins[expert]
        wide = x.new_zeros(len(expert) + ALIGNED * self.m.experts, x.shape[-1]).index_copy(0, place, x)
        ends = ends.to(torch.int32)
        gate, up = GROUPED(wide, self.up_gate.transpose(-2, -1), offs=ends).chunk(2, -1)
        return GROUPED(nn.functional.silu(gate) * up, self.down.transpose(-2, -1), offs=ends)[place]


class Layer(nn.Module):
    def __init__(self, m):
        super().__init__()
        self.before, self.between = Norm(m.hidden), Norm(m.hidden)
        self.attention = Attention(m)
        self.ffn = Experts(m) if m.experts > 1 else Dense(m)

    def forward(self, x, turns, cache=None, first=0):
        x = x + self.attention(self.before(x), turns, cache, first)
        return x + self.ffn(self.between(x))


class Decoder(nn.Module):
    def __init__(self, m, recompute=False):
        super().__init__()
        self.m, self.recompute = m, recompute
        self.embedding = nn.Embedding(m.vocab, m.hidden)
        self.layers = nn.ModuleList(Layer(m) for _ in range(m.layers))
        self.norm = Norm(m.hidden)
        self.head = nn.Linear(m.hidden, m.vocab, bias=False)

    def forward(self, ids, caches=None, first=0):
        x = self.embedding(ids)
        turns = angles(self.m.head_dim, ids.shape[1], first, x)
        for i, layer in enumerate(self.layers):
            if self.recompute and self.training:
                x = torch.utils.checkpoint.checkpoint(layer, x, turns, use_reentrant=False)
            else:
                x = layer(x, turns, None if caches is None else caches[i], first)
        return self.head(self.norm(x if caches is None else x[:, -1:]))


def made(m, recompute=False):
    """On the device, weights in bf16."""
    import torch.utils.checkpoint  # noqa: F401: used by name above

    # Drawn where it stays, where this PyTorch can: the processor takes long over billions of numbers.
    drawn_there = torch.device(DEVICE) if hasattr(torch, "set_default_device") else contextlib.nullcontext()
    with drawn_there:
        model = Decoder(m, recompute)
    return model.to(device=DEVICE, dtype=torch.bfloat16)
