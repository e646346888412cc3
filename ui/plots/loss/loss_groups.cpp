// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/loss/loss_groups.h"

#include "models/engine/loss/model/loss_fit.h"
#include "models/engine/scenario/fields.h"

#include "data/number.h"
#include "models/items/words.h"

namespace moe::ui {

std::vector<LossGroupRow> lossGroups(const Catalog& catalog) {
    std::vector<LossGroupRow> rows;
    for (const LossTable* table : {catalog.denseLoss.get(), catalog.moeLoss.get()}) {
        if (!table) continue;
        const QString kind = table->moe ? items::Words::tr("MoE") : items::Words::tr("dense");
        for (const LossGroup& group : table->groups) {
            const QString name = QString::fromStdString(group.name);
            rows.push_back({kind + QLatin1Char('/') + name, kind + QLatin1Char(' ') + name, table, &group});
        }
    }
    return rows;
}

std::vector<MeasuredPoint> runsOf(const LossGroupRow& row) {
    std::vector<MeasuredPoint> runs;
    for (int index : row.group->runs) {
        const LossRun& run = row.table->runs[std::size_t(index)];
        runs.push_back(
            {run.learningRate, run.batchTokens(), run.loss, runExcess(*row.table, run) > kDivergedExcess});
    }
    return runs;
}

std::optional<Edits> modelEdits(const LossGroupRow& row, const Catalog& catalog, const Scenario& scenario) {
    // A group is named "architecture / tokens", its preset "step-law-architecture".
    const std::string architecture = row.group->name.substr(0, row.group->name.find(" / "));
    const ScenarioPreset* preset = catalog.preset("step-law-" + architecture);
    if (!preset || !row.table->moe) return std::nullopt;
    Edits edits;
    for (const Field& field : fields()) {
        const std::string_view key(field.key);
        if (!key.starts_with("model.") && !key.starts_with("moe.")) continue;
        const std::string wanted = fieldText(field.get(preset->scenario));
        if (wanted != fieldText(field.get(scenario))) edits.emplace_back(field.key, wanted);
    }
    const std::string tokens = numberText(row.group->tokens);
    if (!scenario.train || scenario.train->tokens != row.group->tokens)
        edits.emplace_back("train.tokens", tokens);
    return edits;
}

} // namespace moe::ui
