// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A small catalogue and a valid scenario for the tests of the form.

#include "models/engine/scenario/catalog.h"

#include <memory>

namespace moe::test {

inline std::shared_ptr<const Catalog> formCatalog() {
    auto catalog = std::make_shared<Catalog>();
    catalog->gpus.push_back({.key = "h100-sxm",
                             .label = "H100 SXM 80 GB",
                             .source = "data sheet",
                             .generation = Generation::Hopper,
                             .memory = 79.6 * GiB,
                             .bf16 = 989 * Tflops,
                             .fp8 = 1979 * Tflops,
                             .hbm = 3.35 * TBps,
                             .nvlink = 450 * GBps,
                             .nic = 50 * GBps});
    catalog->gpus.push_back({.key = "a100-sxm",
                             .label = "A100 SXM 80 GB",
                             .source = "data sheet",
                             .generation = Generation::Ampere,
                             .memory = 80 * GiB,
                             .bf16 = 312 * Tflops,
                             .fp8 = {},
                             .hbm = 2.04 * TBps,
                             .nvlink = 300 * GBps,
                             .nic = 25 * GBps});
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
