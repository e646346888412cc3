#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails when a struct, class or enum is defined twice under one name at namespace scope in data/ and models/.

Two types of one name in one program are undefined behaviour that no compiler reports. Unnamed namespaces are each
file's own. `check_names.py --self-test ROOT` plants such a pair and fails unless it is found.
"""
import pathlib
import re
import sys

TOKEN = re.compile(
    r'R"(?P<delimiter>[^(]*)\(.*?\)(?P=delimiter)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/'
    r"|^[ \t]*#(?:\\\n|[^\n])*|(?P<word>[A-Za-z_]\w*)|(?P<mark>::|[{};<>=()])|\n", re.S | re.M)


def definitions(text):
    """(qualified name, line) of every type that is defined at namespace scope."""
    scopes, waiting = [], []
    for match in TOKEN.finditer(text):
        word = match["word"] or match["mark"]
        if word is None:
            continue
        if word == "{":
            kind, name = head(waiting)
            if kind == "type" and None not in scopes and name:
                yield "::".join(scopes + [name]), text.count("\n", 0, match.start()) + 1
            scopes.append(name if kind == "namespace" else None)
            waiting = []
        elif word == "}":
            if scopes:
                scopes.pop()
            waiting = []
        elif word == ";":
            waiting = []
        else:
            waiting.append(word)


def head(words):
    """What the words in front of a brace open: ("namespace", "moe::items"), ("type", "Setup") or ("other", None)."""
    if "namespace" in words:
        name = "".join(words[words.index("namespace") + 1:])
        return ("namespace", name) if name else ("other", None)  # unnamed: each file's own
    depth, plain = 0, []  # without what stands between < and >
    for word in words:
        if word == ">":
            depth -= 1
            continue
        if depth == 0:
            plain.append(word)
        depth += word == "<"
    for key in ("struct", "class", "enum"):
        if key in plain and "(" not in plain and "=" not in plain:
            rest = [word for word in plain[plain.index(key) + 1:] if word not in ("class", "struct", "alignas")]
            if not rest or rest[1:2] == ["<"]:  # without a name, or a template's special case
                return "other", None
            end = next((i for i, word in enumerate(rest) if i % 2 == 1 and word != "::"), len(rest))
            return "type", "".join(rest[:end])  # "Searcher::Impl" where the inner type is defined outside
    return "other", None


def faults(files):
    """`files`: name -> text."""
    places = {}
    for name, text in files.items():
        for defined, line in definitions(text):
            places.setdefault(defined, []).append(f"{name}:{line}")
    return [f"{where[1]}: {name}: defined at {where[0]} already" for name, where in sorted(places.items())
            if len(where) > 1]


def self_test(files):
    missed = []
    planted = "namespace moe {\nstruct Planted {\n    enum class Kind { A };\n};\n} // namespace moe\n"
    if not faults({**files, "data/planted.h": planted, "models/planted.cpp": planted}):
        missed.append("two definitions of moe::Planted are not found")
    own = "namespace moe {\nnamespace {\nstruct Planted {};\n}\n}\n"
    if faults({"a.cpp": own, "b.cpp": own}):
        missed.append("types of unnamed namespaces are each file's own")
    known = {name for text in files.values() for name, _ in definitions(text)}
    for name in ("moe::Scenario", "moe::Report", "moe::Result", "moe::Origin"):
        if name not in known:
            missed.append(f"{name} is not seen")
    return missed


def main():
    arguments = sys.argv[1:]
    root = pathlib.Path([argument for argument in arguments if not argument.startswith("-")][0])
    files = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
             for folder in ("data", "models") for path in sorted((root / folder).rglob("*"))
             if path.suffix in (".h", ".cpp")}
    testing = "--self-test" in arguments
    found = self_test(files) if testing else faults(files)
    said = "the planted pair is found" if testing else f"no name is defined twice in {len(files)} files"
    print("\n".join(found) if found else f"names: {said}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
