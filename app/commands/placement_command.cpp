// placement: experts on GPUs, from a table of loads or from a popularity law.

#include "app/commands/command.h"
#include "app/load_job.h"
#include "data/expert_loads.h"
#include "data/number.h"
#include "models/engine/enum_text.h"
#include "models/engine/expert_load.h"
#include "models/engine/placement_layers.h"
#include "models/items/placement_text.h"

#include <QJsonDocument>

#include <cmath>

namespace moe::app {
namespace {

/// What the options say; every problem at once.
struct Request {
    Count experts = 0, gpus = 0, nodes = 1, replicas = 0, groups = 1, topK = 8, seed = 1;
    double tokens = 4096, skew = 0;
    PlacementAlgorithm algorithm = PlacementAlgorithm::Contiguous;
};

std::optional<double> number(const CommandLine& line, const char* option, double least, Problems& problems) {
    const QString text = line.value(QLatin1String(option));
    if (text.isEmpty()) return std::nullopt;
    const std::optional<double> value = parseQuantity(text.toStdString());
    if (value && *value >= least && *value <= 1e9) return value;
    problems.push_back({.source = std::string("--") + option,
                        .rule = "must be a number from " + numberText(least) + " to 1e9",
                        .value = text.toStdString()});
    return std::nullopt;
}

void readCount(const CommandLine& line, const char* option, Count& into, Problems& problems) {
    const std::optional<double> value =
        number(line, option, option == std::string_view("seed") ? 0 : 1, problems);
    if (!value) return;
    into = static_cast<Count>(*value);
    if (static_cast<double>(into) != *value)
        problems.push_back({.source = std::string("--") + option,
                            .rule = "must be a whole number",
                            .value = line.value(QLatin1String(option)).toStdString()});
}

Request requestOf(const CommandLine& line, Problems& problems) {
    Request request;
    for (const auto& [option, into] : {std::pair{"experts", &request.experts},
                                       {"gpus", &request.gpus},
                                       {"nodes", &request.nodes},
                                       {"replicas", &request.replicas},
                                       {"groups", &request.groups},
                                       {"top-k", &request.topK},
                                       {"seed", &request.seed}})
        readCount(line, option, *into, problems);
    if (const std::optional<double> tokens = number(line, "tokens", 1, problems)) request.tokens = *tokens;
    if (const std::optional<double> skew = number(line, "zipf", 0, problems)) request.skew = *skew;
    if (!parseEnum(line.value("algorithm").toStdString(), request.algorithm))
        problems.push_back({.source = "--algorithm",
                            .rule = "must be contiguous, round-robin, lpt, eplb or eplb-swap",
                            .value = line.value("algorithm").toStdString()});
    if (request.replicas == 0) request.replicas = request.experts;
    return request;
}

} // namespace

int runPlacement(const QStringList& arguments) {
    CommandLine line("placement");
    line.option({"loads"}, "Measured loads: CSV with columns layer, expert, tokens.", "FILE");
    line.option({"zipf"}, "Exponent of the popularity of experts; 0 is uniform.", "S");
    line.option({"seed"}, "Seed of the order of popularity.", "N");
    line.option({"experts"}, "Routed experts; with --loads those of the file.", "E");
    line.option({"gpus"}, "GPUs of the expert-parallel group.", "G");
    line.option({"nodes"}, "Nodes these GPUs are in.", "N");
    line.option({"replicas"}, "Physical slots in all, experts + redundant.", "R");
    line.option({"groups"}, "Expert groups of node-limited routing.", "g");
    line.option({"top-k"}, "Experts per token, with --zipf.", "k");
    line.option({"tokens"}, "Tokens dispatched, with --zipf.", "T");
    line.option({"algorithm"}, "contiguous, round-robin, lpt, eplb or eplb-swap.", "NAME", "eplb");
    line.option({"format"}, "text or json.", "FORMAT", "text");
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    if (line.value("format") != QLatin1String("text") && line.value("format") != QLatin1String("json"))
        return line.usageError(QStringLiteral("--format: must be text or json"));
    if (!line.has("gpus")) return line.usageError(QStringLiteral("--gpus is missing"));
    if (line.has("loads") == line.has("experts") && !line.has("loads"))
        return line.usageError(QStringLiteral("either --loads or --experts must be given"));

    Problems problems;
    Request request = requestOf(line, problems);
    std::vector<std::vector<double>> loads;
    std::vector<int> layers{0};
    std::vector<double> shares;
    if (line.has("loads")) {
        const Result<std::string> text = readFile(line.value("loads"));
        Result<ExpertLoads> read = text ? readExpertLoads(*text, line.value("loads").toStdString())
                                        : Result<ExpertLoads>(text.error());
        if (!read) {
            append(problems, read.error());
        } else {
            const auto found = static_cast<Count>(read->experts());
            if (line.has("experts") && request.experts != found)
                problems.push_back(
                    {.source = "--experts",
                     .rule = "must be the " + std::to_string(found) + " of the file, or left out",
                     .value = line.value("experts").toStdString()});
            request.experts = found;
            if (!line.has("replicas")) request.replicas = found;
            loads = read->tokens;
            layers = read->layers;
            fail(read->problems); // rows left out are told, the rest is used
        }
    } else if (problems.empty()) {
        if (request.topK > request.experts) {
            problems.push_back({.source = "--top-k",
                                .rule = "must be at most the " + std::to_string(request.experts) + " experts",
                                .value = std::to_string(request.topK)});
        } else {
            shares = popularity(request.skew > 0 ? Distribution::Zipf : Distribution::Uniform, request.skew,
                                request.experts, request.seed);
            loads = {expectedLoad(shares, request.topK, request.tokens)};
        }
    }
    PlacementShape shape;
    shape.expertSlots = request.replicas;
    shape.ranks = request.gpus;
    shape.gpusPerNode = std::max<Count>(1, request.gpus / std::max<Count>(1, request.nodes));
    shape.groups = request.groups;
    if (problems.empty()) {
        problems = placementProblems(shape, request.experts, request.gpus, request.nodes);
        for (Problem& problem : problems) {
            problem.source = "--" + problem.key;
            problem.key.clear();
        }
    }
    if (!problems.empty()) return fail(problems);

    PlacementLayers placed = placementLayers(request.algorithm, loads, shape);
    if (!shares.empty()) placed.layers.front().auxLoss = auxiliaryLoss(loads.front(), shares);
    print(line.value("format") == QLatin1String("json")
              ? QString::fromUtf8(
                    QJsonDocument(items::placementLayersJson(placed, layers)).toJson(QJsonDocument::Indented))
              : items::placementText(placed, layers));
    return kDone;
}

} // namespace moe::app
