#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Search rate beside Calculon, the published search over training layouts, in the same run.

  calculon_search.py MOE_EXPLORER [CALCULON_FOLDER]

CALCULON_FOLDER is a checkout of github.com/calculon-ai/calculon; default $CALCULON. Both search all layouts of a
175 B dense model on 512 A100 with a batch of 512 sequences and every core. What counts is each tool's own
number of layouts over its wall time; the sets differ (Calculon adds network and overlap choices, here are CP,
ZeRO and recompute in parts), so that the ratio of times is printed too.
"""
import os
import re
import subprocess
import sys
import tempfile
import time

GPUS, BATCH = 512, 512
MODEL = [
    "model.layers=96", "model.hidden=12288", "model.ffn=49152", "model.heads=96", "model.kv_heads=96",
    "model.vocab=51200", "model.sequence=2048", "model.gated=false", f"train.global_batch={BATCH}",
    "gpu.preset=a100-80g", f"cluster.gpus={GPUS}",
]


def first_of(folder, *paths):
    for path in paths:
        if os.path.exists(os.path.join(folder, path)):
            return os.path.join(folder, path)
    sys.exit(f"calculon_search: none of {', '.join(paths)} is in {folder}: is it a checkout of Calculon?")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    explorer = sys.argv[1]
    folder = sys.argv[2] if len(sys.argv) == 3 else os.environ.get("CALCULON", "")
    if not folder:
        print("calculon_search: Calculon is not installed here; nothing was compared.\n"
              "  git clone https://github.com/calculon-ai/calculon, then set CALCULON to its folder "
              "(it needs python3-psutil).")
        return
    program = first_of(folder, "bin/calculon")
    model = first_of(folder, "models/gpt3-175B.json", "examples/models/gpt3-175B.json", "examples/175B.json")
    system = first_of(folder, "systems/a100_80g.json", "examples/a100_80g.json")
    print(f"cores: {os.cpu_count()}")

    with tempfile.TemporaryDirectory() as scratch:
        start = time.perf_counter()
        theirs = subprocess.run(
            [sys.executable, program, "llm-optimal-execution", model, str(GPUS), str(BATCH), "float16", system,
             os.path.join(scratch, "best.json"), "-c", str(os.cpu_count())],
            cwd=folder, env={**os.environ, "PYTHONPATH": folder}, capture_output=True, text=True)
        their_seconds = time.perf_counter() - start
    said = theirs.stdout + theirs.stderr
    count = re.search(r"Total executions: (\d+)", said)
    if theirs.returncode != 0 or not count:
        sys.exit(f"calculon_search: Calculon failed:\n{said[-2000:]}")
    their_count = int(count.group(1))

    arguments = [explorer, "search", "--preset", "llama-3-70b", "--gpus", str(GPUS), "--format", "json"]
    for edit in MODEL:
        arguments += ["--set", edit]
    start = time.perf_counter()
    ours = subprocess.run(arguments, capture_output=True, text=True)
    our_seconds = time.perf_counter() - start
    layouts = re.search(r'"layouts":\s*([0-9.e+]+)', ours.stdout)
    if ours.returncode != 0 or not layouts:
        sys.exit(f"calculon_search: moe-explorer failed:\n{ours.stderr[-2000:]}")
    our_count = float(layouts.group(1))

    print(f"Calculon:     {their_count} layouts in {their_seconds:.2f} s, {their_count / their_seconds:.0f} /s")
    print(f"MoE Explorer: {our_count:.0f} layouts in {our_seconds:.2f} s, {our_count / our_seconds:.0f} /s "
          "(those ruled out by an exact bound count, as Calculon's that do not fit do)")
    print(f"ratio: {their_seconds / our_seconds:.1f} in time, "
          f"{our_count / our_seconds / (their_count / their_seconds):.0f} in layouts per second")


if __name__ == "__main__":
    main()
