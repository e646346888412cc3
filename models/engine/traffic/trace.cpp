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
/// Lengths and faults beyond these are no trace of requests, and no help.
constexpr double kLongest = 1e8;
constexpr std::size_t kMostProblems = 20;

} // namespace

Result<std::vector<TrafficRequest>> readTrace(std::string_view text, const std::string& source) {
    const Result<CsvTable> table =
        readCsv(text, source, {{kColumns[0], {}}, {kColumns[1], {}, true}, {kColumns[2], {}, true}});
    if (!table) return table.error();
    Problems problems = table->problems;
    for (const CsvColumn& column : table->columns)
        if (std::find(std::begin(kColumns), std::end(kColumns), column.name) == std::end(kColumns))
            problems.push_back(
                {.source = source,
                 .line = 1,
                 .key = column.name,
                 .rule = say("is none of the columns %1", "arrival_s, input_tokens, output_tokens, "
                                                          "session")});
    const CsvColumn& arrival = *table->find(kColumns[0]);
    const CsvColumn* session = table->find(kColumns[3]);
    std::vector<TrafficRequest> requests;
    requests.reserve(table->rows());
    for (std::size_t i = 0; i < table->rows() && problems.size() < kMostProblems; ++i) {
        if (arrival.numbers[i] < 0)
            problems.push_back({.source = source,
                                .line = table->lines[i],
                                .key = arrival.name,
                                .rule = say("must be at least 0"),
                                .value = numberText(arrival.numbers[i])});
        TrafficRequest request;
        request.arrival = arrival.numbers[i];
        for (int column : {1, 2}) {
            const double length = table->find(kColumns[column])->numbers[i];
            if (length > kLongest || length != std::floor(length))
                problems.push_back({.source = source,
                                    .line = table->lines[i],
                                    .key = kColumns[column],
                                    .rule = say("must be a whole number up to %1", numberText(kLongest)),
                                    .value = numberText(length)});
            else
                (column == 1 ? request.input : request.output) = static_cast<int>(length);
        }
        if (session != nullptr) {
            if (!session->numeric)
                request.session = session->text(i).empty() ? -1 : static_cast<int>(session->codes[i]);
            else if (session->numbers[i] >= 0 && session->numbers[i] < kLongest)
                request.session = static_cast<int>(session->numbers[i]);
        }
        requests.push_back(request);
    }
    if (problems.empty() && requests.empty())
        problems.push_back({.source = source, .rule = say("holds no request")});
    if (!problems.empty()) return problems;
    std::stable_sort(requests.begin(), requests.end(),
                     [](const TrafficRequest& a, const TrafficRequest& b) { return a.arrival < b.arrival; });
    const double first = requests.front().arrival;
    for (TrafficRequest& request : requests) request.arrival -= first;
    return requests;
}

} // namespace moe
