// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/operator_table.h"

#include "data/number.h"
#include "data/problem_log.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr std::string_view kMicroseconds = "_us";

/// Tables that are known to be no kernel times, and why. Empty fields match all.
struct OperatorFault {
    std::string_view gpu, kind, backend, version, column;
    double headDim;
    const char* reason;
};
constexpr OperatorFault kOperatorFaults[] = {
    {"a100_sxm", "attn-generation", "trtllm", "", "", 0,
     sentence("almost half of the large rows exceed the memory bandwidth, up to 1.7 times: no prediction "
              "rests on them")},
    {"l40s", "attn-generation", "trtllm", "", "", 0,
     sentence("almost half of the large rows exceed the memory bandwidth, up to 1.7 times: no prediction "
              "rests on them")},
    {"", "gemm", "vllm", "0.24.0", "fp8_block", 0,
     sentence("a floor of 55 to 151 us shows that this is no kernel time: no prediction rests on it")},
    {"b200_sxm", "attn-context", "vllm", "", "bf16/fp8", 192,
     sentence("a fallback kernel at 3 % of the peak: no prediction rests on it")},
    {"h200_sxm", "deepep-ll", "", "", "", 0,
     sentence("a copy of the H100's table: no prediction rests on it")},
    {"h200_sxm", "deepep-normal", "", "", "", 0,
     sentence("a copy of the H100's table: no prediction rests on it")},
};

std::optional<std::string_view> timeName(std::string_view header) {
    if (header == kMicroseconds.substr(1)) return std::string_view();
    if (header.size() <= kMicroseconds.size() ||
        header.substr(header.size() - kMicroseconds.size()) != kMicroseconds)
        return std::nullopt;
    return header.substr(0, header.size() - kMicroseconds.size());
}

/// What a row does at least, whatever the kernel: to tell times that no device reaches.
struct LeastWork {
    double flop = 0, bytes = 0;
};
constexpr double kMostFlops = 4e16; ///< FLOP/s, above any GPU's FP4 peak
constexpr double kMostBytes = 1e14; ///< B/s, above any cache

class LeastWorkOf {
public:
    explicit LeastWorkOf(const OperatorTable& table)
        : m_name(table.kind->name), m_window(table.numbers("w")) {
        for (const std::string_view key : table.kind->keys) m_columns.push_back(table.numbers(key));
    }
    LeastWork operator()(std::size_t row) const {
        const auto at = [&](std::size_t key) { return (*m_columns[key])[row]; };
        if (m_name == "gemm") return {.flop = 2 * at(0) * at(1) * at(2)};
        if (m_name == "attn-context" || m_name == "attn-generation") {
            const double window = m_window != nullptr ? (*m_window)[row] : 0;
            const double keys = window > 0 ? std::min(at(1), window) : at(1);
            if (m_name == "attn-context") return {.flop = at(0) * at(1) * keys * at(2) * at(4)};
            return {.bytes = 2 * at(0) * keys * at(3) * at(4)};
        }
        if (m_name == "allreduce") return {.bytes = at(1)};
        if (m_name == "nccl" || m_name == "oneccl") return {.bytes = at(2) / 8};
        return {};
    }

private:
    std::string_view m_name;
    const std::vector<double>* m_window;
    std::vector<const std::vector<double>*> m_columns;
};

/// A problem when the largest shape claims what no device does; cells that do are emptied otherwise.
std::optional<Problem> checkRates(const OperatorTable& table, CsvTable& csv, ProblemLog& log) {
    const LeastWorkOf workOf(table);
    std::vector<LeastWork> work(csv.rows());
    for (std::size_t row = 0; row < csv.rows(); ++row) work[row] = workOf(row);
    for (const OperatorTimes& time : table.times) {
        CsvColumn& column = csv.columns[static_cast<std::size_t>(time.us - csv.columns.data())];
        double largest = 0;
        std::size_t at = 0;
        std::vector<std::size_t> impossible;
        for (std::size_t row = 0; row < csv.rows(); ++row) {
            const double us = column.numbers[row], seconds = us * kOperatorUnit.base;
            if (!(us > 0)) continue;
            if (const double size = work[row].flop + work[row].bytes; size > largest) {
                largest = size;
                at = row;
            }
            if (work[row].flop > kMostFlops * seconds || work[row].bytes > kMostBytes * seconds)
                impossible.push_back(row);
        }
        for (const std::size_t row : impossible) {
            const bool flop = work[row].flop > 0;
            const double rate =
                (flop ? work[row].flop : work[row].bytes) / (column.numbers[row] * kOperatorUnit.base);
            const std::string claim = rounded(rate * 1e-12, 3) + (flop ? " TFLOP/s" : " TB/s");
            Problem problem{csv.source, csv.lines[row], 0, column.name, {}, numberText(column.numbers[row])};
            if (row == at) {
                problem.rule = say("times must be microseconds; these would be %1", claim);
                return problem;
            }
            problem.rule = say("no device reaches %1: the time is left out", claim);
            log.add(std::move(problem));
        }
        for (const std::size_t row : impossible) column.numbers[row] = std::nan("");
    }
    return std::nullopt;
}

void markFaults(OperatorTable& table) {
    const OperatorPlace& place = table.place;
    const auto fits = [](std::string_view wanted, std::string_view found) {
        return wanted.empty() || wanted == found;
    };
    for (OperatorTimes& time : table.times)
        for (const OperatorFault& fault : kOperatorFaults) {
            if (!fits(fault.gpu, place.gpu) || fault.kind != table.kind->name ||
                !fits(fault.backend, place.backend) || !fits(fault.version, place.version) ||
                !fits(fault.column, time.name))
                continue;
            time.unusable = say(fault.reason);
            time.headDim = fault.headDim;
            table.problems.push_back(
                {table.source, 1, 0, time.us->name, time.unusable,
                 fault.headDim > 0 ? "d = " + numberText(fault.headDim) : std::string()});
        }
}

} // namespace

const std::vector<OperatorKind>& operatorKinds() {
    static const std::vector<OperatorKind> kinds = {
        {"attn-context", {"b", "s", "n", "g", "d"}, {}, {"w"}},
        {"attn-generation", {"b", "s", "n", "g", "d"}, {}, {"w"}},
        {"moe", {"dtype", "h", "f", "k", "e", "tp", "ep", "t"}, {"dtype"}},
        {"moe-wideep", {"dtype", "h", "f", "k", "e", "slots", "ep", "t"}, {"dtype"}},
        {"moe-deepep-context", {"dtype", "h", "f", "k", "e", "ep", "t"}, {"dtype"}},
        {"moe-deepep-generation", {"dtype", "h", "f", "k", "e", "ep", "t"}, {"dtype"}},
        {"deepep-normal", {"nodes", "h", "k", "e", "t", "sms"}},
        {"deepep-ll", {"nodes", "h", "k", "e", "t"}},
        {"alltoall",
         {"op_name", "moe_dtype", "num_tokens", "hidden_size", "topk", "num_experts", "moe_ep_size",
          "distribution"},
         {"op_name", "moe_dtype", "distribution"}},
        {"nccl", {"op", "gpus", "elements"}, {"op"}},
        {"oneccl", {"op", "gpus", "elements"}, {"op"}},
        {"allreduce", {"gpus", "elements"}},
        {"gdn", {"phase", "h", "kh", "vh", "b", "s"}, {"phase"}},
        {"kda", {"phase", "h", "kh", "vh", "b", "s"}, {"phase"}},
        {"mamba2", {"phase", "h", "state", "heads", "groups", "chunk", "b", "s"}, {"phase"}},
        {"dsa-context-module", {"variant", "arch", "n", "b", "s", "p"}, {"variant", "arch"}, {"p"}},
        {"dsa-generation-module", {"variant", "arch", "n", "b", "s"}, {"variant", "arch"}},
        {"mla-context-module", {"n", "b", "s", "p"}, {}, {"p"}},
        {"mla-context", {"n", "b", "s"}},
        {"mla-generation", {"n", "b", "s"}},
        {"mla-generation-module", {"n", "b", "s"}},
        {"mla-bmm", {"op", "n", "t"}, {"op"}},
        {"gemm", {"m", "n", "k"}},
        {"quant-computescale", {"m", "k"}},
        {"quant-scalematrix", {"m", "k"}},
    };
    return kinds;
}

OperatorPlace operatorPlace(std::string_view path) {
    const std::size_t slash = path.find_last_of("/\\");
    std::string_view folder = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
    folder = folder.substr(folder.find_last_of("/\\") + 1); // npos + 1 = 0: the whole
    std::string_view name = path.substr(slash + 1);
    name = name.substr(0, name.rfind(".csv"));
    OperatorPlace place;
    for (const OperatorKind& kind : operatorKinds()) // the longest name that fits
        if (name.substr(0, kind.name.size()) == kind.name && kind.name.size() > place.kind.size() &&
            (name.size() == kind.name.size() || name[kind.name.size()] == '-'))
            place.kind = std::string(kind.name);
    if (place.kind.empty()) return place;
    place.gpu = std::string(folder);
    name.remove_prefix(std::min(name.size(), place.kind.size() + 1));
    const std::size_t dash = name.find('-');
    place.backend = std::string(name.substr(0, dash));
    if (dash != std::string_view::npos) place.version = std::string(name.substr(dash + 1));
    return place;
}

const std::vector<double>* OperatorTable::numbers(std::string_view column) const {
    const CsvColumn* found = table->find(column);
    return found != nullptr && found->numeric ? &found->numbers : nullptr;
}

const OperatorTimes* OperatorTable::find(std::string_view time) const {
    for (const OperatorTimes& one : times)
        if (one.name == time) return &one;
    return nullptr;
}

const OperatorKind* recogniseOperators(const std::vector<std::string>& header, std::string_view path) {
    const auto has = [&](std::string_view name) {
        return std::find(header.begin(), header.end(), name) != header.end();
    };
    if (std::none_of(header.begin(), header.end(),
                     [](const std::string& name) { return timeName(name).has_value(); }))
        return nullptr;
    const std::string named = operatorPlace(path).kind;
    const OperatorKind* found = nullptr;
    std::size_t most = 0;
    for (const OperatorKind& kind : operatorKinds()) {
        const auto keys = static_cast<std::size_t>(std::count_if(kind.keys.begin(), kind.keys.end(), has));
        const bool all = keys == kind.keys.size();
        // A file that says what it is may lack one key, for the reader to name it.
        if (kind.name == named && keys + 1 >= kind.keys.size() && keys > 0) return &kind;
        if (all && keys > most) {
            most = keys;
            found = &kind;
        }
    }
    return found;
}

Result<OperatorTable> readOperators(std::string_view text, const std::string& source) {
    if (std::optional<Problem> problem = csvUnreadable(text, source)) return *std::move(problem);
    const std::vector<std::string> header = csvHeader(text);
    OperatorTable result;
    result.source = source;
    result.place = operatorPlace(source);
    result.kind = recogniseOperators(header, source);
    if (result.kind == nullptr)
        return Problem{
            source, 1, 1, {}, say("expected measured operators: the columns of a shape, then times in *_us"),
            {}};
    const auto among = [](const std::vector<std::string_view>& names, std::string_view key) {
        return std::find(names.begin(), names.end(), key) != names.end();
    };
    std::vector<CsvColumnRule> rules;
    Problems missing;
    for (const std::string_view key : result.kind->keys) {
        if (!among(result.kind->words, key))
            rules.push_back({key, {}, !among(result.kind->zeros, key)});
        else if (std::find(header.begin(), header.end(), key) == header.end())
            missing.push_back(
                {source, 1, 1, std::string(key), say("this column is required and missing"), {}});
    }
    if (!missing.empty()) return missing;
    for (const std::string_view key : result.kind->zeros)
        if (!among(result.kind->keys, key) && std::find(header.begin(), header.end(), key) != header.end())
            rules.push_back({key});
    for (const std::string& name : header)
        if (timeName(name)) rules.push_back({.name = name, .positive = true, .mayBeEmpty = true});

    Result<CsvTable> read = readCsv(text, source, rules);
    if (!read) return read.error();
    auto table = std::make_shared<CsvTable>(std::move(read).value());
    result.table = table;
    for (const CsvColumn& column : table->columns)
        if (const std::optional<std::string_view> name = timeName(column.name))
            result.times.push_back({std::string(*name), &column, {}});
    ProblemLog log;
    for (Problem& problem : table->problems) log.add(std::move(problem));
    if (std::optional<Problem> wrong = checkRates(result, *table, log)) return *std::move(wrong);
    result.problems = log.take();
    if (table->rows() == 0) {
        result.problems.push_back({source, 1, 1, {}, say("no row could be used"), {}});
        return result.problems;
    }
    markFaults(result);
    return result;
}

} // namespace moe
