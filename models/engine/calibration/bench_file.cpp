// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/calibration/bench_file.h"

#include "data/document.h"
#include "data/json_events.h"
#include "data/number.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr double kMilli = 1e-3;
constexpr double kLongest = 1e8; ///< tokens of a request

class Reader {
public:
    Reader(const Document& document, const std::string& source, int before)
        : m_document(document), m_source(source), m_before(before) {}

    BenchRun run();
    Problems problems;

private:
    const DocumentEntry* find(std::string_view key) const {
        const auto found = std::find_if(m_document.begin(), m_document.end(),
                                        [&](const DocumentEntry& one) { return one.key == key; });
        return found == m_document.end() || found->isNull() ? nullptr : &*found;
    }
    void wrong(const DocumentEntry* entry, std::string_view key, Message rule) {
        problems.push_back({.source = m_source,
                            .line = m_before + (entry != nullptr ? entry->line : 1),
                            .column = entry != nullptr ? entry->column : 1,
                            .key = std::string(key),
                            .rule = std::move(rule),
                            .value = entry != nullptr ? entry->text() : ""});
    }
    std::optional<double> number(std::string_view key) {
        const DocumentEntry* entry = find(key);
        if (entry == nullptr) return std::nullopt;
        const std::optional<double> value = parseNumber(entry->text());
        if (!value || !std::isfinite(*value) || *value < 0) {
            wrong(entry, key, say("must be a number from 0"));
            return std::nullopt;
        }
        return value;
    }
    double required(std::string_view key) {
        if (find(key) == nullptr)
            wrong(nullptr, key,
                  say("is missing: is this the result of vllm bench serve, SGLang's bench_serving or "
                      "InferenceX?"));
        const std::optional<double> value = number(key);
        if (value && !(*value > 0)) wrong(find(key), key, say("must be more than 0"));
        return value.value_or(0);
    }
    /// In ms by its full name; InferenceX's aggregates leave the unit out and are in s.
    std::optional<double> seconds(const std::string& key) {
        const std::optional<double> milli = number(key + "_ms");
        if (milli && *milli > 0) return kMilli * *milli;
        const std::optional<double> whole = number(key);
        return whole && *whole > 0 ? whole : std::nullopt;
    }
    /// SGLang and vLLM write inf for "all at once".
    bool isAtOnce() const {
        const DocumentEntry* rate = find("request_rate");
        if (rate == nullptr) return true;
        std::string text = rate->text();
        std::transform(text.begin(), text.end(), text.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        return text.find("inf") != std::string::npos;
    }
    void readLengths(BenchRun& run);

    const Document& m_document;
    const std::string& m_source;
    int m_before;
};

void Reader::readLengths(BenchRun& run) {
    const DocumentEntry* input = find("input_lens");
    const DocumentEntry* output = find("output_lens");
    if (input == nullptr || output == nullptr || input->values.size() != output->values.size()) return;
    for (std::size_t i = 0; i < input->values.size(); ++i) {
        const std::optional<double> in = parseNumber(input->values[i]), out = parseNumber(output->values[i]);
        const auto isLength = [](const std::optional<double>& one) {
            return one && *one >= 1 && *one <= kLongest;
        };
        if (!isLength(in) || !isLength(out)) continue; // a request that failed
        run.lengths.emplace_back(static_cast<int>(*in), static_cast<int>(*out));
    }
}

BenchRun Reader::run() {
    BenchRun run;
    run.source = m_source;
    run.line = m_before + 1;
    for (const char* key : {"model_id", "tokenizer_id", "server_info.model_path"})
        if (const DocumentEntry* entry = find(key); entry != nullptr && run.model.empty())
            run.model = entry->text();
    run.requests = required("completed");
    // No result, or of no request: its other keys are none of it either.
    if (find("completed") == nullptr || !(run.requests > 0)) return run;
    const double requests = std::max(1.0, run.requests);
    run.input = required("total_input_tokens") / requests;
    run.output = required("total_output_tokens") / requests;
    run.outputTokensPerSecond = required("output_throughput");
    run.ttftMean = seconds("mean_ttft");
    run.ttftMedian = seconds("median_ttft");
    run.ttft99 = seconds("p99_ttft");
    run.tpotMean = seconds("mean_tpot");
    run.tpotMedian = seconds("median_tpot");
    if (!run.ttftMean && !run.ttftMedian)
        wrong(nullptr, "mean_ttft_ms", say("is missing: there is no time to first token to fit"));
    run.concurrency = number("max_concurrency").value_or(number("conc").value_or(0));
    run.burstiness = number("burstiness").value_or(1);
    if (run.concurrency <= 0) {
        if (isAtOnce())
            run.concurrency = run.requests; // all are sent at once
        else
            run.rate = required("request_rate");
    }
    const std::optional<double> ratio = number("random_range_ratio");
    if (ratio && *ratio <= 1 && find("random_input_len") != nullptr) run.shortest = ratio;
    if (run.input < 1 || run.output < 1 || run.input > kLongest || run.output > kLongest)
        if (problems.empty())
            wrong(find("total_output_tokens"), "total_output_tokens", say("must be at least one a request"));
    readLengths(run);
    return run;
}

/// Where other clients say the same: means and percentiles of a distribution, mostly with a unit beside it.
struct Synonym {
    const char* ours;
    std::vector<const char*> theirs; ///< the first that is there
    enum class Of { Number, Requests, Milliseconds, Text } of = Of::Number;
};
struct Client {
    const char* mark; ///< a key that no other client's result has
    const char* requests;
    double milliseconds; ///< of a time without a unit
    std::vector<Synonym> keys;
};
const std::vector<Client>& clients() {
    using Of = Synonym::Of;
    static const std::vector<Client> rows{
        // genai-perf and AIPerf: profile_export_genai_perf.json, profile_export_aiperf.json
        {"time_to_first_token.avg",
         "request_count.avg",
         1,
         {{"completed", {"request_count.avg"}},
          {"total_input_tokens", {"input_sequence_length.avg"}, Of::Requests},
          {"total_output_tokens", {"output_sequence_length.avg"}, Of::Requests},
          {"output_throughput", {"output_token_throughput.avg"}},
          {"mean_ttft_ms", {"time_to_first_token.avg"}, Of::Milliseconds},
          {"median_ttft_ms", {"time_to_first_token.p50"}, Of::Milliseconds},
          {"p99_ttft_ms", {"time_to_first_token.p99"}, Of::Milliseconds},
          {"mean_tpot_ms", {"inter_token_latency.avg"}, Of::Milliseconds},
          {"median_tpot_ms", {"inter_token_latency.p50"}, Of::Milliseconds},
          {"model_id",
           {"input_config.endpoint.model_names", "input_config.model_names", "input_config.model",
            "input_config.formatted_model_name"},
           Of::Text},
          {"max_concurrency",
           {"input_config.loadgen.concurrency", "input_config.perf_analyzer.stimulus.concurrency",
            "input_config.concurrency"}},
          {"request_rate",
           {"input_config.loadgen.request_rate", "input_config.perf_analyzer.stimulus.request_rate",
            "input_config.request_rate"}}}},
        // inference-perf: summary_lifecycle_metrics.json, times in s
        {"successes.count",
         "successes.count",
         1e3,
         {{"completed", {"successes.count"}},
          {"total_input_tokens", {"successes.prompt_len.mean"}, Of::Requests},
          {"total_output_tokens", {"successes.output_len.mean"}, Of::Requests},
          {"output_throughput", {"successes.throughput.output_tokens_per_sec"}},
          {"mean_ttft_ms", {"successes.latency.time_to_first_token.mean"}, Of::Milliseconds},
          {"median_ttft_ms",
           {"successes.latency.time_to_first_token.median", "successes.latency.time_to_first_token.p50"},
           Of::Milliseconds},
          {"p99_ttft_ms", {"successes.latency.time_to_first_token.p99"}, Of::Milliseconds},
          {"mean_tpot_ms",
           {"successes.latency.time_per_output_token.mean", "successes.latency.inter_token_latency.mean"},
           Of::Milliseconds},
          {"median_tpot_ms",
           {"successes.latency.time_per_output_token.median", "successes.latency.time_per_output_token.p50",
            "successes.latency.inter_token_latency.median"},
           Of::Milliseconds},
          {"max_concurrency", {"load_summary.concurrency"}},
          {"request_rate", {"load_summary.requested_rate", "load_summary.achieved_rate"}}}},
    };
    return rows;
}

/// The result of another client under the names of vLLM's; any other document as it is.
Document inOurWords(const Document& document) {
    const auto find = [&](std::string_view key) -> const DocumentEntry* {
        for (const DocumentEntry& entry : document)
            if (entry.key == key && !entry.isNull()) return &entry;
        return nullptr;
    };
    const auto number = [&](std::string_view key) -> std::optional<double> {
        const DocumentEntry* entry = find(key);
        return entry ? parseNumber(entry->text()) : std::nullopt;
    };
    const auto client = std::find_if(clients().begin(), clients().end(),
                                     [&](const Client& row) { return find(row.mark) != nullptr; });
    if (client == clients().end()) return document;
    Document made;
    const auto put = [&](const char* key, std::string value, const DocumentEntry& from) {
        DocumentEntry entry = from;
        entry.key = key;
        entry.values = {std::move(value)};
        made.push_back(std::move(entry));
    };
    for (const Synonym& row : client->keys)
        for (const char* theirs : row.theirs) {
            const DocumentEntry* entry = find(theirs);
            if (!entry || entry->values.empty()) continue;
            double factor = row.of == Synonym::Of::Requests ? number(client->requests).value_or(0) : 1;
            if (row.of == Synonym::Of::Milliseconds) {
                const std::string_view key = theirs;
                const DocumentEntry* unit = find(std::string(key.substr(0, key.rfind('.'))) + ".unit");
                const std::string name = unit ? unit->text() : std::string();
                factor = name == "ns"   ? 1e-6
                         : name == "us" ? 1e-3
                         : name == "ms" ? 1
                         : !unit        ? client->milliseconds
                                        : 1e3;
            }
            const std::optional<double> value = parseNumber(entry->values.front());
            put(row.ours,
                row.of == Synonym::Of::Text || !value ? entry->values.front() : numberText(factor * *value),
                *entry);
            break;
        }
    const auto has = [&](std::string_view key) {
        return std::any_of(made.begin(), made.end(),
                           [&](const DocumentEntry& entry) { return entry.key == key; });
    };
    // Little's law gives what was in flight where nothing says it.
    const std::optional<double> rate = number("request_throughput.avg"), time = number("request_latency.avg");
    if (!has("max_concurrency") && !has("request_rate") && rate && time)
        put("max_concurrency", numberText(std::max(1.0, std::round(*rate * *time * 1e-3))),
            *find("request_latency.avg"));
    return made;
}

/// Python writes Infinity and NaN, which JSON has not: Infinity as a word in quotes, NaN as null.
std::string withoutInfinity(std::string_view text) {
    std::string made;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) quoted = !quoted;
        if (!quoted && text.substr(i, 8) == "Infinity") {
            made += "\"inf\"";
            i += 7;
        } else if (!quoted && text.substr(i, 3) == "NaN") {
            made += "null";
            i += 2;
        } else {
            made += text[i];
        }
    }
    return made;
}

/// Each object of a text, with the lines before it.
std::vector<std::pair<int, std::string_view>> objectsOf(std::string_view text) {
    std::vector<std::pair<int, std::string_view>> lines;
    int number = 0;
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
            if (!isJsonObject(withoutInfinity(line)))
                return {{0, text}}; // one object on several lines, or none
            lines.emplace_back(number, line);
        }
        ++number;
    }
    return lines.empty() ? std::vector<std::pair<int, std::string_view>>{{0, text}} : lines;
}

} // namespace

bool isBench(std::string_view begin) {
    const auto holds = [&](std::string_view mark) { return begin.find(mark) != std::string_view::npos; };
    return holds("output_throughput") || holds("total_output_tokens") ||
           (holds("\"time_to_first_token\"") &&
            (holds("output_token_throughput") || holds("output_tokens_per_sec")));
}

/// A list of results (summaries of vLLM's sweeps): the keys of each.
static Result<std::vector<Document>> resultsOf(std::string_view text, const std::string& source) {
    const bool list = !text.empty() && text.find_first_not_of(" \t\r\n") != std::string_view::npos &&
                      text[text.find_first_not_of(" \t\r\n")] == '[';
    const Result<Document> document =
        parseDocument(list ? "{\"runs\":" + withoutInfinity(text) + "}" : withoutInfinity(text), source);
    if (!document) return document.error();
    if (!list) return std::vector<Document>{inOurWords(*document)};
    std::vector<Document> results;
    std::string before;
    for (const DocumentEntry& entry : *document) {
        const std::string_view key =
            std::string_view(entry.key).substr(std::min<std::size_t>(5, entry.key.size()));
        const std::size_t dot = key.find('.');
        if (dot == std::string_view::npos) continue;
        if (results.empty() || key.substr(0, dot) != before) results.emplace_back();
        before = key.substr(0, dot);
        results.back().push_back(entry);
        results.back().back().key = key.substr(dot + 1);
    }
    if (results.empty())
        return Problem{.source = source, .rule = say("is a list without a result of a benchmark")};
    for (Document& result : results) result = inOurWords(result);
    return results;
}

Result<std::vector<BenchRun>> readBench(std::string_view text, const std::string& source) {
    std::vector<BenchRun> runs;
    Problems problems;
    for (const auto& [before, object] : objectsOf(text)) {
        const Result<std::vector<Document>> results = resultsOf(object, source);
        if (!results) {
            for (Problem problem : results.error()) {
                problem.line += before;
                problems.push_back(std::move(problem));
            }
            continue;
        }
        for (const Document& result : *results) {
            Reader reader(result, source, before);
            runs.push_back(reader.run());
            problems.insert(problems.end(), reader.problems.begin(), reader.problems.end());
        }
    }
    if (!problems.empty()) return problems;
    return runs;
}

} // namespace moe
