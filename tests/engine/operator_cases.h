// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Measured operators of the engine's tests: the shipped files, read where a test asks for a GPU.

#include "models/engine/operators/operator_file.h"
#include "models/engine/operators/operator_tables.h"
#include "models/engine/profiles/profile_file.h"
#include "tests/engine/cases.h"

#include <map>
#include <memory>

namespace moe::test {

class TestOperatorTables : public OperatorTables {
public:
    const OperatorMachine* machine(std::string_view gpu) const override {
        const auto [at, isNew] = m_machines.try_emplace(std::string(gpu));
        if (isNew)
            for (const char* backend : {"trtllm", "vllm", "sglang"}) {
                const std::string name = at->first + "-" + backend + ".yaml";
                const std::string text = resourceText("operators/" + name);
                if (text.empty()) continue;
                OperatorMachine read = valueOf(operatorsFrom(valueOf(parseDocument(text, name)), name));
                if (!at->second)
                    at->second = std::make_unique<OperatorMachine>(std::move(read));
                else
                    for (OperatorModel& model : read.models) at->second->models.push_back(std::move(model));
            }
        return at->second.get();
    }
    const OperatorMachine* ownMachine(const GpuSpec&) const override { return nullptr; }

private:
    mutable std::map<std::string, std::unique_ptr<OperatorMachine>> m_machines;
};

/// GPUs, clusters, presets, profiles of operators and measured operators as they are shipped.
inline const Catalog& measuredCatalog() {
    static const Catalog catalog = [] {
        Catalog made = shippedCatalog();
        made.operators = std::make_shared<const TestOperatorTables>();
        made.profiles = std::make_shared<const ProfileSet>(valueOf(profileCurvesFrom(
            valueOf(parseDocument(resourceText("profiles/curves.yaml"), "curves.yaml")), "curves.yaml")));
        for (const char* key : {"deepseek-v3", "gpt-oss-120b", "minimax-m2", "kimi-k2", "qwen3-235b-a22b",
                                "qwen3.5-397b", "llama-3-70b", "llama-3-8b", "mixtral-8x7b"})
            made.presets.push_back(
                valueOf(readPreset(resourceText("presets/" + std::string(key) + ".yaml"), key)));
        return made;
    }();
    return catalog;
}

} // namespace moe::test
