# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole training steps on one GPU: seconds, memory allocated and reserved; traces of four of them.

bf16 weights and gradients, fp32 master weights and AdamW moments: 2 + 2 + 4 + 4 + 4 bytes a parameter, and 4 more of
gradients in fp32 while the optimizer steps. Compiled is every layer by itself, and the loss.
"""
import contextlib
import gc
import gzip
import os
import shutil
import time

import torch

import plan
from model import made
from table import nvidia_smi
from timing import CUDA, DEVICE, synchronize

GIB = 1 << 30


class MasterAdamW:
    """fp32 copies of bf16 parameters, stepped and copied back."""

    def __init__(self, parameters):
        self.parameters = list(parameters)
        self.master = [p.detach().float().clone() for p in self.parameters]
        try:
            self.inner = torch.optim.AdamW(self.master, lr=1e-4, fused=CUDA)
        except (TypeError, RuntimeError):
            self.inner = torch.optim.AdamW(self.master, lr=1e-4)

    def step(self):
        for p, master in zip(self.parameters, self.master):
            master.grad = None if p.grad is None else p.grad.float()
        self.inner.step()
        with torch.no_grad():
            for p, master in zip(self.parameters, self.master):
                p.copy_(master)
                p.grad = master.grad = None


def loss_of(logits, labels):
    return torch.nn.functional.cross_entropy(logits.float().flatten(0, 1), labels.flatten())


def compile_layers(model):
    """In place; the loss by torch.compile. As they are where this PyTorch has none."""
    if not hasattr(torch, "compile") or not hasattr(model, "compile"):
        return loss_of
    torch._dynamo.reset()
    for layer in model.layers:
        layer.compile(dynamic=False)
    return torch.compile(loss_of, dynamic=False)


def trace_of(call, path):
    """Of one call, packed."""
    with torch.profiler.profile(record_shapes=True) as profile:
        call()
        synchronize()
    profile.export_chrome_trace(path)
    with open(path, "rb") as plain, gzip.open(path + ".gz", "wb") as packed:
        shutil.copyfileobj(plain, packed)
    os.remove(path)


def measured(step, calls, trace=None):
    gc.collect()  # what the step before left
    if CUDA:
        torch.cuda.empty_cache()
    model = made(step.model, step.recompute)
    model.train()
    optimizer = MasterAdamW(model.parameters())
    loss_function = compile_layers(model) if step.compiled else loss_of
    ids = torch.randint(step.model.vocab, (step.batch, step.tokens + 1), device=DEVICE)

    def one():
        loss_function(model(ids[:, :-1]), ids[:, 1:]).backward()
        optimizer.step()

    for _ in range(1 if not CUDA else 3):
        one()
    synchronize()
    if CUDA:
        torch.cuda.reset_peak_memory_stats()
        between = torch.cuda.memory_allocated()
    begin = time.perf_counter()
    for _ in range(calls):
        one()
    synchronize()
    row = {"step_time_s": (time.perf_counter() - begin) / calls}
    if CUDA:
        row["peak_mem_gib"] = torch.cuda.max_memory_allocated() / GIB
        row["notes"] = f"reserved {torch.cuda.max_memory_reserved() / GIB:.2f} GiB; {between / GIB:.3f} GiB between steps"
        with contextlib.suppress(TypeError, ValueError):
            row["device_mem_gb"] = float(nvidia_smi("memory.used")[0]) * (1 << 20) / 1e9
    if trace:
        trace_of(one, trace)
    return row


def shape_of(m):
    shape = {"layers": m.layers, "hidden": m.hidden, "heads": m.heads, "kv_heads": m.kv_heads}
    shape.update({"head_dim": m.head_dim, "ffn": m.ffn, "vocab": m.vocab, "tied": False})
    if m.experts > 1:
        shape.update({"experts": m.experts, "top_k": m.top_k, "expert_ffn": m.ffn})
    return shape


TRACED = ("dense-1b", "dense-1b_compiled", "dense-0.6b_compiled", "moe-32x4_compiled", "tiny", "tiny-moe_recompute")


def run(tiny, folder, gpu, enough=lambda: False):
    """Rows for a run list, as they come; traces go to the folder. What would begin after enough is left out. The
    GPU's name is part of an id: a run of a known one takes the place of the one before."""
    rows = []
    for step in plan.steps(tiny):
        if enough():
            return
        name = plan.step_name(step)
        trace = os.path.join(folder, name + "-trace.json") if name in TRACED else None
        row = {
            "id": f"own_{gpu}_{name}",
            "model": step.model.name,
            "framework": "PyTorch, " + ("torch.compile" if step.compiled else "eager"),
            "shape": shape_of(step.model),
            "seq": step.tokens,
            "micro_batch": step.batch,
            "global_batch": step.batch,
            "tp": 1,
            "pp": 1,
            "dp": 1,
            "precision": "bf16",
            "grad_bytes": 2,
            "recompute": "full" if step.recompute else "none",
        }
        try:
            row.update(measured(step, 2 if tiny else 8, trace))
        except Exception as error:  # out of memory, and what a compiler does not know
            row["notes"] = "did not run: " + (str(error).splitlines() or [type(error).__name__])[0]
        rows.append(row)
        yield rows
