#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Predictor of operator profiles beside a random forest like the published one's, on the same split.

  MOE_SPLIT=/tmp/split.csv MOE_PROFILES=DIR profile_bench fifthOfTheKeys && forest.py /tmp/split.csv

The forest is that of Vidur (Agrawal et al., arXiv 2405.05465): one per operator, shape and TP, over the keys
of the table (of a prefill chunk its square), 250 trees, depth 32, one corner of the grid it searches.
"""
import collections
import csv
import sys

try:
    import numpy
    from sklearn.ensemble import RandomForestRegressor
except ImportError as missing:
    sys.exit(f"forest.py needs {missing.name}: apt-get install python3-sklearn, and /usr/bin/python3")

TICKS = 10e-6  # shorter times are known to a tenth at best and are reported apart


def quantiles(errors):
    values = sorted(errors)
    if not values:
        return "   –       –  "
    return f"{100 * values[len(values) // 2]:6.2f} % {100 * values[int(0.95 * len(values))]:6.2f} %"


def main(path):
    series = collections.OrderedDict()
    with open(path) as file:
        for row in csv.DictReader(file):
            series.setdefault((row["kind"], row["table"], row["series"]), []).append(row)
    results = collections.OrderedDict()
    for number, ((kind, table, name), rows) in enumerate(series.items()):
        square = name.startswith("attn_prefill")

        def keys(row):
            x, y = float(row["x"]), float(row["y"])
            return (x, y * y) if square else (x, y)

        kept = [row for row in rows if row["held"] == "0"]
        held = [row for row in rows if row["held"] == "1" and float(row["seconds"]) > 0]
        if not kept or not held:
            continue
        forest = RandomForestRegressor(n_estimators=250, max_depth=32, random_state=1, n_jobs=2)
        forest.fit([keys(row) for row in kept], [float(row["seconds"]) for row in kept])
        said = forest.predict([keys(row) for row in held])
        for row, tree in zip(held, said):
            truth = float(row["seconds"])
            where = "small" if truth < TICKS else "big"
            for pool in ((kind, table), (kind, "POOLED")):
                of = results.setdefault(pool, collections.defaultdict(list))
                of["ours", where].append(abs(float(row["predicted"]) / truth - 1))
                of["forest", where].append(abs(tree / truth - 1))
        if sys.stderr.isatty():
            print(f"\r{number + 1}/{len(series)} ", end="", file=sys.stderr)
    print(f"{'table':66} {'n':>6}  interpolation      forest             under 10 us: n, interpolation, forest")
    print(f"{'':75}median  p95        median  p95")
    for kind in ("mlp", "attention", "all_reduce", "send_recv"):
        for (own, table), of in results.items():
            if own == kind and table != "POOLED":
                line(table, of)
        if (kind, "POOLED") in results:
            line("POOLED " + kind, results[kind, "POOLED"])


def line(name, of):
    print(f"{name:66} {len(of['ours', 'big']):6}  {quantiles(of['ours', 'big'])}  {quantiles(of['forest', 'big'])}"
          f"   {len(of['ours', 'small']):5}  {quantiles(of['ours', 'small'])}  {quantiles(of['forest', 'small'])}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
