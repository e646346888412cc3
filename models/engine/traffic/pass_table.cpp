// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/pass_table.h"

#include "models/engine/serve/balance.h"
#include "models/engine/serve/step_band.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace moe {
namespace {

/// Shortest context and prompt of the tables.
constexpr double kShort = 16;

/// `first`, then `step` times as much each, until `last` is within.
std::vector<double> nodesTo(double first, double last, double step, bool zero) {
    std::vector<double> nodes;
    if (zero) nodes.push_back(0);
    for (double node = first;; node *= step) {
        nodes.push_back(node);
        if (node >= last && nodes.size() > 1) return nodes;
    }
}

/// Place of `value` in ascending nodes: index of the one at or below it, and how far to the next.
struct Place {
    std::size_t index;
    double share;
};
Place placeOf(const std::vector<double>& nodes, double value) {
    std::size_t i = 0;
    while (i + 2 < nodes.size() && nodes[i + 1] <= value) ++i;
    return {i, std::max(0.0, (value - nodes[i]) / (nodes[i + 1] - nodes[i]))};
}

class Asker {
public:
    Asker(const Setup& setup, const ServeSources* sources, double prompt)
        : s(setup), m_rates(serveRatesOf(setup)), m_sources(sources), m_prompt(prompt) {}

    ForwardPass pass(double rows, double context, double prefillTokens, double prompt) {
        const double stage = 1 / s.pp;
        const Balance balance = balanceAt(stage * (rows + prefillTokens));
        return forwardPass(s, m_rates,
                           {.sequences = stage * rows,
                            .context = context,
                            .promptTokens = stage * prefillTokens,
                            .prompt = prompt,
                            .headRows = stage * (rows + std::ceil(prefillTokens / m_prompt)),
                            .exchange = balance.exchange,
                            .experts = balance.experts},
                           m_sources);
    }
    double seconds(double rows, double context, double prefillTokens, double prompt) {
        return pass(rows, context, prefillTokens, prompt).time.base;
    }

    double expertSeconds(double tokens) {
        return pass(tokens, kShort, 0, kShort).terms[rowOf(PassPart::Experts)].exposed.base;
    }

    /// Drafts come from one layer like the model's on average and its head (EAGLE, multi-token prediction).
    double draftSeconds(double rows) {
        if (!(rows > 0)) return 0;
        const ForwardPass whole = pass(rows, kShort, 0, kShort);
        const double head = whole.terms[rowOf(PassPart::Head)].exposed.base;
        return head + (whole.time.base - head) / s.L;
    }

private:
    /// Experts of so many tokens, rounded to a power of two: the load's unevenness changes slowly.
    Balance balanceAt(double tokens) {
        if (!s.isMoe) return {};
        const double rounded = std::exp2(std::round(std::log2(std::max(1.0, tokens))));
        const auto found = m_balance.find(rounded);
        if (found != m_balance.end()) return found->second;
        return m_balance[rounded] = balanceOf(s, m_rates, rounded, placementFor(s, rounded));
    }

    const Setup& s;
    ServeRates m_rates;
    const ServeSources* m_sources;
    double m_prompt;
    std::map<double, Balance> m_balance;
};

} // namespace

double PassTable::Grid::at(double a, double b) const {
    const Place i = placeOf(x, a), j = placeOf(y, b);
    const double* row = &seconds[i.index * y.size() + j.index];
    const double* next = row + y.size();
    const double low = row[0] + (row[1] - row[0]) * j.share;
    const double high = next[0] + (next[1] - next[0]) * j.share;
    return low + (high - low) * i.share;
}

PassTable::PassTable(const Setup& setup, const ServeSources* sources, const PassReach& reach,
                     double promptTokens) {
    Asker asker(setup, sources, promptTokens);
    m_products.x = nodesTo(1, reach.rows * (1 + reach.drafts), 2, true);
    m_products.y = nodesTo(32, reach.prefillTokens, 2, true);
    m_decodeContext.x = nodesTo(1, reach.rows, 2, true);
    m_decodeContext.y = nodesTo(kShort, reach.context, 4, false);
    m_promptContext.x = nodesTo(128, reach.prefillTokens, 4, true);
    m_promptContext.y = m_decodeContext.y;
    for (const double rows : m_products.x)
        for (const double tokens : m_products.y)
            m_products.seconds.push_back(rows + tokens > 0 ? asker.seconds(rows, kShort, tokens, kShort) : 0);
    const auto added = [](Grid& grid, auto&& secondsAt) {
        for (const double x : grid.x) {
            const double shortest = x > 0 ? secondsAt(x, kShort) : 0;
            for (const double y : grid.y)
                grid.seconds.push_back(x > 0 ? std::max(0.0, secondsAt(x, y) - shortest) : 0);
        }
    };
    added(m_decodeContext,
          [&](double rows, double context) { return asker.seconds(rows, context, 0, kShort); });
    added(m_promptContext,
          [&](double tokens, double prompt) { return asker.seconds(0, kShort, tokens, prompt); });
    if (reach.drafts > 0) {
        m_draft.x = m_decodeContext.x;
        m_draft.y = {0, 1};
        for (const double rows : m_draft.x)
            for (int i = 0; i < 2; ++i) m_draft.seconds.push_back(asker.draftSeconds(rows));
    }
    if (setup.isMoe) {
        m_expertTokens = nodesTo(1, m_products.x.back() + reach.prefillTokens, 2, true);
        for (const double tokens : m_expertTokens)
            m_expertSeconds.push_back(tokens > 0 ? asker.expertSeconds(tokens) : 0);
    }
    const ForwardPass middling = asker.pass(std::sqrt(reach.rows), promptTokens, 0, kShort);
    const TimeBand band = passBand(middling);
    if (middling.time.base > 0 && band.low.base > 0) {
        m_low = band.low / middling.time;
        m_high = band.high / middling.time;
    }
}

double PassTable::operator()(const PassLoad& load) const {
    double seconds = m_products.at(load.rows * (1 + load.drafts), load.prefillTokens);
    if (load.drafts > 0) seconds += load.drafts * m_draft.at(load.rows, 0);
    if (load.rows > 0) seconds += m_decodeContext.at(load.rows, load.context / load.rows);
    if (load.prefillTokens > 0)
        seconds += m_promptContext.at(load.prefillTokens, 2 * load.pairs / load.prefillTokens);
    return seconds;
}

double PassTable::experts(double tokens) const {
    if (m_expertTokens.empty()) return 0;
    const Place i = placeOf(m_expertTokens, tokens);
    return m_expertSeconds[i.index] + (m_expertSeconds[i.index + 1] - m_expertSeconds[i.index]) * i.share;
}

} // namespace moe
