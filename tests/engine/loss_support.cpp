// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/loss_support.h"

namespace moe::test {

const PublishedLoss& publishedLoss() {
    static const PublishedLoss published = [] {
        PublishedLoss loss;
        const std::string dense = sharedText(kDenseTable), moe = sharedText(kMoeTable);
        if (dense.empty() || moe.empty()) return loss;
        loss.dense = *readDenseLoss(dense, "dense_lr_bs_loss.csv");
        loss.moe = *readMoeLoss(moe, "moe_lr_bs_loss.csv");
        if (Result<LossModel> fit = fitLossModel(&loss.dense, &loss.moe)) loss.fitted = *fit;
        return loss;
    }();
    return published;
}

} // namespace moe::test
