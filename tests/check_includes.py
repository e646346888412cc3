#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the arrow "is included by" of the README: which folder and which room may include what.

check_includes.py ROOT      fails with one line per broken rule
check_includes.py --self-test ROOT     plants faults in a copy and fails unless each is found

The rooms and what each may include are read from the two tables in README.md, so that they are said once.
"""
import pathlib
import re
import shutil
import sys
import tempfile

# What a floor must not include: folder, pattern behind #include, reason.
FLOORS = [
    ("data", r"(Q[A-Z]|Eigen/|models/|ui/|app/)", "data uses std and yaml-cpp only"),
    ("models/engine", r"(Q[A-Z]|qcustomplot|thread|mutex|future|fstream|iostream|filesystem|cstdio|models/items|ui/|app/)",
     "the engine is pure: no Qt, files, threads or printing"),
    ("models/items", r"(QW|QPaint|QGraphics|qcustomplot|Eigen/|ui/|app/)", "item models use QtCore only"),
    ("ui", r"(app/|thread|mutex|fstream|QFile>|QSaveFile>|QThread|models/engine/evaluate)",
     "views draw; they do not compute, wait or write files"),
    ("app", r"(qcustomplot|QCustomPlot)", "plots live in ui/plots"),
]
# What a folder must not hold in a line outside the files named: folder, pattern, files, reason, a line to plant.
LINES = [
    (folder, r"QFileDialog(>|::|\*| )", r"app/files/file_chooser\.(h|cpp)",
     "files are chosen with app/files/file_chooser.h, whose dialogs delete nothing", "#include <QFileDialog>")
    for folder in ("ui", "app")
] + [
    # Whoever hands over a scenario has checked it: views ask neither for broken rules nor for a setup.
    ("ui", r"(^|[^A-Za-z_])(validate|brokenRules|setupOf|contourLines|lossInterval|pipelineSchedule|uniformMaxOverMean)\(",
     r"ui/form/limit_box\.(h|cpp)", "views draw what they are given",  # QAbstractSpinBox names it so
     "    const Setup setup = setupOf(scenario, catalog);"),
    # The window's thread computes no answer of a picture, which takes seconds: unansweredView() tells what would.
    ("app/desks", r"(^|[^A-Za-z_])figureView\(", r"(?!)", "a picture's answer is computed on the worker",
     "    const auto view = figureView(row, inputs);"),
]
FILES_IN_A_ROOM = 31
COMMANDS_ROOM = 49  # a file a command
EVALUATE = "evaluate"  # the name of the engine's own folder in the README's table


def sources(root, folder):
    for path in sorted((root / folder).rglob("*")):
        if path.suffix in (".h", ".cpp"):
            yield path


def includes(path):
    return re.findall(r'^#include *[<"]([^>"]+)[>"]', path.read_text(encoding="utf-8"), re.M)


def table(root, folder):
    """Rows of the README's table headed `rooms of FOLDER`: room -> rooms it may include."""
    text = (root / "README.md").read_text(encoding="utf-8")
    match = re.search(r"^\| rooms of `%s` \|.*\n\|[-| ]+\n((?:\|.*\n)+)" % re.escape(folder), text, re.M)
    if not match:
        sys.exit(f"README.md has no table headed \"rooms of `{folder}`\"")
    rows = {}
    for line in match.group(1).splitlines():
        cells = [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]
        rows[cells[0]] = cells[-1]
    allowed = {}
    for room, text in rows.items():
        names = [] if text == "–" else [name.strip() for name in text.split(",")]
        unknown = [name for name in names if name not in rows]
        if unknown:
            sys.exit(f"README.md, rooms of `{folder}`: {room} names {', '.join(unknown)}, which is no room")
        allowed[room] = set(names)
    return allowed


def circle(graph):
    """Rooms that reach themselves, in the order they are entered; empty when there are none."""
    done, path = set(), []

    def enter(room):
        if room in path:
            return path[path.index(room):] + [room]
        if room in done:
            return []
        path.append(room)
        for other in sorted(graph.get(room, ())):
            found = enter(other)
            if found:
                return found
        done.add(path.pop())
        return []

    for room in sorted(graph):
        found = enter(room)
        if found:
            return found
    return []


def room_faults(root, folder, own, deep=True, most=FILES_IN_A_ROOM):
    """`own`: the room of files that stand in FOLDER itself; None: there must be none. `deep`: a folder in a room is a
    room of its own, else its part."""
    def room_of(place):
        return own if place in (".", "") else place if deep else place.partition("/")[0]

    allowed = table(root, folder)
    faults, count, arrows = [], {}, {}
    for path in sources(root, folder):
        shown = path.relative_to(root).as_posix()
        room = room_of(path.parent.relative_to(root / folder).as_posix())
        if room not in allowed:
            faults.append(f"{shown}: stands in no room of the README's table")
            continue
        count[room] = count.get(room, 0) + 1
        for include in includes(path):
            if not include.startswith(folder + "/"):
                continue
            other = room_of(include[len(folder) + 1:].rpartition("/")[0])
            if other == room:
                continue
            if other is None:
                faults.append(f"{shown}: {include}: stands in no room of the README's table")
                continue
            arrows.setdefault(room, set()).add(other)
            if other not in allowed[room]:
                faults.append(f"{shown}: {include}: {room} must not include {other}")
    faults += [f"{folder}/{room}: {number} files, more than {most}"
               for room, number in count.items() if deep and number > most]
    faults += [f"README.md: {folder}/{room} is in the table and holds no file" for room in allowed if room not in count]
    for what, graph in (("README.md", allowed), (folder, arrows)):
        found = circle(graph)
        if found:
            faults.append(f"{what}: rooms in a circle: {' -> '.join(found)}")
    return faults


def faults(root):
    found = []
    for folder, pattern, why in FLOORS:
        for path in sources(root, folder):
            found += [f"{path.relative_to(root)}: {include}: {why}"
                      for include in includes(path) if re.match(pattern, include)]
    for folder, pattern, files, why, _ in LINES:
        for path in sources(root, folder):
            shown = path.relative_to(root).as_posix()
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if re.search(pattern, line.partition("//")[0]) and not re.fullmatch(files, shown):
                    found.append(f"{shown}:{number}: {why}")
    # The plotting library stays inside the rooms' .cpp files.
    for path in sources(root, "ui"):
        shown = path.relative_to(root).as_posix()
        if not re.fullmatch(r"ui/plots/[^/]+/[^/]+\.cpp", shown) and any(
                include.lower().startswith("qcustomplot") for include in includes(path)):
            found.append(f"{shown}: qcustomplot.h belongs in ui/plots/*/*.cpp")
    found += room_faults(root, "models/engine", EVALUATE)
    found += room_faults(root, "ui/plots", None)
    found += room_faults(root, "ui", "ui", deep=False)
    found += room_faults(root, "app", None, most=COMMANDS_ROOM)
    return found


# A file to plant, its text, and what the check has to say of it.
PLANTED = [
    ("models/engine/scenario/planted.h", '#include "models/engine/report/report.h"', "scenario must not include report"),
    ("models/engine/loss/laws/planted.cpp", '#include "models/engine/scenario/scenario.h"',
     "loss/laws must not include scenario"),
    ("models/engine/shape/planted.cpp", '#include "models/engine/evaluate.h"', "shape must not include evaluate"),
    ("models/engine/planted/planted.h", "", "stands in no room"),
    ("ui/plots/loss/planted.cpp", '#include "ui/plots/memory/memory_view.h"', "loss must not include memory"),
    ("ui/plots/planted.cpp", "", "stands in no room"),
    ("ui/layers/planted.h", '#include "ui/form/field_editor.h"', "layers must not include form"),
    ("ui/look/planted.h", "", "stands in no room"),
    ("app/files/planted.h", '#include "app/commands/command.h"', "files must not include commands"),
    ("app/desks/planted.h", '#include "app/commands/command.h"', "desks must not include commands"),
    ("app/planted.cpp", "", "stands in no room"),
    ("ui/plots/kit/planted.h", "#include <qcustomplot.h>", "belongs in ui/plots"),
    ("models/engine/math/planted.cpp", "#include <iostream>", "the engine is pure"),
    ("data/planted.h", "#include <QString>", "data uses std"),
    ("ui/form/planted.cpp", '#include "models/engine/evaluate.h"', "views draw"),
] + [(f"{folder}/planted.cpp", line, why) for folder, _, _, why, line in LINES]


def self_test(root):
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        shutil.copy(root / "README.md", copy)
        for name in ("data", "models", "ui", "app"):
            shutil.copytree(root / name, copy / name)
        for name, text, expected in PLANTED:
            path = copy / name
            made = not path.parent.exists()
            path.parent.mkdir(exist_ok=True)
            path.write_text(text + "\n", encoding="utf-8")
            said = [fault for fault in faults(copy) if "planted" in fault and expected in fault]
            if not said:
                missed.append(f"{name}: planted, not found: {expected}")
            path.unlink()
            if made:
                path.parent.rmdir()
    return missed


def main():
    arguments = sys.argv[1:]
    testing = "--self-test" in arguments
    root = pathlib.Path([argument for argument in arguments if not argument.startswith("-")][0])
    found = self_test(root) if testing else faults(root)
    print("\n".join(found) if found else f"includes: {'each planted fault is found' if testing else 'no rule is broken'}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
