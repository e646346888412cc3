// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/profiles/profile_picture.h"

#include "models/engine/profiles/profile_analytic.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace moe {
namespace {

constexpr int kSamples = 160;
constexpr double kBeyond = 2; ///< factor past the last key that the curve is shown

bool collective(std::string_view op) {
    return profileOperator(op)->axes == ProfileAxes::Size;
}
bool holds(const ProfileTable& table, std::string_view op, std::string_view model) {
    return table.find(op) != nullptr && (collective(op) || model.empty() || table.place.model == model);
}
const std::string& placeOf(const ProfileTable& table) {
    return table.place.network.empty() ? table.place.device : table.place.network;
}
bool twoKeys(ProfileAxes axes) {
    return axes == ProfileAxes::Prefill || axes == ProfileAxes::Decode || axes == ProfileAxes::Phase;
}

ProfileQuery queryOf(const ProfilePictureRequest& request) {
    ProfileQuery query;
    query.op = request.op;
    const ProfileAxes axes = profileOperator(request.op)->axes;
    if (axes == ProfileAxes::Prefill || (axes == ProfileAxes::Phase && request.prefill)) query.chunk = 1;
    if (axes == ProfileAxes::Size) {
        query.workers = request.split.workers;
        query.devicesPerNode = request.split.devicesPerNode;
    } else {
        query.tp = request.split.workers;
    }
    return query;
}

/// The series asked for; of several backends or shapes in one table, the first.
Result<ProfileSeries> seriesOf(const ProfileTable& table, const ProfileQuery& query, const GpuSpec& gpu) {
    Result<ProfileSeries> series = profileSeries(table, query, gpu);
    if (series) return series;
    for (const ProfileSeriesRow& row : profileSeriesOf(table, gpu)) {
        if (row.op != query.op || row.prefill != query.chunk.has_value()) continue;
        if (row.series.shape.tp != query.tp.value_or(row.series.shape.tp)) continue;
        return row.series;
    }
    return series;
}

/// One of the two keys of a point, and the other.
struct Keys {
    bool overX = false;
    double along(const ProfilePoint& point) const { return overX ? point.x : point.y; }
    double across(const ProfilePoint& point) const { return overX ? point.y : point.x; }
};

ProfileShape shapeAt(ProfileShape shape, ProfileAxes axes, bool prefill, double x, double y) {
    if (axes == ProfileAxes::Tokens) {
        shape.tokens = y;
    } else if (axes == ProfileAxes::Size) {
        shape.size = y;
    } else {
        (prefill ? shape.kv : shape.batch) = x;
        (prefill ? shape.chunk : shape.kv) = y;
        shape.tokens = prefill ? shape.chunk : shape.batch;
        if (!prefill) shape.chunk = 0;
    }
    return shape;
}

void nameKeys(ProfilePicture& picture, ProfileAxes axes, bool prefill, bool overX) {
    const auto set = [&](const char* name, const char* unit, const char* other) {
        picture.keyName = name;
        picture.keyUnit = unit;
        picture.fixedName = other;
    };
    if (axes == ProfileAxes::Tokens) return set("Tokens", "tokens", "");
    if (axes == ProfileAxes::Size) return set("Message size", "B", "");
    if (prefill) return overX ? set("Cached keys", "tokens", "Chunk") : set("Chunk", "tokens", "Cached keys");
    return overX ? set("Batch", "sequences", "KV length") : set("KV length", "tokens", "Batch");
}

class LineMaker {
public:
    LineMaker(const ProfileTable& table, const Catalog& catalog, const ProfilePictureRequest& request)
        : m_table(table),
          m_op(*profileOperator(request.op)),
          m_query(queryOf(request)),
          m_gpu(profileRatesOf(catalog, table)),
          m_known(profileGpuOf(catalog, table) != nullptr),
          m_keys{request.overX && twoKeys(m_op.axes)} {}

    ProfileLine make(std::optional<double> fixed) {
        ProfileLine line;
        line.place = placeOf(m_table);
        line.shipped = m_table.shipped != nullptr;
        const Result<ProfileSeries> series = seriesOf(m_table, m_query, m_gpu);
        if (!series || series->points.empty()) {
            line.why = series ? say("no rows of this parallelism") : series.error().front().rule;
            return line;
        }
        m_shape = series->shape;
        const ProfileCurve curve(series->points);
        const ProfileKnotsOf::Curve* shipped =
            shippedCurve(m_table, m_op.name, m_query.chunk.has_value(), series->values);
        line.error = shipped != nullptr ? std::optional(shipped->median) : curve.leaveOneOutError();
        std::vector<double> errors;
        for (const ProfilePoint& point : curve.points()) {
            if (fixed && m_keys.across(point) != *fixed) continue;
            ProfileLine::Point made{m_keys.along(point), point.seconds, point.low, point.high, {}, {}, {}};
            if (std::isfinite(point.mean)) made.mean = point.mean;
            if (std::isfinite(point.std)) made.std = point.std;
            made.analytic = analytic(point.x, point.y);
            if (made.analytic && point.seconds > 0)
                errors.push_back(std::abs(*made.analytic / point.seconds - 1));
            line.points.push_back(made);
        }
        std::sort(line.points.begin(), line.points.end(),
                  [](const auto& a, const auto& b) { return a.key < b.key; });
        if (!errors.empty()) {
            std::nth_element(errors.begin(), errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2),
                             errors.end());
            line.analyticError = errors[errors.size() / 2];
        }
        if (!line.points.empty()) sample(line, curve, fixed.value_or(0));
        return line;
    }

private:
    std::optional<double> analytic(double x, double y) const {
        if (!m_known) return std::nullopt;
        const auto time =
            analyticTime(m_op, shapeAt(m_shape, m_op.axes, m_query.chunk.has_value(), x, y), m_gpu);
        return time ? std::optional(time->seconds.base) : std::nullopt;
    }

    void sample(ProfileLine& line, const ProfileCurve& curve, double fixed) const {
        const double low = std::max(line.points.front().key, 1.0), high = kBeyond * line.points.back().key;
        for (int i = 0; i < kSamples; ++i) {
            const double key = low * std::pow(high / low, static_cast<double>(i) / (kSamples - 1));
            const double x = m_keys.overX ? key : fixed, y = m_keys.overX ? fixed : key;
            const ProfileShape shape = shapeAt(m_shape, m_op.axes, m_query.chunk.has_value(), x, y);
            const ProfileEstimate estimate = curve.at(x, y, idealTime(m_op.work(shape), m_gpu).base);
            line.predicted.push_back({key, estimate.seconds, estimate.origin});
        }
    }

    const ProfileTable& m_table;
    const ProfileOperatorRow& m_op;
    ProfileQuery m_query;
    const GpuSpec& m_gpu;
    bool m_known;
    Keys m_keys;
    ProfileShape m_shape;
};

/// Values of the second key in any of the tables.
std::vector<double> acrossValues(const std::vector<const ProfileTable*>& tables, const Catalog& catalog,
                                 const ProfilePictureRequest& request) {
    std::set<double> values;
    const Keys keys{request.overX};
    for (const ProfileTable* table : tables) {
        const Result<ProfileSeries> series =
            seriesOf(*table, queryOf(request), profileRatesOf(catalog, *table));
        if (!series) continue;
        for (const ProfilePoint& point : series->points) values.insert(keys.across(point));
    }
    return {values.begin(), values.end()};
}

} // namespace

std::vector<const ProfileOperatorRow*> profileOperatorChoices(const ProfileSet& set) {
    std::vector<const ProfileOperatorRow*> rows;
    for (const ProfileOperatorRow& row : profileOperators())
        if (std::any_of(set.tables.begin(), set.tables.end(),
                        [&](const ProfileTable& table) { return table.find(row.name) != nullptr; }))
            rows.push_back(&row);
    return rows;
}

std::vector<std::string> profileModelChoices(const ProfileSet& set, std::string_view op) {
    std::set<std::string> models;
    for (const ProfileTable& table : set.tables)
        if (!collective(op) && holds(table, op, {})) models.insert(table.place.model);
    return {models.begin(), models.end()};
}

std::vector<ProfileSplit> profileSplitChoices(const ProfileSet& set, std::string_view op,
                                              std::string_view model) {
    std::set<ProfileSplit> splits;
    for (const ProfileTable& table : set.tables) {
        if (!holds(table, op, model)) continue;
        const bool network = collective(op);
        const std::vector<double>* workers =
            table.numbers(network ? "num_workers" : "num_tensor_parallel_workers");
        const std::vector<double>* node = network ? table.numbers("devices_per_node") : nullptr;
        if (workers == nullptr) continue;
        ProfileSplit last{-1, -1};
        for (std::size_t row = 0; row < workers->size(); ++row) {
            const ProfileSplit split{(*workers)[row], node != nullptr ? (*node)[row] : 1};
            if (split != last) splits.insert(split); // rows come in runs
            last = split;
        }
    }
    return {splits.begin(), splits.end()};
}

std::vector<std::string> profilePlaceChoices(const ProfileSet& set, std::string_view op,
                                             std::string_view model) {
    std::set<std::string> places;
    for (const ProfileTable& table : set.tables)
        if (holds(table, op, model)) places.insert(placeOf(table));
    return {places.begin(), places.end()};
}

ProfilePicture profilePicture(const ProfileSet& set, const Catalog& catalog,
                              const ProfilePictureRequest& request) {
    ProfilePicture picture;
    const ProfileOperatorRow* op = profileOperator(request.op);
    if (op == nullptr) return picture;
    const bool prefill =
        op->axes == ProfileAxes::Prefill || (op->axes == ProfileAxes::Phase && request.prefill);
    nameKeys(picture, op->axes, prefill, request.overX);
    std::vector<const ProfileTable*> tables;
    for (const std::string& place : request.places)
        for (const ProfileTable& table : set.tables)
            if (placeOf(table) == place && holds(table, request.op, request.model)) tables.push_back(&table);
    std::optional<double> fixed;
    if (twoKeys(op->axes)) {
        picture.fixedChoices = acrossValues(tables, catalog, request);
        if (picture.fixedChoices.empty()) return picture;
        const double wanted = request.fixed.value_or(
            picture.fixedChoices[std::min<std::size_t>(picture.fixedChoices.size() - 1, 31)]);
        fixed = *std::min_element(
            picture.fixedChoices.begin(), picture.fixedChoices.end(),
            [&](double a, double b) { return std::abs(a - wanted) < std::abs(b - wanted); });
        picture.fixed = *fixed;
    }
    for (const ProfileTable* table : tables)
        picture.lines.push_back(LineMaker(*table, catalog, request).make(fixed));
    return picture;
}

} // namespace moe
