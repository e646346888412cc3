// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Operator profiles boiled down to curves as a file, so that a machine without the published tables predicts
// durations: per device, model, TP (or fabric and workers) and operator the utilisation at knots, against
// rates that stand beside it; never rows of the tables. Rebuilt by `moe-explorer profile --derive DIR -o
// FILE`.

#include "data/document.h"
#include "models/engine/profiles/profile.h"
#include "models/engine/profiles/profile_knots.h"

namespace moe {

/// Where the rows of a table were read from.
struct ProfileOrigin {
    std::string file;   ///< inside the folder: "network/h100_dgx/all_reduce.csv"
    std::string sha256; ///< of its bytes, hexadecimal
};

/// The curves of one table.
struct DerivedProfile {
    struct Curve {
        std::string op;
        bool prefill = false;
        std::vector<std::string> keys; ///< values of `columns`
        ProfileKnots knots;
    };
    ProfileOrigin origin;
    ProfileKind kind = ProfileKind::Mlp;
    std::vector<std::string> columns; ///< categorical
    GpuSpec rates;                    ///< whose utilisation the file gives
    std::vector<Curve> curves;
};
DerivedProfile deriveProfile(const ProfileTable& table, const Catalog& catalog, ProfileOrigin origin);

Document profileCurvesDocument(const std::vector<DerivedProfile>& tables);

/// Tables whose rows are the knots and which say so (`shipped`). Fails on a missing, unknown or malformed
/// key, each located; `source` names the file in the problems.
Result<ProfileSet> profileCurvesFrom(const Document& document, const std::string& source);

} // namespace moe
