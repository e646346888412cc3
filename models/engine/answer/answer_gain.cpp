// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/answer/answer_gain.h"

#include "models/engine/loss/model/loss_model.h"
#include "models/engine/loss/model/loss_residual.h"
#include "models/engine/report/metrics.h"
#include "models/engine/time/step_terms.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace moe {
namespace {

/// The side is answered by a step of reinforcement learning.
bool reinforces(AnswerSide side, const Scenario& scenario) {
    return side == AnswerSide::Train && scenario.rl.has_value();
}

/// Time of every part for the same work, s.
using Parts = std::map<std::string_view, double>;

Parts partsOf(AnswerSide side, const Report& report) {
    Parts parts;
    if (reinforces(side, report.scenario)) {
        for (std::size_t i = 0; i < report.rl->phases.size(); ++i)
            parts[rlParts()[i].key] = report.rl->phases[i].exposed.base;
        return parts;
    }
    if (side == AnswerSide::Train) {
        for (std::size_t i = 0; i < report.train->terms.size(); ++i)
            parts[timeTerms()[i].key] = report.train->terms[i].exposed.base;
        return parts;
    }
    const ServeSpec& serve = *report.scenario.serve;
    const bool prefill = serve.phase == Phase::Prefill;
    for (const ServePart& part : prefill ? report.serve->prefillParts : report.serve->decodeParts)
        parts[part.key] = part.exposed.base;
    return parts;
}

/// How far off a step may be, relative: half the band.
std::optional<double> errorOf(AnswerSide side, const Report& report) {
    if (reinforces(side, report.scenario)) return report.rl->ninetyError;
    if (side == AnswerSide::Train) return report.train->ninetyError;
    const ServeReport& serve = *report.serve;
    const bool prefill = report.scenario.serve->phase == Phase::Prefill;
    const std::optional<TimeBand>& band = prefill ? serve.ttftBand : serve.tpotBand;
    const std::optional<Seconds>& time = prefill ? serve.ttft : serve.tpot;
    if (!band || !time || !(time->base > 0)) return std::nullopt;
    return std::max(band->high / *time - 1, 1 - band->low / *time);
}

std::optional<AnswerGain> lossGain(const Report& before, const Report& after) {
    if (!before.loss || !after.loss) return std::nullopt;
    // Two points of one surface: what a run differs from the next by is what is left to tell them apart.
    const double noise = std::sqrt(2.0) * runNoise(0);
    AnswerGain gain{before.loss->value / after.loss->value, {}, {}, false};
    gain.low = gain.gain * std::exp(-kLossNinety * noise);
    gain.high = gain.gain * std::exp(kLossNinety * noise);
    gain.same = *gain.low <= 1;
    return gain;
}

} // namespace

const char* answerMetric(AnswerSide side, const Scenario& scenario) {
    switch (side) {
    case AnswerSide::Train: return scenario.rl ? "rl.step_seconds" : "train.step_seconds";
    case AnswerSide::Serve: return "serve.tokens_per_second";
    case AnswerSide::Loss: break;
    }
    return "loss.value";
}

std::optional<AnswerGain> gainOf(AnswerSide side, const Report& before, const Report& after) {
    if (side == AnswerSide::Loss) return lossGain(before, after);
    const Metric& metric = *findMetric(answerMetric(side, before.scenario));
    const std::optional<double> was = metric.value(before), is = metric.value(after);
    if (!was || !is || !(*was > 0) || !(*is > 0)) return std::nullopt;
    AnswerGain gain{metric.better == Better::Lower ? *was / *is : *is / *was, {}, {}, false};
    const std::optional<double> error = errorOf(side, before);
    if (!error) return gain;
    // The error of the models is of parts. Those that stay have it on both sides, where it cancels; those
    // that a change moves may each be off by it.
    const Parts from = partsOf(side, before), to = partsOf(side, after);
    double moved = 0, now = 0;
    for (const auto& [key, time] : to) {
        const auto old = from.find(key);
        moved += std::abs(time - (old == from.end() ? 0 : old->second));
        now += time;
    }
    for (const auto& [key, time] : from)
        if (!to.contains(key)) moved += time;
    if (!(now > 0)) return gain;
    const double off = *error * moved / now;
    gain.low = gain.gain / (1 + off);
    if (off < 1) gain.high = gain.gain / (1 - off);
    gain.same = *gain.low <= 1;
    return gain;
}

} // namespace moe
