// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the keys behind a chip mean: how their value is typed, what can be chosen, what one step is.

#include "ui/report_view.h"

#include <QLocale>
#include <QStringList>

namespace moe::ui {

using ChipKeys = std::vector<std::string>;

/// "Limit per token", "GPUs and GPU".
QString chipName(const ChipKeys& keys);
/// What the sentence says there, with GPU and choices as they are spoken.
QString chipText(const QString& said, const ChipKeys& keys, const Scenario& scenario, const Catalog* catalog);
/// What stands in the editor of a chip that is opened; empty where the scenario has no value.
QString chipEditText(const ChipKeys& keys, const Scenario& scenario, const Catalog& catalog,
                     const QLocale& locale);
/// What can be chosen; empty where only typing makes sense.
QStringList chipChoices(const ChipKeys& keys, const Scenario& scenario, const Catalog& catalog);

struct ChipEdit {
    Edits edits;
    QString preset; ///< to be opened in place of edits
    QString rule;   ///< why the text does not fit; then there is nothing else
};
ChipEdit chipEdit(const ChipKeys& keys, const QString& text, const Scenario& scenario, const Catalog& catalog,
                  const QLocale& locale);
/// So many steps up; empty where a step makes no sense or changes nothing.
Edits chipSteps(const ChipKeys& keys, int steps, const Scenario& scenario, const Catalog& catalog);

} // namespace moe::ui
