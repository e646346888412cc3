// SPDX-License-Identifier: GPL-3.0-or-later
// profile: one operator's duration, or one layer's, from measured profiles.

#include "app/commands/command.h"
#include "app/commands/profile_derive.h"
#include "app/commands/profile_operators.h"
#include "app/files/catalog_loader.h"
#include "app/files/profile_loader.h"
#include "data/number.h"
#include "models/items/profile_text.h"

#include <QJsonDocument>

namespace moe::app {
namespace {

constexpr const char* kLayer = "layer";

/// A number of an option; what is wrong with it goes to `problems`.
std::optional<double> number(const CommandLine& line, const char* option, Problems& problems) {
    const QString text = line.value(QLatin1String(option));
    if (text.isEmpty()) return std::nullopt;
    const std::optional<double> value = parseQuantity(text.toStdString());
    if (value && *value >= 0 && *value <= 1e15) return value;
    problems.push_back({.source = std::string("--") + option,
                        .rule = "must be a number from 0 to 1e15",
                        .value = text.toStdString()});
    return std::nullopt;
}

ProfileQuery queryOf(const CommandLine& line, Problems& problems) {
    ProfileQuery query;
    query.device = line.value("device").toStdString();
    query.model = line.value("model").toStdString();
    query.network = line.value("network").toStdString();
    query.op = line.value("op").toStdString();
    for (const auto& [option, into] : {std::pair{"tp", &query.tp},
                                       {"tokens", &query.tokens},
                                       {"batch", &query.batch},
                                       {"kv", &query.kv},
                                       {"chunk", &query.chunk},
                                       {"size", &query.size},
                                       {"workers", &query.workers},
                                       {"devices-per-node", &query.devicesPerNode}})
        *into = number(line, option, problems);
    for (const QString& key : line.values("key")) {
        const qsizetype equals = key.indexOf(QLatin1Char('='));
        if (equals <= 0)
            problems.push_back(
                {.source = "--key", .rule = "must be column=value", .value = key.toStdString()});
        else
            query.fixed.emplace_back(key.left(equals).toStdString(), key.mid(equals + 1).toStdString());
    }
    return query;
}

LayerTimeRequest layerOf(const ProfileQuery& query, Problems& problems) {
    LayerTimeRequest request{query.device,
                             query.model,
                             query.network,
                             query.tp.value_or(1),
                             query.chunk.has_value(),
                             query.kv.value_or(0),
                             query.chunk.value_or(0),
                             query.batch.value_or(0),
                             query.fixed};
    if (query.chunk.has_value() == query.batch.has_value())
        problems.push_back({.source = "--op",
                            .rule = "a layer needs --chunk (prefill) or --batch (decode)",
                            .value = query.op});
    return request;
}

/// Problems of the query name the option; those of a file keep their place.
int failQuery(Problems problems) {
    for (Problem& problem : problems)
        if (problem.source.empty()) problem.source = "--" + std::exchange(problem.key, {});
    return fail(problems);
}

QString json(const QJsonObject& object) {
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Indented));
}

} // namespace

int runProfile(const QStringList& arguments) {
    CommandLine line("profile");
    line.option({"device"}, "Device as the folder names it: a100, a40, h100.", "NAME");
    line.option({"model"}, "Model, in full or its last part.", "NAME");
    line.option({"network"}, "Fabric of collectives: h100_dgx.", "NAME");
    line.option({"op"}, "Operator (mlp_up_proj, attn_decode, all_reduce, …), or layer for a whole one.",
                "NAME");
    line.option({"tp"}, "Tensor parallelism.", "N");
    line.option({"tokens"}, "Tokens of an operator outside attention.", "N");
    line.option({"batch"}, "Decode: sequences.", "N");
    line.option({"kv"}, "Attention: cached keys per sequence.", "N");
    line.option({"chunk"}, "Prefill: new tokens.", "N");
    line.option({"size"}, "Collectives: bytes.", "BYTES");
    line.option({"workers"}, "Collectives: GPUs.", "N");
    line.option({"devices-per-node"}, "Collectives: of them in one node; all where such rows exist.", "N");
    line.option({"key"}, "Another column that must match, column=value; may be repeated.", "KEY");
    line.option({"data"}, "Folder or file of profiles instead of the shipped curves; may be repeated.",
                "DIR");
    line.option({"times"},
                "What the times of --data or --derive are: ms, or s where a file really has seconds.", "UNIT",
                "ms");
    addDeriveOptions(line);
    line.option({"o", "output"}, "Where --derive and --predict write.", "FILE");
    addOperatorOptions(line);
    line.option({"format"}, "text or json.", "FORMAT", "text");
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    const bool asJson = line.value("format") == QLatin1String("json");
    if (!asJson && line.value("format") != QLatin1String("text"))
        return line.usageError(QStringLiteral("--format: must be text or json"));
    if (line.value("times") != QLatin1String("ms") && line.value("times") != QLatin1String("s"))
        return line.usageError(QStringLiteral("--times: must be ms or s"));
    const ProfileTimes times =
        line.value("times") == QLatin1String("s") ? ProfileTimes::InSeconds : ProfileTimes::InMilliseconds;
    if (line.has("derive")) return runDerive(line, times);
    if (line.has("fit-gpu")) return runFitGpu(line);
    if (!line.has("op")) return line.usageError(QStringLiteral("--op is missing"));
    if (asksForOperator(line)) return runOperator(line);

    Problems problems;
    const ProfileQuery query = queryOf(line, problems);
    const bool whole = query.op == kLayer;
    const LayerTimeRequest request = whole ? layerOf(query, problems) : LayerTimeRequest{};
    if (!problems.empty()) return fail(problems);
    const std::shared_ptr<const Catalog> catalog = shippedCatalog().catalog;
    ProfileSet set = *catalog->profiles;
    if (line.has("data")) {
        ProfileLoad load = loadProfiles(line.values("data"), times);
        if (!load.problems.empty()) fail(load.problems); // told; what could be read is used
        if (load.set.tables.empty()) return kBadInput;
        addProfiles(set, std::move(load.set));
    }
    if (whole) {
        const Result<ProfiledLayer> layer = profileLayerTime(set, *catalog, request);
        if (!layer) return failQuery(layer.error());
        print(asJson ? json(items::layerJson(*layer)) : items::layerText(*layer, request));
        return kDone;
    }
    const Result<ProfileAnswer> answer = profileAnswer(set, *catalog, query);
    if (!answer) return failQuery(answer.error());
    print(asJson ? json(items::profileJson(*answer)) : items::profileText(*answer, query));
    return kDone;
}

} // namespace moe::app
