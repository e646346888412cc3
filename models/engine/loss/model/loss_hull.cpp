#include "models/engine/loss/model/loss_hull.h"

#include "data/number.h"

#include <array>

namespace moe {
namespace {

struct Quantity {
    const char* name;
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
    return {{{"non-vocabulary parameters", point.params, hull.params, moe ? kOneSize : kEdge},
             {"training tokens", point.tokens, hull.tokens, kEdge},
             moe ? Quantity{"active share of expert parameters", point.activeShare, hull.activeShare, kEdge}
                 : Quantity{"tokens per parameter", point.tokens / point.params, hull.tokensPerParam, kEdge},
             {"learning rate", point.lr, hull.lr, kEdge},
             {"tokens per batch", point.batchTokens, hull.batchTokens, kEdge}}};
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

std::string outsideText(const LossHull& hull, const LossPoint& point, bool moe) {
    std::string text;
    for (const Quantity& quantity : quantities(hull, point, moe)) {
        if (quantity.isInside()) continue;
        text += (text.empty() ? "" : "; ") + std::string(quantity.name) + " " + compact(quantity.value, 3) +
                " (fitted on " + spanText(quantity.range) + ")";
    }
    return text;
}

} // namespace moe
