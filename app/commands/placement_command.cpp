// SPDX-License-Identifier: GPL-3.0-or-later
// placement: experts on GPUs, from a table of loads or from a popularity law.

#include "app/commands/command.h"
#include "app/work/load_job.h"
#include "data/expert_loads.h"
#include "data/number.h"
#include "data/quantity.h"
#include "models/engine/placement/placement_layers.h"
#include "models/engine/placement/placement_random.h"
#include "models/engine/placement/placement_traffic.h"
#include "models/engine/routing/expert_load.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/fields.h"
#include "models/items/placement_text.h"
#include "models/items/report_json.h"

#include <QJsonDocument>

#include <iterator>
#include <numeric>

namespace moe::app {
namespace {

/// What the options say; every problem at once.
struct Request {
    Count experts = 0, gpus = 0, nodes = 1, replicas = 0, groups = 1, groupLimit = 0, topK = 8, seed = 1;
    double tokens = 4096, skew = 0;
    std::optional<Count> step; ///< of --loads
    PlacementAlgorithm algorithm = PlacementAlgorithm::Contiguous;
};

/// An option means what a scenario's key means, and ends where that does.
struct Bounded {
    const char *option, *key;
};
constexpr Bounded kCounts[] = {{"experts", "moe.experts"}, {"gpus", "cluster.gpus"},
                               {"nodes", "cluster.gpus"},  {"replicas", "routing.replicas"},
                               {"groups", "moe.groups"},   {"group-limit", "moe.group_limit"},
                               {"top-k", "moe.top_k"},     {"seed", "routing.seed"}};
constexpr double kMostTokens = 1e9;

std::optional<double> number(const CommandLine& line, const char* option, double least, double most,
                             Problems& problems, const char* unit = "") {
    const QString text = line.value(QLatin1String(option));
    if (text.isEmpty()) return std::nullopt;
    const std::optional<double> value = readQuantity(text.toStdString(), unit).value;
    if (value && *value >= least && *value <= most) return value;
    problems.push_back({.source = std::string("--") + option,
                        .rule = "must be a number from " + numberText(least) + " to " + numberText(most),
                        .value = text.toStdString()});
    return std::nullopt;
}

void readCount(const CommandLine& line, const Bounded& bounded, Count& into, Problems& problems) {
    const Field& field = *findField(bounded.key);
    const std::optional<double> value = number(line, bounded.option, field.min, field.max, problems);
    if (!value) return;
    into = static_cast<Count>(*value);
    if (static_cast<double>(into) != *value)
        problems.push_back({.source = std::string("--") + bounded.option,
                            .rule = "must be a whole number",
                            .value = line.value(QLatin1String(bounded.option)).toStdString()});
}

std::string algorithmNames() {
    const std::vector<std::string>& names = enumNames<PlacementAlgorithm>();
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    return text;
}

Request requestOf(const CommandLine& line, Problems& problems) {
    Request request;
    Count* const counts[] = {&request.experts, &request.gpus,       &request.nodes, &request.replicas,
                             &request.groups,  &request.groupLimit, &request.topK,  &request.seed};
    static_assert(std::size(counts) == std::size(kCounts));
    for (std::size_t i = 0; i < std::size(counts); ++i) readCount(line, kCounts[i], *counts[i], problems);
    if (line.has("step")) {
        Count step = 0;
        readCount(line, {"step", "routing.step"}, step, problems);
        request.step = step;
    }
    if (const auto tokens = number(line, "tokens", 1, kMostTokens, problems, "tokens"))
        request.tokens = *tokens;
    const Field& skewField = *findField("routing.skew");
    if (const auto skew = number(line, "zipf", skewField.min, skewField.max, problems)) request.skew = *skew;
    if (!parseEnum(line.value("algorithm").toStdString(), request.algorithm))
        problems.push_back({.source = "--algorithm",
                            .rule = "must be " + algorithmNames(),
                            .value = line.value("algorithm").toStdString()});
    return request;
}

struct NumberedRouting {
    Count layer = 0;
    ExpertRouting routing;
    std::vector<double> load;
    double tokens = 0; ///< of the dispatch
};

std::vector<NumberedRouting> loadedRoutings(const CommandLine& line, const Request& request,
                                            Problems& problems) {
    const Result<std::string> text = readInput(line.value("loads"));
    const Result<ExpertLoads> read =
        text ? readExpertLoads(*text, line.value("loads").toStdString()) : Result<ExpertLoads>(text.error());
    if (!read) {
        append(problems, read.error());
        return {};
    }
    fail(read->problems); // rows left out are told, the rest is used
    const auto found = static_cast<Count>(read->experts());
    if (line.has("experts") && request.experts != found)
        problems.push_back({.source = "--experts",
                            .rule = "must be the " + std::to_string(found) + " of the file, or left out",
                            .value = line.value("experts").toStdString()});
    const std::vector<std::vector<double>>* loads = &read->tokens;
    if (request.step) {
        const std::optional<std::size_t> step = read->stepIndex(*request.step);
        if (step)
            loads = &read->at[*step];
        else
            problems.push_back({.source = "--step",
                                .rule = read->steps.empty()
                                            ? "the file has no column \"step\""
                                            : "must be one of its " + std::to_string(read->steps.size()) +
                                                  " steps, " + std::to_string(read->steps.front()) + " to " +
                                                  std::to_string(read->steps.back()),
                                .value = std::to_string(*request.step)});
    }
    const Count topK = std::min(request.topK, found);
    std::vector<NumberedRouting> routings;
    for (std::size_t i = 0; i < read->layers.size(); ++i) {
        const std::vector<double>& tokens = (*loads)[i];
        const double assignments = std::accumulate(tokens.begin(), tokens.end(), 0.0);
        const bool paired = !read->together.empty();
        routings.push_back({read->layers[i],
                            countedRouting(tokens, paired ? read->together[i] : std::vector<double>{}, topK,
                                           request.groups, request.groupLimit),
                            tokens, assignments / static_cast<double>(topK)});
    }
    return routings;
}

std::vector<NumberedRouting> routingsOf(const CommandLine& line, const Request& request, Problems& problems) {
    if (line.has("loads")) return loadedRoutings(line, request, problems);
    if (request.topK > request.experts && request.experts > 0)
        problems.push_back({.source = "--top-k",
                            .rule = "must be at most the " + std::to_string(request.experts) + " experts",
                            .value = std::to_string(request.topK)});
    if (request.groupLimit > request.groups)
        problems.push_back({.source = "--group-limit",
                            .rule = "must be at most the " + std::to_string(request.groups) + " groups",
                            .value = std::to_string(request.groupLimit)});
    if (!problems.empty()) return {};
    const Distribution law = request.skew > 0 ? Distribution::Zipf : Distribution::Uniform;
    ExpertRouting routing = drawnRouting(popularity(law, request.skew, request.experts, request.seed),
                                         request.topK, request.groups, request.groupLimit);
    std::vector<double> load = routing.load(request.tokens);
    return {{0, std::move(routing), std::move(load), request.tokens}};
}

PlacementReport placed(const NumberedRouting& one, const Request& request, PlacementShape shape) {
    shape.tokens = one.tokens;
    PlacementReport report = placementReport(request.algorithm, one.load, shape, &one.routing);
    report.layer = one.layer;
    report.random = randomBand(one.load, shape, request.seed);
    if (one.routing.routersOwn) report.auxLoss = auxiliaryLoss(one.load, one.routing.popularity);
    addTraffic(report, one.routing, shape.gpusPerRank, request.seed);
    return report;
}

} // namespace

int runPlacement(const QStringList& arguments) {
    CommandLine line("placement");
    line.option({"loads"},
                "Measured loads: CSV with columns layer, expert, tokens, for pairs used together with, for "
                "several steps step.",
                "FILE");
    line.option({"step"}, "Of loads with a column step, that one alone; without it all are added up.", "N");
    line.option({"zipf"}, "Exponent of the popularity of experts; 0 is uniform.", "S");
    line.option({"seed"}, "Seed of the order of popularity.", "N");
    line.option({"experts"}, "Routed experts; with --loads those of the file.", "E");
    line.option({"gpus"}, "GPUs of the expert-parallel group.", "G");
    line.option({"nodes"}, "Nodes these GPUs are in.", "N");
    line.option({"replicas"}, "Physical slots in all, experts + redundant.", "R");
    line.option({"groups"}, "Expert groups of node-limited routing.", "g");
    line.option({"group-limit"}, "Groups a token may use; 0 is no limit.", "M");
    line.option({"top-k"}, "Experts per token, 8 if not given.", "k");
    line.option({"tokens"}, "Tokens dispatched, with --zipf.", "T");
    line.option({"algorithm"}, QString::fromStdString(algorithmNames()) + ".", "NAME", "eplb");
    line.option({"format"}, "text or json.", "FORMAT", "text");
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    if (line.value("format") != QLatin1String("text") && line.value("format") != QLatin1String("json"))
        return line.usageError(QStringLiteral("--format: must be text or json"));
    if (!line.has("gpus")) return line.usageError(QStringLiteral("--gpus is missing"));
    if (line.has("loads") == line.has("experts") && !line.has("loads"))
        return line.usageError(QStringLiteral("either --loads or --experts must be given"));
    if (line.has("step") && !line.has("loads"))
        return line.usageError(QStringLiteral("--step goes with --loads"));
    for (const char* law : {"zipf", "tokens"})
        if (line.has("loads") && line.has(law))
            return line.usageError(
                QStringLiteral("--%1: the file of --loads says that").arg(QLatin1String(law)));

    Problems problems;
    const Request request = requestOf(line, problems);
    const std::vector<NumberedRouting> routings = routingsOf(line, request, problems);
    const Count experts =
        routings.empty() ? request.experts : static_cast<Count>(routings.front().routing.experts());
    PlacementShape shape;
    shape.expertSlots = request.replicas > 0 ? request.replicas : experts;
    shape.ranks = request.gpus;
    shape.gpusPerNode = std::max<Count>(1, request.gpus / std::max<Count>(1, request.nodes));
    shape.groups = request.groups;
    shape.seed = request.seed;
    if (problems.empty()) {
        problems = placementProblems(shape, experts, request.gpus, request.nodes);
        for (Problem& problem : problems) {
            problem.source = "--" + problem.key;
            problem.key.clear();
        }
    }
    if (!problems.empty()) return fail(problems);

    std::vector<PlacementReport> layers;
    for (const NumberedRouting& one : routings) layers.push_back(placed(one, request, shape));
    const PlacementReport report = overLayers(std::move(layers));
    print(line.value("format") == QLatin1String("json")
              ? QString::fromUtf8(QJsonDocument(QJsonObject{{"placement", items::placementJson(report)}})
                                      .toJson(QJsonDocument::Indented))
              : items::placementText(report));
    return kDone;
}

} // namespace moe::app
