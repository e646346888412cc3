#include "models/engine/expert_load.h"

#include "models/engine/expert_load_random.h"

#include <algorithm>
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
        std::fill(m_counts.begin(), m_counts.begin() + static_cast<std::ptrdiff_t>(m_topK), 0.0);
        m_counts[0] = 1;
        split(arrived, 0, arrived.size(), 0);
        return m_fewer;
    }

private:
    /// m_counts at `depth` holds P(j experts outside [first, last) have arrived), j < k. Each half takes in
    /// the other; leaving one expert out by division instead would cancel for popular experts.
    void split(const std::vector<double>& arrived, std::size_t first, std::size_t last, std::size_t depth) {
        const double* counts = &m_counts[depth * m_topK];
        if (last - first == 1) {
            m_fewer[first] = std::accumulate(counts, counts + m_topK, 0.0);
            return;
        }
        const std::size_t middle = first + (last - first) / 2;
        takeIn(arrived, middle, last, depth);
        split(arrived, first, middle, depth + 1);
        takeIn(arrived, first, middle, depth);
        split(arrived, middle, last, depth + 1);
    }

    void takeIn(const std::vector<double>& arrived, std::size_t first, std::size_t last, std::size_t depth) {
        double* inner = &m_counts[(depth + 1) * m_topK];
        std::copy_n(&m_counts[depth * m_topK], m_topK, inner);
        for (std::size_t i = first; i < last; ++i) {
            const double q = arrived[i];
            for (std::size_t j = m_topK - 1; j > 0; --j) inner[j] += q * (inner[j - 1] - inner[j]);
            inner[0] -= q * inner[0];
        }
    }

    std::size_t m_topK;
    std::vector<double> m_counts, m_fewer;
};

void normalise(std::vector<double>& values, double sum) {
    const double now = std::accumulate(values.begin(), values.end(), 0.0);
    for (double& value : values) value *= sum / now;
}

} // namespace

std::vector<double> popularity(Distribution distribution, double skew, Count experts, Count seed) {
    if (distribution == Distribution::Table || experts <= 0) return {};
    std::vector<double> p(static_cast<std::size_t>(experts), 1.0);
    Random random(static_cast<std::uint64_t>(seed));
    if (distribution == Distribution::Zipf) {
        for (std::size_t i = 0; i < p.size(); ++i) p[i] = std::pow(static_cast<double>(i + 1), -skew);
        for (std::size_t i = p.size() - 1; i > 0; --i) std::swap(p[i], p[random.below(i + 1)]);
    } else if (distribution == Distribution::LogNormal) {
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
