// SPDX-License-Identifier: GPL-3.0-or-later
// cache: what a prefix cache of any size, tiers and routers find of a trace with block hashes.

#include "app/commands/command.h"
#include "app/commands/scenario_options.h"
#include "app/figures/view_file.h"
#include "app/files/catalog_loader.h"
#include "data/gzip.h"
#include "data/hash_trace.h"
#include "data/number.h"
#include "data/quantity.h"
#include "models/engine/evaluate.h"
#include "models/engine/tiers/hit_curve.h"
#include "models/items/aligned.h"
#include "ui/figure.h"
#include "ui/plots/serve/hits_view.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace moe::app {
namespace {

constexpr std::size_t kLargestHashTrace = std::size_t{1} << 32;
constexpr double kMostInstances = 1024;

struct CacheRequest {
    std::vector<double> capacities, tiers; ///< blocks
    int instances = 1;
    CacheRouter router = CacheRouter::RoundRobin;
    std::size_t rows = 0;
};

/// "80 GiB" in bytes; absent where the text has no such unit.
std::optional<double> bytesIn(const QString& text) {
    if (!text.endsWith(QLatin1Char('B'), Qt::CaseInsensitive)) return std::nullopt;
    return readQuantity(text.toStdString(), "B").value;
}

/// Bytes of all keys of a token, whatever GPUs they are split over.
Result<double> bytesPerToken(const CommandLine& line) {
    Result<Input> input = scenarioInput(line, KeyRules::MayBreak);
    if (!input) return input.error();
    Scenario scenario = input->scenario;
    scenario.train.reset();
    scenario.rl.reset();
    scenario.parallel = {};
    scenario.cluster.gpus = 1;
    if (!scenario.serve) scenario.serve.emplace();
    const Report report = evaluate(scenario, *input->catalog, Detail::Numbers);
    return report.serve->kvPerToken.base;
}

/// Comma-separated blocks, or bytes where a scenario says what a block takes; "inf" has no end.
std::vector<double> sizesOf(const CommandLine& line, const char* option, int blockTokens,
                            Problems& problems) {
    std::vector<double> sizes;
    std::optional<double> perBlock;
    for (const QString& part :
         line.value(QLatin1String(option)).split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString text = part.trimmed();
        std::optional<double> size =
            text == QLatin1String("inf") ? std::optional(kNoLimit) : parseQuantity(text.toStdString());
        if (const std::optional<double> bytes = bytesIn(text)) {
            if (!perBlock) {
                if (!line.has("preset") && !line.has("scenario")) {
                    problems.push_back({.source = std::string("--") + option,
                                        .rule = say("bytes need a model: add --preset or --scenario"),
                                        .value = text.toStdString()});
                    return sizes;
                }
                const Result<double> each = bytesPerToken(line);
                if (!each) {
                    append(problems, each.error());
                    return sizes;
                }
                perBlock = *each * blockTokens;
            }
            size = std::floor(*bytes / *perBlock);
        }
        if (size && *size >= 1)
            sizes.push_back(*size);
        else
            problems.push_back({.source = std::string("--") + option,
                                .rule = say("must be blocks, bytes such as 80GiB, or inf"),
                                .value = text.toStdString()});
    }
    return sizes;
}

QString sizeText(double blocks) {
    return std::isinf(blocks) ? QStringLiteral("unlimited") : QString::number(blocks, 'f', 0);
}
QString shareText(double share) {
    return QString::number(share, 'f', 6);
}
QJsonValue sizeJson(double blocks) {
    return std::isinf(blocks) ? QJsonValue() : QJsonValue(blocks);
}

struct CacheAnswer {
    const HashTrace* trace = nullptr;
    CacheRequest request;
    std::vector<HitShare> curve;
    std::vector<double> tiers;
    std::optional<RoutedHits> routed;
};

std::vector<QStringList> curveRows(const CacheAnswer& answer) {
    std::vector<QStringList> rows{{QStringLiteral("capacity_blocks"), QStringLiteral("block_hit"),
                                   QStringLiteral("token_hit"), QStringLiteral("requests_with_a_hit")}};
    for (const HitShare& one : answer.curve)
        rows.push_back(
            {sizeText(one.capacity), shareText(one.blocks), shareText(one.tokens), shareText(one.requests)});
    return rows;
}
std::vector<QStringList> tierRows(const CacheAnswer& answer) {
    std::vector<QStringList> rows{
        {QStringLiteral("tier"), QStringLiteral("capacity_blocks"), QStringLiteral("block_hit")}};
    for (std::size_t i = 0; i < answer.tiers.size(); ++i)
        rows.push_back({QString::number(i), sizeText(answer.request.tiers[i]), shareText(answer.tiers[i])});
    return rows;
}

QString cacheText(const CacheAnswer& answer) {
    const HashTrace& trace = *answer.trace;
    QString text =
        QStringLiteral("%1: %2 requests, %3 blocks of %4 tokens (%5 distinct), %6 prompt tokens\n\n")
            .arg(QString::fromStdString(trace.format))
            .arg(trace.requests.size())
            .arg(trace.blocks.size())
            .arg(trace.blockTokens)
            .arg(trace.distinct)
            .arg(trace.tokens, 0, 'f', 0);
    if (!answer.curve.empty()) text += items::alignedRows(curveRows(answer), {}, {0, 1, 2, 3});
    if (!answer.tiers.empty()) {
        if (!answer.curve.empty()) text += QLatin1Char('\n');
        text += items::alignedRows(tierRows(answer), {}, {0, 1, 2});
    }
    if (answer.routed)
        text += QStringLiteral("\nThe busiest of %1 instances computes %2 × the mean.\n")
                    .arg(answer.request.instances)
                    .arg(answer.routed->busiest, 0, 'f', 4);
    return text;
}

QString cacheCsv(const CacheAnswer& answer) {
    return items::csvRows(answer.tiers.empty() ? curveRows(answer) : tierRows(answer));
}

QString cacheJson(const CacheAnswer& answer) {
    const HashTrace& trace = *answer.trace;
    QJsonArray curve, tiers;
    for (const HitShare& one : answer.curve)
        curve.append(QJsonObject{{"capacity_blocks", sizeJson(one.capacity)},
                                 {"block_hit_share", one.blocks},
                                 {"token_hit_share", one.tokens},
                                 {"requests_with_a_hit", one.requests}});
    for (std::size_t i = 0; i < answer.tiers.size(); ++i)
        tiers.append(QJsonObject{{"capacity_blocks", sizeJson(answer.request.tiers[i])},
                                 {"block_hit_share", answer.tiers[i]}});
    const QJsonObject object{
        {"schema", "moe-explorer/cache/1"},
        {"trace", QString::fromStdString(trace.format)},
        {"requests", static_cast<double>(trace.requests.size())},
        {"blocks", static_cast<double>(trace.blocks.size())},
        {"distinct_blocks", static_cast<double>(trace.distinct)},
        {"block_tokens", trace.blockTokens},
        {"prompt_tokens", trace.tokens},
        {"curve", curve},
        {"tiers", tiers},
        {"busiest_over_mean", answer.routed ? QJsonValue(answer.routed->busiest) : QJsonValue()}};
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Indented));
}

Result<HashTrace> traceIn(const QString& path, std::size_t rows) {
    Result<std::string> text = readFile(path, kLargestHashTrace);
    if (text && isGzip(*text)) text = unpackedGzip(*text, path.toStdString(), kLargestHashTrace);
    if (!text) return text.error();
    return readHashTrace(*text, path.toStdString(), rows);
}

/// Sizes evenly over a logarithmic axis, from a tenth of the first tier to all blocks that there are.
std::vector<double> drawnSizes(const HashTrace& trace, const std::vector<double>& tiers) {
    constexpr int kSizes = 120;
    double high = std::max(10.0, static_cast<double>(trace.distinct)), low = high / 1000;
    for (const double tier : tiers)
        if (std::isfinite(tier)) low = std::min(low, tier / 10), high = std::max(high, tier);
    low = std::max(1.0, low);
    std::vector<double> sizes;
    for (int i = 0; i <= kSizes; ++i) {
        const double size = std::round(low * std::pow(high / low, static_cast<double>(i) / kSizes));
        if (sizes.empty() || size > sizes.back()) sizes.push_back(size);
    }
    return sizes;
}

/// `inclusive`: a tier ends at its own size, else behind those before it.
Problems drawHits(const CacheAnswer& answer, const std::vector<std::uint32_t>& ranks, bool wholeBlocks,
                  bool inclusive, const QString& path) {
    const HashTrace& trace = *answer.trace;
    ui::HitsPicture picture{trace.requests.size(), trace.blocks.size(), trace.blockTokens, {}, {}};
    double end = 0;
    for (std::size_t i = 0; i < answer.tiers.size(); ++i) {
        const double size = answer.request.tiers[i];
        end = inclusive ? size : end + size;
        picture.tiers.push_back({size, end, answer.tiers[i]});
    }
    picture.curve = hitCurve(trace, ranks, drawnSizes(trace, answer.request.tiers), wholeBlocks);
    ui::HitsView view(std::move(picture));
    return saveView(view, path);
}

int count(const CommandLine& line, const char* option, double most, Problems& problems) {
    const std::optional<double> value = parseQuantity(line.value(QLatin1String(option)).toStdString());
    if (value && *value >= 0 && *value <= most && *value == std::floor(*value))
        return static_cast<int>(*value);
    problems.push_back({.source = std::string("--") + option,
                        .rule = say("must be a whole number from 0 to %1", numberText(most)),
                        .value = line.value(QLatin1String(option)).toStdString()});
    return 0;
}

} // namespace

int runCache(const QStringList& arguments) {
    CommandLine line("cache");
    addScenarioOptions(line);
    line.option({"rows"}, "Requests that are read, 0 = all.", "N", "0");
    line.option({"block"}, "Tokens of a block, where the file's kind has others.", "N", "0");
    line.option({"capacity"}, "Sizes of one cache: blocks, bytes of a scenario's keys (80GiB), or inf.",
                "N,N,…", "1000,3000,10000,30000,inf");
    line.option({"tiers"}, "Sizes of tiers, nearest first.", "N,N,…");
    line.option({"inclusive"},
                "Every tier sees every touch; else a block lives in one and falls to the next.");
    line.option({"instances"}, "Servers with first tiers of their own; the others are shared, inclusive.",
                "N", "1");
    line.option({"router"}, "With --instances: rr, prefix (longest match) or kv (least to compute).", "KIND",
                "rr");
    line.option({"whole-blocks"}, "A hit saves whole blocks only, as engines share them.");
    line.option({"format"}, "text, json or csv.", "FORMAT", "text");
    line.option({"o", "output"},
                "A figure of the hits over the size of one cache, with --tiers where they end: .pdf, .svg or "
                ".png.",
                "FILE");
    if (const int stop = line.parse(arguments, 1, 1); stop >= 0) return stop;
    const QString format = line.value("format");
    if (format != QLatin1String("text") && format != QLatin1String("json") && format != QLatin1String("csv"))
        return line.usageError(QStringLiteral("--format: must be text, json or csv"));
    const QString output = line.value("output");
    if (line.has("output") && !ui::formatOfName(output))
        return line.usageError(QStringLiteral("-o: must end in .pdf, .svg or .png"));
    Problems problems;
    CacheRequest request;
    request.rows = static_cast<std::size_t>(count(line, "rows", 1e9, problems));
    request.instances = std::max(1, count(line, "instances", kMostInstances, problems));
    const int block = count(line, "block", 1e6, problems);
    const QString router = line.value("router");
    request.router = router == QLatin1String("prefix") ? CacheRouter::Prefix
                     : router == QLatin1String("kv")   ? CacheRouter::Kv
                                                       : CacheRouter::RoundRobin;
    if (request.router == CacheRouter::RoundRobin && router != QLatin1String("rr"))
        problems.push_back(
            {.source = "--router", .rule = say("must be rr, prefix or kv"), .value = router.toStdString()});
    if (!problems.empty()) return fail(problems);
    Result<HashTrace> read = traceIn(line.positional().front(), request.rows);
    if (!read) return fail(read.error());
    HashTrace trace = std::move(read).value();
    if (block > 0) trace.blockTokens = block;
    request.tiers = sizesOf(line, "tiers", trace.blockTokens, problems);
    if (request.tiers.empty() && problems.empty() && request.instances > 1)
        problems.push_back({.source = "--instances", .rule = say("needs --tiers")});
    if (line.has("output") && request.instances > 1)
        problems.push_back({.source = "-o", .rule = say("is of one server: leave --instances out")});
    if (request.tiers.empty() || line.has("capacity"))
        request.capacities = sizesOf(line, "capacity", trace.blockTokens, problems);
    if (!problems.empty()) return fail(problems);
    CacheAnswer answer{&trace, request, {}, {}, {}};
    if (request.instances > 1) {
        answer.routed = routedHits(trace, request.instances, request.router, request.tiers);
        answer.tiers = answer.routed->tiers;
    }
    if (line.has("output") || !request.capacities.empty() ||
        (answer.tiers.empty() && !request.tiers.empty())) {
        const std::vector<std::uint32_t> ranks = blockRanks(trace);
        answer.curve = hitCurve(trace, ranks, request.capacities, line.has("whole-blocks"));
        if (answer.tiers.empty() && !request.tiers.empty())
            answer.tiers = tierHits(trace, ranks, request.tiers, line.has("inclusive"));
        if (line.has("output"))
            problems = drawHits(answer, ranks, line.has("whole-blocks"), line.has("inclusive"), output);
        if (!problems.empty()) return fail(problems);
    }
    print(format == QLatin1String("json")  ? cacheJson(answer)
          : format == QLatin1String("csv") ? cacheCsv(answer)
                                           : cacheText(answer));
    return kDone;
}

} // namespace moe::app
