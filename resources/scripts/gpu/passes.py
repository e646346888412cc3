# SPDX-License-Identifier: GPL-3.0-or-later
"""Prefill and decode passes without an engine: hand-written PyTorch, decode as a CUDA graph."""
import torch

import plan
from model import made
from table import Tables
from timing import CUDA, DEVICE, graphed, microseconds


def caches_of(m, batch, context):
    shape = (batch, m.kv_heads, context + 1, m.head_dim)
    return [[torch.zeros(shape, device=DEVICE, dtype=torch.bfloat16) for _ in range(2)] for _ in range(m.layers)]


def call_of(model, p):
    caches = caches_of(p.model, p.batch, p.context)
    tokens = p.context if p.phase == "prefill" else 1
    ids = torch.randint(p.model.vocab, (p.batch, tokens), device=DEVICE)
    first = 0 if p.phase == "prefill" else p.context
    call = lambda: model(ids, caches, first)
    # Experts choose their tokens on the processor, which no graph can hold.
    return graphed(call) if p.phase == "decode" and p.model.experts == 1 else call


def run(tiny, seconds):
    tables = Tables()
    header = ("layers", "hidden", "ffn", "heads", "kv_heads", "head_dim", "vocab", "experts", "top_k")
    tables.block("passes", "model", "phase", "batch", "context", *header, "us")
    model, of = None, None
    with torch.no_grad():
        for p in plan.passes(tiny):
            if of is not p.model:
                model = None
                model, of = made(p.model).eval(), p.model
            try:
                us = microseconds(call_of(model, p), seconds)
            except RuntimeError:
                us = None  # out of memory
            tables.row(p.model.name, p.phase, p.batch, p.context, *p.model[1:], us)
            if CUDA:
                torch.cuda.empty_cache()
    return {"passes.csv": tables}
