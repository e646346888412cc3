// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A report as text: for the terminal, as Markdown, as CSV, and any JSON tree as YAML.

#include "models/engine/report/report.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

/// Aligned and short, for a terminal: groups of results, parts of memory and of the step, warnings last.
QString reportText(const Report& report);

/// What a document about a scenario says beside its numbers.
struct ReportContext {
    const Scenario* base = nullptr; ///< inputs that differ from it are listed; null = none are
    QString validation;             ///< how well the models meet measured runs; may be empty
};
/// The same as Markdown tables.
QString reportMarkdown(const Report& report, const ReportContext& context = {});

/// Columns key,label,value,unit: one row per metric, base units, an empty value where there is none.
QString reportCsv(const Report& report);

/// The tree of `object` as YAML: keys sorted, text quoted where YAML would read something else.
QString yamlOf(const QJsonObject& object);

/// "Mixtral 8x7B · 64 × h100-sxm"
QString reportTitle(const Report& report);

} // namespace moe::items
