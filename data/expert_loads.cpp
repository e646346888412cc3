// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/expert_loads.h"

#include "data/csv.h"
#include "data/number.h"
#include "data/problem_log.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace moe {
namespace {

/// Far beyond any published model, and as far as scenarios go. A load is kept for each expert of each layer:
/// a file asks for half a gibibyte at most, whatever few rows it has.
constexpr double kMostExperts = 65536, kMostLayerNumber = 1e6, kMostStepNumber = 1e9;
constexpr std::size_t kMostLayers = 1000;
/// Loads are added up and squared.
constexpr double kMostTokens = 1e15;
/// A matrix of pairs holds experts² numbers per layer: half a gibibyte in all.
constexpr std::size_t kMostPaired = 1024;
constexpr double kMostPairs = 1 << 26;
/// Loads of every step, layer and expert: half a gibibyte.
constexpr double kMostStepLoads = 1 << 26;

bool isIndex(double value, double end) {
    return value >= 0 && value < end && value == std::floor(value);
}
Message indexRule(double end) {
    return say("expected a whole number from 0 to %1", numberText(end - 1));
}

struct LayerRows {
    std::map<std::pair<std::int64_t, std::size_t>, double>
        loads; ///< by step (0 without the column) and expert
    std::map<std::pair<std::size_t, std::size_t>, double> pairs; ///< lower expert first
};

/// Sorts the rows of one file into layers and refuses what cannot be meant.
class LoadRows {
public:
    LoadRows(const CsvTable& table, ProblemLog& log) : m_table(table), m_log(log) {}

    std::map<int, LayerRows> read() {
        const std::vector<double>& layer = m_table.find("layer")->numbers;
        const std::vector<double>& expert = m_table.find("expert")->numbers;
        const std::vector<double>& tokens = m_table.find("tokens")->numbers;
        const CsvColumn* with = m_table.find("with");
        const CsvColumn* step = m_table.find("step");
        if (step != nullptr && !step->numeric) step = nullptr; // told by the caller
        for (m_row = 0; m_row < m_table.rows(); ++m_row) {
            const bool paired = with != nullptr && with->numeric && !std::isnan(with->numbers[m_row]);
            if (!isIndex(layer[m_row], kMostLayerNumber)) {
                refuse("layer", indexRule(kMostLayerNumber), layer[m_row]);
            } else if (!isIndex(expert[m_row], kMostExperts)) {
                refuse("expert", indexRule(kMostExperts), expert[m_row]);
            } else if (!(tokens[m_row] >= 0 && tokens[m_row] <= kMostTokens)) {
                refuse("tokens", say("expected a number from 0 to %1", numberText(kMostTokens)),
                       tokens[m_row]);
            } else if (step != nullptr && !isIndex(step->numbers[m_row], kMostStepNumber)) {
                refuse("step", indexRule(kMostStepNumber), step->numbers[m_row]);
            } else if (paired && !isIndex(with->numbers[m_row], kMostExperts)) {
                refuse("with", indexRule(kMostExperts), with->numbers[m_row]);
            } else if (m_found.size() >= kMostLayers && !m_found.contains(static_cast<int>(layer[m_row]))) {
                refuse("layer", say("is beyond the first %1 layers, which are read", kMostLayers),
                       layer[m_row]);
            } else {
                take(m_found[static_cast<int>(layer[m_row])],
                     step != nullptr ? static_cast<std::int64_t>(step->numbers[m_row]) : 0,
                     static_cast<std::size_t>(expert[m_row]),
                     static_cast<std::size_t>(paired ? with->numbers[m_row] : expert[m_row]), tokens[m_row]);
            }
        }
        return std::move(m_found);
    }

private:
    void refuse(const char* key, Message rule, double value) {
        m_log.add({m_table.source, m_table.lines[m_row], 0, key, std::move(rule), numberText(value)});
    }

    void take(LayerRows& layer, std::int64_t step, std::size_t expert, std::size_t with, double tokens) {
        if (expert == with) {
            if (!layer.loads.emplace(std::pair{step, expert}, tokens).second)
                refuse("expert", say("stands twice in its layer; the first row counts"),
                       static_cast<double>(expert));
        } else if (const auto pair = layer.pairs.emplace(std::minmax(expert, with), tokens); pair.second) {
        } else if (m_table.find("step") != nullptr) { // pairs are those of all steps
            pair.first->second += tokens;
        } else {
            refuse("with", say("this pair stands twice in its layer; the first row counts"),
                   static_cast<double>(with));
        }
    }

    const CsvTable& m_table;
    ProblemLog& m_log;
    std::map<int, LayerRows> m_found;
    std::size_t m_row = 0;
};

std::vector<double> pairMatrix(const LayerRows& layer, std::size_t experts) {
    if (layer.pairs.empty()) return {};
    std::vector<double> matrix(experts * experts, 0.0);
    for (const auto& [pair, tokens] : layer.pairs)
        matrix[pair.first * experts + pair.second] = matrix[pair.second * experts + pair.first] = tokens;
    return matrix;
}

void addSteps(ExpertLoads& loads, const std::set<std::int64_t>& steps, const std::map<int, LayerRows>& found,
              std::size_t experts, ProblemLog& log) {
    const double numbers = double(steps.size()) * double(loads.layers.size()) * double(experts);
    if (numbers > kMostStepLoads) {
        log.add({loads.source,
                 0,
                 0,
                 "step",
                 say("would be %1 numbers of %2 steps: too many, only their sums were read",
                     numberText(numbers), steps.size()),
                 {}});
        return;
    }
    loads.steps.assign(steps.begin(), steps.end());
    loads.at.assign(steps.size(), std::vector(loads.layers.size(), std::vector<double>(experts, 0.0)));
    for (std::size_t layer = 0; layer < loads.layers.size(); ++layer)
        for (const auto& [where, count] : found.at(loads.layers[layer]).loads)
            loads.at[*loads.stepIndex(where.first)][layer][where.second] = count;
}

} // namespace

std::optional<std::size_t> ExpertLoads::stepIndex(std::int64_t step) const {
    const auto found = std::lower_bound(steps.begin(), steps.end(), step);
    if (found == steps.end() || *found != step) return std::nullopt;
    return static_cast<std::size_t>(found - steps.begin());
}

bool looksLikeExpertLoads(const std::vector<std::string>& header) {
    const auto has = [&](const char* name) {
        return std::find(header.begin(), header.end(), name) != header.end();
    };
    return has("layer") && has("expert") && has("tokens");
}

Result<ExpertLoads> readExpertLoads(std::string_view text, const std::string& source) {
    Result<CsvTable> table = readCsv(text, source, {{"layer"}, {"expert"}, {"tokens"}});
    if (!table) return table.error();
    ProblemLog log;
    for (const Problem& problem : table->problems) log.add(problem);
    if (const CsvColumn* with = table->find("with"); with != nullptr && !with->numeric)
        log.add({source, 1, 0, "with", say("expected expert numbers or nothing; no pair was read"), {}});
    if (const CsvColumn* step = table->find("step"); step != nullptr && !step->numeric)
        log.add({source, 1, 0, "step", say("expected numbers of steps; all rows count as of one step"), {}});
    const std::map<int, LayerRows> found = LoadRows(*table, log).read();

    ExpertLoads loads;
    loads.source = source;
    std::size_t experts = 0;
    std::set<std::int64_t> steps;
    bool paired = false;
    for (const auto& [number, layer] : found) {
        for (const auto& [where, tokens] : layer.loads) {
            experts = std::max(experts, where.second + 1);
            steps.insert(where.first);
        }
        for (const auto& [pair, tokens] : layer.pairs) experts = std::max(experts, pair.second + 1);
        paired = paired || !layer.pairs.empty();
    }
    const std::size_t mostPaired = std::min(
        kMostPaired,
        static_cast<std::size_t>(std::sqrt(kMostPairs / std::max(1.0, static_cast<double>(found.size())))));
    if (paired && experts > mostPaired) {
        log.add({source, 0, 0, "with", say("pairs are read for up to %1 experts", mostPaired),
                 std::to_string(experts)});
        paired = false;
    }
    for (const auto& [number, layer] : found) {
        if (layer.loads.empty()) {
            log.add({source, 0, 0, "layer", say("has pairs but no loads; it was left out"),
                     std::to_string(number)});
            continue;
        }
        loads.layers.push_back(number);
        std::vector<double>& filled = loads.tokens.emplace_back(experts, 0.0);
        std::vector<bool> known(experts);
        for (const auto& [where, count] : layer.loads) {
            filled[where.second] += count;
            known[where.second] = true;
        }
        const auto rows = static_cast<std::size_t>(std::count(known.begin(), known.end(), true));
        if (paired) loads.together.push_back(pairMatrix(layer, experts));
        if (rows < experts)
            log.add({source, 0, 0, "layer",
                     say("%1 of %2 experts have no row and count 0 tokens", experts - rows, experts),
                     std::to_string(number)});
    }
    if (table->find("step") != nullptr) addSteps(loads, steps, found, experts, log);
    loads.problems = log.take();
    if (loads.layers.empty()) {
        loads.problems.push_back({source, 1, 1, {}, say("no load could be read"), {}});
        return loads.problems;
    }
    return loads;
}

} // namespace moe
