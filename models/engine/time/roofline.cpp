// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/roofline.h"

#include "models/engine/cost/operators.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/time/step_time.h"

#include <algorithm>

namespace moe {
namespace {

class Points {
public:
    Points(const Setup& setup, RooflineReport& report)
        : m_setup(setup), m_rates(kernelRates(setup)), m_report(report) {}

    const Rates& rates() const { return m_rates; }

    void gemm(const char* name, const char* part, Gemm shape, double count,
              GemmType type = GemmType::Linear) {
        if (shape.m <= 0 || shape.n <= 0 || shape.k <= 0) return;
        add(name, part, gemmCost(m_rates, shape, type), count, type == GemmType::Linear && m_rates.fp8);
    }

    void add(const char* name, const char* part, const Cost& cost, double count, bool fp8) {
        if (count <= 0 || cost.time.base <= 0 || cost.math.base <= 0 || cost.bytes.base <= 0) return;
        const Throughput peak = fp8 ? m_rates.linearPeak : m_rates.peak;
        m_report.points.push_back(
            {name, part, Flops{cost.math.base * peak.base}, cost.bytes, cost.time, count, fp8});
    }

    /// Of layers with the mixer that `s` speaks of.
    void mixer(const Setup& s, double layers) {
        const LayerKindRow& kind = layerKind(s.mixer);
        for (const Projection& product : kind.projections(s)) {
            const bool out = product.split == Projection::Split::Out,
                       in = product.split == Projection::Split::In;
            gemm(in    ? "Output projection"
                 : out ? "QKV"
                       : "On every rank",
                 "gemm", {s.T, product.out / (out ? s.tp : 1), product.in / (in ? s.tp : 1)}, layers);
        }
        if (s.mla && attends(s.mixer)) {
            const double queryOut = s.n * (s.dn + s.dr) / s.tp;
            if (s.rq > 0) {
                gemm("Q down", "gemm", {s.T / s.sp, s.rq, s.h}, layers);
                gemm("Q up", "gemm", {s.T, queryOut, s.rq}, layers);
            } else {
                gemm("Q", "gemm", {s.T, queryOut, s.h}, layers);
            }
            gemm("KV down", "gemm", {s.T / s.sp, s.rkv + s.dr, s.h}, layers);
            gemm("KV up", "gemm", {s.T, s.n * (s.dn + s.dv) / s.tp, s.rkv}, layers);
            gemm("Output projection", "gemm", {s.T, s.h, s.n * s.dv / s.tp}, layers);
        }
        add("Attention core", "attention", attentionCore(s, m_rates).forward, layers, false);
    }

    void mlp(const char* up, const char* down, double width, double layers) {
        const Setup& s = m_setup;
        gemm(up, "gemm", {s.T, s.up * width / s.tp, s.h}, layers);
        gemm(down, "gemm", {s.T, s.h, width / s.tp}, layers);
    }

private:
    const Setup& m_setup;
    Rates m_rates;
    RooflineReport& m_report;
};

} // namespace

RooflineReport roofline(const Setup& setup) {
    RooflineReport report;
    Points points(setup, report);
    std::array<double, kMostLayerTypes> layers{};
    for (const std::uint8_t type : setup.plan->of) layers[type] += 1 / setup.pp;
    double dense = 0, moe = 0;
    for (std::size_t i = 0; i < setup.plan->types.size(); ++i) {
        const LayerType& type = setup.plan->types[i];
        dense += type.feed == FeedForward::Dense ? layers[i] : 0;
        moe += type.feed == FeedForward::Moe ? layers[i] : 0;
        // A kind of mixer is one set of points, whatever follows it.
        const auto same = [&](const LayerType& other) {
            return other.mixer == type.mixer && other.ownsKv == type.ownsKv;
        };
        const auto begin = setup.plan->types.begin(), here = begin + static_cast<std::ptrdiff_t>(i);
        if (std::any_of(begin, here, same)) continue;
        double count = 0;
        for (std::size_t j = i; j < setup.plan->types.size(); ++j)
            count += same(setup.plan->types[j]) ? layers[j] : 0;
        const MixerView view(setup, type);
        points.mixer(*view, count);
    }
    if (moe > 0) {
        const RoutedRows routed = routedRows(setup);
        points.gemm("Router", "gemm", {routed.tokens, setup.E, setup.h}, moe, GemmType::Bf16);
        if (setup.fs > 0) points.mlp("Shared experts up", "Shared experts down", setup.fs, moe);
        points.add("Expert GEMMs", "expert_gemm", groupedGemm(setup, points.rates(), routed).forward, moe,
                   points.rates().fp8);
        report.tokensPerExpert = routed.perExpert;
        report.imbalance = setup.imbalance;
        report.kneeTokensPerExpert =
            points.rates().linear.base * points.rates().linearBytes / (2 * points.rates().memory.base);
    }
    if (moe <= 0) points.mlp("MLP up", "MLP down", setup.f, dense);
    points.gemm("LM head", "head", {setup.T, setup.V / setup.tp, setup.h}, 1, GemmType::Bf16);
    report.bf16 = points.rates().peak;
    if (points.rates().fp8) report.fp8 = points.rates().linearPeak;
    report.memory = setup.gpu.hbm;
    return report;
}

} // namespace moe
