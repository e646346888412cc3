#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures a GPU of one's own as the models of MoE Explorer need it, with PyTorch alone.

    python3 measure.py all -o my-runs          everything, some 20 minutes on an H200
    python3 measure.py kernels --list          what would be measured, with its FLOP; needs no PyTorch
    python3 measure.py steps --tiny            tiny shapes, on the processor too: do the scripts run here?
    moe-explorer validate my-runs/*.csv my-runs/*.yaml     the results beside what is predicted
"""
import argparse
import os
import re
import sys
import time

sys.dont_write_bytecode = True  # the folder stays as it is

import plan  # noqa: E402
from table import Record, run_list  # noqa: E402

PARTS = ("kernels", "elementwise", "duty", "experts", "steps", "passes")


def arguments(given):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=PARTS + ("all",))
    parser.add_argument("-o", "--output", default=".", help="folder of the results")
    parser.add_argument("--seconds", type=float, default=2.0, help="of each product; others a part of it")
    parser.add_argument("--within", type=float, default=float("inf"), metavar="SECONDS",
                        help="begin nothing after so many")
    parser.add_argument("--tiny", action="store_true", help="tiny shapes, to try the scripts out")
    parser.add_argument("--list", action="store_true", help="say what would be measured, and stop")
    parsed = parser.parse_args(given)
    if not parsed.seconds > 0:
        parser.error("--seconds must be above 0")
    return parsed


def listed(part, tiny):
    """Lines of what a part measures."""
    if part == "kernels":
        for p in plan.products(tiny):
            yield f"product {p.layer} {p.part} {p.m}x{p.n}x{p.k}: {plan.product_flop(p):.4g} FLOP"
        for a in plan.attentions(tiny):
            yield (
                f"attention batch {a.batch} tokens {a.tokens} heads {a.heads} d {a.d_qk}/{a.d_v}: "
                f"{plan.attention_flop(a):.4g} FLOP forward, {plan.attention_flop(a, True):.4g} backward"
            )
    elif part == "elementwise":
        for m in plan.memories(tiny):
            yield f"{m.kernel} {m.rows}x{m.width}: {plan.memory_bytes(m):.4g} bytes"
    elif part == "duty":
        for p, share in plan.duties(tiny):
            yield f"product {p.m}x{p.n}x{p.k} for {share} of the time, copies else: {plan.product_flop(p):.4g} FLOP"
    elif part == "experts":
        for g in plan.groups(tiny):
            flop = plan.grouped_flop(g)
            yield f"experts {g.experts}, {g.rows} rows each, {g.n}x{g.k}, skew {g.skew}: {flop:.4g} FLOP"
    elif part == "steps":
        for s in plan.steps(tiny):
            words = ("compiled" if s.compiled else "eager") + (", recompute" if s.recompute else "")
            count = plan.parameters(s.model)
            yield f"step {s.model.name}, {count:.4g} parameters, {s.batch}x{s.tokens} tokens, {words}"
    else:
        for p in plan.passes(tiny):
            yield f"{p.phase} {p.model.name}, batch {p.batch}, context {p.context}"


def short(device):
    return re.sub(r"[^a-z0-9]+", "-", device.lower().replace("nvidia", "")).strip("-")


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    print(path)


def main(given=None):
    asked = arguments(given)
    parts = PARTS if asked.part == "all" else (asked.part,)
    if asked.list:
        for part in parts:
            print("\n".join(listed(part, asked.tiny)))
        return 0
    try:
        import torch  # noqa: F401
    except ImportError:
        print("measure.py: PyTorch is not installed here; --list needs none", file=sys.stderr)
        return 1
    from timing import CUDA, device_name, software

    if not CUDA and not asked.tiny:
        print("measure.py: PyTorch sees no GPU; --tiny tries the scripts out on the processor", file=sys.stderr)
        return 1
    os.makedirs(asked.output, exist_ok=True)
    name = os.path.join(asked.output, short(device_name()))
    seconds = 0.01 if asked.tiny else asked.seconds
    end = time.monotonic() + asked.within
    enough = lambda: time.monotonic() > end
    for part in parts:
        record = Record(f"resources/scripts/gpu/{part}.py", device_name(), software())
        if part == "steps":
            import steps

            for rows in steps.run(asked.tiny, asked.output, short(device_name()), enough):  # written as they come: they take minutes
                write(f"{name}-steps.yaml", run_list(record, rows))
            continue
        module = __import__(part)
        for ending, tables in module.run(asked.tiny, seconds, enough).items():
            write(f"{name}-{ending}", tables.text(record))
    return 0


if __name__ == "__main__":
    sys.exit(main())
