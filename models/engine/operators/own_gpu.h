// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A person's own GPU: some tens of measured points move the start times and rates of the nearest measured
// GPU; the shape of its surfaces stays.

#include "data/problem.h"
#include "models/engine/operators/operator_model.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

struct OwnPoint {
    OperatorOp op = OperatorOp::Gemm;
    std::string dtype;
    OperatorShape shape;
    double us = 0;
    int line = 0;
    std::string source = {}; ///< where not that of all points
};
struct OwnPoints {
    std::string source;
    std::vector<OwnPoint> points;
    Problems problems;    ///< lines that were left out
    std::string gpu = {}; ///< as the text names it; empty: it does not
};
/// What nccl-tests print, by their columns.
bool isNcclTests(std::string_view text);
/// Tables as operator_table.h reads them, one after the other, each below its own header and, where columns
/// do not tell, a line "# attn-generation"; or what nccl-tests print.
Result<OwnPoints> readOwnPoints(std::string_view text, const std::string& source);

/// Factors on the constants of every roof of an operator.
struct OwnFactors {
    OperatorOp op = OperatorOp::Gemm;
    double start = 1, compute = 1, memory = 1;
    double spread = 0;            ///< 80 % of the points lie within this logarithm of the fit
    std::size_t points = 0;       ///< that it rests on
    double before = 0, after = 0; ///< median |predicted/measured − 1|, without and with the factors
    /// What the factors move, in the middle of the points: us, and shares of the data sheet's rates.
    double startUs = 0, computeShare = 0, memoryShare = 0;
};

/// Fewer points than these give no fit.
inline constexpr std::size_t kLeastOwnPoints = 8, kLeastOwnCollectives = 5;

struct OwnFit {
    std::string like; ///< key of the GPU whose surfaces it moves
    std::vector<OwnFactors> factors;
    Problems problems; ///< operators with too few points, points faster than the data sheet allows
};
/// Fits the operators that have enough points to the surfaces of `machine`, at the rates of the own GPU. A
/// prior holds factors near 1 that the points do not settle.
OwnFit fitOwnGpu(const OperatorMachine& machine, const OperatorRates& rates, const OwnPoints& points);

/// A point that the fit uses, in us: as the surfaces are, with the factors, and with those of the other
/// points (of at most kLeftOutParts parts of them).
struct OwnPointError {
    std::size_t point = 0; ///< of the points
    double before = 0, after = 0;
    std::optional<double> leftOut; ///< absent where the others are too few for a fit
};
inline constexpr std::size_t kLeftOutParts = 24;
std::vector<OwnPointError> ownPointErrors(const OperatorMachine& machine, const OperatorRates& rates,
                                          const OwnPoints& points);

/// "gemm 1.1 0.83 0.95 0.12; …": start, compute, memory, spread.
std::string ownFactorsText(const std::vector<OwnFactors>& factors);
Result<std::vector<OwnFactors>> ownFactorsFrom(std::string_view text);

/// The machine moved by factors, under another name.
OperatorMachine ownMachine(const OperatorMachine& like, const std::string& key, Generation generation,
                           const std::vector<OwnFactors>& factors);

} // namespace moe
