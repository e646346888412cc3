// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Runtimes of one operator over one key, device by device: what was measured, what the predictor says between
// and beyond, and what the analytic model would say.

#include "data/message.h"
#include "models/engine/profiles/profile.h"

#include <optional>
#include <string>
#include <vector>

namespace moe {

/// What can be asked of a set, for choices: operators in the order of a layer, then collectives.
std::vector<const ProfileOperatorRow*> profileOperatorChoices(const ProfileSet& set);
/// Models that have the operator; empty for collectives.
std::vector<std::string> profileModelChoices(const ProfileSet& set, std::string_view op);
/// TP of the operator in any table of the model, or numbers of workers of a collective; ascending.
struct ProfileSplit {
    double workers = 1;        ///< TP
    double devicesPerNode = 1; ///< collectives only
    friend auto operator<=>(const ProfileSplit&, const ProfileSplit&) = default;
};
std::vector<ProfileSplit> profileSplitChoices(const ProfileSet& set, std::string_view op,
                                              std::string_view model);
/// Devices or fabrics that have the operator (and model), sorted.
std::vector<std::string> profilePlaceChoices(const ProfileSet& set, std::string_view op,
                                             std::string_view model);

struct ProfilePictureRequest {
    std::string op, model;
    ProfileSplit split;
    std::vector<std::string> places;  ///< devices or fabrics to overlay
    bool prefill = false;             ///< of operators that both phases run
    bool overX = false;               ///< attention: over batch (decode) or cached keys (prefill) at a fixed
                                      ///< second key; else over cached keys or the chunk at a fixed first
    std::optional<double> fixed = {}; ///< the nearest measured value is taken; absent: one in the middle
};

struct ProfileLine {
    std::string place;
    bool shipped = false;
    Message why; ///< instead of points
    struct Point {
        double key = 0;
        double seconds = 0, low = 0, high = 0;
        std::optional<double> mean, std, analytic; ///< seconds
    };
    std::vector<Point> points; ///< measured keys, or knots; ascending
    struct Sample {
        double key = 0, seconds = 0;
        Origin origin = Origin::Interpolated;
    };
    std::vector<Sample> predicted;       ///< evenly in ln key, to a factor of 2 beyond the points
    std::optional<double> error;         ///< leave-one-out; of a shipped curve, against its rows
    std::optional<double> analyticError; ///< median of |analytic/measured − 1| over the points
};

struct ProfilePicture {
    std::vector<ProfileLine> lines;
    std::string keyName, keyUnit; ///< "KV length", "tokens"
    std::string fixedName;        ///< "Batch"; empty: the operator has one key
    double fixed = 0;             ///< value of the second key
    std::vector<double> fixedChoices;
};
ProfilePicture profilePicture(const ProfileSet& set, const Catalog& catalog,
                              const ProfilePictureRequest& request);

} // namespace moe
