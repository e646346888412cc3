# SPDX-License-Identifier: GPL-3.0-or-later
"""Power and clock while something runs, asked ten times a second: NVML where its Python package (nvidia-ml-py) is,
as it tells the power of the moment at once; else nvidia-smi. Needs no PyTorch."""
import threading
import time

from table import nvidia_smi

FIELDS = ("power.draw", "clocks.sm", "clocks.mem", "temperature.gpu")


def teller():
    """What answers for FIELDS of the first GPU, or None."""
    try:
        import pynvml

        pynvml.nvmlInit()
        gpu = pynvml.nvmlDeviceGetHandleByIndex(0)
        instant = pynvml.NVML_FI_DEV_POWER_INSTANT

        def ask(*_):
            power = pynvml.nvmlDeviceGetFieldValues(gpu, [instant])[0]
            return (
                power.value.uiVal / 1000,
                pynvml.nvmlDeviceGetClockInfo(gpu, pynvml.NVML_CLOCK_SM),
                pynvml.nvmlDeviceGetClockInfo(gpu, pynvml.NVML_CLOCK_MEM),
                pynvml.nvmlDeviceGetTemperature(gpu, pynvml.NVML_TEMPERATURE_GPU),
            )

        return ask if ask()[0] > 0 else nvidia_smi
    except Exception:  # not installed, no driver, a field that this driver does not know
        return nvidia_smi


_told = []


def _known_teller():
    """The same for all samplers: asking NVML to begin takes a while."""
    if not _told:
        _told.append(teller())
    return _told[0]


def mean(values):
    return sum(values) / len(values) if values else None


class Sampler:
    """with Sampler() as sampled: …; sampled.samples are (seconds, watts, SM MHz, memory MHz, °C)."""

    def __init__(self, ask=None, period=0.1):
        self.samples, self._ask, self._period = [], ask or _known_teller(), period
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
