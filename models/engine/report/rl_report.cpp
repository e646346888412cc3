// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/report/rl_report.h"

namespace moe {

const std::vector<RlPartRow>& rlParts() {
    static const std::vector<RlPartRow> rows = {
        {RlPart::Rollout, "rollout", "Rollout"},
        {RlPart::Reward, "reward", "Reward"},
        {RlPart::Logprob, "logprob", "Old log-probabilities"},
        {RlPart::Reference, "reference", "Reference model"},
        {RlPart::Critic, "critic", "Critic"},
        {RlPart::Train, "train", "Training"},
        {RlPart::Transfer, "transfer", "Weight transfer"},
        {RlPart::Switch, "switch", "Switch of GPUs"},
        {RlPart::Framework, "framework", "Between phases"},
        {RlPart::Idle, "idle", "Waiting for the rollout"},
    };
    return rows;
}

} // namespace moe
