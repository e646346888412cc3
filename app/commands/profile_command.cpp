// SPDX-License-Identifier: GPL-3.0-or-later
// profile: one operator's duration, or one layer's, from measured profiles.

#include "app/catalog_loader.h"
#include "app/commands/command.h"
#include "app/commands/profile_operators.h"
#include "app/operators_loader.h"
#include "app/profile_loader.h"
#include "data/number.h"
#include "models/engine/operators/operator_file.h"
#include "models/engine/profiles/profile_file.h"
#include "models/items/operator_text.h"
#include "models/items/profile_text.h"

#include <QDir>
#include <QFileInfo>
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

int writeDerived(const QString& path, const Document& document) {
    const std::string text = documentText(document);
    const Problems unwritten = saveFile(path, QByteArray::fromStdString(text));
    if (!unwritten.empty()) return fail(unwritten);
    print(QStringLiteral("%1: %2 kB\n").arg(path).arg(double(text.size()) / 1000, 0, 'f', 1));
    return kDone;
}

/// Curves of all tables of Vidur's layout in `folder`; none is a problem unless there are operators.
std::vector<DerivedProfile> derivedCurves(const QString& folder, ProfileTimes times, bool needed) {
    const ProfileLoad load = loadProfiles({folder}, times);
    if (!load.problems.empty() && (needed || !load.set.tables.empty()))
        fail(load.problems); // told; what could be read is used
    std::vector<DerivedProfile> derived;
    if (load.set.tables.empty()) return derived;
    const std::shared_ptr<const Catalog> catalog = shippedCatalog().catalog;
    for (const ProfileTable& table : load.set.tables) {
        const Result<std::string> text = readFile(QString::fromStdString(table.source));
        if (!text) {
            fail(text.error());
            return {};
        }
        const QString file = QDir(folder).relativeFilePath(QString::fromStdString(table.source));
        derived.push_back(deriveProfile(table, *catalog, {layoutPath(file).toStdString(), sha256(*text)}));
        print(items::derivedText(derived.back()));
    }
    return derived;
}

/// What is shipped, from a folder of tables of either layout. A file takes what is one file: Vidur's curves,
/// or the operators of one GPU and backend. A folder takes all: profiles/curves.yaml and operators/*.yaml.
int derive(const QString& folder, const QString& output, ProfileTimes times) {
    const DerivedOperators operators = deriveOperatorFiles(folder);
    if (!operators.problems.empty()) fail(operators.problems); // told; the rest is used
    const std::vector<DerivedProfile> curves = derivedCurves(folder, times, operators.files.empty());
    if (curves.empty() && operators.files.empty()) return kBadInput;
    const bool intoFolder = QFileInfo(output).isDir() || output.endsWith(QLatin1Char('/'));
    if (!intoFolder && (curves.empty() ? 0 : 1) + operators.files.size() > 1)
        return fail({{.source = "-o",
                      .rule = say("must be a folder: the tables become %1 files",
                                  operators.files.size() + (curves.empty() ? 0 : 1)),
                      .value = output.toStdString()}});
    if (!curves.empty()) {
        if (intoFolder) QDir().mkpath(output + QStringLiteral("/profiles"));
        const QString path = intoFolder ? output + QStringLiteral("/profiles/curves.yaml") : output;
        if (const int code = writeDerived(path, profileCurvesDocument(curves)); code != kDone) return code;
    }
    for (const DerivedOperators::File& file : operators.files) {
        if (intoFolder) QDir().mkpath(output + QStringLiteral("/operators"));
        const QString path = intoFolder ? output + QStringLiteral("/operators/") + file.name : output;
        if (const int code = writeDerived(path, operatorsDocument(file.machine)); code != kDone) return code;
        print(items::derivedOperatorsText(file.machine));
    }
    return kDone;
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
    line.option({"derive"},
                "Boils all tables of a folder down to what is shipped: a file, or a folder of them.", "DIR");
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
    if (line.has("derive")) {
        if (!line.has("output")) return line.usageError(QStringLiteral("-o is missing"));
        return derive(line.value("derive"), line.value("output"), times);
    }
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
