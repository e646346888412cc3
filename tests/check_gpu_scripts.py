#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks resources/scripts/gpu: shapes, FLOP, tables and arguments without PyTorch; the measurements themselves, on
tiny shapes, where it is installed."""
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = sys.argv.pop(1)
FOLDER = os.path.join(ROOT, "resources", "scripts", "gpu")
sys.path.insert(0, FOLDER)
sys.dont_write_bytecode = True

import measure  # noqa: E402
import plan  # noqa: E402
import power  # noqa: E402
import table  # noqa: E402


class Plan(unittest.TestCase):
    def test_parameters_are_the_published_ones(self):
        by_name = {m.name: m for m in plan.DENSE}
        self.assertEqual(plan.parameters(by_name["dense-8b"]), 8030261248)  # meta-llama/Llama-3.1-8B
        self.assertEqual(plan.parameters(by_name["dense-70b"]), 70553706496)  # meta-llama/Llama-3.1-70B

    def test_a_backward_pass_does_the_same_products_turned(self):
        products = list(plan.products())
        for forward, dgrad, wgrad in zip(products[::3], products[1::3], products[2::3]):
            self.assertEqual((forward.part, dgrad.part, wgrad.part), ("forward", "dgrad", "wgrad"))
            self.assertEqual(plan.product_flop(forward), plan.product_flop(dgrad))
            self.assertEqual(plan.product_flop(forward), plan.product_flop(wgrad))
            self.assertEqual((dgrad.n, dgrad.k), (forward.k, forward.n))
            self.assertEqual((wgrad.m, wgrad.n, wgrad.k), (forward.n, forward.k, forward.m))

    def test_attention_counts_half_of_the_square(self):
        a = plan.Attention(2, 1024, 8, 8, 128, 128)
        self.assertEqual(plan.attention_flop(a), 2 * 8 * 1024 * 1024 * 256)
        self.assertEqual(plan.attention_flop(a, True), 5 * plan.attention_flop(a) // 2)

    def test_experts_get_all_rows(self):
        for g in plan.groups():
            rows = plan.group_rows(g)
            self.assertEqual((len(rows), sum(rows)), (g.experts, g.experts * g.rows))
            self.assertEqual(rows[0] == rows[-1], g.skew == 0)

    def test_products_beside_copies_take_all_of_the_time_and_less(self):
        shares = [share for product, share in plan.duties() if product.k == 8192]
        self.assertEqual(shares, [1, 0.8, 0.6, 0.4, 0.2])

    def test_each_step_has_a_name_of_its_own(self):
        names = [plan.step_name(s) for s in plan.steps()]
        self.assertEqual(len(names), len(set(names)))
        self.assertIn("dense-1b_16k_compiled", names)

    def test_bytes(self):
        self.assertEqual(plan.memory_bytes(plan.Memory("copy", 3, 5)), 2 * 2 * 15)
        self.assertEqual(plan.memory_bytes(plan.Memory("adamw", 1, 10)), 280)
        self.assertEqual(plan.product_bytes(plan.Product("", "forward", 2, 3, 5)), 2 * (10 + 15 + 6))


class Tables(unittest.TestCase):
    def record(self):
        record = table.Record("resources/scripts/gpu/kernels.py", "NVIDIA H200", "PyTorch 9")
        return record

    def test_when_on_what_and_with_what_stand_above(self):
        made = table.Tables()
        made.block("gemm", "m", "n", "k", "bf16_us", "fp8_us")
        made.row(1, 2, 3, 12.345678, None)
        made.block("empty", "a")
        lines = made.text(self.record()).splitlines()
        self.assertEqual([line.split(":")[0] for line in lines[:6]],
                         ["# date", "# gpu", "# software", "# host", "# clocks", "# script"])
        self.assertEqual(lines[6:], ["# gemm", "m,n,k,bf16_us,fp8_us", "1,2,3,12.346,"])
        self.assertIn(f"version {table.VERSION}", lines[5])

    def test_a_row_has_the_columns_of_its_header(self):
        made = table.Tables()
        made.block("gemm", "m", "n")
        self.assertRaises(ValueError, made.row, 1)

    def test_a_run_list(self):
        text = table.run_list(self.record(), [{"id": 'a "b"', "tp": 1, "step_time_s": 0.5, "shape": {"tied": False}}])
        self.assertIn('  gpu: "H200"\n', text)  # as run lists name it
        self.assertIn('- {id: "a \\"b\\"", tp: 1, step_time_s: 0.5, shape: {tied: false}}\n', text)


class Power(unittest.TestCase):
    def test_means_of_what_is_told(self):
        told = iter([["400", "1980", "2600", "50"], ["600", "1755", "2600", "60"], None])
        with power.Sampler(lambda *_: next(told, None), 0.001) as sampled:
            sampled._thread.join(5)
        self.assertEqual((sampled.watts(), sampled.megahertz()), (500, 1867.5))

    def test_without_nvidia_smi_nothing_is_known(self):
        with power.Sampler(lambda *_: None) as sampled:
            pass
        self.assertIsNone(sampled.watts())


# As much of PyTorch as measure-gpu.py calls: every call of a kernel takes 10 µs.
STAND_IN = """
import sys, types
calls = [0]
class Tensor:
    def __matmul__(self, other): return self
    def sum(self): return self
    def item(self): return 0
class Event:
    def __init__(self, enable_timing): pass
    def record(self): self.calls = calls[0]
    def elapsed_time(self, end): return (end.calls - self.calls) * 0.01
class Graph:
    def replay(self): calls[0] += self.kernels
class graph:
    def __init__(self, made): self.made = made
    def __enter__(self): self.before = calls[0]
    def __exit__(self, *_): self.made.kernels = calls[0] - self.before
def kernel(*_, **__):
    calls[0] += 1
    return Tensor()
torch, dist = types.ModuleType("torch"), types.ModuleType("torch.distributed")
torch.distributed, torch.bfloat16, torch.float16, torch.__version__ = dist, 1, 2, "9"
torch.randn = lambda *_, **__: Tensor()
torch.nn = types.SimpleNamespace(
    functional=types.SimpleNamespace(linear=kernel, scaled_dot_product_attention=kernel))
torch.cuda = types.SimpleNamespace(
    set_device=lambda _: None, synchronize=lambda: None, get_device_name=lambda: "NVIDIA X",
    CUDAGraph=Graph, graph=graph, Event=Event)
sys.modules.update({"torch": torch, "torch.distributed": dist})
"""


class Points(unittest.TestCase):
    def test_a_point_is_one_call_however_many_take_turns(self):
        script = os.path.join(ROOT, "resources", "scripts", "measure-gpu.py")
        run = STAND_IN + f"exec(compile(open({script!r}).read(), 'script', 'exec'), {{}})"
        lines = subprocess.run([sys.executable, "-B", "-c", run], capture_output=True, text=True, check=True).stdout
        rows = [line for line in lines.splitlines() if line[0].isdigit()]
        self.assertEqual(len(rows), 24 + 23)
        for row in rows:
            self.assertEqual(float(row.split(",")[-1]), 10, row)


class Arguments(unittest.TestCase):
    def test_what_is_asked(self):
        asked = measure.arguments(["kernels", "--tiny", "-o", "x"])
        self.assertEqual((asked.part, asked.tiny, asked.output, asked.seconds), ("kernels", True, "x", 2.0))
        self.assertEqual(measure.short("NVIDIA H200"), "h200")

    def test_a_list_needs_no_torch(self):
        for part in measure.PARTS:
            self.assertTrue(list(measure.listed(part, False)))
        blocked = {"PYTHONPATH": "", "PATH": os.environ["PATH"]}
        code = f"import sys; sys.modules['torch'] = None; sys.path.insert(0, {FOLDER!r}); import measure; "
        listing = code + "sys.exit(measure.main(['all', '--list', '--tiny']))"
        listed = subprocess.run([sys.executable, "-B", "-c", listing], env=blocked, capture_output=True, text=True)
        self.assertEqual(listed.returncode, 0, listed.stderr)
        self.assertIn("product tiny qkv forward 32x128x64: 5.243e+05 FLOP", listed.stdout)
        refused = subprocess.run([sys.executable, "-B", "-c", code + "sys.exit(measure.main(['all']))"], env=blocked,
                                 capture_output=True, text=True)
        self.assertEqual((refused.returncode, "PyTorch is not installed" in refused.stderr), (1, True))


@unittest.skipIf(importlib.util.find_spec("torch") is None, "PyTorch is not installed: the measurements did not run")
class Measurements(unittest.TestCase):
    def test_grouped_experts_do_what_looped_ones_do(self):
        import model
        import torch

        def grouped(rows, weights, offs):
            """As torch._grouped_mm: what lies beyond the last group is not written."""
            out = torch.full((rows.shape[0], weights.shape[-1]), float("nan"))
            begin, parts = 0, []
            for weight, end in zip(weights, offs.tolist()):
                self.assertEqual(end % model.ALIGNED, 0)
                parts.append(rows[begin:end] @ weight)
                begin = end
            return torch.cat((*parts, out[begin:]))

        torch.manual_seed(1)
        experts = model.Experts(plan.TINY_MOE)
        results = []
        for model.GROUPED in (None, grouped):
            x = torch.ones(3, 17, plan.TINY_MOE.hidden).cumsum(1).sin().requires_grad_(True)
            experts.zero_grad()
            y = experts(x)
            y.pow(2).sum().backward()
            results.append((y.detach(), x.grad, experts.up_gate.grad.clone(), experts.down.grad.clone()))
        model.GROUPED = None
        for looped, same in zip(*results):
            self.assertTrue(torch.allclose(looped, same, atol=1e-5), (looped - same).abs().max())

    def test_every_part_runs_on_tiny_shapes(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, "-B", "-W", "ignore", os.path.join(FOLDER, "measure.py"), "all",
                                   "--tiny", "-o", folder], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            endings = sorted(name.split("-")[-1] for name in os.listdir(folder) if "trace" not in name)
            self.assertEqual(endings, ["duty.csv", "elementwise.csv", "experts.csv", "kernels.csv", "operators.csv",
                                       "passes.csv", "steps.yaml"])
            for name in os.listdir(folder):
                if not name.endswith(".csv"):
                    continue
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    lines = [line for line in file.read().splitlines() if not line.startswith("#")]
                self.assertGreater(len(lines), 1, name)


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=1).result
    for _, reason in result.skipped:
        print(reason)
    sys.exit(0 if result.wasSuccessful() else 1)
