// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/fit/own_marks.h"

#include "models/engine/math/median.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

namespace moe {
namespace {

/// Figures of a fit that a report predicts, too.
constexpr std::pair<std::string_view, const char*> kMetrics[] = {
    {"step_seconds", "train.step_seconds"},
    {"ttft_mean", "serve.ttft_seconds"},
    {"tpot_mean", "serve.tpot_seconds"},
    {"output_tokens_per_second", "serve.tokens_per_second"},
    {"loss", "loss.value"},
    {"device_bytes", "memory.device_bytes"},
    {"server_bytes", "serve.device_bytes"},
};

bool runsAs(const FitRow& row, const Scenario& scenario) {
    if (row.figure == "step_seconds") return true; // a log is of the scenario, or the fit refuses it
    if (row.figure == "device_bytes" || row.figure == "server_bytes") return true;
    if (row.figure == "loss") return false; // runs of a recipe are of other sizes
    return scenario.serve && scenario.serve->concurrency && row.at > 0 &&
           row.at == static_cast<double>(*scenario.serve->concurrency);
}

} // namespace

std::vector<OwnMark> ownMarks(const std::vector<FitPart>& parts, const Scenario& scenario) {
    std::vector<OwnMark> marks;
    for (const auto& [figure, metric] : kMetrics) {
        std::vector<double> off, measured, predicted;
        for (const FitPart& part : parts)
            for (const FitRow& row : part.rows) {
                if (row.figure != figure || !(row.before > 0) || !(row.measured > 0)) continue;
                off.push_back(row.measured / row.before - 1);
                if (!runsAs(row, scenario)) continue;
                measured.push_back(row.measured);
                predicted.push_back(row.before);
            }
        if (off.empty()) continue;
        OwnMark mark{metric, off.size(), median(off), std::nullopt};
        if (!measured.empty())
            mark.here = OwnMark::Here{median(measured), *std::min_element(measured.begin(), measured.end()),
                                      *std::max_element(measured.begin(), measured.end()), median(predicted),
                                      measured.size()};
        marks.push_back(mark);
    }
    return marks;
}

std::vector<OwnLatency> ownLatencies(const std::vector<FitPart>& parts, const Scenario& scenario) {
    constexpr struct {
        std::string_view figure;
        bool first;
        double share; // 0: the mean
    } kFigures[] = {{"ttft_median", true, 0.5}, {"ttft_p99", true, 0.99}, {"tpot_mean", false, 0}};
    std::vector<OwnLatency> latencies;
    for (const auto& [figure, first, share] : kFigures) {
        std::vector<double> measured;
        for (const FitPart& part : parts)
            for (const FitRow& row : part.rows)
                if (row.figure == figure && row.measured > 0 && runsAs(row, scenario))
                    measured.push_back(row.measured);
        if (measured.empty()) continue;
        latencies.push_back({first, share > 0 ? std::optional(share) : std::nullopt, median(measured),
                             *std::min_element(measured.begin(), measured.end()),
                             *std::max_element(measured.begin(), measured.end()), measured.size()});
    }
    return latencies;
}

std::vector<OwnServed> ownServed(const std::vector<FitPart>& parts, double gpus) {
    struct Sums {
        std::string source;
        std::vector<double> tpot, ttft, rate;
    };
    std::map<double, Sums> byLoad;
    for (const FitPart& part : parts)
        for (const FitRow& row : part.rows) {
            if (!(row.at > 0) || !(row.measured > 0)) continue;
            Sums& of = byLoad[row.at];
            if (row.figure == "tpot_mean") of.tpot.push_back(row.measured), of.source = row.source;
            if (row.figure == "ttft_mean") of.ttft.push_back(row.measured);
            if (row.figure == "output_tokens_per_second") of.rate.push_back(row.measured);
        }
    std::vector<OwnServed> served;
    for (const auto& [at, of] : byLoad) {
        if (of.tpot.empty()) continue;
        OwnServed one;
        one.source = of.source;
        one.at = at;
        one.gpus = gpus;
        one.tpot = median(of.tpot);
        one.tpotLow = *std::min_element(of.tpot.begin(), of.tpot.end());
        one.tpotHigh = *std::max_element(of.tpot.begin(), of.tpot.end());
        if (!of.ttft.empty()) one.ttft = median(of.ttft);
        if (!of.rate.empty()) one.tokensPerSecond = median(of.rate);
        one.runs = of.tpot.size();
        served.push_back(std::move(one));
    }
    return served;
}

} // namespace moe
