// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A small catalogue and a valid scenario for the tests of the form.

#include "models/engine/scenario/catalog.h"

#include <memory>

namespace moe::test {

inline std::shared_ptr<const Catalog> formCatalog() {
    auto catalog = std::make_shared<Catalog>();
    GpuSpec h100;
    h100.key = "h100-sxm";
    h100.label = "H100 SXM 80 GB";
    h100.source = "data sheet";
    h100.generation = Generation::Hopper;
    h100.memory = 79.6 * GiB;
    h100.bf16 = 989 * Tflops;
    h100.fp8 = 1979 * Tflops;
    h100.hbm = 3.35 * TBps;
    h100.nvlink = 450 * GBps;
    h100.nic = 50 * GBps;
    GpuSpec a100;
    a100.key = "a100-sxm";
    a100.label = "A100 SXM 80 GB";
    a100.source = "data sheet";
    a100.generation = Generation::Ampere;
    a100.memory = 80 * GiB;
    a100.bf16 = 312 * Tflops;
    a100.hbm = 2.04 * TBps;
    a100.nvlink = 300 * GBps;
    a100.nic = 25 * GBps;
    catalog->gpus = {h100, a100};
    return catalog;
}

inline Scenario formScenario() {
    Scenario s;
    s.name = "test";
    s.model.layers = 48;
    s.model.hidden = 4096;
    s.model.ffn = 0;
    s.model.vocab = 151936;
    s.model.sequence = 4096;
    s.model.heads = 32;
    s.model.kvHeads = 8;
    s.moe = MoeSpec{};
    s.moe->experts = 128;
    s.moe->topK = 8;
    s.moe->expertFfn = 1536;
    s.moe->sharedExperts = 1;
    s.train = TrainSpec{};
    s.train->tokens = 1.2e12;
    s.train->globalBatch = 1024;
    s.train->lr = 0.0003;
    s.parallel.ep = 8;
    s.cluster.gpus = 64;
    s.price.gpuHourUsd = 2.1;
    return s;
}

} // namespace moe::test
