// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/routing/expert_load.h"

#include "models/engine/math/random.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

namespace moe {
namespace {

constexpr double kNegligible = 1e-12;

/// Every expert arrives after an exponential time with rate p; the first k to arrive are the token's experts.
/// At one instant: probability that fewer than k of the *other* experts have arrived, for each expert.
class OthersArrived {
public:
    OthersArrived(std::size_t experts, std::size_t topK) : m_topK(topK), m_fewer(experts) {
        std::size_t depth = 2;
        for (std::size_t n = 1; n < experts; n *= 2) ++depth;
        m_counts.resize(depth * topK);
    }

    const std::vector<double>& fewerThanK(const std::vector<double>& arrived) {
        m_likely.clear();
        m_unlikely.clear();
        for (std::size_t i = 0; i < arrived.size(); ++i)
            (arrived[i] > 0.5 ? m_likely : m_unlikely).push_back(i);
        std::fill(m_counts.begin(), m_counts.begin() + at(1), 0.0);
        m_counts[0] = 1;
        std::size_t reached = 0; // counts beyond the next one are still negligible
        for (const std::size_t i : m_unlikely) {
            takeIn(arrived[i], m_counts.data(), std::min(reached + 1, m_topK - 1));
            if (reached + 1 < m_topK && m_counts[reached + 1] > kNothing) ++reached;
        }
        if (!m_likely.empty()) split(arrived, 0, m_likely.size(), 0);
        for (const std::size_t i : m_likely) takeIn(arrived[i], m_counts.data(), m_topK - 1);
        leaveOutEach(arrived);
        return m_fewer;
    }

private:
    static constexpr std::size_t kLanes = 8;  ///< experts at once, for the vector unit
    static constexpr double kNothing = 1e-18; ///< beside a probability

    std::ptrdiff_t at(std::size_t depth) const { return static_cast<std::ptrdiff_t>(depth * m_topK); }

    static void takeIn(double q, double* counts, std::size_t last) {
        for (std::size_t j = last; j > 0; --j) counts[j] += q * (counts[j - 1] - counts[j]);
        counts[0] -= q * counts[0];
    }

    /// m_counts at `depth` holds P(j experts outside [first, last) of the likely ones have arrived), j < k.
    /// Each half takes in the other.
    void split(const std::vector<double>& arrived, std::size_t first, std::size_t last, std::size_t depth) {
        const auto counts = m_counts.begin() + at(depth), inner = counts + at(1);
        if (last - first == 1) {
            m_fewer[m_likely[first]] = std::accumulate(counts, inner, 0.0);
            return;
        }
        const std::size_t middle = first + (last - first) / 2;
        std::copy(counts, inner, inner);
        for (std::size_t i = middle; i < last; ++i) takeIn(arrived[m_likely[i]], &*inner, m_topK - 1);
        split(arrived, first, middle, depth + 1);
        std::copy(counts, inner, inner);
        for (std::size_t i = first; i < middle; ++i) takeIn(arrived[m_likely[i]], &*inner, m_topK - 1);
        split(arrived, middle, last, depth + 1);
    }

    /// The first counts hold all experts: with(j) = (1 − q)·without(j) + q·without(j − 1). Solved upwards and
    /// summed, P(fewer than k) = Σ_j (−r)^j·P(at most k − 1 − j of all) / (1 − q), r = q/(1 − q). It
    /// converges for the unlikely, the sooner the smaller q is; the likely ones have split().
    void leaveOutEach(const std::vector<double>& arrived) {
        m_atMost.resize(m_topK);
        std::partial_sum(m_counts.begin(), m_counts.begin() + at(1), m_atMost.begin());
        for (std::size_t first = 0; first < m_unlikely.size(); first += kLanes) {
            const std::size_t lanes = std::min(kLanes, m_unlikely.size() - first);
            std::array<double, kLanes> ratio{}, sum{};
            double largest = 0;
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                const double q = arrived[m_unlikely[first + lane]];
                ratio[lane] = q / (1 - q);
                largest = std::max(largest, ratio[lane]);
            }
            const double needed = largest > 0 ? std::log(kNothing) / std::log(std::min(largest, 0.999)) : 1;
            const std::size_t terms =
                needed < static_cast<double>(m_topK) ? static_cast<std::size_t>(needed) + 1 : m_topK;
            for (std::size_t j = terms; j-- > 0;)
                for (std::size_t lane = 0; lane < kLanes; ++lane)
                    sum[lane] = m_atMost[m_topK - 1 - j] - ratio[lane] * sum[lane];
            for (std::size_t lane = 0; lane < lanes; ++lane)
                m_fewer[m_unlikely[first + lane]] = sum[lane] * (1 + ratio[lane]);
        }
    }

    std::size_t m_topK;
    std::vector<double> m_counts, m_fewer, m_atMost;
    std::vector<std::size_t> m_likely, m_unlikely; ///< arrived with more than an even chance, or not
};

void normalise(std::vector<double>& values, double sum) {
    const double now = std::accumulate(values.begin(), values.end(), 0.0);
    for (double& value : values) value *= sum / now;
}

} // namespace

double zipfWeight(Count rank, double skew) {
    return std::pow(static_cast<double>(rank), -skew);
}

void deal(std::vector<double>& values, Count seed) {
    Random random(static_cast<std::uint64_t>(seed));
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random.below(i)]);
}

std::vector<double> popularity(Distribution distribution, double skew, Count experts, Count seed) {
    if (distribution == Distribution::Table || experts <= 0) return {};
    std::vector<double> p(static_cast<std::size_t>(experts), 1.0);
    if (distribution == Distribution::Zipf) {
        for (std::size_t i = 0; i < p.size(); ++i) p[i] = zipfWeight(static_cast<Count>(i) + 1, skew);
        deal(p, seed);
    } else if (distribution == Distribution::LogNormal) {
        Random random(static_cast<std::uint64_t>(seed));
        for (double& value : p) value = std::exp(skew * random.normal());
    }
    normalise(p, 1);
    return p;
}

std::vector<double> inclusionProbability(const std::vector<double>& popularity, Count topK) {
    const std::size_t experts = popularity.size();
    const auto k = static_cast<std::size_t>(topK);
    if (experts == 0 || topK <= 0) return std::vector<double>(experts, 0.0);
    if (k >= experts) return std::vector<double>(experts, 1.0);
    const auto [least, most] = std::minmax_element(popularity.begin(), popularity.end());
    if (*least == *most)
        return std::vector<double>(experts, static_cast<double>(topK) / static_cast<double>(experts));

    // π_i = ∫ p_i e^(−p_i t) · P(fewer than k others before t) dt by the trapezoid rule in ln t, whose error
    // falls like exp(−c/step²): the integrand is smooth and vanishes at both ends. It is about 1/√k wide.
    const double ratio = std::exp(0.6 / std::sqrt(static_cast<double>(k)));
    const auto needed = static_cast<double>(k);
    OthersArrived others(experts, k);
    std::vector<double> result(experts, 0.0), arrived(experts), density(experts);
    for (double t = 1e-7;; t *= ratio) {
        double mean = 0, rate = 0;
        for (std::size_t i = 0; i < experts; ++i) {
            const double x = popularity[i] * t;
            arrived[i] = -std::expm1(-x);
            density[i] = x * (1 - arrived[i]);
            mean += arrived[i];
            rate += density[i];
        }
        // Chernoff: P(arrivals ≥ k) before the mean reaches k, P(arrivals ≤ k) after it.
        const double tail = std::exp(needed - mean + needed * std::log(mean / needed));
        if ((mean > needed && tail < kNegligible) || (t > 1 && rate < kNegligible)) break;
        if (mean < needed && tail < kNegligible) {
            for (std::size_t i = 0; i < experts; ++i) result[i] += density[i];
        } else {
            const std::vector<double>& fewer = others.fewerThanK(arrived);
            for (std::size_t i = 0; i < experts; ++i) result[i] += density[i] * fewer[i];
        }
    }
    normalise(result, needed);
    return result;
}

std::vector<double> expectedLoad(const std::vector<double>& popularity, Count topK, double tokens) {
    std::vector<double> load = inclusionProbability(popularity, topK);
    for (double& value : load) value *= tokens;
    return load;
}

double auxiliaryLoss(const std::vector<double>& load, const std::vector<double>& popularity) {
    assert(load.size() == popularity.size());
    const double all = std::accumulate(load.begin(), load.end(), 0.0);
    const double product = std::inner_product(load.begin(), load.end(), popularity.begin(), 0.0);
    return all > 0 ? static_cast<double>(load.size()) * product / all : 1;
}

double uniformMaxOverMean(double bins, double meanLoad) {
    if (bins <= 1) return 1;
    const double l = std::log(bins);
    const double correction = (std::log(l) + std::log(4 * std::numbers::pi)) / (4 * l);
    return 1 + std::sqrt(2 * l / meanLoad) * (1 - correction) + l / (3 * meanLoad);
}

} // namespace moe
