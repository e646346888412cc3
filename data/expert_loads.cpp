#include "data/expert_loads.h"

#include "data/csv.h"
#include "data/number.h"
#include "data/problem_log.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace moe {
namespace {

/// Far beyond any published model; keeps a stray number from asking for memory.
constexpr double kMost = 1e6;

bool isIndex(double value) {
    return value >= 0 && value < kMost && value == std::floor(value);
}

} // namespace

Result<ExpertLoads> readExpertLoads(std::string_view text, std::string source) {
    Result<CsvTable> table = readCsv(text, source, {{"layer"}, {"expert"}, {"tokens"}});
    if (!table) return table.error();
    const std::vector<double>& layer = table->find("layer")->numbers;
    const std::vector<double>& expert = table->find("expert")->numbers;
    const std::vector<double>& tokens = table->find("tokens")->numbers;

    ProblemLog log;
    for (const Problem& problem : table->problems) log.add(problem);
    std::map<int, std::map<std::size_t, double>> found;
    std::size_t experts = 0;
    for (std::size_t row = 0; row < table->rows(); ++row) {
        const auto refuse = [&](const char* key, const char* rule, double value) {
            log.add({source, table->lines[row], 0, key, rule, numberText(value)});
        };
        if (!isIndex(layer[row])) {
            refuse("layer", "expected a whole number from 0", layer[row]);
        } else if (!isIndex(expert[row])) {
            refuse("expert", "expected a whole number from 0", expert[row]);
        } else if (!(tokens[row] >= 0) || std::isinf(tokens[row])) {
            refuse("tokens", "expected a number from 0", tokens[row]);
        } else {
            const auto index = static_cast<std::size_t>(expert[row]);
            if (!found[static_cast<int>(layer[row])].emplace(index, tokens[row]).second)
                refuse("expert", "stands twice in its layer; the first row counts", expert[row]);
            experts = std::max(experts, index + 1);
        }
    }
    ExpertLoads loads;
    loads.source = source;
    for (const auto& [number, row] : found) {
        loads.layers.push_back(number);
        std::vector<double>& filled = loads.tokens.emplace_back(experts, 0.0);
        for (const auto& [index, count] : row) filled[index] = count;
        if (row.size() < experts)
            log.add({source, 0, 0, "layer",
                     std::to_string(experts - row.size()) + " of " + std::to_string(experts) +
                         " experts have no row and count 0 tokens",
                     std::to_string(number)});
    }
    loads.problems = log.take();
    if (loads.layers.empty()) {
        loads.problems.push_back({source, 1, 1, {}, "no load could be read", {}});
        return loads.problems;
    }
    return loads;
}

} // namespace moe
