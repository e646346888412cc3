#pragma once
// What "auto" comes to: one row per optional field whose value the setup knows.

#include "models/engine/fields.h"
#include "models/engine/setup.h"

namespace moe::ui {

/// monostate when the setup does not tell. In the unit of the field.
FieldValue derivedValue(const Field& field, const Setup& setup);

} // namespace moe::ui
