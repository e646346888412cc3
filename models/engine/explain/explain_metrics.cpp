// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/explain/explain_metrics.h"

#include "models/engine/report/metrics.h"
#include "models/engine/time/step_terms.h"

namespace moe {
namespace {

void addWarnings(std::vector<Message>& sentences, const Report& report, std::string_view start) {
    for (const Warning& warning : report.warnings)
        if (warning.id.starts_with(start)) sentences.push_back(warning.text);
}

} // namespace

std::vector<Message> accountAssumptions(std::string_view key, const Report& report) {
    std::vector<Message> sentences;
    if (const Metric* row = findMetric(key); row && *row->assumption) sentences.emplace_back(row->assumption);
    if (key.starts_with("memory.") && key != "memory.capacity_bytes") {
        if (report.memory && report.memory->stages.size() > 1)
            sentences.push_back(say("Of the heaviest of %1 pipeline stages, stage %2.",
                                    report.memory->stages.size(), report.memory->heaviest().stage));
        if (report.memory && !key.starts_with("memory.terms."))
            sentences.push_back(say("The peak is in the %1.", report.memory->heaviest().peakPhase));
        if (report.scenario.moe)
            sentences.emplace_back(
                say("Expert parallelism is carved out of data parallelism: a rank receives "
                    "λ·k·T rows on average, whatever EP is."));
    }
    for (const StepTermRow& row : timeTerms()) {
        if (key != std::string("train.terms.") + row.key) continue;
        sentences.emplace_back(
            say("The value is what the step waits for; hidden time is not in it. Host and GPU "
                "overlap as (G² + H²)^½, so a part owns x of its time."));
        if (*row.assumption) sentences.emplace_back(row.assumption);
    }
    if (key.starts_with("train.")) addWarnings(sentences, report, "time-");
    if (key.starts_with("loss.") && !key.starts_with("loss.law_")) {
        if (report.loss && !report.loss->fitOrigin.empty())
            sentences.push_back(say("Fitted on: %1.", report.loss->fitOrigin));
        addWarnings(sentences, report, "loss-");
    }
    if (key.starts_with("goodput.")) addWarnings(sentences, report, "goodput-");
    if (key.starts_with("rl.")) addWarnings(sentences, report, "rl-");
    if (key.starts_with("power.") || key.starts_with("energy.")) addWarnings(sentences, report, "power-");
    if (key.starts_with("serve.")) addWarnings(sentences, report, "serve-");
    if (key.starts_with("placement.")) addWarnings(sentences, report, "placement-");
    return sentences;
}

} // namespace moe
