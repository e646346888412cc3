// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Measured operators in words: their names, the columns of their tables, who measured them.

#include "data/operator_table.h"
#include "models/engine/operators/operator_model.h"
#include "models/items/column_notes.h"

#include <QString>

#include <string_view>

namespace moe::items {

QString operatorLabel(OperatorOp op);
/// "Tokens", and what they are counted in; of a column's option ("kv-heads").
struct ShapeLabel {
    QString name, unit; ///< the unit may be empty
};
ShapeLabel shapeLabel(std::string_view option);
/// "7,168", "64 kB" of bytes.
QString shapeValue(std::string_view option, double value);
QString originLabel(OperatorOrigin origin);
/// "TensorRT-LLM 1.3.0rc20"
QString kernelLabel(std::string_view backend, std::string_view version);
/// "balanced", "power law 1.2"
QString loadLabel(std::string_view load);

/// A GPU that the tables name by its folder: "B200 SXM 180 GB"; the name itself where the catalogue has none.
QString operatorGpuLabel(std::string_view folderOrKey, const Catalog& catalog);
/// "Measured on B200 SXM 180 GB · TensorRT-LLM 1.3.0rc20 · moe · times in µs"
QString operatorProvenance(const OperatorTable& table, const Catalog& catalog);
/// Of a table of this kind.
ColumnNote operatorColumnNote(const OperatorKind& kind, std::string_view column);

} // namespace moe::items
