// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/run_choice.h"

#include <cmath>

namespace moe {
namespace {

constexpr const char* kOther = "other";

/// By the first letters of a GPU's key; NVIDIA's are those whose generation is known.
constexpr struct {
    const char* prefix;
    const char* vendor;
} kVendors[] = {{"", "NVIDIA"},           {"mi", "AMD"},
                {"tpu", "Google TPU"},    {"ascend", "Huawei Ascend"},
                {"gaudi", "Intel Gaudi"}, {"trn", "AWS Trainium"}};

} // namespace

const std::vector<const char*>& vendors() {
    static const std::vector<const char*> names = [] {
        std::vector<const char*> made;
        for (const auto& row : kVendors) made.push_back(row.vendor);
        made.push_back(kOther);
        return made;
    }();
    return names;
}

const char* vendorOf(const GpuSpec& gpu) {
    if (gpu.generation != Generation::Other) return kVendors[0].vendor;
    for (const auto& row : kVendors) {
        const std::string_view prefix = row.prefix;
        if (!prefix.empty() && std::string_view(gpu.key).substr(0, prefix.size()) == prefix)
            return row.vendor;
    }
    return kOther;
}

const char* vendorOf(const MeasuredCase& measured, const Catalog& catalog) {
    const GpuSpec* gpu = catalog.gpu(measured.scenario.gpu.preset);
    return gpu ? vendorOf(*gpu) : kOther;
}

bool isChosen(const RunChoice& choice, const MeasuredCase& measured, const Catalog& catalog) {
    if (!choice.vendor.empty() && vendorOf(measured, catalog) != choice.vendor) return false;
    switch (choice.use) {
    case FitUse::Any: break;
    case FitUse::Fitted: return measured.usedForFit.value_or(false);
    case FitUse::LeftOut: return !measured.usedForFit.value_or(true);
    case FitUse::NotStated: return !measured.usedForFit;
    }
    return true;
}

ErrorSummary errorsOf(const Validation& validation, const Catalog& catalog, const RunChoice& choice,
                      std::string_view family) {
    std::vector<double> errors;
    for (const ValidationRow& row : validation.rows) {
        const std::optional<double> error = row.error();
        if (error && row.quantity->family == family && isChosen(choice, *row.measuredCase, catalog))
            errors.push_back(std::abs(*error));
    }
    ErrorSummary summary{std::string(family), {}, errors.size()};
    summary.median = quantileOf(errors, 0.5);
    summary.ninety = quantileOf(errors, 0.9);
    summary.worst = quantileOf(errors, 1);
    return summary;
}

} // namespace moe
