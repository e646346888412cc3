// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/serve/step_band.h"

#include <algorithm>
#include <cmath>

namespace moe {

TimeBand passBand(const ForwardPass& pass, double correlation) {
    struct Sum {
        double all = 0, squares = 0;
        void add(double half) {
            all += half;
            squares += half * half;
        }
        double width(double shared) const { return std::sqrt((1 - shared) * squares + shared * all * all); }
    } below, above;
    double sum = 0;
    for (const OperatorCost& one : pass.operators) {
        const double times = one.count * one.exposed;
        sum += times * one.us;
        below.add(times * std::max(one.us - one.low, 0.0));
        above.add(times * std::max(one.high - one.us, 0.0));
    }
    if (!(sum > 0)) return {pass.time, pass.time};
    // Of a pass that is partly told by profiles, the operators' share speaks for all of it.
    const double low = std::max(1 - below.width(correlation) / sum, 0.0);
    return {low * pass.time, (1 + above.width(correlation) / sum) * pass.time};
}

} // namespace moe
