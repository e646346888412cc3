#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plants a serving engine, a schedule, a kind of layer, a GPU with three spellings and a kind of file, each by its enum
value, its row and its own file alone, and asks the program for them wherever such a row is used.

check_rows.py ROOT BUILD    fails with one line for each place that does not know a planted row

The planted sources stand in a copy; only their rooms are compiled (quickly, not well) and linked before the libraries
of BUILD, which must be up to date. The GPU needs an entry of gpus.yaml, which planted_rows.cpp adds as it runs.
"""
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ENGINE = "models/engine/"
ENGINE_FILE = """// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/serve/engines/engines.h"

namespace moe {

ServingEngine plantedEngine() {
    ServingEngine row = vllmEngine();
    row.engine = ServeEngine::Planted;
    row.key = "planted";
    row.label = "Planted";
    row.kernels.backend = "planted";
    row.command = "planted serve MODEL";
    return row;
}

} // namespace moe
"""
FILE_ROW = """        {.name = "planted notes",
         .door = FileDoor::Nowhere,
         .endings = "*.planted",
         .recognises = [](const FileHead& head) { return head.endsWith({QLatin1String(".planted")}); },
         .describe =
             [](const FileHead&) {
                 ImportSummary summary;
                 summary.kind = "planted notes";
                 summary.rows = 1;
                 return summary;
             },
         .use = "nothing"},
"""
# Rooms that are compiled anew: those of the planted rows, and those whose arrays are as long as the tables.
ROOMS = ["scenario", "schedule", "serve/engines", "shape", "operators", "serve", "traffic"]


def block(text, mark):
    """The braces around the row that holds `mark`, with what follows up to the next row."""
    begin = text.rindex("{", 0, text.index(mark) + 1)
    depth, at, quoted = 0, begin, False
    while True:
        letter = text[at]
        if letter == '"' and text[at - 1] != "\\":
            quoted = not quoted
        depth += 0 if quoted else (letter == "{") - (letter == "}")
        at += 1
        if depth == 0:
            return begin, at


def copied(path, mark, after, changes):
    """Adds a copy of the row of `mark` behind the row of `after`, with other words in it."""
    text = path.read_text(encoding="utf-8")
    begin, end = block(text, mark)
    row = text[begin:end]
    for old, new in changes:
        if not re.search(old, row):
            sys.exit(f"{path.name}: the row of {mark} has no {old}")
        row = re.sub(old, new, row)
    _, place = block(text, after)
    path.write_text(text[:place] + ",\n" + row + text[place:], encoding="utf-8")


def replaced(path, old, new):
    text = path.read_text(encoding="utf-8")
    if old not in text:
        sys.exit(f"{path.name}: has no {old!r} to plant beside")
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def plant(root):
    scenario = root / ENGINE / "scenario/scenario.h"
    # a serving engine
    replaced(scenario, "SgLang, Steady", "SgLang, Planted, Steady")
    engines = root / ENGINE / "serve/engines"
    (engines / "planted.cpp").write_text(ENGINE_FILE, encoding="utf-8")
    replaced(engines / "engines.h", "ServingEngine vllmEngine();", "ServingEngine vllmEngine();\nServingEngine plantedEngine();")
    replaced(engines / "engines.cpp", "tensorRtLlmEngine()}", "tensorRtLlmEngine(), plantedEngine()}")
    replaced(root / ENGINE / "traffic/schedulers.cpp", "{ServeEngine::Vllm, formVllm},",
             "{ServeEngine::Vllm, formVllm}, {ServeEngine::Planted, formVllm},")
    # a schedule
    replaced(root / ENGINE / "schedule/schedule_kind.h", "GPipe\n", "GPipe,\n    Planted\n")
    copied(root / ENGINE / "schedule/schedules.cpp", ".kind = K::ZeroBubbleH1", ".kind = K::GPipe",
           [("K::ZeroBubbleH1", "K::Planted"), (r'\.key = "[^"]*"', '.key = "planted"'),
            (r'\.label = "[^"]*"', '.label = "Planted"')])
    # a kind of layer
    replaced(scenario, "    Mamba2,\n", "    Mamba2,\n    Planted,\n")
    copied(root / ENGINE / "scenario/layer_kinds.cpp", ".kind = LayerKind::Gdn", ".kind = LayerKind::Mamba2",
           [("LayerKind::Gdn", "LayerKind::Planted"), ('"gdn"', '"planted"'), ('"G"', '"P"'), (r'"#\w+"', '"#123456"'),
            (r'\.label = "[^"]*"', '.label = "Planted layers"')])
    copied(root / ENGINE / "shape/state_kinds.cpp", ".kind = K::Gdn", ".kind = K::Mamba2", [("K::Gdn", "K::Planted")])
    # a kind of file
    replaced(root / "app/files/file_kinds.cpp", "        {.name = \"session\",", FILE_ROW + "        {.name = \"session\",")


def commands(build):
    """Of every step of the program."""
    listed = subprocess.run(["ninja", "-C", build, "-t", "commands", "moe-explorer"], capture_output=True, text=True,
                            check=True)
    return listed.stdout.splitlines()


def flags(steps, root, copy, library):
    """Those that a library's sources are compiled with, without what names files and optimises."""
    words, kept = shlex.split(next(step for step in steps if f"/{library}.dir/" in step and " -c " in step)), []
    skip = False
    for word, following in zip(words[1:], words[2:] + [""]):
        if skip:
            skip = False
        elif word in ("-include", "-MT", "-MF", "-o", "-c"):
            skip = True
        elif word == "-isystem":
            kept += [word, following]
            skip = True
        elif word.startswith(("-D", "-I", "-std", "-W", "-f")) and word != "-Winvalid-pch":
            kept.append(word.replace(f"-I{root}", f"-I{copy}") if word == f"-I{root}" else word)
    return kept + ["-O0", "-Wno-subobject-linkage"]


def compiled(job):
    source, target, options, compiler = job
    done = subprocess.run([compiler, *options, "-c", source, "-o", target], capture_output=True, text=True)
    return "" if done.returncode == 0 else f"{source}:\n{done.stderr}"


def main():
    root, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        copy, made = pathlib.Path(folder) / "copy", pathlib.Path(folder) / "made"
        made.mkdir()
        for name in ("data", "models", "ui", "app"):
            shutil.copytree(root / name, copy / name)
        (copy / "tests/tools").mkdir(parents=True)
        shutil.copy(root / "tests/tools/planted_rows.cpp", copy / "tests/tools")
        plant(copy)
        steps = commands(build)
        engine, drawn = (flags(steps, root, copy, library) for library in ("engine", "application"))
        link = shlex.split(next(step for step in steps if " -o bin/moe-explorer " in step))
        compiler = next(word for word in link if word.endswith(("c++", "g++", "clang++")))
        jobs = []
        for room in ROOMS:
            together = made / (room.replace("/", "_") + ".cpp")
            together.write_text("".join(f'#include "{path}"\n' for path in sorted((copy / ENGINE / room).glob("*.cpp"))))
            jobs.append((str(together), str(together) + ".o", engine, compiler))
        for source in ("app/files/file_kinds.cpp", "tests/tools/planted_rows.cpp"):
            jobs.append((str(copy / source), str(made / pathlib.Path(source).name) + ".o", drawn, compiler))
        with ThreadPoolExecutor(2) as pool:
            wrong = [text for text in pool.map(compiled, jobs) if text]
        if wrong:
            sys.exit("\n".join(wrong))
        words = link[link.index(compiler):]
        words = words[:words.index("&&")] if "&&" in words else words
        at = words.index("-o")
        keep = [word for word in words[1:at] if not word.endswith("main.cpp.o")]
        notes = pathlib.Path(folder) / "some.planted"
        notes.write_text("words\n")

        def asked():
            """What the program with the rows planted so far does not know, and its exit code."""
            program = made / "planted_rows"
            done = subprocess.run([compiler, *(job[1] for job in jobs), *keep, "-z", "muldefs", "-o", str(program),
                                   *words[at + 2:]], cwd=build, capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(done.stderr)
            done = subprocess.run([str(program), str(notes)], capture_output=True, text=True)
            missing = [] if "planted notes" in done.stdout else ["missing: what import says of the planted kind of file"]
            return done.stdout + done.stderr, missing, done.returncode

        said, missing, code = asked()
        print(said, *missing, sep="\n")
        if missing or code != 0:
            sys.exit(code or 1)
        # And that the questions can fail: the program without one of the rows.
        kinds = copy / "app/files/file_kinds.cpp"
        replaced(kinds, FILE_ROW, "")
        if wrong := compiled(next(job for job in jobs if job[0] == str(kinds))):
            sys.exit(wrong)
        if not asked()[1]:
            sys.exit("the planted kind of file was taken away, and nothing is missing")
        print("without the row of the kind of file: missing, as it must be")


if __name__ == "__main__":
    main()
