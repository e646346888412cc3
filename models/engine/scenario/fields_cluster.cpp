// SPDX-License-Identifier: GPL-3.0-or-later
// What runs it and what that costs: layout, formats, machines, routing, failures, prices, power: rows of
// fields().

#include "models/engine/scenario/field_rows.h"

namespace moe {
namespace {

using S = Scale;
constexpr Heading<&Scenario::parallel> kParallelRows{"Parallelism"};
constexpr Heading<&Scenario::precision> kPrecisionRows{"Precision"};
constexpr Heading<&Scenario::cluster> kClusterRows{"Cluster"};
constexpr Heading<&Scenario::gpu> kGpuRows{"GPU"};
constexpr Heading<&Scenario::routing> kRoutingRows{"Routing"};
constexpr Heading<&Scenario::reliability> kReliabilityRows{"Reliability"};
constexpr Heading<&Scenario::loss> kLossRows{"Training"};
constexpr Heading<&Scenario::price> kPriceRows{"Price"};
constexpr Heading<&Scenario::cost> kCostRows{"Price"};
constexpr Heading<&Scenario::power> kPowerRows{"Power"};

} // namespace

std::vector<Field> clusterFields() {
    return {
        kParallelRows.row<&ParallelSpec::tp>("parallel.tp", "Tensor parallel", integer(1, 1024, S::Divisor),
                                             {.symbol = "TP", .everyday = true}, "Splits every matrix."),
        kParallelRows.row<&ParallelSpec::pp>("parallel.pp", "Pipeline parallel", integer(1, 1024, S::Divisor),
                                             {.symbol = "PP", .everyday = true},
                                             "Splits the layers into stages."),
        kParallelRows.row<&ParallelSpec::ep>("parallel.ep", "Expert parallel", integer(1, 65536, S::Divisor),
                                             {.symbol = "EP", .everyday = true},
                                             "Splits the experts; carved out of data parallelism."),
        kParallelRows.row<&ParallelSpec::cp>("parallel.cp", "Context parallel", integer(1, 1024, S::Divisor),
                                             {.symbol = "CP"}, "Splits the sequence."),
        kParallelRows.row<&ParallelSpec::vpp>("parallel.vpp", "Virtual stages", integer(1, 128, S::Divisor),
                                              {.symbol = "VPP"}, "Chunks per pipeline stage (interleaving)."),
        kParallelRows.row<&ParallelSpec::etp>("parallel.etp", "Expert tensor parallel",
                                              integer(1, 1024, S::Divisor), {.symbol = "ETP"},
                                              "Splits each expert; auto = TP where EP is 1, else 1."),
        kParallelRows.row<&ParallelSpec::dp>("parallel.dp", "Data parallel", integer(1, 1e6, S::Divisor),
                                             {.symbol = "DP"}, "Auto = GPUs / (TP · PP · CP)."),
        kParallelRows.row<&ParallelSpec::sequenceParallel>(
            "parallel.sequence_parallel", "Sequence parallel", flag(), {.everyday = true},
            "Norms and residuals are split along the sequence over TP."),
        kParallelRows.row<&ParallelSpec::layersShareGpus>("parallel.layers_share_gpus", "Layers share GPUs",
                                                          flag(), {},
                                                          "Off: every MoE layer has its own group of GPUs."),
        kParallelRows.row<&ParallelSpec::cpComm>("parallel.cp_comm", "CP exchange", oneOf<CpComm>(), {},
                                                 "Ring of key/value blocks, or all-to-all over heads."),
        kParallelRows.row<&ParallelSpec::layout>(
            "parallel.layout", "Stage layout", text(), {},
            "Layers of each pipeline chunk, comma-separated, or as Megatron-LM writes it: Et*4|(t*4|)*14tmL; "
            "auto = balanced by cost, empty = even."),
        kPrecisionRows.row<&PrecisionSpec::compute>("precision.compute", "Compute", oneOf<DataType>(),
                                                    {.everyday = true}, "Type of the GEMM inputs."),
        kPrecisionRows.row<&PrecisionSpec::weights>("precision.weights", "Weights", oneOf<DataType>(), {},
                                                    "Type of the stored weights."),
        kPrecisionRows.row<&PrecisionSpec::experts>("precision.experts", "Expert weights", oneOf<DataType>(),
                                                    {}, "Type of the routed experts; auto = as the weights."),
        kPrecisionRows.row<&PrecisionSpec::attention>(
            "precision.attention", "Attention weights", oneOf<DataType>(), {},
            "Type of the projections of attention and other mixers; auto = as the weights."),
        kPrecisionRows.row<&PrecisionSpec::head>(
            "precision.head", "Embedding and head", oneOf<DataType>(), {},
            "Type of the embedding and the LM head; auto = as the weights."),
        kPrecisionRows.row<&PrecisionSpec::frozen>(
            "precision.frozen", "Frozen matrices", oneOf<FrozenType>(), {},
            "How matrices of layers that do not learn are kept in training; nf4 by blocks of 64, its scales "
            "again quantised with nf4-double (QLoRA). Embedding, head, norms and router stay as they are."),
        kPrecisionRows.row<&PrecisionSpec::dispatch>("precision.dispatch", "Dispatch", oneOf<DataType>(), {},
                                                     "Type of tokens on their way to the experts."),
        kPrecisionRows.row<&PrecisionSpec::combine>("precision.combine", "Combine", oneOf<DataType>(), {},
                                                    "Type of tokens on their way back."),
        kPrecisionRows.row<&PrecisionSpec::kvCache>("precision.kv_cache", "KV cache", oneOf<DataType>(), {},
                                                    "Type of the cached keys and values."),
        kClusterRows.row<&ClusterSpec::gpus>("cluster.gpus", "GPUs", integer(1, 1e6, S::Log),
                                             {.everyday = true}, "GPUs in all; auto = TP · PP · CP · DP."),
        kClusterRows.row<&ClusterSpec::gpusPerNode>(
            "cluster.gpus_per_node", "GPUs per node", integer(1, 1024, S::Log), {.everyday = true},
            "Size of the NVLink domain (72 on GB200 NVL72); auto = of the GPU preset."),
        kClusterRows.row<&ClusterSpec::nvlinkGbps>("cluster.nvlink_gbps", "NVLink", real(1, 10000, S::Log),
                                                   {.unit = "GB/s"},
                                                   "Per GPU and direction; auto = of the GPU preset."),
        kClusterRows.row<&ClusterSpec::nicGbps>("cluster.nic_gbps", "NIC", real(0.1, 10000, S::Log),
                                                {.unit = "GB/s", .everyday = true},
                                                "Rate of one network adapter; auto = of the GPU preset."),
        kClusterRows.row<&ClusterSpec::nicsPerNode>("cluster.nics_per_node", "NICs per node",
                                                    integer(1, 1024), {}, "Auto = one per GPU."),
        kClusterRows.row<&ClusterSpec::networkUtil>(
            "cluster.network_util", "Network utilisation", real(0.01, 1), {},
            "Achieved share of the line rate where no kernel was measured."),
        kClusterRows.row<&ClusterSpec::leafPorts>("cluster.leaf_ports", "Leaf ports",
                                                  integer(2, 1024, S::Log), {}, "Ports of a switch."),
        kClusterRows.row<&ClusterSpec::oversubscription>("cluster.oversubscription", "Oversubscription",
                                                         real(1, 64, S::Log), {},
                                                         "Down-link over up-link bandwidth of a leaf."),
        kClusterRows.row<&ClusterSpec::railOptimised>("cluster.rail_optimised", "Rail-optimised", flag(), {},
                                                      "GPUs of the same index share a leaf."),
        kClusterRows.row<&ClusterSpec::a2a>(
            "cluster.a2a", "All-to-all kernels", oneOf<A2aKernel>(), {},
            "Low-latency sends k copies of a token, normal one per destination node."),
        kClusterRows.row<&ClusterSpec::overlap>(
            "cluster.overlap", "Overlap", real(0, 1), {.symbol = "η"},
            "Share of the smaller of compute and communication that hides behind the larger."),
        kGpuRows.row<&GpuChoice::preset>("gpu.preset", "GPU", oneOf({}), {.everyday = true},
                                         "Data sheet of resources/gpus.yaml; the rows below override it."),
        kGpuRows.row<&GpuChoice::memoryGib>("gpu.memory_gib", "Memory", real(1, 4096, S::Log),
                                            {.unit = "GiB", .everyday = true},
                                            "As the driver reports it; auto = of the preset."),
        kGpuRows.row<&GpuChoice::bf16Tflops>("gpu.bf16_tflops", "bf16 peak", real(1, 100000, S::Log),
                                             {.unit = "TFLOP/s", .everyday = true},
                                             "Dense; auto = of the preset."),
        kGpuRows.row<&GpuChoice::fp8Tflops>("gpu.fp8_tflops", "FP8 peak", real(0, 2e5, S::Log),
                                            {.unit = "TFLOP/s", .everyday = true},
                                            "Dense; 0 = none; auto = of the preset."),
        kGpuRows.row<&GpuChoice::bandwidthTbps>("gpu.bandwidth_tbps", "Memory bandwidth",
                                                real(0.01, 1000, S::Log), {.unit = "TB/s", .everyday = true},
                                                "Nominal; auto = of the preset."),
        kGpuRows.row<&GpuChoice::mfu>(
            "gpu.mfu", "Achieved FLOP share", real(0.01, 1), {.symbol = "MFU"},
            "A user specification: replaces the fitted GEMM efficiency; auto = fitted."),
        kGpuRows.row<&GpuChoice::bandwidthUtil>(
            "gpu.bandwidth_util", "Achieved bandwidth share", real(0.01, 1), {},
            "A user specification: replaces the fitted bandwidth efficiency; auto = fitted."),
        kGpuRows.row<&GpuChoice::powerW>("gpu.power_w", "Power", real(1, 100000, S::Log), {.unit = "W"},
                                         "Per GPU, for the energy estimate; auto = of the preset."),
        kRoutingRows.row<&RoutingSpec::distribution>("routing.distribution", "Popularity",
                                                     oneOf<Distribution>(), {.everyday = true},
                                                     "How often the experts are chosen."),
        kRoutingRows.row<&RoutingSpec::skew>("routing.skew", "Skew", real(0, 4), {.everyday = true},
                                             "Zipf exponent, or standard deviation of the log-normal."),
        kRoutingRows.row<&RoutingSpec::seed>("routing.seed", "Seed", integer(0, 1e9), {},
                                             "Seed of every random draw."),
        kRoutingRows.row<&RoutingSpec::placement>("routing.placement", "Placement",
                                                  oneOf<PlacementAlgorithm>(), {.everyday = true},
                                                  "Which GPU holds which expert."),
        kRoutingRows.row<&RoutingSpec::replicas>(
            "routing.replicas", "Expert slots", integer(1, 1e6), {},
            "Physical slots in all, experts + redundant; auto = experts."),
        kRoutingRows.row<&RoutingSpec::swaps>(
            "routing.swaps", "Moved by hand", text(), {},
            "Expert slots that trade places after the placement's algorithm: "
            "3-17, or 2:5-40 in the second layer alone."),
        kRoutingRows.row<&RoutingSpec::step>(
            "routing.step", "Step of the table", integer(0, 1e9), {},
            "Of a table of loads with a column `step`; auto = all its steps added up."),
        kReliabilityRows.row<&ReliabilitySpec::failuresPer1000NodeDays>(
            "reliability.failures_per_1000_node_days", "Failures per 1000 node-days", real(0, 1e6),
            {.everyday = true},
            "Of training: 0 = none are counted. Llama 3 saw 3.8, Meta's clusters 2.3 and 6.5."),
        kReliabilityRows.row<&ReliabilitySpec::restartSeconds>(
            "reliability.restart_seconds", "Restart", real(0, 1e7),
            {.symbol = "R", .unit = "s", .everyday = true},
            "Until training goes on after a failure: detection, restart and load."),
        kReliabilityRows.row<&ReliabilitySpec::checkpointSeconds>(
            "reliability.checkpoint_seconds", "Checkpoint", real(0, 1e6), {.symbol = "w", .unit = "s"},
            "What a checkpoint keeps the step waiting; auto = its copy to the hosts' memory at 20 GB/s per "
            "GPU."),
        kReliabilityRows.row<&ReliabilitySpec::checkpointInterval>(
            "reliability.checkpoint_interval", "Checkpoint interval", real(1e-3, 1e9, S::Log),
            {.symbol = "τ", .unit = "s"}, "Work between two checkpoints; auto = best."),
        kReliabilityRows.row<&ReliabilitySpec::stragglerShare>(
            "reliability.straggler_share", "Straggler share", real(0, 0.99), {},
            "Of the throughput, lost to stragglers and maintenance."),
    };
}

std::vector<Field> costFields() {
    return {
        kLossRows.row<&LossSpec::recipe>(
            "loss.recipe", "Runs of the recipe", text(), {},
            "File of your own recipe's runs (params, tokens, loss); empty = the Step Law recipe."),
        kPriceRows.row<&PriceSpec::gpuHourUsd>("price.gpu_hour_usd", "Price", real(0, 1000),
                                               {.unit = "USD/GPU-hour", .everyday = true},
                                               "0 = no price, no cost."),
        kCostRows.row<&CostSpec::kwhUsd>("cost.kwh", "Electricity", real(0, 100), {.unit = "USD/kWh"},
                                         "Of GPUs of one's own (cost.gpu_usd); a rent has it in it."),
        kCostRows.row<&CostSpec::gpuUsd>(
            "cost.gpu_usd", "Price of a GPU", real(0, 1e7), {.unit = "USD"},
            "Bought, with its share of a node; 0 = rented at price.gpu_hour_usd."),
        kCostRows.row<&CostSpec::amortiseYears>("cost.amortise_years", "Years to pay", real(0.1, 100),
                                                {.unit = "years"}, "In which cost.gpu_usd is paid."),
        kCostRows.row<&CostSpec::co2GPerKwh>("cost.co2_g_per_kwh", "CO2 of electricity", real(0, 5000),
                                             {.unit = "g/kWh"},
                                             "0 = not known, no CO2 (Llama 3.1's model card: 414)."),
        kCostRows.row<&CostSpec::spotShare>("cost.spot_share", "Spot GPUs", real(0, 1), {.unit = "share"},
                                            "Share of the rented GPU-hours that may be taken back."),
        kCostRows.row<&CostSpec::spotDiscount>(
            "cost.spot_discount", "Spot discount", real(0, 0.99), {.unit = "share"},
            "What these are cheaper by than price.gpu_hour_usd; 0.6 is assumed."),
        kCostRows.row<&CostSpec::spotLost>(
            "cost.spot_lost", "Time lost to spot", real(0, 0.9), {.unit = "share"},
            "Of their hours, to being taken back and to starting again; 0.05 is assumed."),
        kPowerRows.row<&PowerSpec::limitW>(
            "power.limit_w", "Power limit", real(1, 100000, S::Log), {.unit = "W", .everyday = true},
            "Of a GPU; a lower one slows its clock: power goes as its 1.8th power. auto = gpu.power_w."),
        kPowerRows.row<&PowerSpec::idleW>(
            "power.idle_w", "Idle power", real(0, 100000), {.unit = "W"},
            "Of a GPU that waits with a model loaded; auto = 23 % of gpu.power_w "
            "(84 to 98 of 400 W measured)."),
        kPowerRows.row<&PowerSpec::nodeFactor>(
            "power.node_factor", "Node over its GPUs", real(1, 4), {},
            "Power of a node over that of its GPUs: CPU, network cards, fans. 1.3 is assumed (1.15 to 1.4)."),
        kPowerRows.row<&PowerSpec::pue>(
            "power.pue", "PUE", real(1, 4), {},
            "Power of the facility over that of its nodes: cooling. 1.2 is assumed (1.1 to 1.5)."),
        kPowerRows.row<&PowerSpec::rackGpus>(
            "power.rack_gpus", "GPUs of a rack", integer(1, 10000, S::Log), {},
            "auto = the NVLink domain where that is a rack, else four nodes."),
    };
}

} // namespace moe
