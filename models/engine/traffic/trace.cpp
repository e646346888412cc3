// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/trace.h"

#include "data/csv.h"
#include "data/number.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace moe {
namespace {

constexpr const char* kColumns[] = {"arrival_s", "input_tokens", "output_tokens", "session"};
/// Lengths and faults beyond these are no trace of requests, and no help. Sessions that are no numbers are
/// counted from there.
constexpr double kLongest = 1e8;
constexpr std::size_t kMostProblems = 20;

/// Of the header and what stands before it: blank lines.
std::size_t endOfHeader(std::string_view text) {
    std::size_t from = 0;
    for (;;) {
        const std::size_t end = text.find('\n', from);
        if (end == std::string_view::npos) return end;
        if (text.substr(from, end - from).find_first_not_of(" \t\r") != std::string_view::npos)
            return end + 1;
        from = end + 1;
    }
}

} // namespace

int TraceReader::sessionOf(std::string_view name) {
    if (name.empty()) return -1;
    const std::optional<double> number = parseNumber(name);
    if (number && *number >= 0 && *number < kLongest) return static_cast<int>(*number);
    const auto found = m_sessions.find(name);
    if (found != m_sessions.end()) return found->second;
    const int id = static_cast<int>(kLongest) + static_cast<int>(m_sessions.size());
    m_sessions.emplace(name, id);
    return id;
}

/// Whole lines behind the header.
void TraceReader::read(std::string_view lines) {
    const auto headerLines = static_cast<int>(std::count(m_header.begin(), m_header.end(), '\n'));
    const int before = std::max(0, m_before - headerLines);
    const Result<CsvTable> table =
        readCsv(m_header + std::string(lines), m_source,
                {{kColumns[0], {}}, {kColumns[1], {}, true}, {kColumns[2], {}, true}});
    const auto lineOf = [&](int line) { return line > headerLines ? line + before : line; };
    if (!table || !table->problems.empty())
        for (Problem problem : table ? table->problems : table.error()) {
            problem.line = lineOf(problem.line);
            m_problems.push_back(std::move(problem));
        }
    if (!table) return;
    if (before == 0)
        for (const CsvColumn& column : table->columns)
            if (std::find(std::begin(kColumns), std::end(kColumns), column.name) == std::end(kColumns))
                m_problems.push_back(
                    {.source = m_source,
                     .line = 1,
                     .key = column.name,
                     .rule = say("is none of the columns %1", "arrival_s, input_tokens, output_tokens, "
                                                              "session")});
    const CsvColumn& arrival = *table->find(kColumns[0]);
    const CsvColumn* lengths[] = {table->find(kColumns[1]), table->find(kColumns[2])};
    const CsvColumn* session = table->find(kColumns[3]);
    for (std::size_t i = 0; i < table->rows() && m_problems.size() < kMostProblems; ++i) {
        const auto wrong = [&](const std::string& key, Message rule, double value) {
            m_problems.push_back({.source = m_source,
                                  .line = lineOf(table->lines[i]),
                                  .key = key,
                                  .rule = std::move(rule),
                                  .value = numberText(value)});
        };
        if (m_requests.size() == kMostTraceRequests) {
            wrong(arrival.name,
                  say("is more than the %1 requests of a trace", static_cast<Count>(kMostTraceRequests)),
                  arrival.numbers[i]);
            return;
        }
        if (arrival.numbers[i] < 0) wrong(arrival.name, say("must be at least 0"), arrival.numbers[i]);
        TrafficRequest request;
        request.arrival = arrival.numbers[i];
        for (const CsvColumn* column : lengths) {
            const double length = column->numbers[i];
            if (length > kLongest || length != std::floor(length))
                wrong(column->name, say("must be a whole number up to %1", numberText(kLongest)), length);
            else
                (column == lengths[0] ? request.input : request.output) = static_cast<int>(length);
        }
        if (session != nullptr && !session->numeric)
            request.session = sessionOf(session->text(i));
        else if (session != nullptr && session->numbers[i] >= 0 && session->numbers[i] < kLongest)
            request.session = static_cast<int>(session->numbers[i]);
        m_requests.push_back(request);
    }
}

bool TraceReader::add(std::string_view bytes) {
    if (m_problems.size() >= kMostProblems || m_requests.size() > kMostTraceRequests) return false;
    m_rest += bytes;
    if (m_header.empty()) {
        const std::size_t end = endOfHeader(m_rest);
        if (end == std::string::npos) return true;
        m_header = m_rest.substr(0, end);
        m_rest.erase(0, end);
        m_before = static_cast<int>(std::count(m_header.begin(), m_header.end(), '\n'));
    }
    const std::size_t last = m_rest.rfind('\n');
    if (last == std::string::npos) return true;
    const std::string_view lines = std::string_view(m_rest).substr(0, last + 1);
    read(lines);
    m_before += static_cast<int>(std::count(lines.begin(), lines.end(), '\n'));
    m_rest.erase(0, last + 1);
    return m_problems.size() < kMostProblems;
}

Result<std::vector<TrafficRequest>> TraceReader::finish() {
    const bool unread = m_requests.empty() && m_problems.empty();
    if (!m_rest.empty() || unread) read(m_rest); // also a file without a line is told what it is
    if (m_problems.empty() && m_requests.empty())
        m_problems.push_back({.source = m_source, .rule = say("holds no request")});
    if (!m_problems.empty()) return std::move(m_problems);
    const auto earlier = [](const TrafficRequest& a, const TrafficRequest& b) {
        return a.arrival < b.arrival;
    };
    if (!std::is_sorted(m_requests.begin(), m_requests.end(), earlier))
        std::stable_sort(m_requests.begin(), m_requests.end(), earlier);
    const double first = m_requests.front().arrival;
    for (TrafficRequest& request : m_requests) request.arrival -= first;
    return std::move(m_requests);
}

Result<std::vector<TrafficRequest>> readTrace(std::string_view text, const std::string& source) {
    TraceReader reader(source);
    reader.add(text);
    return reader.finish();
}

TrafficTrace namedTrace(const HashTrace& trace) {
    TrafficTrace made;
    const double begin = trace.requests.empty() ? 0 : trace.requests.front().arrival;
    for (const HashedRequest& one : trace.requests) {
        if (one.input < 1 || one.output < 1) continue;
        const int whole = (one.input + trace.blockTokens - 1) / trace.blockTokens;
        TrafficRequest request{one.arrival - begin, one.input, one.output};
        request.firstName = static_cast<std::uint32_t>(one.first);
        request.names = std::min(whole, static_cast<int>(one.count));
        made.requests.push_back(request);
    }
    made.names = std::make_shared<const PromptNames>(PromptNames{trace.blocks, trace.blockTokens});
    return made;
}

double unlimitedHits(const TrafficTrace& trace) {
    if (!trace.names) return 0;
    const std::vector<std::uint32_t>& blocks = trace.names->blocks;
    std::vector<char> seen(blocks.empty() ? 0 : *std::max_element(blocks.begin(), blocks.end()) + 1, 0);
    double found = 0, all = 0;
    for (const TrafficRequest& one : trace.requests) {
        const auto name = [&](int i) { return blocks[one.firstName + static_cast<std::size_t>(i)]; };
        int leading = 0;
        while (leading < one.names && seen[name(leading)]) ++leading;
        found += static_cast<double>(trace.names->tokens) *
                 std::min(leading, (one.input - 1) / trace.names->tokens);
        all += one.input;
        for (int i = 0; i < one.names; ++i) seen[name(i)] = 1;
    }
    return all > 0 ? found / all : 0;
}

} // namespace moe
