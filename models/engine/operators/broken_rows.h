// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Measured rows that cannot be right: one of them bends its neighbours, and what lies between is then told as
// "interpolated". Private to this room.

#include "models/engine/operators/derive_rows.h"

#include <vector>

namespace moe {

/// Rows of one type or load of a table.
struct RowsOfType {
    OperatorOp op = OperatorOp::Gemm;
    std::vector<DeriveRow> rows;
};

/// Takes out of each type the rows that take several times as long as rows of more work beside them (one size
/// larger, all others alike), and several times what another type has for the same shape, as the two usually
/// compare. Both have to say so: kernels change from one size to the next, and types differ. Of a type
/// without others nothing is taken out.
std::vector<std::vector<RejectedRow>> rejectBroken(std::vector<RowsOfType>& types);

} // namespace moe
