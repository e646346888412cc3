// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/explain/explain_gpu.h"

#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/machines/gpu_fields.h"
#include "models/engine/scenario/machines/topology.h"
#include "models/engine/shape/setup.h"

namespace moe {
namespace {

/// What a row of the sheet comes to in the scenario, and what the sheet says if that is something else.
AccountFigure figureOf(const GpuField& field, const GpuSpec& sheet, const Setup& setup) {
    AccountFigure figure;
    figure.key = field.key;
    figure.label = field.label;
    figure.unit = field.baseUnit;
    figure.field = field.replacedBy;
    const Citation citation = citationOf(sheet, field);
    figure.citation = citation.text;
    figure.uncited = citation.uncited;
    if (field.get == nullptr) {
        figure.text =
            field.key == "topology" ? topologyRow(sheet.topology).label : gpuFieldText(sheet, field);
        return figure;
    }
    const ClusterSpec& cluster = setup.scenario->cluster;
    const double said = field.get(sheet);
    double used = field.get(setup.gpu);
    if (field.key == "nvlink_gbps") used = setup.nvlink.base;
    if (field.key == "nic_gbps" && cluster.nicGbps) used = *cluster.nicGbps * field.scale;
    if (field.key == "domain") used = setup.domain;
    figure.value = used;
    if (used != said) figure.replaced = said;
    return figure;
}

} // namespace

const std::vector<AccountRow>& sheetRows() {
    static const std::vector<AccountRow> rows{{"gpu.data_sheet", "Data sheet", "GPU"}};
    return rows;
}

Account dataSheet(Account account, const Scenario& scenario, const Catalog& catalog) {
    const GpuSpec* sheet = catalog.gpu(scenario.gpu.preset);
    if (sheet == nullptr) return account;
    const Setup setup = setupOf(scenario, catalog);
    account.name = sheet->label;
    account.source = sheet->source;
    Count uncited = 0, replaced = 0;
    for (const GpuField& field : gpuFields()) {
        AccountFigure figure = figureOf(field, *sheet, setup);
        // Factors say something only where they are set.
        const bool factor = field.usual || (field.cited.empty() && field.get != nullptr);
        if (factor && !figure.replaced && field.get(*sheet) == field.get(GpuSpec{})) continue;
        uncited += figure.uncited;
        replaced += figure.replaced.has_value();
        account.figures.push_back(std::move(figure));
    }
    if (uncited > 0)
        account.assumptions.push_back(
            say("Uncited figures: %1. No document was found for them; confirm them before a result rests on "
                "them.",
                uncited));
    if (replaced > 0) account.assumptions.push_back(say("Figures that the scenario replaces: %1.", replaced));
    if (sheet->topology != Topology::Switch) {
        const TopologyRow& row = topologyRow(sheet->topology);
        account.assumptions.push_back(say("Share of the links that a group of n of D GPUs can use: %1; of an "
                                          "all-to-all %2 (%3).",
                                          row.ring, row.exchange, row.source));
    }
    return account;
}

} // namespace moe
