// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Operator models of one GPU as a file: roofs, one byte per knot, one character per exact row, the errors on
// held-out rows and where it all comes from. Rebuilt by `moe-explorer profile --derive`.

#include "data/document.h"
#include "models/engine/operators/operator_model.h"

namespace moe {

Document operatorsDocument(const OperatorMachine& machine);

/// Fails on a missing, unknown or malformed key, each located; `source` names the file in the problems.
Result<OperatorMachine> operatorsFrom(const Document& document, const std::string& source);

/// "hopper", as the file has it.
const char* operatorGeneration(Generation generation);

/// First line of such a file's text.
inline constexpr std::string_view kOperatorsSchema = "moe-explorer/operators/1";

} // namespace moe
