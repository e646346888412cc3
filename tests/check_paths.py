#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails when a comment or a document names a file of the project that is not there.

Read are comments of sources and scripts, and the Markdown files. A name counts that ends like a source (`x.h`, `x.cpp`,
`x.py`, `x.sh`, `x.yaml`) and either begins with a folder of the top level, or names a header, a source or a shell script
without a path: that must exist somewhere. Names of other projects stand with theirs (`pytorch/torchtitan@… tools/utils.py`), so a
path whose first folder is none of ours is left alone. `check_paths.py --self-test ROOT` plants a name and must find it.
"""
import pathlib
import re
import subprocess
import sys

ENDINGS = ("h", "cpp", "sh")
TOP = ("app", "ui", "models", "data", "resources", "tests", "packaging")
NAME = re.compile(r"(?<![\w/@.{<*-])((?:[\w.+-]+/)*[\w+-]+\.(?:h|cpp|py|sh|yaml|cmake))(?![\w/*])")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
HASH = re.compile(r"(?m)(?:^|\s)#[^\n]*")
# Files of other projects that comments cite without a path of theirs, and of a user's own.
FOREIGN = ("qcustomplot.h",)


def tracked(root):
    listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True)
    if listed.returncode == 0 and listed.stdout:
        return [name for name in listed.stdout.splitlines() if (root / name).is_file()]
    return [str(path.relative_to(root)) for top in TOP for path in (root / top).rglob("*") if path.is_file()]


def texts(name, text):
    """(line, words) of what is written for people."""
    if name.endswith((".h", ".cpp")):
        pattern = COMMENT
    elif name.endswith((".py", ".sh", ".cmake", "CMakeLists.txt", ".yaml")):
        pattern = HASH
    elif name.endswith(".md"):
        yield from enumerate(text.splitlines(), 1)
        return
    else:
        return
    for match in pattern.finditer(text):
        first = text.count("\n", 0, match.start()) + 1
        yield from enumerate(match[0].splitlines(), first)


def cited(line, at):
    """The name stands behind a repository of somebody else, or a commit."""
    before = line[:at]
    return bool(re.search(r"@[0-9a-f]{6,}|[\w-]+/[\w.-]+@|\([0-9a-f]{7,}\)|NVIDIA/|deepseek-ai/|ai-dynamo/|pytorch/|vLLM|SGLang|"
                          r"TensorRT|Megatron|transformers|torchtitan|aiconfigurator|NeMo|Primus", before))


def missing(files, name, text):
    whole = set(files)
    last = {file.rsplit("/", 1)[-1] for file in files}
    ends = {"/".join(file.split("/")[-n:]) for file in files for n in (2, 3)}
    for line, words in texts(name, text):
        for match in NAME.finditer(words):
            path = match[1]
            top, _, rest = path.partition("/")
            if rest and top in TOP:
                if path not in whole:
                    yield line, path
            elif path.rsplit("/", 1)[-1] in FOREIGN or cited(words, match.start()):
                continue
            elif not rest and path.rsplit(".", 1)[-1] in ENDINGS and path not in last:
                yield line, path
            elif rest and path.rsplit(".", 1)[-1] in ("h", "cpp") and path not in ends and path not in whole:
                yield line, path


def findings(root, planted=None):
    files = tracked(root)
    for name in files:
        if name.startswith("tests/check_"):
            continue
        try:
            text = (root / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if planted and name == planted[0]:
            text += planted[1]
        for line, path in missing(files, name, text):
            yield f"{name}:{line}: names {path}, which is not there"


def main():
    arguments = sys.argv[1:]
    self_test = "--self-test" in arguments
    root = pathlib.Path([each for each in arguments if each != "--self-test"][0])
    if self_test:
        for name, text in (("data/number.h", "\n// see models/engine/planted.h\n"),
                           ("README.md", "\n`packaging/planted.sh`\n"), ("data/number.h", "\n/// As in planted_file.cpp.\n")):
            if not any("planted" in each for each in findings(root, (name, text))):
                sys.exit(f"a planted name in {name} was not found")
        return
    found = list(findings(root))
    print("\n".join(found))
    sys.exit(1 if found else 0)


main()
