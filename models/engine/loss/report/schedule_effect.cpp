// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/report/schedule_effect.h"

#include "models/engine/loss/model/loss_coordinates.h"
#include "models/engine/loss/report/scaling.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace moe {
namespace {

constexpr double kBand = 1.3;

/// ln(L/L of cosine to 0) of linear cooldowns over this share of the steps.
struct CooldownGap {
    double share, gap;
};
constexpr std::array<CooldownGap, 6> kGaps = {
    {{.1, .0082}, {.2, .0028}, {.4, -.0010}, {.6, -.0022}, {.8, -.0017}, {1, -.0005}}};
constexpr double kConstantGap = .0498;

/// Linear in ln c; below a tenth on along the last line, to no cooldown at all.
double cooldownGap(double share) {
    std::size_t i = 1;
    while (i + 1 < kGaps.size() && share > kGaps[i].share) ++i;
    const CooldownGap &low = kGaps[i - 1], &high = kGaps[i];
    const double way = std::log(share / low.share) / std::log(high.share / low.share);
    return std::min(low.gap + way * (high.gap - low.gap), kConstantGap);
}

void scale(std::vector<double>& values, double factor) {
    for (double& value : values) value *= factor;
}

/// What a report says of losses, times `factor`.
void scaleLosses(LossReport& report, double factor) {
    report.value *= factor;
    report.optimalLoss *= factor;
    for (std::optional<double>* bound : {&report.low, &report.high})
        if (*bound) **bound *= factor;
    for (double* slope : {&report.slopeParams, &report.slopeTokens}) *slope *= factor;
    if (report.slopeActive) *report.slopeActive *= factor;
    if (report.map != nullptr) {
        auto map = std::make_shared<LossMap>(*report.map);
        scale(map->loss, factor);
        map->best *= factor;
        for (LossMap::Contour& line : map->contours) line.level *= factor;
        report.map = map;
    }
    if (report.scaling == nullptr) return;
    auto curves = std::make_shared<ScalingCurves>(*report.scaling);
    for (ScalingCurve* curve : {&curves->params, &curves->tokens, &curves->ratio}) {
        for (std::vector<double>* losses : {&curve->loss, &curve->low, &curve->high}) scale(*losses, factor);
        if (curve->bestLoss) *curve->bestLoss *= factor;
        curve->measured.clear(); // of the runs that the factor leaves
    }
    for (double* loss : {&curves->scenarioLoss, &curves->slopeParams, &curves->slopeTokens,
                         &curves->gainParams, &curves->gainTokens, &curves->optimum.loss})
        *loss *= factor;
    report.scaling = curves;
}

/// Learning rates of the curves and of the map; `moved` gives a map's.
template <class Move> void moveRates(LossReport& report, double factor, const Move& moved) {
    report.optimalLr *= factor;
    for (NearOptimal& region : report.nearOptimal) {
        region.lrLow = moved(region.lrLow);
        region.lrHigh = moved(region.lrHigh);
        for (NearOptimal::Point& point : region.polygon) point.lr = moved(point.lr);
    }
    if (report.map != nullptr) {
        auto map = std::make_shared<LossMap>(*report.map);
        for (double& lr : map->lr) lr = moved(lr);
        for (std::vector<LossMap::Contour>* lines : {&map->contours, &map->unstableBorder})
            for (LossMap::Contour& line : *lines)
                for (double& lr : line.lr) lr = moved(lr);
        report.map = map;
    }
    if (report.scaling == nullptr) return;
    auto curves = std::make_shared<ScalingCurves>(*report.scaling);
    for (ScalingCurve* curve : {&curves->params, &curves->tokens, &curves->ratio}) scale(curve->lr, factor);
    curves->optimum.lr *= factor;
    report.scaling = curves;
}

void widen(LossReport& report, double sd) {
    report.sd = std::hypot(report.sd, sd);
    for (std::optional<double>* bound : {&report.low, &report.high}) {
        if (!*bound) continue;
        const double reach = std::log(**bound / report.value);
        const double wider = std::hypot(reach, 1.6448536269514722 * sd);
        **bound = std::min(report.value * std::exp(reach < 0 ? -wider : wider), kLossGuessing);
    }
}

} // namespace

ScheduleEffect scheduleEffect(LrSchedule schedule, double cooldown) {
    constexpr double kGapSd = .003;
    switch (schedule) {
    case LrSchedule::Cosine: return {};
    case LrSchedule::Cosine10: return {.lrFactor = .66, .lrBand = kBand, .gap = .0087, .gapSd = kGapSd};
    case LrSchedule::Wsd: {
        const double share = std::clamp(cooldown, .01, 1.0);
        return {.lrFactor = std::pow(share, .27),
                .lrBand = kBand,
                .gap = cooldownGap(share),
                .gapSd = kGapSd,
                .wall = .75};
    }
    case LrSchedule::Constant:
        // 1.7 to 3.8 % above cosine to a tenth where the rate is not its own best (MultiPowerLaw@8da9f19).
        return {.lrFactor = .23, .lrBand = kBand, .gap = kConstantGap, .gapSd = .012};
    }
    return {};
}

double cosineLr(const ScheduleEffect& effect, double best, double lr) {
    const double distance = std::log(lr / (best * effect.lrFactor));
    return best * std::exp(distance > 0 ? effect.wall * distance : distance);
}

void applySchedule(LossReport& report, const ScheduleEffect& effect) {
    const double best = report.optimalLr;
    moveRates(report, effect.lrFactor, [&](double lr) {
        const double distance = std::log(lr / best);
        return best * effect.lrFactor * std::exp(distance > 0 ? distance / effect.wall : distance);
    });
    scaleLosses(report, std::exp(effect.gap));
    widen(report, effect.gapSd);
    report.scheduleGap = effect.gap;
    report.optimalLrLow = report.optimalLr / effect.lrBand;
    report.optimalLrHigh = report.optimalLr * effect.lrBand;
    // Its measured runs are of another schedule.
    report.group.clear();
    report.measured.clear();
}

void applyRecipe(LossReport& report, double best, double sd) {
    // Another recipe's best rates were a third of the Step Law's (OELLM reference runs), its best batch .8 of
    // it.
    constexpr double kRecipeBand = 3;
    scaleLosses(report, best / report.optimalLoss);
    constexpr double kNinety = 1.6448536269514722;
    report.sd = sd;
    report.low = report.value * std::exp(-kNinety * sd);
    report.high = std::min(report.value * std::exp(kNinety * sd), kLossGuessing);
    report.optimalLrLow = report.optimalLr / kRecipeBand;
    report.optimalLrHigh = report.optimalLr * kRecipeBand;
    report.group.clear();
    report.measured.clear();
}

} // namespace moe
