// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Published measurements as scenarios: what validate compares the models with. A case file is a scenario file
// with one more section, `case:`, that names the source and what it measured.

#include "data/problem.h"
#include "models/engine/report/report.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// One kind of measurement. `measured:` in a case file takes these keys.
struct CaseQuantity {
    const char* key;    ///< "peak_bytes": the unit stands in the key
    const char* family; ///< heading of its summary: errors of one family are comparable
    const char* unit;   ///< base unit of the value, as in metrics()
    /// Like with like: steady allocated memory against static memory, peak against peak, reserved against
    /// reserved. `stage` is the pipeline stage that was measured.
    std::optional<double> (*predicted)(const Report& report, std::size_t stage);
};
const std::vector<CaseQuantity>& caseQuantities();
const CaseQuantity* findCaseQuantity(std::string_view key);

struct Measured {
    const CaseQuantity* quantity = nullptr;
    double value = 0; ///< base unit
};

/// Which collection a run is of: the single cases that ship as files of their own, or a list of runs.
enum class RunSet { First, Second };

struct MeasuredCase {
    std::string id, group, source, hardware, framework, notes;
    std::string publisher; ///< repository of the source, "NVIDIA/dgxc-benchmarking"; else its group
    std::string vendor;    ///< of the GPU: "NVIDIA"
    std::string model;     ///< "Llama-3.1-70B"
    RunSet set = RunSet::First;
    std::string quality; ///< "A": every input known; "B": one or two secondary inputs unstated
    std::string cause;   ///< why the models are known to miss it; may be empty
    std::string
        unmodelled; ///< software that the step-time model does not follow (time/unmodelled.h); empty: none
    std::optional<bool> usedForFit; ///< absent: the fit does not name its runs
    bool lastStage = false;         ///< memory was read on the last pipeline stage, not the heaviest
    bool stepTimeInScope = true;    ///< false: the step-time model does not promise this run
    Scenario scenario;
    std::vector<Measured> measured;
};

/// What runs are alike in.
enum class RunFamily { Source, Vendor, Gpu, Model };
const std::vector<std::string>& runFamilyNames(); ///< in the order of the values
const std::string& familyOf(const MeasuredCase& run, RunFamily family);
/// The shipped constants were fitted to it, or may have been.
bool isInSample(const MeasuredCase& run);

/// Every unknown key, wrong value or missing part of the `case` section is located.
Result<MeasuredCase> readCase(std::string_view text, const std::string& source);

} // namespace moe
