// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether a benchmark ran the scenario's model, by the name that its file has.

#include "models/engine/calibration/bench_file.h"
#include "models/engine/scenario/catalog.h"

#include <string>
#include <vector>

namespace moe {

/// Parameters that a model's name states. Its largest size is of all of them ("Llama-3-8B", "8x7B" with 8·7,
/// "OLMoE-1B-7B"); one behind an A ("30B-A3B"), the smaller of two, and any beside a count of experts
/// ("17B-16E") is of those that a token meets.
struct NamedSizes {
    double total = 0, active = 0; ///< 0: not stated
    double totalWithin = 1,
           activeWithin = 1; ///< factor that a count of parameters may be off by, as the name is rounded
};
NamedSizes namedSizes(const std::string& name);

enum class ModelMatch {
    Same,   ///< a model that is known by its name, of the scenario's shape
    Size,   ///< known by its size alone, which is the scenario's
    Untold, ///< no name, or one that says neither
    Other
};
/// Sizes in names are rounded or cut, with or without embeddings: within a quarter of either (Gemma 7B has
/// 8.54 B, 7.75 B without embeddings: arXiv 2403.08295, table 2), or one of the last digit that the name
/// states where that is more, a half at most ("1b" of granite-3.0-1b-a400m is 1.33 B). "8x7B" counts what
/// experts share eight times: within 1.4 (8x22B has 141 B of 176 B, its model card).
ModelMatch modelMatch(const std::string& name, const Scenario& scenario, const Catalog& catalog);

/// What was taken for the scenario's without its name being known: a sentence for each name.
std::vector<Message> takenModels(const std::vector<BenchRun>& runs, const Scenario& scenario,
                                 const Catalog& catalog);

} // namespace moe
