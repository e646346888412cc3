// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Values of the form as a person reads and types them, in the locale of the widget.

#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/fields.h"

#include <QLocale>
#include <QString>

namespace moe::ui {

/// Short text that fits a number box: "4,096", "1.5 T", "80 GiB"; empty when the value is absent. Numbers
/// that need more than five digits and a suffix are rounded: the row keeps the exact value.
QString valueText(const Field& field, const FieldValue& value, const QLocale& locale);
/// As valueText() without the unit, for places with little room.
QString shortText(const FieldValue& value, const QLocale& locale);
/// All digits and the unit: "1,500,000,000,000 tokens".
QString exactText(const Field& field, const FieldValue& value, const QLocale& locale);

/// "H100" of "h100-sxm": how people call a GPU; its key where the catalogue lacks it.
QString shortGpuName(const std::string& preset, const Catalog* catalog);

} // namespace moe::ui
