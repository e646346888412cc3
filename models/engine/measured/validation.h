// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The models against the measured cases: error per quantity, medians and 90 % quantiles per group, and how
// far the declared reach holds.

#include "models/engine/measured/cases.h"
#include "models/engine/measured/run_list.h"
#include "models/engine/scenario/catalog.h"

namespace moe {

/// One quantity of one case.
struct ValidationRow {
    const MeasuredCase* measuredCase = nullptr; ///< outlives the row
    const CaseQuantity* quantity = nullptr;
    double measured = 0;
    std::optional<double> predicted; ///< absent: the model cannot say
    /// Software that the step-time model does not follow (time/unmodelled.h); empty: none. Such rows stand in
    /// a summary of their own, in no other of their family.
    std::string unmodelled;
    /// predicted / measured − 1.
    std::optional<double> error() const {
        return predicted ? std::optional(*predicted / measured - 1) : std::nullopt;
    }
};

/// Absolute errors of the rows of one family within one part of the cases.
struct ErrorSummary {
    std::string family; ///< "step time"
    std::string part; ///< of the first set: "all", "in scope", "simumax-b200", "quality A", …; "second set"
    std::size_t count = 0;
    double median = 0, ninety = 0, worst = 0;
};

/// Step times of the runs of one family, those the constants were fitted to and the others apart.
struct FamilyErrors {
    RunFamily family = RunFamily::Source;
    std::string name; ///< "NVIDIA/dgxc-benchmarking"; empty: all of them
    bool inSample = false;
    bool modelled = true; ///< false: rows of unmodelled software alone
    std::size_t count = 0;
    double median = 0, ninety = 0, worst = 0; ///< absolute
    double bias = 0;                          ///< median of the signed errors
    const char* cause = "";                   ///< why the models are known to miss them; may be empty
};

/// One promise and the rows that break it.
struct Reach {
    std::string text; ///< "static memory within 1 %, quality A"
    std::size_t count = 0;
    std::vector<std::size_t> broken; ///< indices of rows beyond the limit
    bool holds = false;
};

struct Validation {
    std::vector<ValidationRow> rows; ///< in the order of the cases
    std::vector<ErrorSummary> summaries;
    std::vector<FamilyErrors> families; ///< by family, in the order of the cases
    std::vector<Reach> reaches;
    Problems problems; ///< cases whose scenario breaks a rule; they have no rows
};

/// Cases together with what became of them; the rows point into `cases`.
struct MeasuredRuns {
    MeasuredRuns() = default;
    MeasuredRuns(const MeasuredRuns&) = delete; // the rows of a copy would point into the original
    MeasuredRuns& operator=(const MeasuredRuns&) = delete;

    std::vector<MeasuredCase> cases;
    std::vector<LeftOutRun> leftOut; ///< runs that no scenario was made of
    Validation validation;
};

/// Every case evaluated; `cases` outlives the result.
Validation validation(const std::vector<MeasuredCase>& cases, const Catalog& catalog);

/// Value below which the share `q` of the sorted values lies (nearest rank); 0 without values.
double quantileOf(std::vector<double> values, double q);

/// An error beyond this is named with its cause.
inline constexpr double kLargeError = 0.25;
/// A family whose median error is beyond this is named with its cause.
inline constexpr double kOffFamily = 0.15;

} // namespace moe
