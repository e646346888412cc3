// SPDX-License-Identifier: GPL-3.0-or-later
// Whether result files are of the scenario's model, and enough for a server's constants.

#include "data/number.h"
#include "data/text.h"
#include "models/engine/calibration/server_fit.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"

#include <cmath>
#include <set>

namespace moe {
namespace {

/// What names call "70B" is 70.6, "8x7B" 46.7 of 56.
constexpr double kNearName = 0.2, kLeastOfExperts = 0.6;
constexpr std::size_t kBenchConstants = 6, kBenchFigures = 3; ///< TTFT, TPOT and throughput of each run

bool isNameDigit(char c) {
    return c >= '0' && c <= '9';
}
char lowerOf(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

struct NamedSize {
    double params = 0;
    bool experts = false; ///< "8x7B": an upper bound
};

/// The first "…B" of a name that no letter goes on behind.
std::optional<NamedSize> sizeIn(std::string_view name) {
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (!isNameDigit(name[at]) || (at > 0 && (isNameDigit(name[at - 1]) || name[at - 1] == '.')))
            continue;
        std::size_t end = at;
        while (end < name.size() && (isNameDigit(name[end]) || name[end] == '.')) ++end;
        double number = parseNumber(name.substr(at, end - at)).value_or(0);
        NamedSize size;
        if (end + 1 < name.size() && lowerOf(name[end]) == 'x' && isNameDigit(name[end + 1])) {
            std::size_t behind = end + 1;
            while (behind < name.size() && (isNameDigit(name[behind]) || name[behind] == '.')) ++behind;
            number *= parseNumber(name.substr(end + 1, behind - end - 1)).value_or(0);
            size.experts = true;
            end = behind;
        }
        const bool billions =
            end < name.size() && lowerOf(name[end]) == 'b' &&
            (end + 1 == name.size() || !std::isalnum(static_cast<unsigned char>(name[end + 1])));
        const bool active = at > 0 && lowerOf(name[at - 1]) == 'a'; // "A17B"
        if (!billions || active || !(number > 0)) continue;
        size.params = number * 1e9;
        return size;
    }
    return std::nullopt;
}

/// The first word of letters: "Qwen" of "Qwen/Qwen3.5-397B".
std::string familyIn(std::string_view name) {
    name = name.substr(name.find_last_of('/') + 1);
    std::string word;
    for (const char c : name) {
        if (!std::isalpha(static_cast<unsigned char>(c))) break;
        word += lowerOf(c);
    }
    return word;
}

} // namespace

Problems otherModels(const std::vector<BenchRun>& runs, const Scenario& scenario, const Catalog& catalog) {
    const ParamCounts counts = paramCounts(setupOf(scenario, catalog));
    std::string own;
    for (const char c : scenario.name)
        if (std::isalnum(static_cast<unsigned char>(c))) own += lowerOf(c);
    Problems problems;
    std::set<std::string> told;
    for (const BenchRun& run : runs) {
        if (run.model.empty() || told.contains(run.model)) continue;
        const std::string_view name = std::string_view(run.model).substr(run.model.find_last_of('/') + 1);
        const auto near = [](double wanted, double is) { return std::abs(is / wanted - 1) <= kNearName; };
        bool other = false;
        if (const std::optional<NamedSize> size = sizeIn(name))
            other = size->experts ? counts.total > size->params * (1 + kNearName) ||
                                        counts.total < kLeastOfExperts * size->params
                                  : !near(size->params, counts.total) && !near(size->params, counts.active);
        else if (const std::string family = familyIn(name); family.size() >= 3 && !own.empty())
            other = own.find(family) == std::string::npos;
        if (!other) continue;
        told.insert(run.model);
        problems.push_back(
            {.source = run.source,
             .line = run.line,
             .key = "model_id",
             .rule =
                 say("is another model than the scenario's (%1, %2 parameters): its times would "
                     "be fitted to the wrong kernels; choose its --preset or --scenario",
                     scenario.name.empty() ? "unnamed" : excerpt(scenario.name), compact(counts.total, 3)),
             .value = excerpt(run.model)});
    }
    return problems;
}

std::optional<Message> tooFewRuns(const std::vector<BenchRun>& runs) {
    if (runs.size() * kBenchFigures >= 2 * kBenchConstants) return std::nullopt;
    return say(
        "%1 results are too few to tell %2 constants apart: those that nothing tells stay at the engine's "
        "own.",
        runs.size(), kBenchConstants);
}

std::vector<Message> oddConstants(const ServerFit& fit) {
    std::vector<Message> list;
    if (!fit.scenario.serve) return list;
    const ServeSpec& serve = *fit.scenario.serve;
    for (const auto& [key, value] : {std::pair{"serve.pass_seconds", serve.passSeconds},
                                     {"serve.row_seconds", serve.rowSeconds},
                                     {"serve.prompt_token_seconds", serve.promptTokenSeconds},
                                     {"serve.request_seconds", serve.requestSeconds},
                                     {"serve.stream_seconds", serve.streamSeconds}})
        if (value.value_or(0) < 0)
            list.push_back(say("%1 is negative: it makes up for kernels that are predicted too slow, or the "
                               "results do not determine it. Loads unlike those fitted will be off.",
                               key));
    return list;
}

} // namespace moe
