# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels of training: products in bf16 and FP8, attention both ways, gaps between kernels.

Products run for two seconds each unless told, so that the clock is that of a long run; watts and clock stand beside
them where NVML or nvidia-smi answers. Backward products have the layouts of a backward pass: dgrad is dy w, wgrad
dyᵀ x. FP8 sums fast forward and split backward, as in training.
"""
import contextlib

import torch

import plan
from power import Sampler
from table import Tables
from timing import CUDA, DEVICE, attend, graphed, kernel_microseconds, microseconds, random


def fp8_product(p):
    """torch._scaled_mm of E4M3 operands, or None where this PyTorch or GPU has none."""
    if not CUDA or not hasattr(torch, "_scaled_mm") or any(size % 16 for size in (p.m, p.n, p.k)):
        return None
    one = torch.ones((), device=DEVICE)
    x = random(p.m, p.k).to(torch.float8_e4m3fn)
    w = random(p.n, p.k).to(torch.float8_e4m3fn).t()
    options = {"out_dtype": torch.bfloat16, "use_fast_accum": p.part == "forward"}
    call = lambda: torch._scaled_mm(x, w, scale_a=one, scale_b=one, **options)
    try:
        call()
    except (RuntimeError, TypeError):
        return None
    return call


def operands(p):
    """Two matrices whose product it is, stored as the pass stores them."""
    if p.part == "forward":  # x wᵀ
        return random(p.m, p.k), random(p.n, p.k).t()
    if p.part == "dgrad":  # dy w
        return random(p.m, p.k), random(p.k, p.n)
    return random(p.k, p.m).t(), random(p.k, p.n)  # dyᵀ x


def fused_sum(total, a, b):
    """A product added to fp32 sums by the product's own kernel, or None where this PyTorch or device has none."""
    call = lambda: torch.addmm(total, a, b, out_dtype=torch.float32, out=total)
    try:
        call()
    except (TypeError, RuntimeError, NotImplementedError):
        return None
    return call


def measure_products(tables, tiny, seconds, enough):
    """(kernel, product, bytes more than the operands and result in bf16, us, watts, MHz)"""
    rows = []
    tables.block("gemm", "m", "n", "k", "bf16_us", "fp8_us")
    for p in plan.products(tiny):
        if enough():
            break
        a, b = operands(p)
        with Sampler() as sampled:
            bf16 = kernel_microseconds(lambda: a @ b, seconds)
        rows.append(("gemm_bf16", p, 0, bf16, sampled.watts(), sampled.megahertz()))
        if p.part == "wgrad":  # into fp32, as gradients are accumulated: by the product's kernel, and by another
            total = torch.zeros(p.m, p.n, device=DEVICE)
            fused = fused_sum(total, a, b)
            if fused is not None:
                us = kernel_microseconds(fused, seconds / 4)
                rows.append(("gemm_bf16_fp32_sum", p, 6 * p.m * p.n, us, None, None))
            us = kernel_microseconds(lambda: total.add_(a @ b), seconds / 4)
            rows.append(("gemm_bf16_fp32_add", p, 10 * p.m * p.n, us, None, None))
            del total, fused
        del a, b
        fp8, fp8_us = fp8_product(p), None
        if fp8 is not None:
            with Sampler() as sampled:
                fp8_us = kernel_microseconds(fp8, seconds)
            fewer = -(p.m * p.k + p.n * p.k)
            rows.append(("gemm_fp8", p, fewer, fp8_us, sampled.watts(), sampled.megahertz()))
        if p.part == "forward":  # as the operator tables have them: rows times columns
            tables.row(p.m, p.n, p.k, bf16, fp8_us)
    return rows


def backends():
    """Name and context of each way to attention: the library's own choice, and the two it chooses from."""
    yield "", contextlib.nullcontext
    try:
        from torch.nn.attention import SDPBackend, sdpa_kernel
    except ImportError:
        return
    if CUDA:
        yield "_flash", lambda: sdpa_kernel(SDPBackend.FLASH_ATTENTION)
        yield "_cudnn", lambda: sdpa_kernel(SDPBackend.CUDNN_ATTENTION)


def measure_attention(tables, tiny, seconds, enough):
    """(ending of the kernel's name, attention, us forward, us backward); a way that cannot do a shape has no row."""
    rows = []
    for a in plan.attentions(tiny):
        for name, context in () if enough() else backends():
            # Out of memory, or a way that this PyTorch does not know.
            with contextlib.suppress(RuntimeError, AttributeError, TypeError), context():
                rows.append((name, a, *attention_times(a, seconds)))
    tables.block("attn-context", "b", "s", "n", "g", "d", "w", "bf16/bf16_us")
    for name, a, forward, _ in rows:
        if a.d_qk == a.d_v and not name:
            tables.row(a.batch, a.tokens, a.heads, a.kv_heads, a.d_qk, 0, forward)
    return rows


def attention_times(a, seconds):
    shape = (a.batch, a.heads, a.tokens)
    q, k = random(*shape, a.d_qk, grad=True), random(*shape, a.d_qk, grad=True)
    v = random(*shape, a.d_v, grad=True)
    with torch.no_grad():
        forward = microseconds(lambda: attend(q, k, v), seconds)
    gradient = random(*shape, a.d_v)

    def both():
        attend(q, k, v).backward(gradient)
        q.grad = k.grad = v.grad = None

    return forward, microseconds(both, seconds) - forward


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


def run(tiny, seconds, enough=lambda: False):
    """Operator tables, and a table of everything with its FLOP and bytes."""
    operators, kernels = Tables(), Tables()
    products = measure_products(operators, tiny, seconds, enough)
    attentions = measure_attention(operators, tiny, seconds / 4, enough)
    kernels.block("kernels", "kernel", "case", "flop", "bytes", "us", "watts", "sm_mhz")
    for name, p, more, us, watts, megahertz in products:
        case = f"{p.layer} {p.part} {p.m}x{p.n}x{p.k}"
        kernels.row(name, case, plan.product_flop(p), plan.product_bytes(p) + more, us, watts, megahertz)
    for name, a, forward, backward in attentions:
        case = f"batch {a.batch} tokens {a.tokens} heads {a.heads} d {a.d_qk}/{a.d_v}"
        size = 2 * a.batch * a.tokens * a.heads * 2 * (a.d_qk + a.d_v)
        kernels.row("attention" + name, case, plan.attention_flop(a), size, forward, None, None)
        flop = plan.attention_flop(a, True)
        kernels.row("attention_backward" + name, case, flop, 2 * size, backward, None, None)
    eager, graph = gaps(8 if tiny else 200, seconds / 4)
    kernels.row("small_kernel_eager", "16x64x64 in a chain", 0, 0, eager, None, None)
    kernels.row("small_kernel_graph", "16x64x64 in a chain", 0, 0, graph, None, None)
    return {"operators.csv": operators, "kernels.csv": kernels}
