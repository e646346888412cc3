# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what was measured: tables below comments that say when, on what and with what."""
import datetime
import platform
import subprocess

VERSION = 4  # of these scripts: raised when what they measure changes


def nvidia_smi(*fields):
    """One GPU's values of nvidia-smi, or None without it."""
    try:
        told = subprocess.run(
            ["nvidia-smi", "--query-gpu=" + ",".join(fields), "--format=csv,noheader,nounits"],
            capture_output=True,
            text=True,
            timeout=20,
            check=True,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    return [cell.strip() for cell in told.splitlines()[0].split(",")]


def clocks():
    told = nvidia_smi("clocks.sm", "clocks.mem")
    return "not known" if told is None else f"SM {told[0]} MHz, memory {told[1]} MHz"


class Record:
    """When, on what and with what; clocks at the beginning, and at the end once it is written."""

    def __init__(self, script, device, software):
        self.script, self.device, self.software = script, device, software
        self.started = datetime.datetime.now(datetime.timezone.utc)
        self.clocks = clocks()

    def entries(self):
        driver = nvidia_smi("driver_version")
        return (
            ("date", self.started.strftime("%Y-%m-%d %H:%M UTC")),
            ("gpu", self.device),
            ("software", self.software + ("" if driver is None else f", driver {driver[0]}")),
            ("host", platform.machine()),
            ("clocks", f"{self.clocks} at the start, {clocks()} at the end"),
            ("script", f"{self.script}, version {VERSION}"),
        )

    def comments(self):
        return "".join(f"# {key}: {value}\n" for key, value in self.entries())


# As run lists name GPUs whose drivers call them otherwise.
_KNOWN = {"H100 80GB HBM3": "H100 SXM", "A100-SXM4-80GB": "A100 SXM 80GB", "A100-SXM4-40GB": "A100 SXM 40GB"}


def listed_gpu(device):
    bare = device.replace("NVIDIA ", "")
    return _KNOWN.get(bare, bare)


def number(value):
    """Four significant digits for times, whole numbers as they are."""
    if value is None:
        return ""
    return str(value) if isinstance(value, (int, str)) else f"{value:.5g}"


class Tables:
    """Blocks of rows, each below its header; `kind` is the comment that names it."""

    def __init__(self):
        self.blocks = []

    def block(self, kind, *header):
        self.blocks.append((kind, header, []))

    def row(self, *cells):
        _, header, rows = self.blocks[-1]
        if len(cells) != len(header):
            raise ValueError(f"{len(cells)} cells below {len(header)} columns")
        rows.append(cells)

    def text(self, record):
        text = record.comments()
        for kind, header, rows in self.blocks:
            if rows:
                text += f"# {kind}\n" + ",".join(header) + "\n"
                text += "".join(",".join(number(cell) for cell in row) + "\n" for row in rows)
        return text


def quoted(value):
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def run_list(record, rows):
    """YAML of `moe-explorer validate`: one mapping per run, whose values are numbers, texts or mappings."""

    def flow(value):
        if isinstance(value, dict):
            return "{" + ", ".join(f"{k}: {flow(v)}" for k, v in value.items()) + "}"
        if isinstance(value, bool):
            return "true" if value else "false"
        return number(value) if isinstance(value, (int, float)) else quoted(value)

    text = record.comments()
    text += "defaults:\n  file: own_gpu\n  quality: \"A\"\n  source: measured by resources/scripts/gpu\n"
    text += f"  gpu: {quoted(listed_gpu(record.device))}\n  gpus: 1\nrows:\n"
    for row in rows:
        text += "- {" + ", ".join(f"{k}: {flow(v)}" for k, v in row.items()) + "}\n"
    return text
