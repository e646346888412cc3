# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels of training that move bytes: norms, SwiGLU, rotations, permutes, copies, cross-entropy and AdamW, as they
come and as torch.compile joins them."""
import torch

import plan
from table import Tables
from timing import CUDA, DEVICE, compiled, kernel_microseconds, microseconds, random


def kernel(m):
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


def run(tiny, seconds, enough=lambda: False):
    """A table of them with their bytes."""
    kernels = Tables()
    kernels.block("kernels", "kernel", "case", "flop", "bytes", "us", "watts", "sm_mhz")
    for m in plan.memories(tiny):
        if enough():
            break
        call = kernel(m)
        case, size = f"{m.rows}x{m.width}", plan.memory_bytes(m)
        # An optimizer counts its steps on the processor, which no graph can hold.
        timed = microseconds if m.kernel == "adamw" else kernel_microseconds
        kernels.row(m.kernel, case, 0, size, timed(call, seconds / 4), None, None)
        faster = None if m.kernel in ("adamw", "copy", "permute") else compiled(call)
        if faster is not None and CUDA:
            kernels.row(m.kernel + "_compiled", case, 0, size, timed(faster, seconds / 4), None, None)
        del call, faster
    return {"elementwise.csv": kernels}
