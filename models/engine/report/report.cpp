// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/report/report.h"

namespace moe {

const char* originText(Origin origin) {
    switch (origin) {
    case Origin::Measured: return "measured";
    case Origin::Interpolated: return "interpolated";
    case Origin::Transferred: return "transferred";
    case Origin::Extrapolated: return "extrapolated";
    case Origin::Fitted: return "fitted";
    case Origin::Simulated: return "simulated";
    case Origin::Analytic: break;
    }
    return "analytic";
}

} // namespace moe
