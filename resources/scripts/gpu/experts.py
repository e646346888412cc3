# SPDX-License-Identifier: GPL-3.0-or-later
"""Products of experts in one call: torch._grouped_mm where there is one, else one product after the other."""
import torch

import plan
from table import Tables
from timing import CUDA, DEVICE, kernel_microseconds, random


def grouped(g):
    """A call, and what it is called."""
    rows = plan.group_rows(g)
    x, w = random(sum(rows), g.k), random(g.experts, g.n, g.k)
    if CUDA and hasattr(torch, "_grouped_mm"):
        ends = torch.tensor(rows, device=DEVICE).cumsum(0).to(torch.int32)
        call = lambda: torch._grouped_mm(x, w.transpose(-2, -1), offs=ends)
        try:
            call()
            return call, "grouped_mm"
        except RuntimeError:
            pass
    parts = x.split(rows)
    return lambda: [torch.nn.functional.linear(part, w[i]) for i, part in enumerate(parts)], "loop"


def run(tiny, seconds, enough=lambda: False):
    tables = Tables()
    tables.block("kernels", "kernel", "case", "flop", "bytes", "us", "watts", "sm_mhz")
    with torch.no_grad():
        for g in plan.groups(tiny):
            if enough():
                break
            call, name = grouped(g)
            size = 2 * g.experts * (g.rows * (g.n + g.k) + g.n * g.k)
            case = f"experts {g.experts} rows {g.rows} n {g.n} k {g.k} skew {g.skew}"
            tables.row(name, case, plan.grouped_flop(g), size, kernel_microseconds(call, seconds), None, None)
            del call
    return {"experts.csv": tables}
