# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels of training: products in bf16 and FP8, attention both ways, elementwise kernels, gaps between kernels.

Products run for two seconds each unless told, so that the clock is that of a long run; watts and clock stand beside
them where nvidia-smi answers.
"""
import torch

import plan
from power import Sampler
from table import Tables
from timing import CUDA, DEVICE, attend, compiled, graphed, microseconds, random


def fp8_product(p):
    """torch._scaled_mm of E4M3 operands, or None where this PyTorch or GPU has none."""
    if not CUDA or not hasattr(torch, "_scaled_mm") or any(size % 16 for size in (p.m, p.n, p.k)):
        return None
    one = torch.ones((), device=DEVICE)
    x = random(p.m, p.k).to(torch.float8_e4m3fn)
    w = random(p.n, p.k).to(torch.float8_e4m3fn).t()
    call = lambda: torch._scaled_mm(x, w, scale_a=one, scale_b=one, out_dtype=torch.bfloat16)
    try:
        call()
    except RuntimeError:
        return None
    return call


def measure_products(tables, tiny, seconds):
    rows = []
    for p in plan.products(tiny):
        x, w = random(p.m, p.k), random(p.n, p.k)
        with Sampler() as sampled:
            bf16 = microseconds(lambda: torch.nn.functional.linear(x, w), seconds)
        sums = None
        if p.part == "wgrad":  # into fp32, as gradients are accumulated
            total = torch.zeros(p.m, p.n, device=DEVICE)
            sums = microseconds(lambda: total.add_(torch.nn.functional.linear(x, w)), seconds / 4)
            del total
        fp8 = fp8_product(p)
        fp8_us = None if fp8 is None else microseconds(fp8, seconds)
        rows.append((p, bf16, fp8_us, sums, sampled.watts(), sampled.megahertz()))
    tables.block("gemm", "m", "n", "k", "bf16_us", "fp8_us")
    for p, bf16, fp8_us, *_ in rows:
        tables.row(p.m, p.n, p.k, bf16, fp8_us)
    return rows


def measure_attention(tables, tiny, seconds):
    rows = []
    for a in plan.attentions(tiny):
        shape = (a.batch, a.heads, a.tokens)
        q, k = random(*shape, a.d_qk, grad=True), random(*shape, a.d_qk, grad=True)
        v = random(*shape, a.d_v, grad=True)
        with torch.no_grad():
            forward = microseconds(lambda: attend(q, k, v), seconds)
        gradient = random(*shape, a.d_v)

        def both():
            attend(q, k, v).backward(gradient)
            q.grad = k.grad = v.grad = None

        rows.append((a, forward, microseconds(both, seconds) - forward))
    tables.block("attn-context", "b", "s", "n", "g", "d", "w", "bf16/bf16_us")
    for a, forward, _ in rows:
        if a.d_qk == a.d_v:
            tables.row(a.batch, a.tokens, a.heads, a.kv_heads, a.d_qk, 0, forward)
    return rows


def elementwise(m):
    """A call that does the kernel once."""
    if m.kernel == "adamw":
        parameter = torch.zeros(m.rows * m.width, device=DEVICE, requires_grad=True)
        parameter.grad = torch.ones_like(parameter)
        try:
            optimizer = torch.optim.AdamW([parameter], fused=CUDA)
        except (TypeError, RuntimeError):
            optimizer = torch.optim.AdamW([parameter])
        return optimizer.step
    if m.kernel == "cross_entropy":
        logits = random(m.rows, m.width, grad=True)
        labels = torch.zeros(m.rows, dtype=torch.long, device=DEVICE)

        def loss():
            torch.nn.functional.cross_entropy(logits.float(), labels).backward()
            logits.grad = None

        return loss
    backward = m.kernel.endswith("_both")
    width = m.width * (2 if m.kernel.startswith("swiglu") else 1)
    x = random(m.rows, width, grad=backward)
    if m.kernel == "permute":
        order = torch.randperm(m.rows, device=DEVICE)
        return lambda: x.index_select(0, order)
    if m.kernel == "copy":
        out = torch.empty_like(x)
        return lambda: out.copy_(x)
    if m.kernel == "rope":
        angle = random(m.rows, m.width // 2)
        cos, sin = angle.cos(), angle.sin()

        def rotate():
            a, b = x.chunk(2, -1)
            return torch.cat((a * cos - b * sin, a * sin + b * cos), -1)

        return rotate
    weight = random(m.width)

    def forward():
        if m.kernel.startswith("swiglu"):
            gate, up = x.chunk(2, -1)
            return torch.nn.functional.silu(gate) * up
        return x * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + 1e-5).to(x.dtype) * weight

    if not backward:
        return forward
    gradient = random(m.rows, m.width)

    def both():
        forward().backward(gradient)
        x.grad = None

    return both


def gaps(layers, seconds):
    """Microseconds between kernels: a chain of small products, eager and as a graph, per kernel."""
    x, w = random(16, 64), random(64, 64)

    def chain():
        y = x
        for _ in range(layers):
            y = torch.nn.functional.linear(y, w)
        return y

    with torch.no_grad():
        eager, graph = microseconds(chain, seconds), microseconds(graphed(chain), seconds)
    return eager / layers, graph / layers


def run(tiny, seconds):
    """Operator tables, and a table of everything with its FLOP and bytes."""
    operators, kernels = Tables(), Tables()
    products = measure_products(operators, tiny, seconds)
    attentions = measure_attention(operators, tiny, seconds / 4)
    kernels.block("kernels", "kernel", "case", "flop", "bytes", "us", "watts", "sm_mhz")
    for p, bf16, fp8, sums, watts, megahertz in products:
        case = f"{p.layer} {p.part} {p.m}x{p.n}x{p.k}"
        flop, size = plan.product_flop(p), plan.product_bytes(p)
        kernels.row("gemm_bf16", case, flop, size, bf16, watts, megahertz)
        if sums is not None:
            kernels.row("gemm_bf16_fp32_sum", case, flop, size + 8 * p.m * p.n, sums, None, None)
        if fp8 is not None:
            kernels.row("gemm_fp8", case, flop, plan.product_bytes(p, 1) + p.m * p.n, fp8, None, None)
    for a, forward, backward in attentions:
        case = f"batch {a.batch} tokens {a.tokens} heads {a.heads} d {a.d_qk}/{a.d_v}"
        size = 2 * a.batch * a.tokens * a.heads * 2 * (a.d_qk + a.d_v)
        kernels.row("attention", case, plan.attention_flop(a), size, forward, None, None)
        kernels.row("attention_backward", case, plan.attention_flop(a, True), 2 * size, backward, None, None)
    for m in plan.memories(tiny):
        call = elementwise(m)
        case, size = f"{m.rows}x{m.width}", plan.memory_bytes(m)
        kernels.row(m.kernel, case, 0, size, microseconds(call, seconds / 4), None, None)
        faster = None if m.kernel in ("adamw", "copy", "permute") else compiled(call)
        if faster is not None and CUDA:
            kernels.row(m.kernel + "_compiled", case, 0, size, microseconds(faster, seconds / 4), None, None)
        del call, faster
    eager, graph = gaps(8 if tiny else 200, seconds / 4)
    kernels.row("small_kernel_eager", "16x64x64 in a chain", 0, 0, eager, None, None)
    kernels.row("small_kernel_graph", "16x64x64 in a chain", 0, 0, graph, None, None)
    return {"operators.csv": operators, "kernels.csv": kernels}
