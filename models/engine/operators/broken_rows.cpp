// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/operators/broken_rows.h"

#include "models/engine/operators/operator_work.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

namespace moe {
namespace {

/// Times too long from which on a row is broken. Lines of sound rows fall by a third where a kernel changes;
/// the broken ones seen are 3.5 to 77 times too long (TensorRT-LLM 1.3.0rc20 on H100: latent context of 16
/// heads, 4 × 1,024 tokens with an fp8 cache 2,050 µs where 1,536 tokens take 184).
constexpr double kBroken = 3;
constexpr std::size_t kFewShapes = 8; ///< in common, below which two types are not compared

/// Times grow with these, if with nothing else.
constexpr ShapeMember kWork[] = {&OperatorShape::m,      &OperatorShape::n,        &OperatorShape::k,
                                 &OperatorShape::batch,  &OperatorShape::sequence, &OperatorShape::heads,
                                 &OperatorShape::tokens, &OperatorShape::bytes};

using Key = std::vector<double>;
Key keyOf(OperatorOp op, const OperatorShape& shape, ShapeMember without = nullptr) {
    Key key;
    for (const ShapeColumn& column : operatorRow(op).columns)
        if (column.member != without) key.push_back(shape.*column.member);
    return key;
}

/// Of each row, its time over the least of rows with more work; 0 where there are none.
std::vector<double> overLarger(const RowsOfType& type) {
    std::vector<double> most(type.rows.size(), 0);
    for (const ShapeMember member : kWork) {
        // Attention's heads alone change kernels with their number per key.
        const bool attention = type.op == OperatorOp::AttnContext || type.op == OperatorOp::AttnGeneration;
        if (attention && member == &OperatorShape::heads) continue;
        std::map<Key, std::vector<std::size_t>> lines;
        for (std::size_t i = 0; i < type.rows.size(); ++i)
            if (type.rows[i].shape.*member > 0)
                lines[keyOf(type.op, type.rows[i].shape, member)].push_back(i);
        for (auto& [key, line] : lines) {
            std::sort(line.begin(), line.end(), [&](std::size_t a, std::size_t b) {
                return type.rows[a].shape.*member > type.rows[b].shape.*member;
            });
            double least = std::numeric_limits<double>::infinity();
            for (const std::size_t i : line) {
                const double us = type.rows[i].surface.us;
                most[i] = std::max(most[i], us / least);
                least = std::min(least, us);
            }
        }
    }
    return most;
}

/// Median of one type's time over another's where both have the shape.
std::optional<double> usualRatio(const std::map<Key, double>& mine, const std::map<Key, double>& other) {
    std::vector<double> ratios;
    for (const auto& [key, us] : mine)
        if (const auto found = other.find(key); found != other.end()) ratios.push_back(us / found->second);
    if (ratios.size() < kFewShapes) return std::nullopt;
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    return *middle;
}

} // namespace

std::vector<std::vector<RejectedRow>> rejectBroken(std::vector<RowsOfType>& types) {
    std::vector<std::map<Key, double>> times(types.size());
    for (std::size_t i = 0; i < types.size(); ++i)
        for (const DeriveRow& row : types[i].rows) times[i][keyOf(types[i].op, row.shape)] = row.surface.us;
    std::vector<std::vector<RejectedRow>> rejected(types.size());
    for (std::size_t i = 0; i < types.size(); ++i) {
        RowsOfType& type = types[i];
        const std::vector<double> larger = overLarger(type);
        if (std::none_of(larger.begin(), larger.end(), [](double over) { return over > kBroken; })) continue;
        std::vector<std::optional<double>> usual(types.size());
        for (std::size_t j = 0; j < types.size(); ++j)
            if (j != i && types[j].op == type.op) usual[j] = usualRatio(times[i], times[j]);
        std::vector<DeriveRow> kept;
        for (std::size_t r = 0; r < type.rows.size(); ++r) {
            const DeriveRow& row = type.rows[r];
            double expected = std::numeric_limits<double>::infinity();
            if (larger[r] > kBroken) {
                const Key key = keyOf(type.op, row.shape);
                for (std::size_t j = 0; j < types.size(); ++j)
                    if (usual[j])
                        if (const auto found = times[j].find(key); found != times[j].end())
                            expected = std::min(expected, *usual[j] * found->second);
            }
            if (row.surface.us > kBroken * expected)
                rejected[i].push_back({row.shape, row.surface.us, row.surface.us / larger[r], expected});
            else
                kept.push_back(row);
        }
        type.rows = std::move(kept);
    }
    return rejected;
}

} // namespace moe
