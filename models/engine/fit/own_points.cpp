// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/fit/own_points.h"

#include "models/engine/calibration/server_fit.h"
#include "models/engine/math/median.h"
#include "models/engine/math/near.h"
#include "models/engine/operators/bus_bandwidth.h"
#include "models/engine/operators/operator_axes.h"
#include "models/engine/shape/params.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace moe {
namespace {

/// Median, least and most of what one point stands for.
template <class Point> void settle(Point& point, double Point::*middle, const std::vector<double>& values) {
    point.*middle = median(values);
    point.low = *std::min_element(values.begin(), values.end());
    point.high = *std::max_element(values.begin(), values.end());
}

std::optional<double> medianOf(const std::vector<double>& values) {
    return values.empty() ? std::nullopt : std::optional(median(values));
}

/// What equal operators have in common: every column of their shapes, but the one that is left out.
using OperatorKey = std::tuple<OperatorOp, std::string, std::vector<double>>;
template <class Point> OperatorKey keyOf(const Point& point, std::string_view without = {}) {
    std::vector<double> values;
    for (const ShapeColumn& column : operatorRow(point.op).columns)
        if (column.option != without) values.push_back(point.shape.*column.member);
    return {point.op, point.dtype, std::move(values)};
}

} // namespace

bool isOfGpu(const OwnPoints& points, const Scenario& scenario, const Catalog& catalog) {
    const GpuSpec* gpu = points.gpu.empty() ? nullptr : catalog.gpuNamed(points.gpu);
    return !gpu || gpu->key == scenario.gpu.preset || "my-" + gpu->key == scenario.gpu.preset;
}

OwnRuns runsOf(const Scenario& scenario, OwnRuns runs, const Catalog& catalog) {
    std::erase_if(runs.benchmarks, [&](const BenchRun& run) {
        return !scenario.serve || ofAnotherModel(run, scenario, catalog).has_value();
    });
    std::erase_if(runs.points, [&](const OwnPoints& points) { return !isOfGpu(points, scenario, catalog); });
    return runs;
}

std::vector<OwnLoss> ownLosses(const OwnRuns& runs, const Catalog& catalog) {
    std::vector<OwnLoss> losses;
    for (const OwnStep& step : runs.steps) {
        const Scenario& scenario = step.run.scenario;
        if (step.lastLosses.empty() || !step.finished || !scenario.train || !(scenario.train->tokens > 0))
            continue;
        const ParamCounts params = paramCounts(setupOf(scenario, catalog));
        const TrainSpec& train = *scenario.train;
        OwnLoss one{step.source, params.nonEmbedding, params.activeNonEmbedding, train.tokens, {}, {}};
        if (train.lr > 0) one.lr = train.lr;
        one.batchTokens = double(train.globalBatch) * double(scenario.model.sequence);
        settle(one, &OwnLoss::loss, step.lastLosses);
        losses.push_back(std::move(one));
    }
    for (const RecipeTable& table : runs.recipes) {
        std::vector<std::pair<OwnLoss, std::vector<double>>> groups;
        std::map<std::tuple<double, double, double, std::optional<double>, std::optional<double>>,
                 std::size_t>
            known;
        for (const RecipeRun& run : table.runs) {
            if (!(run.loss > 0)) continue;
            const auto [at, added] = known.try_emplace(
                {run.params, run.activeParams, run.tokens, run.lr, run.batchTokens}, groups.size());
            if (added)
                groups.push_back(
                    {{table.source, run.params, run.activeParams, run.tokens, run.lr, run.batchTokens}, {}});
            groups[at->second].second.push_back(run.loss);
        }
        for (auto& [one, values] : groups) {
            settle(one, &OwnLoss::loss, values);
            one.runs = values.size();
            losses.push_back(std::move(one));
        }
    }
    return losses;
}

std::vector<OwnLoss> bestOfSizes(const std::vector<OwnLoss>& losses) {
    std::vector<OwnLoss> best;
    for (const OwnLoss& one : losses) {
        const auto same = std::find_if(best.begin(), best.end(), [&](const OwnLoss& other) {
            return near(one.params, other.params, 1e-6) && near(one.tokens, other.tokens, 1e-6) &&
                   near(one.activeParams, other.activeParams, 1e-6);
        });
        if (same == best.end()) {
            best.push_back(one);
            continue;
        }
        const double high = std::max(same->high, one.high);
        const std::size_t runs = same->runs + one.runs;
        if (one.loss < same->loss) *same = one;
        same->high = high;
        same->runs = runs;
    }
    return best;
}

std::vector<OwnOperator> ownOperators(const OwnRuns& runs) {
    std::vector<OwnOperator> all;
    std::map<OperatorKey, std::size_t> known;
    std::vector<std::vector<double>> times;
    for (const OwnPoints& points : runs.points)
        for (const OwnPoint& point : points.points) {
            const auto [at, added] = known.try_emplace(keyOf(point), all.size());
            if (added) {
                all.push_back({points.source, point.op, point.dtype, point.shape});
                times.emplace_back();
            }
            times[at->second].push_back(point.us);
        }
    for (std::size_t i = 0; i < all.size(); ++i) {
        settle(all[i], &OwnOperator::us, times[i]);
        all[i].runs = times[i].size();
    }
    return all;
}

OwnWork workOf(const OwnOperator& one) {
    const OperatorNumbers numbers = operatorNumbers(one.dtype);
    // At 1 TFLOP/s and 1 GB/s the microseconds say what is computed and moved.
    const OperatorWork work =
        operatorWork(one.op, one.shape, numbers, {.bf16 = 1, .fp8 = 1, .fp4 = 1, .hbm = 1, .link = 1});
    return {1e6 * work.ideal.compute, 1e3 * work.ideal.memory, numbers.peak};
}

std::vector<OwnOnLine> onLines(const std::vector<OwnOperator>& own, const OperatorPicture& picture) {
    std::vector<OwnOnLine> found;
    if (picture.map || picture.axes.empty()) return found;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const OwnOperator& one = own[i];
        if (one.op != picture.op || one.dtype != picture.dtype) continue;
        for (std::size_t l = 0; l < picture.lines.size(); ++l) {
            const OperatorLine& line = picture.lines[l];
            bool same = true;
            for (std::size_t a = 0; a < picture.axes.size(); ++a) {
                if (a == picture.x) continue;
                const double held = a == picture.series ? line.value : picture.axes[a].value;
                same = same && near(one.shape.*picture.axes[a].column->member, held, 1e-9);
            }
            if (!same) continue;
            OwnOnLine at{i, l, one.shape.*picture.axes[picture.x].column->member, {}};
            const std::vector<OperatorSample>& samples = line.samples;
            const auto above = std::lower_bound(samples.begin(), samples.end(), at.x,
                                                [](const auto& sample, double x) { return sample.x < x; });
            if (above != samples.end() && near(above->x, at.x, 1e-9)) {
                at.predictedUs = above->answer.us;
            } else if (above != samples.end() && above != samples.begin()) {
                const auto below = above - 1;
                const double share = std::log(at.x / below->x) / std::log(above->x / below->x);
                at.predictedUs = below->answer.us * std::pow(above->answer.us / below->answer.us, share);
            }
            found.push_back(at);
        }
    }
    return found;
}

OperatorPictureRequest pictureOf(const std::vector<OwnOperator>& own, const std::string& gpu) {
    OperatorPictureRequest request;
    request.gpu = gpu;
    // Of what there is most of with one lower axis: shapes that are alike but for it.
    std::map<OperatorKey, std::size_t> counts;
    const auto alike = [&counts](const OwnOperator& one) -> std::size_t& {
        return counts[keyOf(one, usualAxes(one.op).first)];
    };
    for (const OwnOperator& one : own) ++alike(one);
    std::size_t most = 0;
    for (const OwnOperator& one : own) {
        const std::string_view x = usualAxes(one.op).first;
        const std::size_t count = alike(one);
        if (count <= most) continue;
        most = count;
        request.op = operatorRow(one.op).name;
        request.dtype = one.dtype;
        request.x = x;
        request.series = kNoSeries;
        request.backend = busBandwidth(one.op, one.shape, one.us) ? "nccl" : "";
        request.held.clear();
        for (const ShapeColumn& column : operatorRow(one.op).columns)
            if (column.option != x)
                request.held.emplace_back(std::string(column.option), one.shape.*column.member);
    }
    return request;
}

std::vector<OwnRate> ownRates(const OwnRuns& runs) {
    struct Values {
        std::vector<double> rate, input, output, ttft99, ttft, tpot;
    };
    std::vector<OwnRate> all;
    std::vector<Values> values;
    std::map<std::pair<double, double>, std::vector<std::size_t>> known;
    for (const BenchRun& run : runs.benchmarks) {
        const double rate = run.rate > 0     ? run.rate
                            : run.output > 0 ? run.outputTokensPerSecond / run.output
                                             : 0;
        if (!(rate > 0)) continue;
        std::vector<std::size_t>& load = known[{run.concurrency, run.rate}];
        const auto same = std::find_if(load.begin(), load.end(), [&](std::size_t i) {
            return near(run.input, values[i].input.front(), kSameLengths) &&
                   near(run.output, values[i].output.front(), kSameLengths);
        });
        const std::size_t at = same == load.end() ? all.size() : *same;
        if (same == load.end()) {
            load.push_back(at);
            all.push_back({run.source, run.concurrency});
            values.emplace_back();
        }
        Values& of = values[at];
        of.rate.push_back(rate);
        of.input.push_back(run.input);
        of.output.push_back(run.output);
        for (const auto& [value, into] :
             {std::pair{run.ttft99, &of.ttft99}, {run.ttftMean, &of.ttft}, {run.tpotMean, &of.tpot}})
            if (value) into->push_back(*value);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        settle(all[i], &OwnRate::rate, values[i].rate);
        all[i].ttft99 = medianOf(values[i].ttft99);
        all[i].ttftMean = medianOf(values[i].ttft);
        all[i].tpotMean = medianOf(values[i].tpot);
        all[i].runs = values[i].rate.size();
        all[i].input = median(values[i].input);
        all[i].output = median(values[i].output);
    }
    return all;
}

bool isOfLengths(const OwnRate& one, const ServeSpec& serve) {
    const double mean = 1 - serve.lengthSpread / 2; // uniform up to the longest
    return near(one.input, mean * double(serve.prompt), kSameLengths) &&
           near(one.output, mean * double(serve.output), kSameLengths);
}

} // namespace moe
