// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/cost/step_constants_file.h"

#include "data/document.h"
#include "data/number.h"

#include <algorithm>

namespace moe {
namespace {

constexpr std::string_view kConstants = "constants.", kCovariance = "covariance.";

std::string rangeOf(const StepConstantRow& row) {
    return rounded(row.low, 6) + " to " + rounded(row.high, 6);
}

/// The place of a constant among those the file names; their number when it is none of them.
std::size_t placeOf(const StepConstantsFile& file, const StepConstantRow& row) {
    const auto index = static_cast<std::size_t>(&row - stepConstantRows().data());
    return static_cast<std::size_t>(std::find(file.fitted.begin(), file.fitted.end(), index) -
                                    file.fitted.begin());
}

Message readValue(StepConstantsFile& file, const StepConstantRow* row, const DocumentEntry& entry) {
    if (!row) return say("is no constant of the step-time model");
    const std::optional<double> value = entry.list ? std::nullopt : parseNumber(entry.text());
    // A value at the end of its range may be off by its last digit.
    if (!value || *value < row->low * (1 - 1e-6) || *value > row->high * (1 + 1e-6))
        return say("must be a number from %1", rangeOf(*row));
    row->set(file.constants, *value);
    file.fitted.push_back(static_cast<std::size_t>(row - stepConstantRows().data()));
    return {};
}

Message readCovariance(StepConstantsFile& file, const StepConstantRow* row, const DocumentEntry& entry) {
    if (!row) return say("is no constant of the step-time model");
    const std::size_t place = placeOf(file, *row);
    if (place == file.fitted.size()) return say("must stand among the constants first");
    std::vector<double> values;
    for (const std::string& text : entry.values) {
        const std::optional<double> value = parseNumber(text);
        if (!value) return say("must be numbers");
        values.push_back(*value);
    }
    if (values.size() != place + 1)
        return say("must be covariances with the constants up to itself, %1 in all", place + 1);
    if (values.back() < 0) return say("must end with a variance of at least 0");
    file.covariance.resize(file.fitted.size());
    file.covariance[place] = std::move(values);
    return {};
}

Message readOther(StepConstantsFile& file, const DocumentEntry& entry) {
    if (entry.key == "schema")
        return entry.text() == kStepConstantsSchema ? Message() : say("must be %1", kStepConstantsSchema);
    if (entry.key == "source") return file.source = entry.text(), Message();
    if (entry.key != "runs") return say("is no key of a file of constants");
    const std::optional<double> runs = parseNumber(entry.text());
    if (!runs || *runs < 0 || *runs > 1e9) return say("must be a number of at least 0");
    file.runs = static_cast<Count>(*runs);
    return {};
}

} // namespace

bool isStepConstants(std::string_view text) {
    return schemaOf(text) == kStepConstantsSchema;
}

Result<StepConstantsFile> readStepConstants(std::string_view text, const std::string& source) {
    const Result<Document> document = parseDocument(text, source);
    if (!document) return document.error();
    StepConstantsFile file;
    Problems problems;
    const auto readAll = [&](bool covariance) {
        for (const DocumentEntry& entry : *document) {
            const std::string_view key = entry.key;
            const bool value = key.starts_with(kConstants), row = key.starts_with(kCovariance);
            if (row != covariance) continue;
            Message rule = value ? readValue(file, findStepConstant(key.substr(kConstants.size())), entry)
                           : row
                               ? readCovariance(file, findStepConstant(key.substr(kCovariance.size())), entry)
                               : readOther(file, entry);
            if (!rule.empty())
                problems.push_back(
                    {source, entry.line, entry.column, entry.key, std::move(rule), entry.text()});
        }
    };
    readAll(false);
    readAll(true);
    if (problems.empty() && file.fitted.empty())
        problems.push_back({.source = source, .key = "constants", .rule = say("is missing")});
    if (!problems.empty()) return problems;
    return file;
}

std::string stepConstantsText(const StepConstantsFile& file) {
    Document document;
    const auto add = [&](std::string key, std::vector<std::string> values, bool list, bool quoted) {
        document.push_back({std::move(key), std::move(values), list, 0, 0, quoted});
    };
    add("schema", {kStepConstantsSchema}, false, false);
    add("source", {file.source}, false, true);
    add("runs", {std::to_string(file.runs)}, false, false);
    const auto& rows = stepConstantRows();
    for (const std::size_t index : file.fitted)
        add(std::string(kConstants) + rows[index].key, {rounded(rows[index].get(file.constants), 8)}, false,
            false);
    for (std::size_t i = 0; i < file.covariance.size(); ++i) {
        std::vector<std::string> values;
        for (const double value : file.covariance[i]) values.push_back(rounded(value, 6));
        add(std::string(kCovariance) + rows[file.fitted[i]].key, std::move(values), true, false);
    }
    return documentText(document);
}

} // namespace moe
