# SPDX-License-Identifier: GPL-3.0-or-later
"""What clang-tidy reads: every source file once, as many together as one translation unit can hold.

  lint_units.py BUILD UNITS    writes UNITS/*.cpp and UNITS/compile_commands.json from BUILD/compile_commands.json and
                               prints the units, the largest first

clang-tidy looks at all of Qt, Eigen and the standard library anew in each unit, which takes far longer than our own
lines. Files go together when none of them has a local name (static, or in an unnamed namespace) that another one has
or sees.
"""
import json
import os
import re
import sys

LINES = 5000  # of our own in a unit, at most: two cores share the units evenly
GENERATED = re.compile(r"_autogen/|/\.rcc/|/precompiled_\w+\.cpp$")

root = os.getcwd()
build, folder = sys.argv[1:]


def names(lines):
    """What these lines declare, told by how clang-format writes it: declarations begin in the first column."""
    for line in lines:
        line = re.sub(r"^\[\[.*?\]\] ?", "", line)
        if not re.match(r"\w|#define", line) or re.match(r"namespace\b", line):
            continue
        while re.search(r"<[^<>]*>", line):
            line = re.sub(r"<[^<>]*>", "", line)
        line = re.sub(r"^template\s*", "", line)
        found = re.match(r"(?:#define|enum class|enum|struct|class|using) (\w+)", line) or re.search(
            r"(\w+)(?: = |[(\[{;])", line)
        if found:
            yield found[1]
        yield from re.findall(r"\bk[A-Z]\w*", line)


class Source:
    known = {}

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.lines = text.count("\n")
        hidden = "\n".join(re.findall(r"^namespace \{$(.*?)^\} // namespace$", text, re.M | re.S))
        self.local = set(names(hidden.split("\n") + re.findall(r"^static .*", text, re.M)))
        self.seen = set() if path.endswith(".cpp") else set(names(text.split("\n")))
        for header in re.findall(r'^#include "([^"]+)"', text, re.M):
            if os.path.exists(os.path.join(root, header)):
                self.seen |= source(header).seen

    def suits(self, other):
        return not (self.local & (other.local | other.seen) or other.local & self.seen)


def source(path):
    if path not in Source.known:
        Source.known[path] = Source(os.path.join(root, path))
    return Source.known[path]


with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
    entries = [entry for entry in json.load(file) if not GENERATED.search(entry["file"])]

units = []  # of a floor with or without Qt, whose macros (slots, emit) are names elsewhere, and its files
flags = {False: {}, True: {}}  # of all such floors together, each once, in their order
for qt in flags:
    floor = [entry for entry in entries if ("-DQT_" in entry["command"]) == qt]
    for entry in floor:
        words = re.findall(r"-isystem \S+|\S+", re.sub(r" -o \S+ -c \S+$", "", entry["command"]))
        flags[qt].update(dict.fromkeys(words))
    paths = sorted(os.path.relpath(entry["file"], root) for entry in floor)
    # Those that suit the fewest others first, while every unit has room.
    clashes = {path: sum(not source(path).suits(source(other)) for other in paths if other != path) for path in paths}
    for path in sorted(paths, key=lambda path: -clashes[path]):
        mine = source(path)
        for unit_qt, unit in units:
            if unit_qt == qt and all(mine.suits(source(other)) for other in unit) \
                    and sum(source(other).lines for other in unit) + mine.lines <= LINES:
                unit.append(path)
                break
        else:
            units.append((qt, [path]))

os.makedirs(folder, exist_ok=True)
commands = []
units.sort(key=lambda unit: -sum(source(path).lines for path in unit[1]))
for number, (qt, files) in enumerate(units):
    unit = os.path.abspath(os.path.join(folder, f"{number}.cpp"))
    with open(unit, "w", encoding="utf-8") as file:
        file.writelines(f'#include "{path}"\n' for path in files)
    commands.append({"directory": os.path.abspath(build), "file": unit, "command": f"{' '.join(flags[qt])} -c {unit}"})
    print(unit)
with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as file:
    json.dump(commands, file, indent=1)
