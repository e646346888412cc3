# SPDX-License-Identifier: GPL-3.0-or-later
"""Power and clock while something runs: nvidia-smi asked ten times a second. Needs no PyTorch."""
import threading
import time

from table import nvidia_smi

FIELDS = ("power.draw", "clocks.sm", "clocks.mem", "temperature.gpu")


def mean(values):
    return sum(values) / len(values) if values else None


class Sampler:
    """with Sampler() as sampled: …; sampled.samples are (seconds, watts, SM MHz, memory MHz, °C)."""

    def __init__(self, ask=nvidia_smi, period=0.1):
        self.samples, self._ask, self._period = [], ask, period
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self):
        start = time.monotonic()
        while not self._stop.is_set():
            told = self._ask(*FIELDS)
            if told is None:
                return  # no nvidia-smi: nothing is known
            try:
                self.samples.append((time.monotonic() - start, *(float(cell) for cell in told)))
            except ValueError:
                pass  # "[N/A]"
            self._stop.wait(self._period)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join(30)

    def watts(self):
        return mean([sample[1] for sample in self.samples])

    def megahertz(self):
        return mean([sample[2] for sample in self.samples])
