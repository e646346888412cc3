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

PassTable::Axis::Axis(double from, double last, int every, bool withZero)
    : first(from), doublings(every), zero(withZero ? 1 : 0) {
    if (withZero) nodes.push_back(0);
    for (double node = first;; node = std::ldexp(node, doublings)) {
        nodes.push_back(node);
        if (node >= last && nodes.size() > 1) return;
    }
}

PassTable::Axis::Place PassTable::Axis::placeOf(double value) const {
    std::size_t i = 0;
    if (const double ratio = value / first; ratio >= 1) {
        const int steps = std::ilogb(ratio) / doublings + zero;
        i = std::min(static_cast<std::size_t>(steps), nodes.size() - 2);
    }
    return {i, std::max(0.0, (value - nodes[i]) / (nodes[i + 1] - nodes[i]))};
}

double PassTable::Grid::at(double a, double b) const {
    const Axis::Place i = x.placeOf(a), j = y.placeOf(b);
    const double* row = &seconds[i.index * y.nodes.size() + j.index];
    const double* next = row + y.nodes.size();
    const double low = row[0] + (row[1] - row[0]) * j.share;
    const double high = next[0] + (next[1] - next[0]) * j.share;
    return low + (high - low) * i.share;
}

PassTable::PassTable(const Setup& setup, const ServeSources* sources, const PassReach& reach,
                     double promptTokens) {
    Asker asker(setup, sources, promptTokens);
    m_products.x = Axis(1, reach.rows * (1 + reach.drafts), 1, true);
    m_products.y = Axis(32, reach.prefillTokens, 1, true);
    m_decodeContext.x = Axis(1, reach.rows, 1, true);
    m_decodeContext.y = Axis(kShort, reach.context, 2, false);
    m_promptContext.x = Axis(128, reach.prefillTokens, 2, true);
    m_promptContext.y = m_decodeContext.y;
    for (const double rows : m_products.x.nodes)
        for (const double tokens : m_products.y.nodes)
            m_products.seconds.push_back(rows + tokens > 0 ? asker.seconds(rows, kShort, tokens, kShort) : 0);
    const auto added = [](Grid& grid, auto&& secondsAt) {
        for (const double x : grid.x.nodes) {
            const double shortest = x > 0 ? secondsAt(x, kShort) : 0;
            for (const double y : grid.y.nodes)
                grid.seconds.push_back(x > 0 ? std::max(0.0, secondsAt(x, y) - shortest) : 0);
        }
    };
    added(m_decodeContext,
          [&](double rows, double context) { return asker.seconds(rows, context, 0, kShort); });
    added(m_promptContext,
          [&](double tokens, double prompt) { return asker.seconds(0, kShort, tokens, prompt); });
    if (reach.drafts > 0) {
        m_draft.x = m_decodeContext.x;
        m_draft.y = Axis(1, 1, 1, true);
        for (const double rows : m_draft.x.nodes)
            for (int i = 0; i < 2; ++i) m_draft.seconds.push_back(asker.draftSeconds(rows));
    }
    if (setup.isMoe) {
        m_expertTokens = Axis(1, m_products.x.nodes.back() + reach.prefillTokens, 1, true);
        for (const double tokens : m_expertTokens.nodes)
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
    if (m_expertSeconds.empty()) return 0;
    const Axis::Place i = m_expertTokens.placeOf(tokens);
    return m_expertSeconds[i.index] + (m_expertSeconds[i.index + 1] - m_expertSeconds[i.index]) * i.share;
}

} // namespace moe
