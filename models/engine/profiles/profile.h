// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How long one operator takes, from profile tables: the exact row as it is (measured); inside the sampled
// range the utilisation interpolated (interpolated); outside the edge utilisation held (extrapolated);
// without rows the analytic model (analytic).

#include "data/profile_table.h"
#include "models/engine/profiles/profile_curve.h"
#include "models/engine/profiles/profile_work.h"

#include <string>
#include <utility>
#include <vector>

namespace moe {

class ProfileCurveCache; // operator_profiles.h

struct ProfileSet {
    std::vector<ProfileTable> tables;
    std::shared_ptr<ProfileCurveCache> curves = {}; ///< of these tables; null: curves are made anew each time
};

/// Puts loaded tables into a set. Those of a device and model replace all its shipped curves, those of a
/// fabric the shipped curves of the same collective; a table loaded again replaces the earlier one.
void addProfiles(ProfileSet& set, ProfileSet loaded);

/// What is asked. Absent keys are taken from the table where it has one value only.
struct ProfileQuery {
    std::string device, model, network; ///< as the folders spell them; of a model its last part is enough
    std::string op;                     ///< key of profileOperators()
    std::optional<double> tp, tokens, batch, kv, chunk;
    std::optional<double> size, workers, devicesPerNode;
    /// Categorical columns that must match exactly: {"attention_backend", "AttentionBackend.FLASHINFER"}.
    std::vector<std::pair<std::string, std::string>> fixed = {};
};

struct ProfileAnswer {
    Seconds seconds; ///< median of the repetitions
    Origin origin = Origin::Analytic;
    std::optional<Seconds> low, high; ///< smallest and largest measurement; none when analytic
    std::optional<double> utilisation, leaveOneOutError;
    bool shipped =
        false;        ///< from a curve instead of the measured rows; its error is then that against the rows
    std::string from; ///< a sentence: which rows, which neighbours, which model
};

/// The operator's measured points under the query's categorical keys; empty curve: the table has none.
struct ProfileSeries {
    std::vector<ProfilePoint> points;
    ProfileShape shape;                   ///< of the table's first matching row
    std::string keys;                     ///< "TP 2, h 8192, …", in words
    std::vector<std::string> values = {}; ///< of profileCategories(table), one each; empty without points
};

/// Problems: unknown device, model, network or operator (with what there is), a key that is missing, or rows
/// of several TP, backends or shapes mixed in one query.
Result<ProfileAnswer> profileAnswer(const ProfileSet& set, const Catalog& catalog, const ProfileQuery& query);

/// The rows of `table` a query is about; a problem when they mix categories.
Result<ProfileSeries> profileSeries(const ProfileTable& table, const ProfileQuery& query, const GpuSpec& gpu);

/// Every operator of a table under every combination of its categories (and phase), in the order of the rows.
struct ProfileSeriesRow {
    std::string op;
    bool prefill = false; ///< attention tables: of which phase
    ProfileSeries series;
};
std::vector<ProfileSeriesRow> profileSeriesOf(const ProfileTable& table, const GpuSpec& gpu);

/// What a shipped table says of one of its curves; nullptr when its rows were measured.
const ProfileKnotsOf::Curve* shippedCurve(const ProfileTable& table, std::string_view op, bool prefill,
                                          const std::vector<std::string>& keys);

/// The keys of one row.
ProfileShape profileShapeOf(const ProfileTable& table, std::size_t row, bool prefill);

/// The GPU whose rates are 100 % utilisation: the table's device or fabric; nullptr when it is unknown.
const GpuSpec* profileGpuOf(const Catalog& catalog, const ProfileTable& table);
/// The same, or a GPU of round rates: utilisation against it still interpolates.
const GpuSpec& profileRatesOf(const Catalog& catalog, const ProfileTable& table);

/// Categorical columns of an operator's rows, one series each.
std::vector<std::string_view> profileCategories(ProfileKind kind);
/// Those that the table has.
std::vector<std::string_view> profileCategories(const ProfileTable& table);

/// Devices, models (all or of one device) and networks of a set, sorted.
std::vector<std::string> profileDevices(const ProfileSet& set);
std::vector<std::string> profileModels(const ProfileSet& set, std::string_view device);
std::vector<std::string> profileNetworks(const ProfileSet& set);
/// The table a query is about, or why there is none.
Result<const ProfileTable*> profileTableOf(const ProfileSet& set, const ProfileQuery& query);

} // namespace moe
