// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What "auto" comes to: one row per optional field.

#include "models/engine/scenario/fields.h"
#include "models/engine/shape/setup.h"

#include <vector>

namespace moe {

/// In the unit of the field; monostate where the field is not optional or its section is not there.
FieldValue derivedValue(const Field& field, const Setup& setup);
/// One per row of fields(). The scenario must be valid.
std::vector<FieldValue> derivedValues(const Scenario& scenario, const Catalog& catalog);
/// Of a scenario that breaks a rule: values of its GPU's data sheet, which its layout does not change, in
/// place of those that were known before. `values` is empty or one per row of fields().
void renewGpuValues(std::vector<FieldValue>& values, const Scenario& broken, const Catalog& catalog);

} // namespace moe
