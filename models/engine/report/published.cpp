// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/report/published.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace moe {
namespace {

struct PublishedRun {
    Count layers, hidden, vocab, experts; ///< 0 experts: dense
    double tokens;
    const char* gpu;
    Count gpus; ///< 0: the source does not say
    PublishedFigure figure;
};

constexpr double kSameTokens = 0.05; ///< "15T+"

const std::vector<PublishedRun>& publishedRuns() {
    static const std::vector<PublishedRun> rows{
        {61,
         7168,
         129280,
         256,
         14.8e12,
         "h800",
         2048,
         {"train.gpu_hours", 2.664e6, "2.664 M GPU-hours on 2048 H800", "arXiv 2412.19437, table 1"}},
        {80,
         8192,
         128256,
         0,
         15e12,
         "h100-sxm",
         0,
         {"train.gpu_hours", 6.4e6, "6.4 M GPU-hours on H100, how many is not said",
          "model card of Llama 3 70B"}},
        {32,
         4096,
         128256,
         0,
         15e12,
         "h100-sxm",
         0,
         {"train.gpu_hours", 1.3e6, "1.3 M GPU-hours on H100, how many is not said",
          "model card of Llama 3 8B"}},
    };
    return rows;
}

Count gpusOf(const Scenario& s) {
    const ParallelSpec& parallel = s.parallel;
    return s.cluster.gpus.value_or(parallel.tp * parallel.pp * parallel.cp * parallel.dp.value_or(1));
}

bool isOf(const PublishedRun& run, const Scenario& s) {
    const ModelSpec& model = s.model;
    if (!s.train || !(s.train->tokens > 0) || s.gpu.preset != run.gpu) return false;
    if (run.gpus > 0 && gpusOf(s) != run.gpus) return false; // GPU-hours hang on how many there are
    return model.layers == run.layers && model.hidden == run.hidden && model.vocab == run.vocab &&
           (s.moe ? s.moe->experts : 0) == run.experts &&
           std::abs(s.train->tokens / run.tokens - 1) <= kSameTokens;
}

} // namespace

const PublishedFigure* publishedFigure(const Scenario& scenario) {
    const auto& runs = publishedRuns();
    const auto found =
        std::find_if(runs.begin(), runs.end(), [&](const PublishedRun& run) { return isOf(run, scenario); });
    return found == runs.end() ? nullptr : &found->figure;
}

} // namespace moe
