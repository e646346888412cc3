// SPDX-License-Identifier: GPL-3.0-or-later
// The chapter on what the models are held against, from the functions behind `moe-explorer validate`.

#include "models/items/escape.h"
#include "models/items/explain_text.h"
#include "models/items/manual.h"
#include "models/items/validation_cells.h"
#include "models/items/warning_text.h"
#include "models/items/words.h"

#include <cmath>

namespace moe::items {
namespace {

using Kind = ManualPart::Kind;

QString escaped(const std::string& text) {
    return markdownEscaped(QString::fromStdString(text));
}
QStringList escaped(QStringList cells) {
    for (QString& cell : cells) cell = markdownEscaped(cell);
    return cells;
}

ManualSection formulaCheckSection(const FormulaChecks& checks) {
    ManualSection section{QStringLiteral("validation-formulas"),
                          QStringLiteral("Published figures of single formulas"), 2};
    section.parts.push_back(
        {Kind::Paragraph, QStringLiteral("The engine's own functions with the inputs of a publication.")});
    std::string group, source;
    for (const FormulaCheck& row : checks.rows) {
        if (row.group != group) {
            group = row.group;
            section.parts.push_back({Kind::Paragraph, QStringLiteral("**%1**").arg(escaped(group))});
            section.parts.push_back({Kind::Table, {}, {formulaCheckHeader()}, {1, 2, 3, 4}});
        }
        section.parts.back().rows.push_back(escaped(formulaCheckCells(row)));
    }
    for (const FormulaCheckGroup& one : checks.groups)
        section.parts.push_back(
            {Kind::Item, QStringLiteral("%1 %2.").arg(one.holds ? QStringLiteral("Holds:")
                                                                : QStringLiteral("**Misses:**"),
                                                      markdownEscaped(formulaGroupText(one)))});
    return section;
}

ManualSection runsSection(const Validation& validation) {
    ManualSection section{QStringLiteral("validation-runs"), QStringLiteral("Measured runs"), 2};
    section.parts.push_back(
        {Kind::Paragraph,
         QStringLiteral(
             "Quality A: every input is published; B: one or two secondary inputs are not. The same "
             "runs as a picture: [Measured runs](view:measured).")});
    std::string group;
    for (const ValidationRow& row : validation.rows) {
        if (row.measuredCase->group != group) {
            group = row.measuredCase->group;
            section.parts.push_back({Kind::Paragraph, QStringLiteral("**%1**").arg(escaped(group))});
            section.parts.push_back({Kind::Table, {}, {validationHeader()}, {3, 4, 5}});
        }
        section.parts.back().rows.push_back(escaped(validationCells(row)));
    }
    return section;
}

ManualSection summarySection(const Validation& validation) {
    ManualSection section{QStringLiteral("validation-errors"), QStringLiteral("Absolute errors"), 2};
    section.parts.push_back(
        {Kind::Paragraph,
         QStringLiteral(
             "Median, the value nine of ten rows stay within, and the worst. *fitted* are runs that the "
             "step-time constants were fitted on; for most others the fit does not name its runs, so "
             "their errors are no proof of how the model carries over.")});
    ManualPart table{Kind::Table, {}, {summaryHeader()}, {2, 3, 4, 5}};
    std::string family;
    for (const ErrorSummary& summary : validation.summaries) {
        table.rows.push_back(escaped(summaryCells(summary)));
        if (summary.family == family) table.rows.back()[0].clear();
        family = summary.family;
    }
    section.parts.push_back(table);
    return section;
}

ManualSection reachSection(const Validation& validation) {
    ManualSection section{QStringLiteral("validation-reach"),
                          QStringLiteral("What holds, and what misses why"), 2};
    for (const Reach& reach : validation.reaches)
        section.parts.push_back(
            {Kind::Item, QStringLiteral("%1 %2: %3 of %4 rows beyond the limit.")
                             .arg(reach.holds ? QStringLiteral("Holds:") : QStringLiteral("**Misses:**"),
                                  escaped(reach.text))
                             .arg(reach.broken.size())
                             .arg(reach.count)});
    section.parts.push_back({Kind::Paragraph, QStringLiteral("**Causes**")});
    const MeasuredCase* last = nullptr;
    for (const ValidationRow& row : validation.rows) {
        if (row.measuredCase == last || row.measuredCase->cause.empty()) continue;
        last = row.measuredCase;
        section.parts.push_back(
            {Kind::Item, QStringLiteral("**%1**: %2").arg(escaped(last->id), escaped(last->cause))});
    }
    return section;
}

} // namespace

Manual validationChapter(const FormulaChecks& checks, const Validation& validation) {
    ManualSection opening{QStringLiteral("validation"), QStringLiteral("Validation"), 1};
    opening.parts.push_back(
        {Kind::Paragraph,
         QStringLiteral(
             "Computed when this page is made, by the same functions as `moe-explorer validate`: what the "
             "models give beside what was published or measured. Misses are listed with the rest.")});
    return {opening, formulaCheckSection(checks), runsSection(validation), summarySection(validation),
            reachSection(validation)};
}

ManualSection warningSection() {
    ManualSection section{QStringLiteral("warnings"), QStringLiteral("What the warnings mean"), 2};
    section.parts.push_back(
        {Kind::Paragraph, QStringLiteral("A report that leaves what its models know says so. The "
                                         "warnings by their `id` in the JSON:")});
    for (const auto& [id, text] : warningReasons())
        section.parts.push_back(
            {Kind::Item, QStringLiteral("`%1`: %2").arg(id, markdownEscaped(tableText(text)))});
    return section;
}

} // namespace moe::items
