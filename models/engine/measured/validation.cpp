// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/validation.h"

#include "models/engine/evaluate.h"
#include "models/engine/math/median.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/shape/setup.h"
#include "models/engine/time/unmodelled.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace moe {
namespace {

using Chosen = std::function<bool(const ValidationRow&)>;

bool isOfFirst(const ValidationRow& row) {
    return row.measuredCase->set == RunSet::First;
}

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
        if (one.set == RunSet::First && std::find(groups.begin(), groups.end(), one.group) == groups.end())
            groups.push_back(one.group);
    }
    for (const std::string& group : groups)
        parts.emplace_back(group,
                           [group](const ValidationRow& row) { return row.measuredCase->group == group; });
    for (auto& [name, chosen] : parts)
        chosen = [of = std::move(chosen)](const ValidationRow& row) { return isOfFirst(row) && of(row); };
    parts.emplace_back("second set", [](const ValidationRow& row) { return !isOfFirst(row); });
    for (auto& [name, chosen] : parts)
        chosen = [of = std::move(chosen)](const ValidationRow& row) {
            return row.unmodelled.empty() && of(row);
        };
    parts.emplace_back("software not modelled",
                       [](const ValidationRow& row) { return !row.unmodelled.empty(); });
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
        if (!error || !isOfFirst(rows[i]) || rows[i].quantity->family != family ||
            rows[i].measuredCase->quality != "A")
            continue;
        ++reach.count;
        if (std::abs(*error) > limit) reach.broken.push_back(i);
    }
    reach.holds = reach.broken.empty();
    return reach;
}

/// Half of the chosen rows within `median`, nine of ten within `ninety`.
Reach stepTimeReach(const std::vector<ValidationRow>& rows, const Chosen& chosen, double median,
                    double ninety, std::string text) {
    Reach reach{std::move(text), 0, {}, false};
    const std::vector<double> errors = absoluteErrors(
        rows, "step time", [&](const ValidationRow& row) { return row.unmodelled.empty() && chosen(row); });
    reach.count = errors.size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::optional<double> error = rows[i].error();
        if (error && isStepTime(rows[i]) && rows[i].unmodelled.empty() && chosen(rows[i]) &&
            std::abs(*error) > ninety)
            reach.broken.push_back(i);
    }
    reach.holds = quantileOf(errors, 0.5) <= median && quantileOf(errors, 0.9) <= ninety;
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

/// Causes that whole families share. By the beginning of a source's, vendor's, GPU's or model's name.
struct FamilyCause {
    std::string_view start;
    const char* cause;
};
constexpr FamilyCause kFamilyCauses[] = {
    {"AI-Hypercomputer",
     "TPUs: the constants are a default of the class, and XLA fuses what the model counts apart."},
    {"Google", "TPUs: the constants are a default of the class, and XLA fuses what the model counts apart."},
    {"tpu-", "TPUs: the constants are a default of the class, and XLA fuses what the model counts apart."},
    {"AMD", "Few runs; the constants are a default of the class."},
    {"mi3", "Few runs; the constants are a default of the class."},
    {"aisingapore", "Natural routing of a small MoE: launches and synchronisation dominate."},
    {"gemma4", "Layers of two sizes and shared keys, of which the list states one."},
};

void addFamilies(Validation& result) {
    const auto add = [&](RunFamily family, const std::string& name, bool inSample, bool modelled = true) {
        FamilyErrors errors{.family = family, .name = name, .inSample = inSample, .modelled = modelled};
        std::vector<double> absolute, both;
        for (const ValidationRow& row : result.rows) {
            const std::optional<double> error = row.error();
            const bool of = name.empty() || familyOf(*row.measuredCase, family) == name;
            if (!error || !isStepTime(row) || !of || isInSample(*row.measuredCase) != inSample) continue;
            if (row.unmodelled.empty() != modelled) continue;
            both.push_back(*error);
            absolute.push_back(std::abs(*error));
        }
        if (both.empty()) return;
        errors.count = both.size();
        errors.median = quantileOf(absolute, 0.5);
        errors.ninety = quantileOf(absolute, 0.9);
        errors.worst = quantileOf(absolute, 1);
        errors.bias = median(std::move(both));
        for (const FamilyCause& known : kFamilyCauses) {
            if (errors.median > kOffFamily && name.starts_with(known.start)) errors.cause = known.cause;
        }
        result.families.push_back(std::move(errors));
    };
    for (std::size_t kind = 0; kind < runFamilyNames().size(); ++kind) {
        const auto family = static_cast<RunFamily>(kind);
        std::vector<std::string> names;
        for (const ValidationRow& row : result.rows) {
            const std::string& name = familyOf(*row.measuredCase, family);
            if (isStepTime(row) && std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(name);
        }
        for (const bool inSample : {true, false}) {
            for (const std::string& name : names) add(family, name, inSample);
            if (family == RunFamily::Source) add(family, "", inSample);
        }
        for (const bool inSample : {true, false}) {
            for (const std::string& name : names) add(family, name, inSample, false);
            if (family == RunFamily::Source) add(family, "", inSample, false);
        }
    }
}

bool ofStep(const CaseQuantity& quantity) {
    const std::string_view family = quantity.family;
    return family == "step time" || family == "throughput";
}

/// An allocator keeps what the card has left: what it reserved near the capacity says nothing of its need.
bool fillsCard(const Measured& measured, const Report& report) {
    constexpr double kFull = 0.8;
    return std::string_view(measured.quantity->family) == "reserved memory" && report.memory &&
           measured.value > kFull * report.memory->capacity.base;
}

/// What a run's words or its scenario say of software that is not modelled.
std::string unmodelledIn(const MeasuredCase& one, const Catalog& catalog) {
    if (!one.unmodelled.empty() || !one.scenario.train) return one.unmodelled;
    Seconds step;
    for (const Measured& measured : one.measured) {
        if (std::string_view(measured.quantity->key) == "step_seconds") step = {measured.value};
    }
    const Setup setup = setupOf(one.scenario, catalog);
    const UnmodelledSoftware* software = unmodelledSoftware(setup, step);
    return software ? software->name : "";
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
        const std::string software = unmodelledIn(one, catalog);
        for (const Measured& measured : one.measured) {
            ValidationRow row{&one,
                              measured.quantity,
                              measured.value,
                              {},
                              ofStep(*measured.quantity) ? software : std::string()};
            if (!fillsCard(measured, report)) row.predicted = measured.quantity->predicted(report, stage);
            result.rows.push_back(std::move(row));
        }
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
    addFamilies(result);
    result.reaches = {
        everyRowWithin(result.rows, "static memory", 0.01, "static memory within 1 %, quality A"),
        everyRowWithin(result.rows, "peak memory", 0.02, "peak memory within 2 %, quality A"),
        stepTimeReach(
            result.rows,
            [](const ValidationRow& row) { return isOfFirst(row) && row.measuredCase->stepTimeInScope; },
            0.04, 0.11, "step time: median within 4 %, nine of ten within 11 %, in scope"),
        stepTimeReach(result.rows, isOfFirst, 0.05, 0.15,
                      "step time: median within 5 %, nine of ten within 15 %, every run of the first set"),
        stepTimeReach(
            result.rows, [](const ValidationRow& row) { return !isInSample(*row.measuredCase); }, 0.09, 0.22,
            "step time: median within 9 %, nine of ten within 22 %, runs not fitted to"),
        servingReach(result.rows),
    };
    return result;
}

} // namespace moe
