// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/choice_label.h"

#include "models/engine/schedule/schedules.h"
#include "models/engine/serve/engines/engines.h"
#include "models/items/words.h"

#include <string_view>
#include <utility>

namespace moe::items {

QString choiceLabel(const std::string& value) {
    // Only what is not written as it is spoken; the rest stands as in files.
    static constexpr std::pair<std::string_view, const char*> kLabels[] = {
        {"mha", "MHA"},
        {"gqa", "GQA"},
        {"mla", "MLA"},
        {"rmsnorm", "RMSNorm"},
        {"layernorm", "LayerNorm"},
        {"none", QT_TRANSLATE_NOOP("Table", "none")},
        {"the engine's", QT_TRANSLATE_NOOP("Table", "the engine's")},
        {"head", QT_TRANSLATE_NOOP("Table", "each head")},
        {"width", QT_TRANSLATE_NOOP("Table", "all heads together")},
        {"rope", "RoPE"},
        {"alltoall", "all-to-all"},
        {"a2a", "all-to-all"},
        {"deepep", "DeepEP"},
        {"hybridep", "HybridEP"},
        {"adam", "Adam"},
        {"muon", "Muon"},
        {"wsd", "WSD"},
        {"jit", "JIT"},
        {"poisson", "Poisson"},
        {"fp8_block", QT_TRANSLATE_NOOP("Table", "fp8, blocks")},
        {"sdpa", "SDPA"},
        {"cudnn", "cuDNN"},
        {"zipf", "Zipf"},
        {"lognormal", QT_TRANSLATE_NOOP("Table", "log-normal")},
        {"lpt", "LPT"},
        {"eplb", "EPLB"},
        {"eplb-swap", QT_TRANSLATE_NOOP("Table", "EPLB + swaps")},
        {"flash-copy", QT_TRANSLATE_NOOP("Table", "Flash, copied")},
        {"flash-1", QT_TRANSLATE_NOOP("Table", "Flash 1, Triton")},
        {"megatron-2024", "Megatron 2024"},
        {"megatron-2026", "Megatron 2026"},
    };
    for (const auto& [name, label] : kLabels)
        if (name == value) return tableText(label);
    if (const ScheduleRow* row = findSchedule(value)) return tableText(row->label);
    for (const ServingEngine& engine : engines())
        if (engine.key == value) return QString::fromUtf8(engine.label);
    return QString::fromStdString(value);
}

} // namespace moe::items
