// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/import.h"

#include "data/expert_loads.h"
#include "data/megatron_log.h"
#include "data/number.h"
#include "data/operator_table.h"
#include "data/profile_table.h"
#include "data/step_law.h"
#include "data/text.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>

namespace moe {

namespace {

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void include(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    bool empty() const { return !(low <= high); }
    /// "name 1 … 5 unit"; of none that could be read there is nothing to say.
    std::string text(const std::string& name, std::string (*format)(double),
                     const std::string& unit = {}) const {
        return name + " " + format(low) + (low < high ? " … " + format(high) : "") +
               (unit.empty() ? "" : " " + unit);
    }
};

std::string shortCount(double value) {
    return compact(value, 3);
}
std::string fourDigits(double value) {
    return rounded(value, 4);
}

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

void addLeftOut(const CsvTable& table, ImportSummary& summary) {
    if (table.leftOut > 0) summary.facts.push_back(counted(table.leftOut, "row", "rows") + " left out");
}

void reject(ImportSummary& summary, Problems problems) {
    summary.problems = std::move(problems);
    summary.rejected = true;
}

void describeLoss(const Result<LossTable>& table, ImportSummary& summary) {
    if (!table) return reject(summary, table.error());
    Range params, tokens, lr, batch, loss;
    std::set<std::string> architectures;
    for (const LossRun& run : table->runs) {
        params.include(run.params);
        tokens.include(run.tokens);
        lr.include(run.learningRate);
        batch.include(run.batch);
        loss.include(run.loss);
    }
    for (const LossGroup& group : table->groups)
        architectures.insert(group.name.substr(0, group.name.find(" / ")));
    summary.rows = table->runs.size();
    summary.problems = table->problems;
    summary.facts = {
        counted(summary.rows, "run", "runs") + " in " + counted(table->groups.size(), "group", "groups") +
            " of " +
            (table->moe ? counted(architectures.size(), "architecture", "architectures")
                        : counted(architectures.size(), "model size", "model sizes")),
        params.text("N", shortCount, "non-vocabulary parameters"),
        tokens.text("D", shortCount, "tokens"),
        lr.text("lr", fourDigits),
        batch.text("bs", fourDigits, "sequences of 2048 tokens"),
        loss.text("smooth loss", fourDigits, "nats per token"),
    };
    addLeftOut(*table->table, summary);
}

void readDense(std::string_view text, ImportSummary& summary) {
    describeLoss(readDenseLoss(text, summary.source), summary);
}

void readMoe(std::string_view text, ImportSummary& summary) {
    describeLoss(readMoeLoss(text, summary.source), summary);
}

void readFits(std::string_view text, ImportSummary& summary) {
    const Result<StepLawFits> fits = readStepLawFits(text, summary.source);
    if (!fits) return reject(summary, fits.error());
    Range lrParams, lrTokens, batchTokens;
    for (const StepLawFit& fit : fits->fits) {
        lrParams.include(fit.lrParams);
        lrTokens.include(fit.lrTokens);
        batchTokens.include(fit.batchTokens);
    }
    summary.rows = fits->fits.size();
    summary.problems = fits->problems;
    summary.facts = {counted(summary.rows, "bootstrap fit", "bootstrap fits") +
                         " of ln lr = a + b ln N + c ln D and ln bs = a + c ln D (bs in tokens)",
                     lrParams.text("lr_coefN", fourDigits), lrTokens.text("lr_coefD", fourDigits),
                     batchTokens.text("bs_coefD", fourDigits)};
    addLeftOut(*fits->table, summary);
}

bool isLog(std::string_view text, const std::vector<std::string>&) {
    return isMegatronLog(text);
}

bool isExpertLoads(std::string_view, const std::vector<std::string>& header) {
    return looksLikeExpertLoads(header);
}

void readLoads(std::string_view text, ImportSummary& summary) {
    const Result<ExpertLoads> loads = readExpertLoads(text, summary.source);
    if (!loads) return reject(summary, loads.error());
    Range tokens;
    for (const std::vector<double>& layer : loads->tokens)
        for (const double value : layer) tokens.include(value);
    summary.rows = loads->layers.size() * loads->experts();
    summary.problems = loads->problems;
    summary.facts = {counted(loads->layers.size(), "layer", "layers") + " of " +
                         counted(loads->experts(), "expert", "experts"),
                     tokens.text("load", fourDigits, "tokens")};
    if (!loads->together.empty()) summary.facts.push_back("with pairs of experts used together");
}

bool isProfile(std::string_view, const std::vector<std::string>& header) {
    return recogniseProfile(header).has_value();
}

void readProfileTable(std::string_view text, ImportSummary& summary) {
    const Result<ProfileTable> profile = readProfile(text, summary.source);
    if (!profile) return reject(summary, profile.error());
    const CsvTable& table = *profile->table;
    summary.rows = table.rows();
    summary.problems = profile->problems;
    const bool collective = profile->kind == ProfileKind::AllReduce || profile->kind == ProfileKind::SendRecv;
    summary.facts = {std::string(profileKindText(profile->kind)) + ", " +
                     counted(profile->operators.size(), "operator", "operators") + ", times in ms"};
    const ProfilePlace& place = profile->place;
    if (!place.device.empty()) summary.facts.push_back("device " + place.device + ", model " + place.model);
    if (!place.network.empty()) summary.facts.push_back("network " + place.network);
    const auto describe = [&](const char* column, const std::string& name, std::string (*format)(double)) {
        const std::vector<double>* numbers = profile->numbers(column);
        if (numbers == nullptr) return;
        Range range;
        for (const double value : *numbers) range.include(value);
        summary.facts.push_back(range.text(name, format));
    };
    describe(collective ? "num_workers" : "num_tensor_parallel_workers", collective ? "workers" : "TP",
             fourDigits);
    describe("num_tokens", "tokens", fourDigits);
    describe("batch_size", "batch", fourDigits);
    describe("kv_cache_size", "KV cache", fourDigits);
    if (collective) describe("size", "bytes", shortCount);
    addLeftOut(table, summary);
}

bool isOperators(std::string_view, const std::vector<std::string>& header) {
    return recogniseOperators(header) != nullptr;
}

void readOperatorTable(std::string_view text, ImportSummary& summary) {
    const Result<OperatorTable> read = readOperators(text, summary.source);
    if (!read) return reject(summary, read.error());
    summary.rows = read->table->rows();
    summary.problems = read->problems;
    std::string columns;
    for (const OperatorTimes& time : read->times)
        if (!time.name.empty()) columns += (columns.empty() ? ": " : ", ") + time.name;
    summary.facts = {std::string(read->kind->name) + ", times in us" + columns};
    if (!read->place.backend.empty())
        summary.facts.push_back("GPU " + read->place.gpu + ", " + read->place.backend + " " +
                                read->place.version);
    for (const std::string_view key : read->kind->keys) {
        const std::vector<double>* numbers = read->numbers(key);
        if (numbers == nullptr) continue;
        Range range;
        for (const double value : *numbers) range.include(value);
        summary.facts.push_back(range.text(std::string(key), shortCount));
    }
    for (const OperatorTimes& time : read->times) {
        std::size_t measured = 0;
        for (const double us : time.us->numbers) measured += std::isnan(us) ? 0 : 1;
        if (measured < summary.rows)
            summary.facts.push_back(time.us->name + " in " + counted(measured, "row", "rows"));
    }
    addLeftOut(*read->table, summary);
}

void readLog(std::string_view text, ImportSummary& summary) {
    MegatronLog log = readMegatronLog(text, summary.source);
    summary.rows = log.iterations.size();
    summary.problems = std::move(log.problems);
    Range iteration, milliseconds, loss;
    for (const MegatronIteration& row : log.iterations) {
        iteration.include(row.iteration);
        if (!std::isnan(row.milliseconds)) milliseconds.include(row.milliseconds);
        if (!std::isnan(row.lmLoss)) loss.include(row.lmLoss);
    }
    summary.facts = {iteration.text("iterations", numberText)};
    if (!milliseconds.empty()) summary.facts.push_back(milliseconds.text("step", fourDigits, "ms"));
    if (!loss.empty()) summary.facts.push_back(loss.text("lm loss", fourDigits));
    summary.facts.push_back(counted(log.arguments.size(), "argument", "arguments") + " and " +
                            counted(log.exports.size(), "export", "exports"));
    if (log.maxAllocated)
        summary.facts.push_back("peak allocated " + rounded(*log.maxAllocated / GiB, 4) + " GiB");
}

template <TableKind kind> bool isTable(std::string_view, const std::vector<std::string>& header) {
    return recogniseTable(header) == kind;
}

std::string acceptedKinds() {
    std::string list;
    for (const ImportKind& kind : importKinds()) list += (list.empty() ? "" : ", ") + std::string(kind.name);
    return list;
}

} // namespace

const std::vector<ImportKind>& importKinds() {
    static const std::vector<ImportKind> kinds = {
        {"Step Law MoE loss", "columns topk, nume, moeh, lr, bs, smooth loss, D, N",
         isTable<TableKind::MoeLoss>, readMoe},
        {"Step Law dense loss", "columns lr, bs, smooth loss, D, N", isTable<TableKind::DenseLoss>,
         readDense},
        {"Step Law fits", "columns lr_intercept, lr_coefN, lr_coefD, bs_intercept, bs_coefD",
         isTable<TableKind::StepLawFits>, readFits},
        {kProfileImport,
         "columns time_stats.{operator}.median with the keys of mlp, attention, all_reduce or send_recv",
         isProfile, readProfileTable},
        {"Measured operators", "columns of a shape, as m, n, k, with times in {type}_us", isOperators,
         readOperatorTable},
        {"Expert loads", "columns layer, expert, tokens", isExpertLoads, readLoads},
        {"Megatron-LM training log", "lines \"iteration N/ M | … elapsed time per iteration (ms)\"", isLog,
         readLog},
    };
    return kinds;
}

ImportSummary summarise(std::string_view text, std::string source) {
    ImportSummary summary;
    summary.source = std::move(source);
    if (std::optional<Problem> problem = csvUnreadable(text, summary.source)) {
        reject(summary, {*std::move(problem)});
        return summary;
    }
    const std::vector<std::string> header = csvHeader(text);
    for (const ImportKind& kind : importKinds()) {
        if (!kind.recognises(text, header)) continue;
        summary.kind = std::string(kind.name);
        kind.read(text, summary);
        return summary;
    }
    const std::string_view start = trimmed(withoutBom(text));
    reject(summary, {{summary.source,
                      1,
                      1,
                      {},
                      say("is none of the tables and logs that this program reads: %1", acceptedKinds()),
                      excerpt(start.substr(0, start.find_first_of("\r\n")))}});
    return summary;
}

} // namespace moe
