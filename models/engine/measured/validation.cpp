// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/validation.h"

#include "models/engine/evaluate.h"
#include "models/engine/scenario/validate.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace moe {
namespace {

using Chosen = std::function<bool(const ValidationRow&)>;

bool isStepTime(const ValidationRow& row) {
    return std::string_view(row.quantity->family) == "step time";
}

/// Parts of the cases a summary is made for, in the order shown.
std::vector<std::pair<std::string, Chosen>> partsOf(const std::vector<MeasuredCase>& cases) {
    std::vector<std::pair<std::string, Chosen>> parts = {
        {"all", [](const ValidationRow&) { return true; }},
        {"in scope",
         [](const ValidationRow& row) { return isStepTime(row) && row.measuredCase->stepTimeInScope; }},
        {"quality A", [](const ValidationRow& row) { return row.measuredCase->quality == "A"; }},
        {"quality B", [](const ValidationRow& row) { return row.measuredCase->quality == "B"; }},
        {"fitted",
         [](const ValidationRow& row) {
             return isStepTime(row) && row.measuredCase->usedForFit.value_or(false);
         }},
        {"held out",
         [](const ValidationRow& row) {
             return isStepTime(row) && !row.measuredCase->usedForFit.value_or(true);
         }},
        {"fit not stated",
         [](const ValidationRow& row) { return isStepTime(row) && !row.measuredCase->usedForFit; }},
    };
    std::vector<std::string> groups;
    for (const MeasuredCase& one : cases) {
        if (std::find(groups.begin(), groups.end(), one.group) == groups.end()) groups.push_back(one.group);
    }
    for (const std::string& group : groups)
        parts.emplace_back(group,
                           [group](const ValidationRow& row) { return row.measuredCase->group == group; });
    return parts;
}

std::vector<double> absoluteErrors(const std::vector<ValidationRow>& rows, std::string_view family,
                                   const Chosen& chosen) {
    std::vector<double> errors;
    for (const ValidationRow& row : rows) {
        const std::optional<double> error = row.error();
        if (error && row.quantity->family == family && chosen(row)) errors.push_back(std::abs(*error));
    }
    return errors;
}

std::vector<std::string> families(const std::vector<ValidationRow>& rows) {
    std::vector<std::string> names;
    for (const CaseQuantity& quantity : caseQuantities()) {
        const bool used = std::any_of(rows.begin(), rows.end(), [&](const ValidationRow& row) {
            return row.quantity->family == std::string_view(quantity.family);
        });
        if (used && (names.empty() || names.back() != quantity.family)) names.emplace_back(quantity.family);
    }
    return names;
}

Reach everyRowWithin(const std::vector<ValidationRow>& rows, std::string_view family, double limit,
                     std::string text) {
    Reach reach{std::move(text), 0, {}, false};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::optional<double> error = rows[i].error();
        if (!error || rows[i].quantity->family != family || rows[i].measuredCase->quality != "A") continue;
        ++reach.count;
        if (std::abs(*error) > limit) reach.broken.push_back(i);
    }
    reach.holds = reach.broken.empty();
    return reach;
}

Reach stepTimeReach(const std::vector<ValidationRow>& rows, bool inScope, std::string text) {
    Reach reach{std::move(text), 0, {}, false};
    const Chosen chosen = [inScope](const ValidationRow& row) {
        return !inScope || row.measuredCase->stepTimeInScope;
    };
    const std::vector<double> errors = absoluteErrors(rows, "step time", chosen);
    reach.count = errors.size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::optional<double> error = rows[i].error();
        if (error && isStepTime(rows[i]) && chosen(rows[i]) && std::abs(*error) > 0.15)
            reach.broken.push_back(i);
    }
    reach.holds = quantileOf(errors, 0.5) <= 0.05 && quantileOf(errors, 0.9) <= 0.15;
    return reach;
}

Reach servingReach(const std::vector<ValidationRow>& rows) {
    Reach reach{"serving: median within 15 %, latencies and throughput of every case", 0, {}, false};
    std::vector<double> errors;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::optional<double> error = rows[i].error();
        if (!error || std::string_view(rows[i].quantity->family).substr(0, 7) != "serving") continue;
        errors.push_back(std::abs(*error));
        if (errors.back() > 0.15) reach.broken.push_back(i);
    }
    reach.count = errors.size();
    reach.holds = quantileOf(std::move(errors), 0.5) <= 0.15;
    return reach;
}

} // namespace

double quantileOf(std::vector<double> values, double q) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(std::lround(q * static_cast<double>(values.size() - 1)))];
}

Validation validation(const std::vector<MeasuredCase>& cases, const Catalog& catalog) {
    Validation result;
    for (const MeasuredCase& one : cases) {
        Problems problems = validate(one.scenario, catalog);
        if (!problems.empty()) {
            for (Problem& problem : problems) problem.source = one.id;
            append(result.problems, std::move(problems));
            continue;
        }
        const Report report = evaluate(one.scenario, catalog, Detail::Numbers);
        std::size_t stage = 0;
        if (report.memory)
            stage = one.lastStage ? report.memory->stages.size() - 1
                                  : static_cast<std::size_t>(report.memory->worst);
        for (const Measured& measured : one.measured)
            result.rows.push_back(
                {&one, measured.quantity, measured.value, measured.quantity->predicted(report, stage)});
    }
    const auto parts = partsOf(cases);
    for (const std::string& family : families(result.rows)) {
        for (const auto& [part, chosen] : parts) {
            const std::vector<double> errors = absoluteErrors(result.rows, family, chosen);
            if (!errors.empty())
                result.summaries.push_back({family, part, errors.size(), quantileOf(errors, 0.5),
                                            quantileOf(errors, 0.9), quantileOf(errors, 1)});
        }
    }
    result.reaches = {
        everyRowWithin(result.rows, "static memory", 0.01, "static memory within 1 %, quality A"),
        everyRowWithin(result.rows, "peak memory", 0.02, "peak memory within 2 %, quality A"),
        stepTimeReach(result.rows, true, "step time: median within 5 %, nine of ten within 15 %, in scope"),
        stepTimeReach(result.rows, false, "step time: median within 5 %, nine of ten within 15 %, every run"),
        servingReach(result.rows),
    };
    return result;
}

} // namespace moe
