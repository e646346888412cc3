# SPDX-License-Identifier: GPL-3.0-or-later
"""Times of a call on a GPU, or on the processor to try the scripts out."""
import time

import torch

CUDA = torch.cuda.is_available()
DEVICE = "cuda" if CUDA else "cpu"


def device_name():
    return torch.cuda.get_device_name() if CUDA else "processor, for trial"


def software():
    cuda = getattr(torch.version, "cuda", None)
    return f"PyTorch {torch.__version__}" + (f", CUDA {cuda}" if cuda else "")


def synchronize():
    if CUDA:
        torch.cuda.synchronize()


def random(*shape, dtype=torch.bfloat16, grad=False):
    return torch.randn(*shape, device=DEVICE, dtype=torch.float32).to(dtype).requires_grad_(grad)


def microseconds(call, seconds=0.2):
    """Mean of as many calls as fill the seconds, after three to warm up: by events on a GPU."""
    for _ in range(3):
        call()
    synchronize()
    begin = time.perf_counter()
    call()
    synchronize()
    calls = max(1, min(10000, int(seconds / max(time.perf_counter() - begin, 1e-6))))
    if not CUDA:
        begin = time.perf_counter()
        for _ in range(calls):
            call()
        return 1e6 * (time.perf_counter() - begin) / calls
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    for _ in range(calls):
        call()
    end.record()
    torch.cuda.synchronize()
    return 1000 * start.elapsed_time(end) / calls


def graphed(call):
    """The call as a CUDA graph; itself on the processor."""
    if not CUDA:
        return call
    for _ in range(3):
        call()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        call()
    return graph.replay


def compiled(call):
    """By torch.compile, or None where this PyTorch has none."""
    return torch.compile(call) if hasattr(torch, "compile") else None


def attend(q, k, v):
    """Causal attention, as the library has it."""
    function = getattr(torch.nn.functional, "scaled_dot_product_attention", None)
    if function is not None:
        return function(q, k, v, is_causal=True)
    scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
    mask = torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool, device=q.device).tril(k.shape[-2] - q.shape[-2])
    return scores.masked_fill(~mask, float("-inf")).softmax(-1) @ v
