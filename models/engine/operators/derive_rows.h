// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows on their way from a table to a model.

#include "models/engine/operators/operator_model.h"
#include "models/engine/operators/surface_fit.h"

#include <array>
#include <cstddef>
#include <vector>

namespace moe {

struct DeriveRow {
    OperatorShape shape;
    SurfaceRow surface;
    std::array<double, 2> slice{};
    std::size_t fold = 0, family = 0; ///< which fifth it belongs to; which family of shapes
};
inline constexpr std::size_t kFolds = 5;
inline constexpr std::size_t kLeastRows = 8; ///< of a slice: fewer say nothing about four constants

/// Rows in and out of one fifth.
struct Split {
    std::vector<DeriveRow> seen, held;
};
template <class Fold> Split split(const std::vector<DeriveRow>& rows, Fold isHeld) {
    Split parts;
    for (const DeriveRow& row : rows) (isHeld(row) ? parts.held : parts.seen).push_back(row);
    return parts;
}

/// A surface through all rows, with the grid of that number among those the operator may have; 0: none.
Surface fitted(OperatorOp op, const std::vector<DeriveRow>& rows, std::size_t candidate);

/// Expert layers of one data type under several loads: surfaces, exact rows, errors and bands. Residuals of
/// drawn loads scatter with the draw, so that these share one set of exact rows, unless kernels are tuned so
/// differently for each load that its own rows predict clearly better.
void deriveExperts(std::vector<OperatorModel>& models, const std::vector<std::vector<DeriveRow>>& rows);

} // namespace moe
