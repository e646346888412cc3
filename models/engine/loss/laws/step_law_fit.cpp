// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/laws/step_law_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace moe {

namespace {

/// Sample quantile, linear between order statistics.
double quantile(const std::vector<double>& sorted, double p) {
    const double at = p * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], at - static_cast<double>(below));
}

Range central95(std::vector<double> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    return {quantile(values, 0.025), quantile(values, 0.975)};
}

} // namespace

StepLawMean meanOf(const StepLawFits& fits) {
    StepLawMean mean;
    if (fits.fits.empty()) return mean;
    for (double StepLawFit::*coefficient :
         {&StepLawFit::lrIntercept, &StepLawFit::lrParams, &StepLawFit::lrTokens, &StepLawFit::batchIntercept,
          &StepLawFit::batchTokens}) {
        double sum = 0;
        for (const StepLawFit& fit : fits.fits) sum += fit.*coefficient;
        mean.*coefficient = sum / static_cast<double>(fits.fits.size());
    }
    return mean;
}

StepLawOptimum stepLaw(const StepLawFit& fit, double params, double tokens) {
    const double lnTokens = std::log(tokens);
    return {std::exp(fit.lrIntercept + fit.lrParams * std::log(params) + fit.lrTokens * lnTokens),
            std::exp(fit.batchIntercept + fit.batchTokens * lnTokens)};
}

StepLawInterval stepLawInterval(const StepLawFits& fits, double params, double tokens) {
    std::vector<double> lr, batch;
    for (const StepLawFit& fit : fits.fits) {
        const StepLawOptimum optimum = stepLaw(fit, params, tokens);
        lr.push_back(optimum.lr);
        batch.push_back(optimum.batchTokens);
    }
    return {central95(std::move(lr)), central95(std::move(batch))};
}

} // namespace moe
