// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/operators/operator_axes.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace moe {
namespace {

using S = OperatorShape;

/// The axis of a surface that is this column's logarithm alone, or nothing.
std::optional<std::size_t> ownAxis(OperatorOp op, ShapeMember member) {
    const auto among = [&](std::initializer_list<ShapeMember> members) -> std::optional<std::size_t> {
        std::size_t i = 0;
        for (const ShapeMember one : members) {
            if (one == member) return i;
            ++i;
        }
        return std::nullopt;
    };
    switch (op) {
    case OperatorOp::Gemm: return among({&S::m, &S::n, &S::k});
    case OperatorOp::AttnContext:
    case OperatorOp::AttnGeneration: return among({&S::sequence});
    case OperatorOp::MlaContext:
    case OperatorOp::MlaGeneration: return among({&S::heads, &S::batch, &S::sequence});
    case OperatorOp::DeepEpLowLatency:
        if (member == &S::experts) return 1;
        return member == &S::tokens ? std::optional<std::size_t>(2) : std::nullopt;
    case OperatorOp::DeepEpNormal: return among({&S::tokens, &S::sms});
    case OperatorOp::ExpertAllToAll: return among({&S::tokens, &S::ep});
    case OperatorOp::Moe: return std::nullopt;
    default: return among({&S::bytes});
    }
}

/// Where in operatorSlice() the column stands, or nothing.
std::optional<std::size_t> sliceKey(OperatorOp op, ShapeMember member) {
    const bool attention = op == OperatorOp::AttnContext || op == OperatorOp::AttnGeneration;
    if (attention && member == &S::headDim) return 0;
    if (attention && member == &S::window) return 1;
    if (member == &S::ranks || member == &S::nodes) return 0;
    return std::nullopt;
}

std::optional<std::size_t> exactPlace(ShapeMember member) {
    constexpr ShapeMember kKey[] = {&S::hidden, &S::expertFfn, &S::topK, &S::experts, &S::tp, &S::ep};
    for (std::size_t i = 0; i < std::size(kKey); ++i)
        if (kKey[i] == member) return i;
    return std::nullopt;
}

void addPowers(std::set<double>& values, double low, double high) {
    for (double power = std::exp2(std::ceil(std::log2(low))); power <= high; power *= 2) values.insert(power);
}

/// What models in use have, where nothing measured tells.
std::set<double> usualValues(ShapeMember member) {
    std::set<double> values;
    if (member == &S::hidden) return {2048, 2880, 4096, 5120, 6144, 7168, 8192};
    if (member == &S::topK) return {1, 2, 4, 6, 8, 10};
    if (member == &S::batch) addPowers(values, 1, 512);
    if (member == &S::heads || member == &S::kvHeads) addPowers(values, 1, 128);
    if (member == &S::experts) addPowers(values, 8, 512);
    if (member == &S::expertFfn) addPowers(values, 512, 16384);
    if (member == &S::tp || member == &S::ep) addPowers(values, 1, 64);
    if (member == &S::tokens || member == &S::sequence) addPowers(values, 1, 32768);
    return values;
}

std::set<double> valuesOf(OperatorOp op, ShapeMember member, const OperatorModel* model) {
    std::set<double> values;
    if (model == nullptr) return usualValues(member);
    if (!model->exact.groups.empty()) {
        if (member == &S::tokens) return {model->exact.tokens.begin(), model->exact.tokens.end()};
        if (const std::optional<std::size_t> place = exactPlace(member))
            for (const ExactRows::Group& group : model->exact.groups) values.insert(group.key[*place]);
        return values;
    }
    const std::optional<std::size_t> key = sliceKey(op, member), axis = ownAxis(op, member);
    for (const OperatorSlice& slice : model->slices) {
        if (key) values.insert(slice.key[*key]);
        if (!axis) continue;
        const double low = std::exp2(slice.surface.least[*axis]), high = std::exp2(slice.surface.most[*axis]);
        addPowers(values, std::round(low), std::round(high));
        values.insert(std::round(low));
        values.insert(std::round(high));
        if (slice.surface.axes.size() > *axis)
            for (const double knot : slice.surface.axes[*axis])
                if (const double value = std::round(std::exp2(knot)); value >= low && value <= high)
                    values.insert(value);
    }
    return values.empty() ? usualValues(member) : values;
}

/// Of a middling layer of today.
double usualValue(ShapeMember member) {
    if (member == &S::m || member == &S::n || member == &S::k || member == &S::sequence) return 4096;
    if (member == &S::batch || member == &S::kvHeads || member == &S::ep || member == &S::topK ||
        member == &S::ranks)
        return 8;
    if (member == &S::heads) return 32;
    if (member == &S::headDim || member == &S::tokens) return 128;
    if (member == &S::hidden) return 7168;
    if (member == &S::expertFfn) return 2048;
    if (member == &S::experts) return 256;
    if (member == &S::sms) return 24;
    if (member == &S::bytes) return 1048576;
    return member == &S::window ? 0 : 1;
}

double apart(double a, double b) {
    return std::abs(std::log2((a + 1) / (b + 1)));
}

} // namespace

std::vector<OperatorAxis> operatorAxes(OperatorOp op, const OperatorModel* model,
                                       const std::vector<OperatorPoint>& points) {
    std::vector<OperatorAxis> axes;
    for (const ShapeColumn& column : operatorRow(op).columns) {
        if (op == OperatorOp::DeepEpNormal && column.member == &S::experts) continue; // changes nothing
        std::set<double> values;
        for (const OperatorPoint& point : points) values.insert(point.shape.*column.member);
        if (points.empty()) values = valuesOf(op, column.member, model);
        if (values.empty()) values = {usualValue(column.member)};
        axes.push_back({&column, {values.begin(), values.end()}, 0});
    }
    return axes;
}

void settleAxes(std::vector<OperatorAxis>& axes, const OperatorModel* model,
                const std::vector<std::pair<std::string, double>>& held) {
    const auto asked = [&](const OperatorAxis& axis) -> std::optional<double> {
        for (const auto& [option, value] : held)
            if (option == axis.column->option) return value;
        return std::nullopt;
    };
    for (OperatorAxis& axis : axes) {
        const double wanted = asked(axis).value_or(usualValue(axis.column->member));
        axis.value = *std::min_element(axis.values.begin(), axis.values.end(), [&](double a, double b) {
            return apart(a, wanted) < apart(b, wanted);
        });
        if (!asked(axis) || axis.value == wanted) continue;
        axis.value = wanted;
        axis.values.insert(std::lower_bound(axis.values.begin(), axis.values.end(), wanted), wanted);
    }
    if (model == nullptr) return;
    constexpr double kAsked = 1000; // what was asked for stays
    const ExactRows::Group* best = nullptr;
    double least = 0;
    for (const ExactRows::Group& group : model->exact.groups) {
        double far = 0;
        for (const OperatorAxis& axis : axes)
            if (const std::optional<std::size_t> place = exactPlace(axis.column->member))
                far += (asked(axis) ? kAsked : 1) * apart(group.key[*place], axis.value);
        if (best != nullptr && far >= least) continue;
        best = &group;
        least = far;
    }
    for (OperatorAxis& axis : axes)
        if (const std::optional<std::size_t> place = exactPlace(axis.column->member);
            place && best != nullptr && !asked(axis))
            axis.value = best->key[*place];
}

std::pair<std::string_view, std::string_view> usualAxes(OperatorOp op) {
    switch (op) {
    case OperatorOp::Gemm: return {"m", "n"};
    case OperatorOp::AttnContext:
    case OperatorOp::AttnGeneration:
    case OperatorOp::MlaContext:
    case OperatorOp::MlaGeneration: return {"s", "b"};
    case OperatorOp::Moe:
    case OperatorOp::ExpertAllToAll: return {"tokens", "ep"};
    case OperatorOp::DeepEpLowLatency: return {"tokens", "experts"};
    case OperatorOp::DeepEpNormal: return {"tokens", "sms"};
    default: return {"bytes", "ranks"};
    }
}

bool isWhole(const ShapeColumn& column) {
    for (const ShapeMember member : {&S::heads, &S::kvHeads, &S::headDim, &S::window, &S::topK, &S::experts,
                                     &S::tp, &S::ep, &S::ranks, &S::nodes, &S::sms})
        if (column.member == member) return true;
    return false;
}

std::vector<double> between(const std::vector<double>& values, std::size_t count, double beyond) {
    const double low = values.front(), ratio = values.back() * beyond / low;
    std::vector<double> found;
    for (std::size_t i = 0; i < count; ++i) {
        const double value = std::round(low * std::pow(ratio, double(i) / double(count - 1)));
        if (found.empty() || value > found.back()) found.push_back(value);
    }
    return found;
}

} // namespace moe
