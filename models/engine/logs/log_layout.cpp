// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of scenarioFromLog() share, and pipelines whose chunks are not of one length.

#include "data/text.h"
#include "models/engine/logs/log_draft.h"
#include "models/engine/logs/log_layers.h"
#include "models/engine/scenario/layout_text.h"

#include <algorithm>
#include <numeric>

namespace moe {

Count LogDraft::needed(std::string_view argument) {
    const std::optional<Count> value = arguments.count(argument);
    if (!value && !arguments.isWrong(argument))
        problems.push_back({.source = log.source,
                            .key = std::string(argument),
                            .rule = say("is needed for a scenario and stands nowhere in the log")});
    return value.value_or(1);
}

void LogDraft::leaveOut(std::string_view argument) {
    const MegatronArgument* said = arguments.said(argument);
    const std::string line = std::string(argument) + (said ? " " + excerpt(said->text) : "");
    std::vector<std::string>& list = made.scenario.leftOut;
    if (std::find(list.begin(), list.end(), line) == list.end()) list.push_back(line);
}

void LogDraft::refuse(std::string_view argument, Message rule) {
    if (const MegatronArgument* said = arguments.said(argument))
        arguments.complain(argument, *said, std::move(rule));
    else
        problems.push_back({.source = log.source, .key = std::string(argument), .rule = std::move(rule)});
}

bool LogDraft::isFalse(std::string_view argument) const {
    const std::string value = arguments.text(argument).value_or("True");
    return value == "False" || value == "false";
}

void readLogLayout(LogDraft& draft) {
    LogArguments& said = draft.arguments;
    ParallelSpec& made = draft.parallel();
    const Count layers = draft.model().layers;
    const auto fits = [&](const std::vector<Count>& chunks) {
        return std::accumulate(chunks.begin(), chunks.end(), Count(0)) == layers;
    };
    if (const MegatronArgument* text = said.said("pipeline_model_parallel_layout")) {
        StageLayout layout;
        const bool isLayout = parseList(bare(text->text), layout) && !layout.layers.empty();
        const auto count = static_cast<Count>(layout.layers.size());
        if (!isLayout || !fits(layout.layers) || count % made.pp != 0)
            return draft.leaveOut("pipeline_model_parallel_layout");
        made.vpp = count / made.pp;
        made.layout = std::move(layout);
    }
    for (const char* argument : {"hybrid_layer_pattern", "hybrid_override_pattern"}) {
        const MegatronArgument* text = said.said(argument);
        const auto pattern = text ? hybridPattern(text->text) : std::nullopt;
        if (!pattern || pattern->stages.empty()) continue;
        const auto count = static_cast<Count>(pattern->stages.size());
        if (!fits(pattern->stages) || count % made.pp != 0) return draft.leaveOut(argument);
        made.vpp = count / made.pp;
        made.layout.layers = pattern->stages;
        return;
    }
    const std::optional<Count> first = said.count("decoder_first_pipeline_num_layers"),
                               last = said.count("decoder_last_pipeline_num_layers");
    if (!first && !last) return;
    std::vector<Count> chunks(static_cast<std::size_t>(made.pp), 0);
    const Count ends = (first ? 1 : 0) + (last ? 1 : 0);
    const Count between = layers - first.value_or(0) - last.value_or(0), stages = made.pp - ends;
    if (made.vpp == 1 && stages > 0 && between > 0 && between % stages == 0) {
        std::fill(chunks.begin(), chunks.end(), between / stages);
        if (first) chunks.front() = *first;
        if (last) chunks.back() = *last;
        if (fits(chunks)) {
            made.layout.layers = chunks;
            return;
        }
    } else if (made.vpp == 1 && first && last && stages == 0 && between == 0) {
        made.layout.layers = {*first, *last};
        return;
    }
    if (first) draft.leaveOut("decoder_first_pipeline_num_layers");
    if (last) draft.leaveOut("decoder_last_pipeline_num_layers");
}

} // namespace moe
