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
    for (const char* key : {"model_id", "tokenizer_id"})
        if (const DocumentEntry* entry = find(key); entry != nullptr && run.model.empty())
            run.model = entry->text();
    run.requests = required("completed");
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

Result<std::vector<BenchRun>> readBench(std::string_view text, const std::string& source) {
    std::vector<BenchRun> runs;
    Problems problems;
    for (const auto& [before, object] : objectsOf(text)) {
        const Result<Document> document = parseDocument(withoutInfinity(object), source);
        if (!document) {
            for (Problem problem : document.error()) {
                problem.line += before;
                problems.push_back(std::move(problem));
            }
            continue;
        }
        Reader reader(*document, source, before);
        runs.push_back(reader.run());
        problems.insert(problems.end(), reader.problems.begin(), reader.problems.end());
    }
    if (!problems.empty()) return problems;
    return runs;
}

} // namespace moe
