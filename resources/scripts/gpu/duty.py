# SPDX-License-Identifier: GPL-3.0-or-later
"""What products reach beside kernels that only copy: a GPU at its power limit lowers its clock, and how much depends on
the share of the time that its matrix units work."""
import torch

import plan
from power import Sampler
from table import Tables
from timing import CUDA, DEVICE, microseconds, random, synchronize

TURN = 10e3  # µs of products between the copies: shorter than what the clock follows


def turns(product, copies, times, seconds):
    """Microseconds of a product and of what stands between the products of two turns, once the clock has settled."""
    if not CUDA:
        return microseconds(product, seconds), times * microseconds(copies, seconds) if times else 0.0
    group = max(1, round(TURN / microseconds(product, 0.02)))
    marks, spent = [], 0.0
    while spent < seconds:
        one = [torch.cuda.Event(enable_timing=True) for _ in range(3)]
        one[0].record()
        for _ in range(group):
            product()
        one[1].record()
        for _ in range(times):
            copies()
        one[2].record()
        one[2].synchronize()
        marks.append(one)
        spent += one[0].elapsed_time(one[2]) / 1e3
    settled = marks[len(marks) // 2 :]
    mean = lambda i: 1e3 * sum(m[i].elapsed_time(m[i + 1]) for m in settled) / len(settled)
    return mean(0) / group, mean(1)


def run(tiny, seconds, enough=lambda: False):
    """Products, each alone and with copies for so much of the time that its share is that of the plan."""
    kernels = Tables()
    kernels.block("kernels", "kernel", "case", "flop", "bytes", "us", "watts", "sm_mhz")
    source = random(1 << (10 if tiny else 26))
    target = torch.empty_like(source, device=DEVICE)
    copy = lambda: target.copy_(source)
    for p, share in plan.duties(tiny):
        if enough():
            break
        a, b = random(p.m, p.k), random(p.n, p.k).t()
        product = lambda: a @ b
        alone, moved = microseconds(product, 0.02), microseconds(copy, 0.02)
        group = max(1, round(TURN / alone)) if CUDA else 1
        times = round(group * alone * (1 - share) / share / moved)
        with Sampler() as sampled:
            us, between = turns(product, copy, times, seconds)
            synchronize()
        spent = group * us / (group * us + between)
        case = f"{p.m}x{p.n}x{p.k} for {spent:.2f} of the time"
        kernels.row("gemm_bf16_beside_copies", case, plan.product_flop(p), plan.product_bytes(p), us, sampled.watts(),
                    sampled.megahertz())
    return {"duty.csv": kernels}
