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


def graphed(call, times=1):
    """So many calls as a CUDA graph; one call by itself on the processor."""
    if not CUDA:
        return call
    for _ in range(3):
        call()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(times):
            call()
    return graph.replay


AT_ONCE = 16  # calls in a graph: launching it takes less than they do
LONG = 500  # µs: one call of it takes longer than launching its graph does


def kernel_microseconds(call, seconds=0.2):
    """As microseconds, without the time that the processor takes to launch its kernels: a compiled backward pass of
    45 µs takes 560 of it. So how long it is shows in a graph alone."""
    if not CUDA:
        return microseconds(call, seconds)
    once = graphed(call)
    if microseconds(once, 0) > LONG:
        return microseconds(once, seconds)
    return microseconds(graphed(call, AT_ONCE), seconds) / AT_ONCE


def compiled(call):
    """By torch.compile for the shapes it is called with, or None where this PyTorch has none."""
    if not hasattr(torch, "compile"):
        return None
    torch._dynamo.reset()  # other shapes of the same code would make it compile for any
    return torch.compile(call, dynamic=False)


def _groups_itself():
    """Attention reads one head of keys for several of queries without copies of it."""
    one = torch.zeros(1, 2, 1, 8)
    try:
        torch.nn.functional.scaled_dot_product_attention(one, one[:, :1], one[:, :1], enable_gqa=True)
    except (AttributeError, TypeError, RuntimeError):
        return False
    return True


_GROUPS = _groups_itself()


def attend(q, k, v):
    """Causal attention as the library has it; a single query sees all keys."""
    causal, share = q.shape[-2] > 1, q.shape[1] // k.shape[1]
    options = {}
    if share > 1 and _GROUPS:
        options["enable_gqa"] = True
    elif share > 1:
        k, v = k.repeat_interleave(share, 1), v.repeat_interleave(share, 1)
    function = getattr(torch.nn.functional, "scaled_dot_product_attention", None)
    if function is not None:
        return function(q, k, v, is_causal=causal, **options)
    scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
    mask = torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool, device=q.device).tril(k.shape[-2] - q.shape[-2])
    return scores.masked_fill(~mask, float("-inf")).softmax(-1) @ v
