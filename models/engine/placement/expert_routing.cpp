// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/placement/expert_routing.h"

#include "models/engine/routing/expert_load.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace moe {
namespace {

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

/// The first-choice shares under which Poisson arrivals reproduce the loads: −ln(1 − π).
std::vector<double> solvedPopularity(const std::vector<double>& inclusion) {
    constexpr double kAlways = 1 - 1e-6;
    std::vector<double> result;
    result.reserve(inclusion.size());
    for (const double share : inclusion) result.push_back(-std::log1p(-std::min(share, kAlways)));
    const double all = sum(result);
    for (double& value : result) value /= all;
    return result;
}

/// Factors a with a_i·Σ_{j≠i} w_ij·a_j = (k − 1)·π_i, w = 1 within a group and `across` between groups.
std::vector<double> pairFactors(const ExpertRouting& routing, double across) {
    const std::size_t experts = routing.experts();
    const std::size_t size = experts / static_cast<std::size_t>(std::max<Count>(1, routing.groups));
    std::vector<double> factors(experts);
    for (std::size_t i = 0; i < experts; ++i)
        factors[i] = routing.inclusion[i] / std::sqrt(static_cast<double>(routing.topK));
    for (int round = 0; round < 200; ++round) {
        std::vector<double> inGroup(experts / size, 0.0);
        for (std::size_t i = 0; i < experts; ++i) inGroup[i / size] += factors[i];
        const double all = sum(inGroup);
        double change = 0;
        std::vector<double> next(experts);
        for (std::size_t i = 0; i < experts; ++i) {
            const double own = inGroup[i / size];
            const double row = across * (all - own) + own - factors[i];
            const double wanted = static_cast<double>(routing.topK - 1) * routing.inclusion[i];
            next[i] = row > 0 ? std::sqrt(factors[i] * wanted / row) : 0;
            change = std::max(change, std::abs(next[i] - factors[i]));
        }
        factors = std::move(next);
        if (change < 1e-12) break;
    }
    return factors;
}

} // namespace

bool ExpertRouting::uniform() const {
    if (!together.empty() || inclusion.empty()) return false;
    const auto [low, high] = std::minmax_element(inclusion.begin(), inclusion.end());
    return *high - *low <= 1e-9 * *high;
}

std::vector<double> ExpertRouting::load(double tokens) const {
    std::vector<double> result = inclusion;
    for (double& value : result) value *= tokens;
    return result;
}

ExpertRouting drawnRouting(std::vector<double> shares, Count topK, Count groups, Count groupLimit) {
    ExpertRouting routing;
    routing.topK = topK;
    routing.groups = std::max<Count>(1, groups);
    routing.groupLimit = groupLimit;
    routing.inclusion = inclusionProbability(shares, topK);
    routing.popularity = std::move(shares);
    routing.routersOwn = true;
    return routing;
}

ExpertRouting countedRouting(const std::vector<double>& tokens, const std::vector<double>& pairs, Count topK,
                             Count groups, Count groupLimit) {
    ExpertRouting routing;
    routing.topK = topK;
    routing.groups = std::max<Count>(1, groups);
    routing.groupLimit = groupLimit;
    const double all = sum(tokens);
    const double perToken = all > 0 ? static_cast<double>(topK) / all : 0;
    routing.inclusion = tokens;
    for (double& value : routing.inclusion)
        value = all > 0 ? value * perToken
                        : static_cast<double>(topK) /
                              static_cast<double>(std::max<std::size_t>(1, tokens.size()));
    routing.popularity = solvedPopularity(routing.inclusion);
    if (!pairs.empty() && tokens.size() <= kMostPairedExperts) {
        routing.together = pairs;
        for (double& value : routing.together) value *= perToken;
    }
    return routing;
}

Count routedLayers(const Setup& setup) {
    const Scenario& scenario = *setup.scenario;
    switch (scenario.routing.distribution) {
    case Distribution::Uniform: return 1;
    case Distribution::Table: return setup.loads ? static_cast<Count>(setup.loads->layers.size()) : 1;
    case Distribution::Zipf:
    case Distribution::LogNormal: break;
    }
    const bool alike = scenario.routing.skew <= 0;
    return alike ? 1 : std::max<Count>(1, setup.moeLayers);
}

ExpertRouting layerRouting(const Setup& setup, Count layer) {
    const RoutingSpec& routing = setup.scenario->routing;
    const MoeSpec& moe = *setup.scenario->moe;
    const auto topK = static_cast<Count>(setup.k);
    if (routing.distribution != Distribution::Table)
        return drawnRouting(
            popularity(routing.distribution, routing.skew, static_cast<Count>(setup.E), routing.seed + layer),
            topK, moe.groups, moe.groupLimit);
    if (!setup.loads) return {};
    const auto at = static_cast<std::size_t>(layer);
    const bool paired = !setup.loads->together.empty();
    const std::optional<std::size_t> step =
        routing.step ? setup.loads->stepIndex(*routing.step) : std::nullopt;
    return countedRouting(step ? setup.loads->at[*step][at] : setup.loads->tokens[at],
                          paired ? setup.loads->together[at] : std::vector<double>{}, topK, moe.groups,
                          moe.groupLimit);
}

std::vector<double> coActivation(const ExpertRouting& routing) {
    if (!routing.together.empty()) return routing.together;
    const std::size_t experts = routing.experts();
    if (experts > kMostPairedExperts || experts == 0) return {};
    const double across = routing.limited() ? static_cast<double>(routing.groupLimit - 1) /
                                                  static_cast<double>(routing.groups - 1)
                                            : 1;
    const std::vector<double> factors = pairFactors(routing, across);
    const std::size_t size = experts / static_cast<std::size_t>(routing.groups);
    std::vector<double> result(experts * experts, 0.0);
    for (std::size_t a = 0; a < experts; ++a)
        for (std::size_t b = 0; b < experts; ++b)
            if (a != b)
                result[a * experts + b] = factors[a] * factors[b] * (a / size == b / size ? 1 : across);
    return result;
}

} // namespace moe
