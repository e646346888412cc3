// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/own_kernels.h"

#include "models/engine/math/median.h"

#include "data/csv.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr std::string_view kHeader = "kernel,case,flop,bytes,us";

/// What a kernel's constant is a share of.
struct KernelConstant {
    double share = 0;
    bool computes = false;
    double leastUs = 0; ///< the shortest such a kernel takes
};

std::optional<KernelConstant> constantOf(std::string_view kernel, const GpuSpec& gpu,
                                         const StepConstants& constants) {
    const GenerationConstants own = constants.of(gpu);
    const double floor = constants.elementwiseFloor / microsecond;
    if (kernel == "attention") return KernelConstant{own.attention, true, 0};
    if (kernel == "attention_backward")
        return KernelConstant{own.attention * constants.backwardAttention, true, 0};
    // What several kernels do in turn the constant of one does not speak of.
    for (const std::string_view one :
         {"rmsnorm_compiled", "swiglu", "swiglu_compiled", "rope_compiled", "permute", "copy"})
        if (kernel == one) return KernelConstant{constants.elementwise, false, floor};
    return std::nullopt;
}

} // namespace

bool isOwnKernels(std::string_view text) {
    return text.starts_with(kHeader) || text.find("\n" + std::string(kHeader)) != std::string_view::npos;
}

std::string withoutComments(std::string_view text) {
    std::string table;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        if (!rest.starts_with('#')) table += rest.substr(0, end);
        table += '\n';
        rest.remove_prefix(std::min(rest.size(), end + 1));
    }
    return table;
}

Result<OwnKernels> readOwnKernels(std::string_view text, const std::string& source) {
    const Result<CsvTable> csv =
        readCsv(withoutComments(text), source,
                {{.name = "flop"}, {.name = "bytes"}, {.name = "us", .positive = true}});
    if (!csv) return csv.error();
    const CsvColumn *kernel = csv->find("kernel"), *flop = csv->find("flop"), *bytes = csv->find("bytes"),
                    *us = csv->find("us");
    if (kernel == nullptr || kernel->numeric)
        return Problem{.source = source, .key = "kernel", .rule = say("must be a column of names")};
    OwnKernels read{{}, csv->problems};
    for (std::size_t row = 0; row < csv->rows(); ++row)
        read.rows.push_back(
            {std::string(kernel->text(row)), flop->numbers[row], bytes->numbers[row], us->numbers[row]});
    return read;
}

std::vector<OwnKernelShare> ownKernelShares(const std::vector<OwnKernel>& rows, const GpuSpec& gpu,
                                            const StepConstants& constants) {
    std::vector<OwnKernelShare> shares;
    for (const OwnKernel& first : rows) {
        const auto same = [&](const OwnKernelShare& one) { return one.kernel == first.kernel; };
        if (std::any_of(shares.begin(), shares.end(), same)) continue;
        const bool fp8 = first.kernel.find("fp8") != std::string::npos;
        const Throughput peak = fp8 && gpu.fp8 > Throughput{} ? gpu.fp8 : gpu.bf16;
        const std::optional<KernelConstant> constant = constantOf(first.kernel, gpu, constants);
        OwnKernelShare share{first.kernel, 0, 0, {}, {}, {}, {}, {}};
        std::vector<double> times, compute, bytes, errors, sizes;
        for (const OwnKernel& row : rows) {
            if (row.kernel != first.kernel) continue;
            const double flopUs = row.flop / (peak / Tflops) / 1e6,
                         bytesUs = row.bytes / (gpu.hbm / GBps) / 1e3;
            times.push_back(row.us);
            if (row.flop > 0) compute.push_back(flopUs / row.us);
            if (row.bytes > 0) bytes.push_back(bytesUs / row.us);
            if (!constant) continue;
            const double ideal = (constant->computes ? flopUs : bytesUs) / constant->share;
            errors.push_back(std::max(ideal, constant->leastUs) / row.us - 1);
            sizes.push_back(std::abs(errors.back()));
        }
        share.rows = times.size();
        share.us = median(times);
        if (!compute.empty()) share.compute = median(compute);
        if (!bytes.empty()) share.bytes = median(bytes);
        if (constant)
            share.constant = constant->share, share.median = median(sizes), share.bias = median(errors);
        shares.push_back(share);
    }
    return shares;
}

} // namespace moe
