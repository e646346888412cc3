// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/serve/measured_operators.h"

#include "data/number.h"
#include "models/engine/shape/number_format.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

using Peak = OperatorNumbers::Peak;

OperatorRates dataSheet(const GpuSpec& gpu) {
    return {gpu.bf16 / Tflops,
            gpu.fp8 / Tflops,
            gpu.fp4 / Tflops,
            gpu.hbm / GBps,
            gpu.nvlink / GBps,
            gpu.topology,
            static_cast<double>(gpu.domain)};
}

/// Rates that surfaces of `measured` are asked with on a GPU that differs from `sheet`, what gpus.yaml has
/// for the measured one.
OperatorRates movedRates(const OperatorRates& measured, const OperatorRates& sheet,
                         const OperatorRates& mine) {
    const auto moved = [](double rate, double from, double to) {
        return rate > 0 && from > 0 && to > 0 ? rate * to / from : std::max(rate, to);
    };
    return {moved(measured.bf16, sheet.bf16, mine.bf16),
            moved(measured.fp8, sheet.fp8, mine.fp8),
            moved(measured.fp4, sheet.fp4, mine.fp4),
            moved(measured.hbm, sheet.hbm, mine.hbm),
            moved(measured.link, sheet.link, mine.link),
            mine.topology,
            mine.domain};
}

/// Sums of logarithms of rates: GPUs that run the same kernels (B200 and B300), and any.
constexpr double kAlike = 1, kAnywhere = 1e9;

double apart(const OperatorRates& a, const OperatorRates& b) {
    const auto ratio = [](double x, double y) { return x > 0 && y > 0 ? std::abs(std::log(x / y)) : 0.0; };
    return ratio(a.bf16, b.bf16) + ratio(a.fp8, b.fp8) + ratio(a.fp4, b.fp4) + ratio(a.hbm, b.hbm) +
           ratio(a.link, b.link);
}

/// The tables' name of products with weights of this type; empty: none was measured.
std::string productType(DataType weights, DataType compute) {
    switch (weights) {
    case DataType::Fp32:
    case DataType::Bf16: return "bf16";
    case DataType::Fp8: return isNarrow(compute) ? "fp8" : "";
    case DataType::Fp8Block:
    case DataType::MxFp8: return isNarrow(compute) ? "fp8_block" : "";
    case DataType::NvFp4: return isNarrow(compute) ? "nvfp4" : "";
    case DataType::Int8: return isNarrow(compute) ? "" : "int8_wo";
    case DataType::Int4:
    case DataType::Int4By64:
    case DataType::Int4By32: return isNarrow(compute) ? "" : "int4_wo";
    case DataType::MxFp4: break;
    }
    return "";
}

std::string expertType(DataType weights, DataType compute, bool gated, const GpuSpec& gpu) {
    std::string type = productType(weights, compute);
    if (weights == DataType::MxFp4)
        type = isNarrow(compute) && gpu.fp4.base > 0 ? "w4a8_mxfp4_mxfp8" : "w4a16_mxfp4";
    return type.empty() || gated ? type : type + "-nongated";
}

constexpr double kSmallDomain = 8; ///< GPUs that DeepEP's kernels take for a node

/// Experts on more GPUs than a node of the old kind has, all behind the same NVLink switches, exchange tokens
/// without a network; some engines do so on fewer too.
bool exchangesInDomain(const Setup& s, const ServingEngine* engine) {
    const double group = s.ep * s.etp;
    return s.domain > kSmallDomain && group <= s.domain &&
           (group > kSmallDomain || (engine != nullptr && engine->kernels.exchangesOnFew));
}

/// As the tables name what is dispatched.
std::string exchangedType(DataType type) {
    if (type == DataType::NvFp4 || type == DataType::MxFp4) return "nvfp4";
    return isNarrow(type) ? "fp8" : "bf16";
}

bool runs(const OperatorRates& rates, const std::string& dtype) {
    const Peak peak = operatorNumbers(dtype).peak;
    return (peak != Peak::Fp8 || rates.fp8 > 0) && (peak != Peak::Fp4 || rates.fp4 > 0);
}

/// A GPU that may answer, and how far its data sheet is from the asked one.
struct Candidate {
    const MeasuredGpu* gpu;
    double far;
    bool sameGeneration;
};

std::vector<Candidate> candidatesFor(const GpuSpec& gpu, bool any) {
    std::vector<Candidate> found;
    const OperatorRates mine = dataSheet(gpu);
    for (const MeasuredGpu& one : measuredGpus()) {
        const bool same = one.generation == gpu.generation && gpu.generation != Generation::Other;
        if (one.key == gpu.key)
            found.push_back({&one, -1, true});
        else if (same || any)
            found.push_back({&one, apart(one.rates, mine) + (same ? 0 : 100), same});
    }
    std::sort(found.begin(), found.end(),
              [](const Candidate& a, const Candidate& b) { return a.far < b.far; });
    return found;
}

/// TensorRT-LLM's fp8 products compute the scale of their input anew; served models have static scales.
/// Medians of quant-computescale tables at up to 64 tokens.
double scaleUs(Generation generation) {
    return generation == Generation::Blackwell ? 8.3 : 7.2;
}

/// An engine does not ship a kernel so many times as slow as what another backend has for the same GPU, type
/// and layer: from the first on its time goes over to the other's, at the second it is the other's. Seen of
/// SGLang's MXFP4 experts on H100 (1,134 µs against vLLM's 383) and of TensorRT-LLM's bf16 ones there (1,374
/// against 280): each rests on the closed loops of one model.
constexpr double kSlower = 1.5, kNotShipped = 2;

/// Times the wider type's at which a table says nothing of the type. Seen of fp8 experts on H100 (719 µs of
/// Llama-4-Scout where bf16 has 281, and runs say some 150): one model.
constexpr double kUntuned = 1.5;

/// Experts are computed in this type at most where nothing says otherwise.
std::string widerType(const std::string& type) {
    // Weights alone are narrow: products are those of bf16, and unpacking comes on top.
    const bool unpacks = type.find("_wo") != std::string::npos || type.find("w4a16") != std::string::npos;
    if (type.rfind("bf16", 0) == 0 || unpacks) return {};
    return type.find("-nongated") != std::string::npos ? "bf16-nongated" : "bf16";
}

void scaleWork(OperatorAnswer& answer, double share) {
    answer.us *= share;
    answer.low *= share;
    answer.high *= share;
}

bool sameRates(const OperatorRates& a, const OperatorRates& b) {
    return a.bf16 == b.bf16 && a.fp8 == b.fp8 && a.fp4 == b.fp4 && a.hbm == b.hbm && a.link == b.link;
}

Origin originOf(const OperatorTimer& timer, OperatorOrigin origin) {
    switch (origin) {
    case OperatorOrigin::Measured: return Origin::Measured;
    case OperatorOrigin::Interpolated: return Origin::Interpolated;
    case OperatorOrigin::Transferred: return Origin::Transferred;
    case OperatorOrigin::Analytic: break;
    }
    return timer.model != nullptr ? Origin::Extrapolated : Origin::Analytic;
}

} // namespace

void OperatorCost::scaleWork(double share) {
    us *= share;
    low *= share;
    high *= share;
}

void OperatorCost::scale(double factor) {
    if (std::abs(factor - 1) < 1e-9 || !(factor > 0)) return;
    scaleWork(factor);
    // What the model says of the difference may be wrong in proportion to it, up to a measurement's absence.
    const double more = std::exp(std::min(std::abs(std::log(factor)), std::log(1.25)));
    low /= more;
    high *= more;
    origin = std::max(origin, Origin::Extrapolated);
}

std::string computedType(const Scenario& scenario, OperatorOp op, const GpuSpec& gpu) {
    const DataType compute = scenario.precision.compute;
    const auto multiplied = [&](DataType weights) { // training keeps wider weights than it multiplies
        return isNarrow(compute) && !isNarrow(weights) ? compute : weights;
    };
    const WeightTypes types = weightTypes(scenario.precision);
    if (op == OperatorOp::Moe)
        return expertType(multiplied(types.experts), compute, scenario.model.gated, gpu);
    return op == OperatorOp::Gemm ? productType(multiplied(types.other), compute) : std::string();
}

std::shared_ptr<const MeasuredOperators> MeasuredOperators::match(const Setup& s, const Catalog& catalog) {
    const OperatorSource source = s.scenario->operators;
    if (source == OperatorSource::Analytic || !catalog.operators || s.cp > 1 || s.gpu.mfu > 0 ||
        s.gpu.bandwidthUtil > 0)
        return nullptr;
    const OperatorTables& tables = *catalog.operators;
    auto made = std::make_shared<MeasuredOperators>();
    made->m_tables = catalog.operators;
    OperatorRates mine = dataSheet(s.gpu);
    mine.link = s.nvlink / GBps;
    mine.domain = s.domain;
    OperatorRates mineListed = mine;
    // By the GPU as it is listed: whose kernels answer must not depend on an edited data sheet, else a faster
    // one is slower where another's take over.
    const GpuSpec* listed = catalog.gpu(s.scenario->gpu.preset);
    const std::vector<Candidate> candidates =
        candidatesFor(listed != nullptr ? *listed : s.gpu, source == OperatorSource::Measured);
    if (listed != nullptr) {
        mineListed = dataSheet(*listed);
        mineListed.link = mine.link;
        mineListed.domain = mine.domain;
    }
    const OperatorMachine* own = s.gpu.operatorsLike.empty() ? nullptr : tables.ownMachine(s.gpu);
    const auto& serve = s.scenario->serve;
    const ServingEngine* engine = serve && namesEngine(*serve) ? &servedEngine(*serve) : nullptr;
    const EngineKernels& kernels = (engine != nullptr ? *engine : unnamedKernels()).kernels;

    const auto add = [&](Timers& timers, const OperatorMachine& machine, const OperatorWish& wish,
                         const OperatorRates& rates, const OperatorRates& listedRates, double other) {
        const OperatorModel* model = operatorModelOf(machine, wish);
        if (model == nullptr || timers.count == timers.all.size()) return false;
        OperatorRates& unedited = timers.listed[timers.count] = listedRates;
        OperatorTimer& timer = timers.all[timers.count++];
        timer.op = model->op;
        timer.model = model;
        timer.source = &machine;
        timer.rates = rates;
        timer.numbers = operatorNumbers(model->dtype);
        timer.otherGpu = other;
        if (timers.count == 1) {
            const GpuSpec* of = catalog.gpu(machine.gpu.key);
            timers.nic = of != nullptr ? of->nic : (listed != nullptr ? *listed : s.gpu).nic;
        }
        // As measured, links and all: the model says what another link makes of such an exchange.
        if (timer.op == OperatorOp::DeepEpLowLatency || timer.op == OperatorOp::DeepEpNormal)
            timer.rates.link = unedited.link = machine.gpu.rates.link;
        const std::string wide = wish.op == OperatorOp::Moe ? widerType(wish.dtype) : std::string();
        if (wide.empty()) return true;
        if (const OperatorModel* in = operatorModelOf(machine, {wish.op, wide, wish.load, wish.backend})) {
            OperatorTimer& wider = timers.wider[timers.count - 1] = timer;
            wider.model = in;
            wider.numbers = operatorNumbers(in->dtype);
        }
        return true;
    };
    /// The own machine's model, else the nearest GPU's up to so far away.
    const auto addNearest = [&](Timers& timers, const OperatorWish& wish, double farthest) {
        if (own != nullptr && add(timers, *own, wish, mine, mineListed, otherGpuBand(true))) return;
        for (const Candidate& one : candidates) {
            if (one.far > farthest) return;
            const OperatorMachine* machine = tables.machine(one.gpu->key);
            if (machine == nullptr) continue;
            const GpuSpec* spec = catalog.gpu(one.gpu->key);
            const OperatorRates sheet = spec != nullptr ? dataSheet(*spec) : machine->gpu.rates;
            // A data sheet that somebody changed is another GPU in proportion to the change.
            const double moved = apart(sheet, mine);
            double other = otherGpuBand(one.sameGeneration);
            if (one.far < 0) other = moved > 1e-9 ? std::min(moved, other) : 0;
            if (add(timers, *machine, wish, movedRates(machine->gpu.rates, sheet, mine),
                    movedRates(machine->gpu.rates, sheet, mineListed), other))
                return;
        }
    };
    const auto fill = [&](OperatorUse use, OperatorOp op, const std::string& dtype, bool ofEngine,
                          const std::string& load = {}) {
        Timers& timers = made->m_timers[static_cast<std::size_t>(use)];
        if (dtype.empty() || !runs(mine, dtype)) return;
        const auto wish = [&](std::string_view backend) {
            return OperatorWish{op, dtype, load, std::string(backend)};
        };
        if (ofEngine) {
            if (engine != nullptr) addNearest(timers, wish(kernels.backend), kAnywhere);
            for (const std::string_view backend : engineBackends())
                if (timers.empty()) addNearest(timers, wish(backend), kAnywhere);
            return;
        }
        if (engine != nullptr) addNearest(timers, wish(kernels.backend), kAlike);
        timers.ofEngine = !timers.empty();
        for (const std::string_view backend : engineBackends())
            if (!timers.ofEngine || (op == OperatorOp::Moe && backend != kernels.backend))
                addNearest(timers, wish(backend), kAlike);
        for (const std::string_view backend : engineBackends())
            if (timers.empty()) addNearest(timers, wish(backend), kAnywhere);
    };

    const PrecisionSpec& precision = s.scenario->precision;
    const WeightTypes types = weightTypes(precision);
    const std::string cache = bytesOf(precision.kvCache) <= 1.1 ? "bf16/fp8" : "bf16/bf16";
    fill(OperatorUse::Linear, OperatorOp::Gemm, productType(types.other, precision.compute), false);
    fill(OperatorUse::AttentionLinear, OperatorOp::Gemm, productType(types.attention, precision.compute),
         false);
    fill(OperatorUse::Head, OperatorOp::Gemm, productType(types.head, precision.compute), false);
    if (s.mla) {
        fill(OperatorUse::LatentContext, OperatorOp::MlaContext, cache, true);
        fill(OperatorUse::LatentGeneration, OperatorOp::MlaGeneration, cache, true);
    } else {
        fill(OperatorUse::Context, OperatorOp::AttnContext, cache, true);
        fill(OperatorUse::Generation, OperatorOp::AttnGeneration, cache, true);
    }
    if (s.isMoe) {
        const std::string experts = expertType(types.experts, precision.compute, s.matrices > 2, s.gpu);
        fill(OperatorUse::Router, OperatorOp::Gemm, "bf16", false);
        fill(OperatorUse::Experts, OperatorOp::Moe, experts, false, "pl1.01");
        fill(OperatorUse::BalancedExperts, OperatorOp::Moe, experts, false, "balanced");
        if (s.ep * s.etp > s.tp) {
            if (exchangesInDomain(s, engine)) {
                const std::string type = exchangedType(precision.dispatch);
                fill(OperatorUse::Prepare, OperatorOp::ExpertAllToAll, type + "-prepare", false);
                fill(OperatorUse::Dispatch, OperatorOp::ExpertAllToAll, type + "-dispatch", false);
                fill(OperatorUse::Combine, OperatorOp::ExpertAllToAll, type + "-combine", false);
            }
            // Ranks of attention data parallelism on one node gather all tokens and scatter the sums, as
            // engines do unless a library for the exchange is asked for.
            if (!made->has(OperatorUse::Combine) && engine != nullptr &&
                s.ep * s.etp <= std::min(s.domain, kSmallDomain)) {
                const auto collective = [&](OperatorUse use, OperatorOp op) {
                    addNearest(made->m_timers[static_cast<std::size_t>(use)], {op, "bf16", {}, "nccl"},
                               kAnywhere);
                };
                collective(OperatorUse::Dispatch, OperatorOp::AllGather);
                collective(OperatorUse::Combine, OperatorOp::ReduceScatter);
            }
            const OperatorOp library = s.scenario->cluster.a2a == A2aKernel::Normal
                                           ? OperatorOp::DeepEpNormal
                                           : OperatorOp::DeepEpLowLatency;
            if (!made->has(OperatorUse::Combine)) {
                fill(OperatorUse::Dispatch, library, "dispatch", false);
                fill(OperatorUse::Combine, library, "combine", false);
            }
        }
    }
    if (s.tp > 1) fill(OperatorUse::AllReduce, OperatorOp::AllReduce, "bf16", true);
    if (std::all_of(made->m_timers.begin(), made->m_timers.end(),
                    [](const Timers& timers) { return timers.empty(); }))
        return nullptr;
    made->m_layer = kernels.layer(*s.scenario);
    made->m_step = kernels.step;
    made->m_secondStream = kernels.secondStream;
    const bool blocks = engine != nullptr && s.isMoe && types.experts == DataType::Fp8Block;
    made->m_shareKernels =
        s.gpu.generation == Generation::Blackwell && !(blocks && kernels.blocks == BlockKernels::Own);
    made->m_betweenKernels = made->m_shareKernels && blocks && kernels.blocks == BlockKernels::Between;
    return made;
}

OperatorCost MeasuredOperators::at(OperatorUse use, PassPart part, const OperatorShape& shape,
                                   double count) const {
    const Timers& timers = timersOf(use);
    std::array<OperatorAnswer, kServingEngines> answers;
    std::array<double, kServingEngines> bare{}; // of the kernel alone
    // Kernels are chosen as on the GPU as it is listed; what an edited data sheet changes is their time.
    const auto asListed = [&](std::size_t i, OperatorTimer timer) {
        timer.rates = timers.listed[i];
        return timer;
    };
    double most = 0;
    for (std::size_t i = 0; i < timers.count; ++i) {
        const OperatorTimer timer = asListed(i, timers.all[i]);
        OperatorAnswer& answer = answers[i] = timer(shape);
        bare[i] = answer.us;
        if (timer.op == OperatorOp::Gemm && timer.model->dtype == "fp8" && timer.model->backend == "trtllm")
            scaleWork(answer, std::max(answer.us - scaleUs(timer.source->gpu.generation), 0.3 * answer.us) /
                                  answer.us);
        // No type is slower than a wider one of the same layer and backend, which the engine would run.
        if (timers.wider[i].model != nullptr) {
            const OperatorTimer wider = asListed(i, timers.wider[i]);
            const OperatorAnswer wide = wider(shape);
            if (wide.us > 0 && wide.us < answer.us) {
                // Such a table is of a kernel that nobody tuned: with kUntuned times it gains on the wider
                // one what the data sheet says.
                const auto idealUs = [&](const OperatorTimer& one) {
                    const IdealTime ideal = operatorWork(one.op, shape, one.numbers, one.rates).ideal;
                    return std::max(ideal.compute, ideal.memory);
                };
                const double gain = std::min(1.0, idealUs(timer) / idealUs(wider));
                const double untuned = std::clamp((answer.us / wide.us - 1) / (kUntuned - 1), 0.0, 1.0);
                scaleWork(answer, std::pow(wide.us / answer.us * std::pow(gain, untuned), wide.known));
            }
        }
        most = std::max(most, answer.known);
    }
    // The engine's own kernel, or a faster one that another backend measured for this layer.
    const auto fastest = [&](double least) {
        std::size_t best = timers.count;
        for (std::size_t i = 0; i < timers.count; ++i)
            if ((answers[i].known >= least || (i == 0 && timers.ofEngine)) &&
                (best == timers.count || answers[i].us < answers[best].us))
                best = i;
        return best;
    };
    /// Of the timer `index`, so many times its own answer.
    const auto costOf = [&](std::size_t index, double share = 1) {
        const OperatorTimer& timer = timers.all[index];
        OperatorAnswer answer = answers[index];
        scaleWork(answer, share);
        if (!sameRates(timer.rates, timers.listed[index])) scaleWork(answer, timer(shape).us / bare[index]);
        return OperatorCost{
            part,   shape, count, answer.us, answer.low, answer.high, originOf(timer, answer.origin),
            &timer, 1};
    };
    const std::size_t any = fastest(0);
    if (!(most > 0)) return costOf(any);
    // Backends that ran this layer before those that a grid guesses at; by how near the layer is.
    const std::size_t knowing = fastest(most);
    const double share = std::pow(answers[any].us / answers[knowing].us, 1 - most);
    const bool experts = use == OperatorUse::Experts || use == OperatorUse::BalancedExperts;
    if (experts && m_betweenKernels && timers.ofEngine)
        return costOf(0, std::sqrt(share * answers[knowing].us / answers[0].us));
    if (!timers.ofEngine || m_shareKernels || !(answers[0].known > 0)) return costOf(knowing, share);
    const double own = std::pow(share * answers[knowing].us / answers[0].us, 1 - answers[0].known);
    if (!experts || knowing == 0) return costOf(0, own);
    const double slower = own * answers[0].us / answers[knowing].us;
    const double over = std::clamp((slower - kSlower) / (kNotShipped - kSlower), 0.0, 1.0);
    return costOf(0, own * std::pow(slower, -over * answers[knowing].known));
}

double MeasuredOperators::measuredSlice(OperatorUse use, double wanted) const {
    const OperatorModel& model = *timersOf(use).all.front().model;
    double best = model.slices.front().key.front();
    for (const OperatorSlice& slice : model.slices) {
        const double value = slice.key.front();
        if (value <= wanted ? best > wanted || value > best : best > wanted && value < best) best = value;
    }
    return best;
}

std::string operatorShapeText(OperatorOp op, const OperatorShape& shape) {
    std::string text;
    for (const ShapeColumn& column : operatorRow(op).columns) {
        const double value = shape.*column.member;
        if (!(value > 0)) continue;
        text += (text.empty() ? "" : ", ") + std::string(column.option) + " " + rounded(value, 5);
    }
    return text;
}

std::string operatorKernelText(const OperatorTimer& timer) {
    if (timer.model == nullptr) return {};
    return timer.model->backend + " " + timer.model->version + ", " + timer.source->gpu.key;
}

} // namespace moe
