#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Loading time and peak memory beside pandas' C reader, on the same files in one run.

  pandas_load.py PROFILE_BENCH DIR
"""
import glob
import os
import re
import subprocess
import sys
import time

CHILD = """
import glob, sys, time, resource
import pandas
files = sorted(glob.glob(sys.argv[1] + "/**/*.csv", recursive=True))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
best = 1e9
for turn in range(3):
    start = time.perf_counter()
    tables = [pandas.read_csv(file, engine="c") for file in files]
    best = min(best, time.perf_counter() - start)
    if turn == 0:
        numbers = sum(table.select_dtypes("number").memory_usage(index=False).sum() for table in tables) / 1e6
        peak = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / 1e6
    del tables
print(f"{1e3 * best:.1f} {numbers:.1f} {peak:.1f}")
"""


def main(bench, folder):
    try:
        import pandas
    except ImportError:
        sys.exit("pandas_load.py needs pandas: apt-get install python3-pandas, and /usr/bin/python3")
    environment = dict(os.environ, MOE_PROFILES=folder, MOE_LOAD=folder, QT_QPA_PLATFORM="offscreen")

    def ours(function, pattern):
        said = subprocess.run([bench, function], env=environment, capture_output=True, text=True).stdout
        found = re.search(pattern, said)
        if not found:
            sys.exit(f"{bench} {function} said:\n{said}")
        return [float(value) for value in found.groups()]

    one, = ours("loading", r"LOAD one thread: .* in ([\d.]+) ms")
    numbers, peak, _, cores = ours(
        "memory", r"numeric columns ([\d.]+) MB, peak above the start ([\d.]+) MB: ratio ([\d.]+)\nLOAD all cores: ([\d.]+)")
    theirs = subprocess.run([sys.executable, "-c", CHILD, folder], capture_output=True, text=True).stdout.split()
    their_time, their_numbers, their_peak = (float(value) for value in theirs)
    files = glob.glob(folder + "/**/*.csv", recursive=True)
    size = sum(os.path.getsize(file) for file in files) / 1e6
    print(f"{len(files)} files, {size:.1f} MB; best of several, files in the page cache; pandas {pandas.__version__}")
    print(f"time    one thread {one:8.1f} ms   all cores {cores:8.1f} ms   pandas {their_time:8.1f} ms"
          f"   ratio {their_time / one:.1f} and {their_time / cores:.1f}")
    print(f"memory  peak {peak:.1f} MB over {numbers:.1f} MB of numeric columns: {peak / numbers:.2f}"
          f"   pandas {their_peak:.1f} over {their_numbers:.1f}: {their_peak / their_numbers:.2f}"
          f"   ratio of peaks {peak / their_peak:.2f}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
