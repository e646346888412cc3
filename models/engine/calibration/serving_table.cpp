// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv.h"
#include "data/number.h"
#include "models/engine/calibration/run_recipes.h"
#include "models/engine/calibration/serving_runs.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace moe {
namespace {

bool mentions(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

struct NamedKind {
    std::string_view name;
    RunKind kind;
};
constexpr NamedKind kKinds[] = {{"closed_loop", RunKind::Closed},   {"closed_loop_disagg", RunKind::Closed},
                                {"open_loop", RunKind::Open},       {"open_loop_disagg", RunKind::Open},
                                {"offline_max", RunKind::Offline},  {"static_batch", RunKind::Static},
                                {"static_prefill", RunKind::Static}};

/// Of an offline run that does not say how many: enough to keep a server full.
constexpr double kManyRequests = 10000;

/// "trtllm (PyTorch backend)", "vLLM-based (Splitwise, 2023)": "trtllm", "vllm".
std::string engineOf(const std::string& text) {
    std::string key;
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) break;
        key += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return key;
}

/// The number that stands before `mark`: "1 prefill TP4" has 1 before " prefill"; 0: none.
double before(const std::string& text, std::string_view mark) {
    const std::size_t end = text.find(mark);
    if (end == std::string::npos) return 0;
    std::size_t begin = end;
    while (begin > 0 && std::isdigit(static_cast<unsigned char>(text[begin - 1])) != 0) --begin;
    return parseNumber(text.substr(begin, end - begin)).value_or(0);
}

/// Cells of one row by the names of their columns.
class Row {
public:
    Row(const CsvTable& table, std::size_t row) : m_table(table), m_row(row) {}
    std::string text(std::string_view name) const {
        const CsvColumn* column = m_table.find(name);
        return column != nullptr && !column->numeric ? std::string(column->text(m_row)) : std::string();
    }
    double number(std::string_view name, double otherwise) const {
        const CsvColumn* column = m_table.find(name);
        if (column == nullptr || !column->numeric || std::isnan(column->numbers[m_row])) return otherwise;
        return column->numbers[m_row];
    }
    double number(std::string_view name, std::string_view other) const {
        return number(name, number(other, 0));
    }

private:
    const CsvTable& m_table;
    std::size_t m_row;
};

ServingRun runOf(const Row& row, RunKind kind, int line) {
    ServingRun run;
    run.kind = kind;
    run.id = row.text("id");
    run.model = row.text("model");
    run.gpu = row.text("gpu");
    run.engine = engineOf(row.text("engine"));
    run.version = row.text("engine_version");
    run.precision = row.text("precision");
    const auto degree = [&](std::string_view name) { return std::max(row.number(name, 1), 1.0); };
    run.tp = degree("tp");
    run.pp = degree("pp");
    run.dp = degree("dp");
    run.ep = degree("ep");
    run.moeTp = std::max(row.number("moe_tp", run.ep > 1 ? 1.0 : run.tp), 1.0); // as engines split experts
    run.gpus = row.number("gpus", run.tp * run.pp * run.dp);
    // Lengths drawn evenly between 0.8 L and L are 0.9 L on average.
    run.spread = row.number("length_spread", mentions(row.text("length_dist"), "0.8") ? 0.2 : 0);
    launchedDegrees(run);
    // A length that is no whole number is the mean of those that were drawn.
    const auto mean = [&](std::string_view name) {
        const double length = row.number(name, 0);
        return length == std::floor(length) ? (1 - run.spread / 2) * length : length;
    };
    run.prompt = mean("isl");
    run.output = mean("osl");
    run.concurrency = parseNumber(row.text("concurrency")).value_or(row.number("concurrency", 0));
    run.requests = row.number("num_requests", "num_prompts");
    run.tpot = row.number("tpot_ms_mean", "tpot_ms_median") * 1e-3;
    run.ttft = row.number("ttft_ms_mean", "ttft_ms_median") * 1e-3;
    run.ttftMedian = row.number("ttft_ms_median", 0.0) * 1e-3;
    run.ttft90 = row.number("ttft_ms_p90", 0.0) * 1e-3;
    run.ttft99 = row.number("ttft_ms_p99", 0.0) * 1e-3;
    run.e2e = row.number("e2e_ms_mean", 0.0) * 1e-3;
    run.outputRate = row.number("output_tok_s", 0.0);
    run.kvCache = row.text("kv_cache");
    const std::string keys = row.text("kv_dtype");
    if (run.kvCache.empty() && (keys == "fp8" || keys == "bf16")) run.kvCache = keys;
    if (run.kvCache.empty() && keys == "fp16") run.kvCache = "bf16"; // as wide
    run.weights = row.text("weights");
    run.experts = row.text("experts");
    run.compute = row.text("compute");
    run.batchedTokens = row.number("max_batched_tokens", "max_num_batched_tokens");
    run.maxSeqs = row.number("max_seqs", "max_num_seqs");
    if (run.kind == RunKind::Offline) { // all at once
        run.concurrency = run.requests = run.requests > 0 ? run.requests : kManyRequests;
        run.ranksOfAttention = mentions(row.text("notes"), "n GPUs with attention DP");
    }
    run.prefillWorkers = before(row.text("layout_note"), " prefill");
    run.decodeWorkers = before(row.text("layout_note"), " decode");
    if (run.kind == RunKind::Open) {
        // Rates that change while a run lasts stay out.
        run.rate = parseNumber(row.text("request_rate")).value_or(row.number("request_rate", 0));
        // Its client sends 10 system prompts with 5 users' questions each, in turn.
        if (row.text("prefix_caching") == "on") run.distinct = 50;
    }
    run.kvBlocks = row.number("kv_blocks", 0.0);
    run.memoryFraction = row.number("memory_fraction", 0);
    run.kvFreeFraction = row.number("kv_free_fraction", 0);
    run.date = row.text("date");
    run.line = line;
    return run;
}

/// Why a row is none that is simulated; its kind otherwise.
Message leftOut(const Row& row, bool closed, RunKind& kind) {
    if (closed)
        return row.text("doubt").empty() ? Message() : say("doubted by its table: %1", row.text("doubt"));
    const std::string name = row.text("kind");
    const auto* known = std::find_if(std::begin(kKinds), std::end(kKinds),
                                     [&](const NamedKind& one) { return one.name == name; });
    if (known == std::end(kKinds)) return say("runs of this kind are not simulated: %1", name);
    kind = known->kind;
    if (name.find("_disagg") != std::string::npos && !(before(row.text("layout_note"), " prefill") > 0))
        return say("how many workers prefill and decode is not given");
    if (row.text("quality") != "A")
        return say("a condition of it is missing: quality %1", row.text("quality"));
    return {};
}

} // namespace

Result<ServingRuns> readServingRuns(std::string_view text, const std::string& source, double mostRequests) {
    const std::string_view header = text.substr(0, text.find('\n'));
    std::vector<CsvColumnRule> columns{{"isl", {}, true, true}, {"osl", {}, true, true}};
    // Elsewhere it may be words ("all queued at t=0"), or none.
    if (header.find("doubt") != std::string_view::npos) columns.push_back({"concurrency", {}, false, true});
    const Result<CsvTable> table = readCsv(text, source, columns);
    if (!table) return table.error();
    const bool closed = table->find("doubt") != nullptr; // a table of closed loops alone
    for (const char* needed : {"model", "gpu", "engine", closed ? "doubt" : "kind"})
        if (table->find(needed) == nullptr)
            return Problem{.source = source, .key = needed, .rule = say("is missing")};
    const bool all = mostRequests >= kAnyRequests;
    ServingRuns read;
    read.problems = table->problems;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const Row row(*table, i);
        RunKind kind = RunKind::Closed;
        Message why = leftOut(row, closed, kind);
        ServingRun run;
        if (why.empty()) {
            run = runOf(row, kind, table->lines[i]);
            if (!(run.tpot > 0) && !(run.ttft > 0) && !(run.outputRate > 0))
                why = say("no latency or rate that is compared");
            else if (!(run.prompt > 0) || !(run.output > 0))
                why = say("the lengths of its prompts and outputs are not given");
            else if (kind == RunKind::Open ? !(run.rate > 0) : !(run.concurrency >= 1))
                why = say("its rate or number of requests in flight is not a number");
        }
        if (!why.empty())
            read.left.emplace_back(row.text("id"), std::move(why));
        else if (all || (kind == RunKind::Closed && run.tpot > 0 && run.concurrency <= mostRequests))
            read.runs.push_back(std::move(run));
    }
    launchedConditions(read.runs);
    return read;
}

} // namespace moe
