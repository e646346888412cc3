# SPDX-License-Identifier: GPL-3.0-or-later
"""A Llama-like decoder, dense or with experts, as plain PyTorch: what the step and the passes are measured on."""
import torch
from torch import nn

from timing import DEVICE, attend


class Norm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        return x * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + 1e-5).to(x.dtype) * self.weight


def turned(x, first):
    """Rotary positions from `first` on; x: batch, heads, tokens, width."""
    half = x.shape[-1] // 2
    rate = 10000.0 ** (-torch.arange(half, device=x.device) / half)
    angle = (first + torch.arange(x.shape[-2], device=x.device))[:, None] * rate
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    a, b = x.chunk(2, -1)
    return torch.cat((a * cos - b * sin, a * sin + b * cos), -1)


class Attention(nn.Module):
    def __init__(self, m):
        super().__init__()
        self.m = m
        self.qkv = nn.Linear(m.hidden, (m.heads + 2 * m.kv_heads) * m.head_dim, bias=False)
        self.out = nn.Linear(m.heads * m.head_dim, m.hidden, bias=False)

    def forward(self, x, cache=None, first=0):
        m, (batch, tokens, _) = self.m, x.shape
        parts = self.qkv(x).view(batch, tokens, m.heads + 2 * m.kv_heads, m.head_dim).transpose(1, 2)
        q, k, v = parts.split((m.heads, m.kv_heads, m.kv_heads), 1)
        q, k = turned(q, first), turned(k, first)
        if cache is not None:  # keys and values of the whole context; the new ones at its end
            cache[0][:, :, first : first + tokens], cache[1][:, :, first : first + tokens] = k, v
            k, v = cache[0][:, :, : first + tokens], cache[1][:, :, : first + tokens]
        share = m.heads // m.kv_heads
        k, v = k.repeat_interleave(share, 1), v.repeat_interleave(share, 1)
        if tokens == 1:  # a decode step sees all keys
            y = ((q @ k.transpose(-1, -2)) / m.head_dim**0.5).softmax(-1) @ v
        else:
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


class Experts(nn.Module):
    """Every expert multiplies the tokens that chose it; loops, so that any PyTorch runs it."""

    def __init__(self, m):
        super().__init__()
        self.m = m
        self.router = nn.Linear(m.hidden, m.experts, bias=False)
        self.up_gate = nn.Parameter(torch.randn(m.experts, 2 * m.ffn, m.hidden) * 0.02)
        self.down = nn.Parameter(torch.randn(m.experts, m.hidden, m.ffn) * 0.02)

    def forward(self, x):
        flat = x.reshape(-1, x.shape[-1])
        weight, chosen = self.router(flat).softmax(-1).topk(self.m.top_k, -1)
        order = chosen.flatten().argsort()
        rows = order // self.m.top_k
        counts = torch.bincount(chosen.flatten(), minlength=self.m.experts).tolist()
        parts = []
        for i, part in enumerate(flat[rows].split(counts)):
            gate, up = nn.functional.linear(part, self.up_gate[i]).chunk(2, -1)
            parts.append(nn.functional.linear(nn.functional.silu(gate) * up, self.down[i]))
        scaled = torch.cat(parts) * weight.flatten()[order][:, None].to(x.dtype)
        return torch.zeros_like(flat).index_add(0, rows, scaled).view_as(x)


class Layer(nn.Module):
    def __init__(self, m):
        super().__init__()
        self.before, self.between = Norm(m.hidden), Norm(m.hidden)
        self.attention = Attention(m)
        self.ffn = Experts(m) if m.experts > 1 else Dense(m)

    def forward(self, x, cache=None, first=0):
        x = x + self.attention(self.before(x), cache, first)
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
        for i, layer in enumerate(self.layers):
            if self.recompute and self.training:
                x = torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=False)
            else:
                x = layer(x, None if caches is None else caches[i], first)
        return self.head(self.norm(x if caches is None else x[:, -1:]))


def made(m, recompute=False):
    """On the device, weights in bf16."""
    import torch.utils.checkpoint  # noqa: F401: used by name above

    return Decoder(m, recompute).to(device=DEVICE, dtype=torch.bfloat16)
