#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tries every writing command against a full disk, a read-only folder, one without permission, a folder where a file
should be, a missing folder and kill -9 at many moments, and prints a table of what held.

    tests/faults.py BINARY [--kills N]

Sends Ctrl-C at as many moments too: a word on stderr, an end by the signal, and no file beside the one written.

Held: a refusal exits with 1, names the file and leaves what stood there as it was; after a kill what stands there is
the old file or the whole new one, after Ctrl-C with nothing beside it. Mounts need root; without it their columns say so."""
import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

OLD = b"what stood here before\n"
NOBODY = 65534
SERVED = ["--preset", "llama-3-8b", "--set", "serve.engine=vllm", "--set", "serve.num_requests=20"]
TRACE = '{"timestamp": 0, "input_length": 600, "output_length": 20, "hash_ids": [1, 2]}\n'
RUNS = "run,params,tokens,loss\n" + "".join(
    f"r{n}{d},{n}e8,{d}e9,{4.0 - 0.1 * n - 0.05 * d + 0.002 * n * d}\n" for n in range(1, 6) for d in (2, 5, 9, 20))
BENCH = ('{"model_id": "meta-llama/Meta-Llama-3-8B", "backend": "vllm", "num_prompts": 64, "completed": 64, "max_concurrency": '
         '%d, "total_input_tokens": 65536, "total_output_tokens": 8192, "duration": %g, "mean_ttft_ms": %g, '
         '"mean_tpot_ms": %g, "median_ttft_ms": %g, "median_tpot_ms": %g, "output_throughput": %g}')

# Name, file to write, arguments; {in} is a folder with what they read, {out} the file, {beside} another.
WRITERS = [
    ("report as PDF", "r.pdf", ["report", "--preset", "seed-dense", "-o", "{out}"]),
    ("report as Markdown", "r.md", ["report", "--preset", "seed-dense", "-o", "{out}"]),
    ("figure as PNG", "f.png", ["render", "memory", "--preset", "llama-3-8b", "-o", "{out}"]),
    ("figure as SVG", "f.svg", ["render", "memory", "--preset", "llama-3-8b", "-o", "{out}"]),
    ("figure as PDF", "f.pdf", ["render", "memory", "--preset", "llama-3-8b", "-o", "{out}"]),
    ("table of a figure", "f.csv",
     ["render", "memory", "--preset", "llama-3-8b", "-o", "{beside}", "--csv", "{out}"]),
    ("requests", "q.csv", ["simulate", *SERVED, "--requests-out", "{out}"]),
    ("sweep", "s.csv", ["sweep", "--preset", "llama-3-8b", "--vary", "train.micro_batch=1,2,4", "-o", "{out}"]),
    ("trace of a step", "t.json", ["trace", "--preset", "llama-3-8b", "-o", "{out}"]),
    ("board as PDF", "b.pdf", ["board", "{in}/board.yaml", "-o", "{out}"]),
    ("board to explore", "b.html",
     ["board", "{in}/board.yaml", "-o", "{out}", "--explore", "train.micro_batch"]),
    ("bundle", "b.zip", ["bundle", "{in}/board.yaml", "-o", "{out}"]),
    ("curve of a cache", "c.png", ["cache", "{in}/trace.jsonl", "-o", "{out}"]),
    ("predictions of a recipe", "p.csv",
     ["loss", "--recipe", "{in}/runs.csv", "--predict", "{in}/runs.csv", "-o", "{out}"]),
    ("fit of one's own files", "m.yaml", ["fit", "{in}/a.json", "{in}/b.json", *SERVED, "-o", "{out}"]),
    ("operator predictions", "o.csv",
     ["profile", "--device", "h100-sxm", "--op", "gemm", "--predict", "{in}/shapes.csv", "-o", "{out}"]),
    ("loss design", "l.csv", ["loss", "--design", "--preset", "seed-dense", "--flop", "1e21", "-o", "{out}"]),
    ("documentation", "d.md", ["docs", "-o", "{out}"]),
]
BOARD = """schema: moe-explorer/board/1
title: Faults
panels:
  - {view: memory, preset: llama-3-8b}
"""


def run(command, user=None, timeout=120):
    if user is not None:
        command = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *command]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout,
                          env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": tempfile.gettempdir()})


def refusal(done, file, kept):
    """Empty: it held."""
    if done.returncode != 1:
        return f"exit {done.returncode}"
    if file.stem not in done.stderr:  # or a figure beside a document: r-loss.svg of r.md
        return "file not named"
    return "" if kept else "old file changed"


class Place:
    """A folder in which writing fails in one way."""
    def __init__(self, root, name):
        self.folder = root / name
        self.folder.mkdir()
        self.user = None
        self.mounted = False

    def mount(self, *options):
        self.mounted = subprocess.run(["mount", *options, str(self.folder)], capture_output=True).returncode == 0
        return self.mounted

    def close(self):
        if self.mounted:
            subprocess.run(["umount", "-l", str(self.folder)], check=False)


def full(root, file):
    place = Place(root, "full")
    if not place.mount("-t", "tmpfs", "-o", "size=64k", "tmpfs"):
        return place, None
    (place.folder / file).write_bytes(OLD)
    rest = os.open(place.folder / "rest", os.O_WRONLY | os.O_CREAT)
    try:
        while True:
            os.write(rest, b"x" * 512)
    except OSError:
        os.close(rest)
    return place, place.folder / file


def readonly(root, file):
    place = Place(root, "readonly")
    if not place.mount("-t", "tmpfs", "-o", "size=1m", "tmpfs"):
        return place, None
    (place.folder / file).write_bytes(OLD)
    subprocess.run(["mount", "-o", "remount,ro", str(place.folder)], check=True)
    return place, place.folder / file


def forbidden(root, file):
    place = Place(root, "forbidden")
    (place.folder / file).write_bytes(OLD)
    place.folder.chmod(0o555)
    if os.geteuid() == 0:
        place.user = NOBODY
    return place, place.folder / file


def folder(root, file):
    place = Place(root, "folder")
    (place.folder / file).mkdir()
    return place, place.folder / file


def missing(root, file):
    place = Place(root, "there")
    return place, place.folder / "not" / file


FAULTS = [("full disk", full), ("read-only", readonly), ("no permission", forbidden), ("a folder", folder),
          ("no such folder", missing)]


def killed(command, target, whole, kills, how):
    """Ends it at moments spread over its life; looks at what stands there."""
    begin = time.monotonic()
    target.write_bytes(OLD)
    subprocess.run(command, capture_output=True)
    life = time.monotonic() - begin
    size = target.stat().st_size
    told = 0
    for i in range(kills):
        target.write_bytes(OLD)
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
                                   # Shells start what runs in the background deaf to Ctrl-C.
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        # More of them near the end, where files are written.
        time.sleep(life * (0.3 + 0.8 * (i / max(1, kills - 1))))
        process.send_signal(how)
        said = process.communicate()[1]
        now = target.read_bytes()
        if how == signal.SIGINT:
            beside = [f.name for f in target.parent.iterdir() if re.search(r"\.[A-Za-z0-9]{6}$", f.name)]
            if beside:
                return f"left {beside[0]}"
            # Before main() nobody is there to say it.
            if process.returncode == -how and said and not said.endswith(b"moe-explorer: cancelled\n"):
                return f"said {said[-40:]!r}"
            if process.returncode not in (0, -how):
                return f"exit {process.returncode}"
            told += said.endswith(b"moe-explorer: cancelled\n")
        if now != OLD and not whole(now, size):
            return f"damaged at {i + 1} of {kills}"
    return "never told" if how == signal.SIGINT and kills > 3 and told == 0 else ""


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("binary")
    options.add_argument("--kills", type=int, default=12)
    options.add_argument("--only", default="")
    asked = options.parse_args()
    root = pathlib.Path(tempfile.mkdtemp(prefix="faults."))
    root.chmod(0o755)
    given = root / "in"
    given.mkdir()
    (given / "board.yaml").write_text(BOARD)
    (given / "trace.jsonl").write_text(TRACE * 3)
    (given / "runs.csv").write_text(RUNS)
    for name, users, tpot in (("a", 8, 9.0), ("b", 32, 14.0)):
        (given / f"{name}.json").write_text(BENCH % (users, 20.0, 120.0, tpot, 110.0, tpot, 8192 / 20.0))
    (given / "shapes.csv").write_text("m,n,k\n128,4096,4096\n4096,4096,4096\n")
    given.chmod(0o777)
    failed = tried = 0
    print(f"{'writer':26}" + "".join(f"{name:>18}" for name, _ in FAULTS) + f"{'kill -9':>18}{'Ctrl-C':>18}")
    for name, file, arguments in WRITERS:
        if asked.only not in name:
            continue
        cells = []

        def command(target):
            beside = given / "beside.png"
            beside.unlink(missing_ok=True)
            return [asked.binary] + [a.format(**{"in": given, "out": target, "beside": beside}) for a in arguments]

        good = root / "good"
        good.mkdir()
        done = run(command(good / file))
        if done.returncode != 0 or not (good / file).exists():
            print(f"{name:26}  does not write at all: {done.stderr.strip()[-200:]}")
            failed += 1
            shutil.rmtree(good)
            continue
        for _, fault in FAULTS:
            place, target = fault(root, file)
            if target is None:
                cells.append("not tried")
            else:
                before = target.read_bytes() if target.is_file() else None
                done = run(command(target), place.user)
                after = target.read_bytes() if target.is_file() else None
                wrong = refusal(done, target, before == after)
                cells.append(wrong or "held")
                tried += 1
                failed += bool(wrong)
            place.close()
            place.folder.chmod(0o755)
            shutil.rmtree(place.folder, ignore_errors=True)
        # The last bytes of a whole file are those of a run that was not disturbed, or it is as long.
        end = (good / file).read_bytes()[-16:]
        for how in (signal.SIGKILL, signal.SIGINT):
            for one in (good).iterdir():  # what killed writers left
                if one != good / file:
                    one.unlink()
            wrong = killed(command(good / file), good / file,
                           lambda now, size: now[-16:] == end or abs(len(now) - size) < 64, asked.kills, how)
            cells.append(wrong or f"held, {asked.kills}")
            tried += asked.kills
            failed += bool(wrong)
        shutil.rmtree(good)
        print(f"{name:26}" + "".join(f"{cell:>18}" for cell in cells), flush=True)
    shutil.rmtree(root, ignore_errors=True)
    print(f"{tried} tried, {failed} did not hold")
    return 1 if failed else 0


sys.exit(main())
