// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Prefill and decode passes that a person measured on one GPU without an engine (resources/scripts/gpu),
// beside what the operators of a server give for the same model, batch and context.

#include "data/problem.h"
#include "models/engine/scenario/catalog.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

struct OwnPass {
    std::string model;
    bool decode = false;
    Count batch = 1,
          context = 1; ///< sequences; tokens of each: all new in prefill, before the new one in decode
    ModelSpec shape;
    Count experts = 1, topK = 1;
    double us = 0;
    int line = 0;
};
struct OwnPasses {
    std::vector<OwnPass> rows;
    Problems problems; ///< rows that were left out
};
/// The text holds such a table, below comments or not.
bool isOwnPasses(std::string_view text);
Result<OwnPasses> readOwnPasses(std::string_view text, const std::string& source);

/// The pass alone on one GPU in bf16, as server operators compose it, in us; nullopt: it does not fit or no
/// model.
std::optional<double> predictedPass(const OwnPass& pass, const GpuSpec& gpu, const Catalog& catalog);

/// Passes of one model and phase, in the order of the table.
struct OwnPassErrors {
    std::string model;
    bool decode = false;
    std::size_t points = 0;
    double median = 0, ninety = 0; ///< |predicted/measured − 1|
    double bias = 0;               ///< median of predicted/measured − 1
};
std::vector<OwnPassErrors> ownPassErrors(const OwnPasses& passes, const GpuSpec& gpu, const Catalog& catalog);

} // namespace moe
