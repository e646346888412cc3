// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The measured groups of the loaded tables, to be chosen from.

#include "ui/report_view.h"

#include <QString>

#include <optional>
#include <vector>

namespace moe::ui {

struct LossGroupRow {
    QString key;   ///< "dense/429M / 40B"
    QString label; ///< "dense 429M / 40B"
    const LossTable* table = nullptr;
    const LossGroup* group = nullptr; ///< both live as long as the catalogue
};
/// Dense first, in the tables' order.
std::vector<LossGroupRow> lossGroups(const Catalog& catalog);
std::vector<MeasuredPoint> runsOf(const LossGroupRow& row);

/// What to change in `scenario` so that it is the group's model on its tokens, when a preset describes it:
/// the model and expert fields and the tokens that differ. nullopt without such a preset.
std::optional<Edits> modelEdits(const LossGroupRow& row, const Catalog& catalog, const Scenario& scenario);

} // namespace moe::ui
