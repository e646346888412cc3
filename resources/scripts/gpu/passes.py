# SPDX-License-Identifier: GPL-3.0-or-later
"""Prefill and decode passes without an engine: hand-written PyTorch as CUDA graphs."""
import sys

import torch

import plan
from model import GROUPED, made
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
    # Without grouped products the processor counts the tokens of experts, which no graph can hold.
    return graphed(call) if p.model.experts == 1 or GROUPED is not None else call


def run(tiny, seconds, enough=lambda: False):
    tables = Tables()
    header = ("layers", "hidden", "ffn", "heads", "kv_heads", "head_dim", "vocab", "experts", "top_k")
    tables.block("passes", "model", "phase", "batch", "context", *header, "us")
    model, of = None, None
    with torch.no_grad():
        for p in plan.passes(tiny):
            if enough():
                break
            if of is not p.model:
                model = None
                model, of = made(p.model).eval(), p.model
            try:
                us = microseconds(call_of(model, p), seconds)
                tables.row(p.model.name, p.phase, p.batch, p.context, *p.model[1:], us)
            except RuntimeError as error:  # out of memory
                words = (str(error).splitlines() or ["out of memory"])[0]
                print(f"{p.phase} {p.model.name}, batch {p.batch}, context {p.context}: {words}", file=sys.stderr)
            if CUDA:
                torch.cuda.empty_cache()
    return {"passes.csv": tables}
