// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Measured times of GPU operators in the layout of the aiconfigurator database (NVIDIA, Apache-2.0,
// github.com/ai-dynamo/aiconfigurator): one file per GPU, operator, backend and version, one row per shape,
// one column of times per data type or distribution of tokens. Times are MICROSECONDS of GPU time.

#include "data/csv.h"
#include "data/units.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

inline constexpr Seconds kOperatorUnit = microsecond;

/// Columns that tell one kind of table: a shape, then times.
struct OperatorKind {
    std::string_view name;                    ///< as files are named: "attn-context"
    std::vector<std::string_view> keys;       ///< the shape; all must be there
    std::vector<std::string_view> words = {}; ///< of them, those that hold text
    std::vector<std::string_view> zeros = {}; ///< further columns that may be absent or 0: a window, a prefix
};
/// Kinds with the same columns are told apart by the file's name; the first is taken without one.
const std::vector<OperatorKind>& operatorKinds();

/// Where a file stands in the layout: {gpu}/{kind}-{backend}-{version}.csv.
struct OperatorPlace {
    std::string gpu, kind, backend, version; ///< empty where the name does not say it
};
OperatorPlace operatorPlace(std::string_view path);

/// One column of times; cells of shapes that were not measured are NaN.
struct OperatorTimes {
    std::string name;    ///< without the unit: "bf16", "bf16/fp8", "pl1.01"
    const CsvColumn* us; ///< of OperatorTable::table
    Message unusable;    ///< why no prediction may rest on it; empty otherwise
    double headDim = 0;  ///< > 0: `unusable` speaks of rows of this head size only
};

struct OperatorTable {
    std::string source;
    const OperatorKind* kind = nullptr;
    OperatorPlace place;
    std::vector<OperatorTimes> times; ///< in the order of the header
    Problems problems;                ///< rows left out, columns no prediction may rest on
    std::shared_ptr<const CsvTable> table;

    /// A key column's numbers, or nullptr where it is absent or text.
    const std::vector<double>* numbers(std::string_view column) const;
    const OperatorTimes* find(std::string_view time) const;
};

/// Decided from the header, and from the file's name where kinds share their columns. One key may be missing,
/// so that the reader can name it.
const OperatorKind* recogniseOperators(const std::vector<std::string>& header, std::string_view path = {});

/// Rows with a bad key, a time that is not positive or one that no device reaches are left out, each located.
/// Fails when a key or every column of times is missing, when no row can be used, or when the largest shapes
/// claim rates a thousandfold of any device: their times are no microseconds.
Result<OperatorTable> readOperators(std::string_view text, const std::string& source);

} // namespace moe
