// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/machine.h"

#include "models/engine/shape/gpu_power.h"

namespace moe {

void readMachine(Setup& setup, const Catalog& catalog) {
    const Scenario& scenario = *setup.scenario;
    if (const GpuSpec* preset = catalog.gpu(scenario.gpu.preset)) setup.gpu = *preset;
    const GpuChoice& own = scenario.gpu;
    if (own.memoryGib) setup.gpu.memory = *own.memoryGib * GiB;
    if (own.bf16Tflops) setup.gpu.bf16 = *own.bf16Tflops * Tflops;
    if (own.fp8Tflops) setup.gpu.fp8 = *own.fp8Tflops * Tflops;
    if (own.bandwidthTbps) setup.gpu.hbm = *own.bandwidthTbps * TBps;
    if (own.mfu) setup.gpu.mfu = *own.mfu;
    if (own.bandwidthUtil) setup.gpu.bandwidthUtil = *own.bandwidthUtil;
    if (own.powerW) setup.gpu.powerW = *own.powerW;
    if (scenario.power.limitW)
        setup.gpu.clockFactor *= clockUnderLimit(*scenario.power.limitW, setup.gpu.powerW);

    const ClusterSpec& cluster = scenario.cluster;
    setup.domain = static_cast<double>(cluster.gpusPerNode.value_or(setup.gpu.domain));
    setup.nvlink = cluster.nvlinkGbps ? *cluster.nvlinkGbps * GBps : setup.gpu.nvlink;
    const Bandwidth perNic = cluster.nicGbps ? *cluster.nicGbps * GBps : setup.gpu.nic;
    const double nicsPerGpu =
        cluster.nicsPerNode ? static_cast<double>(*cluster.nicsPerNode) / setup.domain : 1;
    setup.nic = nicsPerGpu * perNic;
}

} // namespace moe
