// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/operators/derive_rows.h"
#include "models/engine/operators/held_out.h"
#include "models/engine/operators/packed_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace moe {
namespace {

/// A row's layer, count of tokens and residual over a surface.
struct ExactRow {
    ExactRows::Key layer{};
    double tokens = 0, residual = 0;
};
void addResiduals(std::vector<ExactRow>& into, const std::vector<DeriveRow>& rows, const Surface& surface) {
    for (const DeriveRow& row : rows)
        into.push_back({exactKey(row.shape), row.shape.tokens,
                        std::log(row.surface.us / surface.us(row.surface.ideal, row.surface.at))});
}

/// One character per layer and measured count of tokens: 63 steps between −31 and 31.
ExactRows exactRows(const std::vector<ExactRow>& rows) {
    constexpr double kMost = kExactMost;
    std::map<ExactRows::Key, std::map<double, std::pair<double, int>>> layers; // sum and count
    std::set<double> counts;
    for (const ExactRow& row : rows) {
        auto& [sum, count] = layers[row.layer][row.tokens];
        sum += row.residual;
        ++count;
        counts.insert(row.tokens);
    }
    ExactRows exact;
    exact.tokens.assign(counts.begin(), counts.end());
    std::vector<double> sizes;
    for (const auto& [layer, values] : layers)
        for (const auto& [tokens, value] : values) sizes.push_back(std::abs(value.first / value.second));
    std::sort(sizes.begin(), sizes.end());
    const double largest = sizes[static_cast<std::size_t>(0.995 * static_cast<double>(sizes.size() - 1))];
    exact.step = std::max(std::ceil(largest / kMost * 1e4) / 1e4, 1e-4);
    for (const auto& [layer, values] : layers) {
        ExactRows::Group group{layer, std::vector<std::int8_t>(exact.tokens.size(), ExactRows::kAbsent)};
        for (const auto& [tokens, value] : values) {
            const auto at = std::lower_bound(exact.tokens.begin(), exact.tokens.end(), tokens);
            group.values[static_cast<std::size_t>(at - exact.tokens.begin())] = static_cast<std::int8_t>(
                std::clamp(std::round(value.first / value.second / exact.step), -kMost, kMost));
        }
        exact.groups.push_back(std::move(group));
    }
    return exact;
}

/// Whether a grid predicts layers of models that it did not see better than the roof alone.
std::size_t bestForUnseen(OperatorModel& model, const std::vector<DeriveRow>& rows) {
    HeldOut unseen[2];
    for (std::size_t fold = 0; fold < kFolds; ++fold) {
        const Split parts = split(rows, [&](const DeriveRow& row) { return row.family % kFolds == fold; });
        if (parts.held.empty() || parts.seen.size() < kLeastRows) continue;
        for (std::size_t candidate = 0; candidate < 2; ++candidate) {
            const Surface surface = fitted(model.op, parts.seen, candidate);
            for (const DeriveRow& row : parts.held)
                unseen[candidate].add(surface.us(row.surface.ideal, row.surface.at), row.surface.us);
        }
    }
    const std::size_t best = unseen[1].score() < unseen[0].score() ? 1 : 0;
    model.errors = unseen[best].errors();
    model.bands = unseen[best].bands();
    return best;
}

HeldOut heldOut(const std::vector<DeriveRow>& rows, const Surface& surface, const ExactRows& exact) {
    HeldOut held;
    for (const DeriveRow& row : rows) {
        const ExactRows::Found found = exact.factor(row.shape).value_or(ExactRows::Found{});
        held.add(surface.us(row.surface.ideal, row.surface.at, found.logFactor), row.surface.us);
    }
    return held;
}

} // namespace

void deriveExperts(std::vector<OperatorModel>& models, const std::vector<std::vector<DeriveRow>>& rows) {
    constexpr double kClearly = 0.7;
    std::vector<Split> parts;
    std::vector<Surface> tried;
    std::vector<ExactRow> seenDrawn, allDrawn;
    std::vector<std::vector<ExactRow>> seen(models.size()), all(models.size());
    for (std::size_t i = 0; i < models.size(); ++i) {
        const std::size_t candidate = bestForUnseen(models[i], rows[i]);
        parts.push_back(split(rows[i], [](const DeriveRow& row) { return row.fold == 0; }));
        tried.push_back(fitted(models[i].op, parts[i].seen, candidate));
        models[i].slices = {{{}, fitted(models[i].op, rows[i], candidate)}};
        addResiduals(seen[i], parts[i].seen, tried[i]);
        addResiduals(all[i], rows[i], models[i].slices.front().surface);
        if (models[i].load == "balanced") continue;
        seenDrawn.insert(seenDrawn.end(), seen[i].begin(), seen[i].end());
        allDrawn.insert(allDrawn.end(), all[i].begin(), all[i].end());
    }
    const ExactRows none, knownDrawn = seenDrawn.empty() ? none : exactRows(seenDrawn),
                          drawn = allDrawn.empty() ? none : exactRows(allDrawn);
    for (std::size_t i = 0; i < models.size(); ++i) {
        HeldOut held = heldOut(parts[i].held, tried[i], exactRows(seen[i]));
        models[i].exact = exactRows(all[i]);
        if (models[i].load != "balanced") {
            HeldOut shared = heldOut(parts[i].held, tried[i], knownDrawn);
            if (held.score() > kClearly * shared.score()) {
                held = std::move(shared);
                models[i].exact = drawn;
            }
        }
        models[i].exactErrors = held.errors();
        models[i].exactBands = held.bands();
    }
}

} // namespace moe
