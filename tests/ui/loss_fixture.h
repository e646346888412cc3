// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reports of the shipped loss model for the tests of the loss pictures: a dense scenario on the runs it was
// fitted on, and presets.

#include "data/document.h"
#include "models/engine/evaluate.h"
#include "models/engine/files/catalog_file.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/loss/model/loss_file.h"
#include "tests/support/registry.h"

#include <memory>
#include <string>

namespace moe::test {

/// GPUs, the Step Law and DeepSeek-V3 presets, the shipped model; no tables.
inline std::shared_ptr<const Catalog> shippedLossCatalog() {
    static const auto shipped = [] {
        auto catalog = std::make_shared<Catalog>();
        catalog->gpus = *readGpus(resourceText("gpus.yaml"), "gpus.yaml");
        for (const std::string key : {"step-law-1in8", "step-law-1in89", "step-law-2in88", "step-law-3in8",
                                      "deepseek-v3", "llama-3-8b"})
            catalog->presets.push_back(*readPreset(resourceText("presets/" + key + ".yaml"), key));
        catalog->lossModel = std::make_shared<const LossModel>(
            *lossModelFrom(*parseDocument(resourceText("loss/model.yaml"), "model.yaml"), "model.yaml"));
        return std::shared_ptr<const Catalog>(catalog);
    }();
    return shipped;
}

/// With the published tables; null where they are not on this machine.
inline std::shared_ptr<const Catalog> tableCatalog() {
    static const auto loaded = []() -> std::shared_ptr<const Catalog> {
        const auto text = [](const std::string& name) { return sharedText("data/step-law/" + name); };
        const std::string dense = text("dense_lr_bs_loss.csv"), moe = text("moe_lr_bs_loss.csv"),
                          fits = text("1004_fitted_lr_bs_scaling_model_parameters.csv");
        if (dense.empty() || moe.empty() || fits.empty()) return nullptr;
        auto catalog = std::make_shared<Catalog>(*shippedLossCatalog());
        catalog->denseLoss = std::make_shared<const LossTable>(*readDenseLoss(dense, "dense"));
        catalog->moeLoss = std::make_shared<const LossTable>(*readMoeLoss(moe, "moe"));
        catalog->stepLawFits = std::make_shared<const StepLawFits>(*readStepLawFits(fits, "fits"));
        return catalog;
    }();
    return loaded;
}

/// 429M / 40B of the dense Step Law table at the best measured rate and batch.
inline Scenario denseScenario() {
    return *readScenario(
        "model: {layers: 10, hidden: 1280, ffn: 9472, heads: 10, head_dim: 128, vocab: 65536, "
        "sequence: 2048}\n"
        "train: {tokens: 4.0e10, global_batch: 256, micro_batch: 4, lr: 2.76e-3}\n"
        "gpu: {preset: h100-sxm}\n"
        "cluster: {gpus: 8}\n",
        "test");
}

inline std::shared_ptr<const Report> reportOf(const Scenario& scenario, const Catalog& catalog) {
    return std::make_shared<const Report>(evaluate(scenario, catalog));
}
inline std::shared_ptr<const Report> presetReport(const Catalog& catalog, const char* key) {
    return reportOf(catalog.preset(key)->scenario, catalog);
}

} // namespace moe::test
