// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which values of a shape's columns are worth asking a measured operator for.

#include "models/engine/operators/operator_derive.h"
#include "models/engine/operators/operator_picture.h"

#include <string_view>
#include <utility>
#include <vector>

namespace moe {

/// The columns of an operator with the values of measured rows; without rows those of the model's exact rows,
/// knots and slices, powers of two between the least and the most that was measured.
std::vector<OperatorAxis> operatorAxes(OperatorOp op, const OperatorModel* model,
                                       const std::vector<OperatorPoint>& points);

/// Sets what is held: values asked for as they are, the others usual ones, of expert layers together those of
/// the measured layer nearest to all.
void settleAxes(std::vector<OperatorAxis>& axes, const OperatorModel* model,
                const std::vector<std::pair<std::string, double>>& held);

/// Options of the lower axis and of what tells lines apart.
std::pair<std::string_view, std::string_view> usualAxes(OperatorOp op);
/// Its values lie too far apart for any between them: heads, GPUs, experts.
bool isWhole(const ShapeColumn& column);
/// About `count` whole numbers, evenly in their logarithm, from the first to the last value times `beyond`.
std::vector<double> between(const std::vector<double>& values, std::size_t count, double beyond);

} // namespace moe
