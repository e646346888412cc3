// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/expert_loads.h"

#include "data/csv.h"
#include "data/number.h"
#include "data/problem_log.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace moe {
namespace {

/// Far beyond any published model, and as far as scenarios go. A load is kept for each expert of each layer:
/// a file asks for half a gibibyte at most, whatever few rows it has.
constexpr double kMostExperts = 65536, kMostLayerNumber = 1e6;
constexpr std::size_t kMostLayers = 1000;
/// Loads are added up and squared.
constexpr double kMostTokens = 1e15;
/// A matrix of pairs holds experts² numbers per layer: half a gibibyte in all.
constexpr std::size_t kMostPaired = 1024;
constexpr double kMostPairs = 1 << 26;

bool isIndex(double value, double end) {
    return value >= 0 && value < end && value == std::floor(value);
}
Message indexRule(double end) {
    return say("expected a whole number from 0 to %1", numberText(end - 1));
}

struct LayerRows {
    std::map<std::size_t, double> loads;
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
        for (m_row = 0; m_row < m_table.rows(); ++m_row) {
            const bool paired = with != nullptr && with->numeric && !std::isnan(with->numbers[m_row]);
            if (!isIndex(layer[m_row], kMostLayerNumber)) {
                refuse("layer", indexRule(kMostLayerNumber), layer[m_row]);
            } else if (!isIndex(expert[m_row], kMostExperts)) {
                refuse("expert", indexRule(kMostExperts), expert[m_row]);
            } else if (!(tokens[m_row] >= 0 && tokens[m_row] <= kMostTokens)) {
                refuse("tokens", say("expected a number from 0 to %1", numberText(kMostTokens)),
                       tokens[m_row]);
            } else if (paired && !isIndex(with->numbers[m_row], kMostExperts)) {
                refuse("with", indexRule(kMostExperts), with->numbers[m_row]);
            } else if (m_found.size() >= kMostLayers && !m_found.contains(static_cast<int>(layer[m_row]))) {
                refuse("layer", say("is beyond the first %1 layers, which are read", kMostLayers),
                       layer[m_row]);
            } else {
                take(m_found[static_cast<int>(layer[m_row])], static_cast<std::size_t>(expert[m_row]),
                     static_cast<std::size_t>(paired ? with->numbers[m_row] : expert[m_row]), tokens[m_row]);
            }
        }
        return std::move(m_found);
    }

private:
    void refuse(const char* key, Message rule, double value) {
        m_log.add({m_table.source, m_table.lines[m_row], 0, key, std::move(rule), numberText(value)});
    }

    void take(LayerRows& layer, std::size_t expert, std::size_t with, double tokens) {
        if (expert == with) {
            if (!layer.loads.emplace(expert, tokens).second)
                refuse("expert", say("stands twice in its layer; the first row counts"),
                       static_cast<double>(expert));
        } else if (!layer.pairs.emplace(std::minmax(expert, with), tokens).second) {
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

} // namespace

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
    const std::map<int, LayerRows> found = LoadRows(*table, log).read();

    ExpertLoads loads;
    loads.source = source;
    std::size_t experts = 0;
    bool paired = false;
    for (const auto& [number, layer] : found) {
        if (!layer.loads.empty()) experts = std::max(experts, layer.loads.rbegin()->first + 1);
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
        for (const auto& [index, count] : layer.loads) filled[index] = count;
        if (paired) loads.together.push_back(pairMatrix(layer, experts));
        if (layer.loads.size() < experts)
            log.add({source, 0, 0, "layer",
                     say("%1 of %2 experts have no row and count 0 tokens", experts - layer.loads.size(),
                         experts),
                     std::to_string(number)});
    }
    loads.problems = log.take();
    if (loads.layers.empty()) {
        loads.problems.push_back({source, 1, 1, {}, say("no load could be read"), {}});
        return loads.problems;
    }
    return loads;
}

} // namespace moe
