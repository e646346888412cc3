// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/profiles/profile.h"

#include "data/number.h"
#include "models/engine/profiles/profile_analytic.h"

#include <algorithm>

namespace moe {
namespace {

std::optional<Problem> missing(const char* key, const std::optional<double>& value, double least) {
    if (value && *value >= least) return std::nullopt;
    return Problem{.key = key,
                   .rule = value ? say("must be a number from %1", numberText(least)) : say("must be given"),
                   .value = value ? numberText(*value) : std::string()};
}

/// The keys the operator runs over, in the query.
Problems keyProblems(const ProfileQuery& query, ProfileAxes axes) {
    Problems problems;
    const auto need = [&](const char* key, const std::optional<double>& value, double least) {
        if (std::optional<Problem> problem = missing(key, value, least)) problems.push_back(*problem);
    };
    const bool prefill =
        axes == ProfileAxes::Prefill || (axes == ProfileAxes::Phase && query.chunk.has_value());
    if (query.tp && *query.tp < 1) need("tp", query.tp, 1);
    if (query.workers && *query.workers < 1) need("workers", query.workers, 1);
    switch (axes) {
    case ProfileAxes::Tokens: need("tokens", query.tokens, 1); break;
    case ProfileAxes::Size: need("size", query.size, 1); break;
    default:
        if (prefill) {
            need("chunk", query.chunk, 1);
            need("kv", query.kv, 0);
        } else {
            need("batch", query.batch, 1);
            need("kv", query.kv, 0);
        }
    }
    return problems;
}

/// The table's shape with the query's keys.
ProfileShape asked(ProfileShape shape, const ProfileQuery& query, ProfileAxes axes) {
    shape.tp = query.tp.value_or(shape.tp);
    shape.workers = query.workers.value_or(shape.workers);
    shape.devicesPerNode =
        query.devicesPerNode.value_or(query.workers ? shape.workers : shape.devicesPerNode);
    shape.size = query.size.value_or(0);
    shape.kv = query.kv.value_or(0);
    shape.chunk = query.chunk.value_or(0);
    shape.batch = query.batch.value_or(0);
    if (axes == ProfileAxes::Tokens)
        shape.tokens = query.tokens.value_or(0);
    else
        shape.tokens = query.chunk ? shape.chunk : shape.batch;
    return shape;
}

std::string fromWhat(const ProfileEstimate& estimate, const ProfileCurve& curve, const ProfileSeries& series,
                     bool twoKeys, const ProfileKnotsOf::Curve* shipped) {
    const auto place = [&](double x, double y) {
        return twoKeys ? "(" + numberText(x) + ", " + numberText(y) + ")" : numberText(y);
    };
    const std::string points = std::to_string(curve.points().size()) + " keys at " + series.keys;
    if (shipped != nullptr) {
        const std::string of = std::to_string(shipped->knots) + " knots for " +
                               std::to_string(shipped->rows) + " measured keys at " + series.keys;
        if (estimate.origin != Origin::Extrapolated) return "shipped curve, " + of;
        return "outside the shipped curve, " + of + ": utilisation held from the edge at " +
               place(estimate.x, estimate.y);
    }
    switch (estimate.origin) {
    case Origin::Measured: return "row of this key, one of " + points;
    case Origin::Interpolated: return "utilisation between the nearest rows of " + points;
    default:
        return "outside " + points + ": utilisation held from the edge at " + place(estimate.x, estimate.y);
    }
}

} // namespace

const ProfileKnotsOf::Curve* shippedCurve(const ProfileTable& table, std::string_view op, bool prefill,
                                          const std::vector<std::string>& keys) {
    if (!table.shipped) return nullptr;
    for (const ProfileKnotsOf::Curve& curve : table.shipped->curves)
        if (curve.op == op && curve.prefill == prefill && curve.keys == keys) return &curve;
    return nullptr;
}

Result<ProfileAnswer> profileAnswer(const ProfileSet& set, const Catalog& catalog,
                                    const ProfileQuery& query) {
    const Result<const ProfileTable*> table = profileTableOf(set, query);
    if (!table) return table.error();
    const ProfileOperatorRow& op = *profileOperator(query.op);
    if (Problems problems = keyProblems(query, op.axes); !problems.empty()) return problems;

    const GpuSpec* known = profileGpuOf(catalog, **table);
    const GpuSpec& gpu = profileRatesOf(catalog, **table);
    const Result<ProfileSeries> series = profileSeries(**table, query, gpu);
    if (!series) return series.error();

    // A row is found by its keys, so the shape of the asked point takes TP and workers from it.
    ProfileQuery complete = query;
    if (!series->points.empty()) {
        complete.workers = series->shape.workers;
        complete.devicesPerNode = series->shape.devicesPerNode;
    }
    const ProfileShape shape = asked(series->shape, complete, op.axes);
    ProfileAnswer answer;
    if (series->points.empty()) {
        const std::optional<AnalyticTime> model =
            known != nullptr ? analyticTime(op, shape, gpu) : std::nullopt;
        if (!model)
            return Problem{(*table)->source,
                           0,
                           0,
                           query.op,
                           known != nullptr
                               ? say("no row has these keys, and there is no analytic model of this operator")
                               : say("no row has these keys, and \"%1\" is no known GPU",
                                     (*table)->place.device + (*table)->place.network),
                           {}};
        answer.seconds = model->seconds;
        answer.from = "no row has these keys: " + model->model + ", " + gpu.label;
        if (const Seconds ideal = idealTime(op.work(shape), gpu); model->seconds.base > 0)
            answer.utilisation = ideal / model->seconds;
        return answer;
    }
    const bool decode = op.axes == ProfileAxes::Decode || (op.axes == ProfileAxes::Phase && !query.chunk);
    double x = 0, y = shape.tokens;
    if (op.axes == ProfileAxes::Size) {
        y = shape.size;
    } else if (op.axes != ProfileAxes::Tokens) {
        x = decode ? shape.batch : shape.kv;
        y = decode ? shape.kv : shape.chunk;
    }
    const ProfileCurve curve(series->points);
    const ProfileEstimate estimate = curve.at(x, y, idealTime(op.work(shape), gpu).base);
    answer.seconds = {estimate.seconds};
    answer.origin = estimate.origin;
    const ProfileKnotsOf::Curve* shipped =
        shippedCurve(**table, query.op, (*table)->kind == ProfileKind::Attention && !decode, series->values);
    // A knot stands for the rows around it.
    if (shipped != nullptr && answer.origin == Origin::Measured) answer.origin = Origin::Interpolated;
    answer.shipped = shipped != nullptr;
    answer.low = Seconds{estimate.low};
    answer.high = Seconds{estimate.high};
    if (known != nullptr) answer.utilisation = estimate.utilisation;
    answer.leaveOneOutError = shipped != nullptr ? shipped->median : curve.leaveOneOutError();
    answer.from = fromWhat(estimate, curve, *series,
                           op.axes != ProfileAxes::Tokens && op.axes != ProfileAxes::Size, shipped);
    return answer;
}

} // namespace moe
