// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_hull.h"

#include "data/number.h"

#include <array>

namespace moe {
namespace {

struct Quantity {
    const char* pattern;
    double value;
    Range range;
    double tolerance;

    bool isInside() const {
        return value >= range.min * (1 - tolerance) && value <= range.max * (1 + tolerance);
    }
};

std::array<Quantity, 5> quantities(const LossHull& hull, const LossPoint& point, bool moe) {
    constexpr double kEdge = 0.01;
    constexpr double kOneSize = 0.1; // the MoE runs share one size up to rounding of their widths
    return {{{sentence("non-vocabulary parameters %1 (fitted on %2)"), point.params, hull.params,
              moe ? kOneSize : kEdge},
             {sentence("training tokens %1 (fitted on %2)"), point.tokens, hull.tokens, kEdge},
             moe ? Quantity{sentence("active share of expert parameters %1 (fitted on %2)"),
                            point.activeShare, hull.activeShare, kEdge}
                 : Quantity{sentence("tokens per parameter %1 (fitted on %2)"), point.tokens / point.params,
                            hull.tokensPerParam, kEdge},
             {sentence("learning rate %1 (fitted on %2)"), point.lr, hull.lr, kEdge},
             {sentence("tokens per batch %1 (fitted on %2)"), point.batchTokens, hull.batchTokens, kEdge}}};
}

std::string spanText(Range range) {
    const std::string low = compact(range.min, 3), high = compact(range.max, 3);
    return low == high ? low : low + "–" + high;
}

} // namespace

bool isInside(const LossHull& hull, const LossPoint& point, bool moe) {
    for (const Quantity& quantity : quantities(hull, point, moe))
        if (!quantity.isInside()) return false;
    return true;
}

Message outsideText(const LossHull& hull, const LossPoint& point, bool moe) {
    std::vector<Message> outside;
    for (const Quantity& quantity : quantities(hull, point, moe))
        if (!quantity.isInside())
            outside.push_back(say(quantity.pattern, compact(quantity.value, 3), spanText(quantity.range)));
    return outside.empty() ? Message() : listed(std::move(outside), "; ");
}

} // namespace moe
