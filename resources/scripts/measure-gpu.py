# SPDX-License-Identifier: GPL-3.0-or-later
# Measures the points that `moe-explorer profile --fit-gpu points.csv -o my-gpu.yaml` asks for, with PyTorch alone.
#   python3 measure-gpu.py > points.csv                        products and attention on one GPU
#   torchrun --nproc-per-node N measure-gpu.py > points.csv    and an all-reduce over N GPUs
# As in the tables: bf16, a CUDA graph, three calls to warm up; the median of nine means, of 5 ms of replays each, in
# microseconds: means of six replays of one run differed by a third between two runs of the shortest kernels. Products take
# turns among as many weights as no cache holds: of an H100's 4096 x 4096 ones came out of it 1.5 to 1.8 times too fast.
import datetime
import functools
import os
import time

import torch
import torch.distributed as dist

BEYOND_CACHES = 1 << 28  # bytes; the largest L2 of a GPU holds half of it
RANK, WORLD = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", 0)))


def microseconds(calls, captured=True):
    """Of one of the calls, which are made in turn."""

    def all_of_them():
        for call in calls:
            call()

    for _ in range(3):
        all_of_them()
    torch.cuda.synchronize()
    replay = all_of_them
    if captured:
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            all_of_them()
        replay = graph.replay
        replay()

    def mean(replays):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(replays):
            replay()
        end.record()
        torch.cuda.synchronize()
        return 1000 * start.elapsed_time(end) / replays

    # Collectives are called as often by every rank.
    replays = max(1, min(500, int(5000 / mean(3)))) if captured else 6
    return sorted(mean(replays) for _ in range(9))[4] / len(calls)


def tell(*cells):
    if RANK == 0:
        print(*cells, sep=",", flush=True)


def random(*shape):
    return torch.randn(*shape, device="cuda", dtype=torch.bfloat16)


# The clock of an idle GPU takes a while to rise, so that the first points would be slow.
warm, end = random(4096, 4096), time.monotonic() + 1
while time.monotonic() < end:
    (warm @ warm).sum().item()

tell("# date: " + datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"))
tell("# gpu: " + torch.cuda.get_device_name())
tell(f"# software: PyTorch {torch.__version__}")
tell("m", "n", "k", "bf16_us")
for m in (1, 16, 64, 256, 1024, 4096):
    for n, k in ((2048, 2048), (4096, 4096), (8192, 4096), (4096, 16384)):
        x, weights = random(m, k), [random(n, k) for _ in range(-(-BEYOND_CACHES // (2 * n * k)))]
        calls = [functools.partial(torch.nn.functional.linear, x, w) for w in weights]
        tell(m, n, k, round(microseconds(calls), 3))

if RANK == 0:
    print("# attn-context")
tell("b", "s", "n", "g", "d", "w", "bf16/bf16_us")
heads = random(1, 8, 512, 128)
torch.nn.functional.scaled_dot_product_attention(heads, heads, heads, is_causal=True)  # its library begins
for s in (128, 512, 2048, 8192):
    for b, n in ((1, 8), (1, 32), (4, 8), (4, 32), (8, 32), (16, 16)):
        if b * s > 65536:
            continue
        q, k, v = random(b, n, s, 128), random(b, n, s, 128), random(b, n, s, 128)
        call = lambda: torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        tell(b, s, n, n, 128, 0, round(microseconds([call]), 3))

if WORLD > 1:
    dist.init_process_group("nccl")
    tell("op", "gpus", "elements", "fp16_us")
    for power in range(10, 30, 2):
        x = torch.ones(2**power, device="cuda", dtype=torch.float16)
        tell("all_reduce", WORLD, 2**power, round(microseconds([lambda: dist.all_reduce(x)], captured=False), 3))
    dist.destroy_process_group()
