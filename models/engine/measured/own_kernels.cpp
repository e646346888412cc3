// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/own_kernels.h"

#include "models/engine/cost/operators.h"
#include "models/engine/math/median.h"
#include "models/engine/time/step_time.h"

#include "data/csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace moe {
namespace {

constexpr std::string_view kHeader = "kernel,case,flop,bytes,us";

/// What a kernel's constant is a share of.
struct KernelConstant {
    double share = 0;
    bool computes = false;
    double leastUs = 0;     ///< the shortest such a kernel takes
    double shortTokens = 0; ///< attention: length of a sequence at which it takes twice its time
};

/// The number after a word of a case, "tokens 4096"; 0 without it.
double numberAfter(std::string_view text, std::string_view word) {
    const std::size_t at = text.find(word);
    if (at == std::string_view::npos) return 0;
    double number = 0;
    const std::string_view rest = text.substr(at + word.size());
    std::from_chars(rest.data(), rest.data() + rest.size(), number);
    return number;
}

/// Times over those of the constant's share, of long sequences and heads of 128.
double timesOver(const KernelConstant& constant, const OwnKernel& row) {
    const double length = row.tokens > 0 ? 1 + constant.shortTokens / row.tokens : 1;
    return row.width > 0 && constant.shortTokens > 0 ? length / attentionFill(row.width) : length;
}

std::optional<KernelConstant> constantOf(std::string_view kernel, const GpuSpec& gpu,
                                         const StepConstants& constants) {
    const GenerationConstants own = constants.of(gpu);
    const double floor = constants.elementwiseFloor / microsecond;
    // What PyTorch chooses by itself.
    const bool cudnn = gpu.generation == Generation::Hopper;
    // Measured with nothing beside it.
    const double attention = cudnn ? clockAtPower(1, constants) * constants.cudnnHopper : own.attention,
                 tokens = cudnn ? constants.shortCudnn : constants.shortAttention;
    if (kernel == "attention") return KernelConstant{attention, true, 0, tokens};
    if (kernel == "attention_backward")
        return KernelConstant{attention * constants.backwardAttention, true, 0, tokens};
    // What several kernels do in turn the constant of one does not speak of.
    for (const std::string_view one :
         {"rmsnorm_compiled", "swiglu", "swiglu_compiled", "rope_compiled", "permute", "copy"})
        if (kernel == one) return KernelConstant{constants.elementwise, false, floor, 0};
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
    const CsvColumn* named = csv->find("case");
    for (std::size_t row = 0; row < csv->rows(); ++row) {
        const std::string_view words = named && !named->numeric ? named->text(row) : std::string_view();
        read.rows.push_back({std::string(kernel->text(row)), flop->numbers[row], bytes->numbers[row],
                             us->numbers[row], numberAfter(words, "tokens "), numberAfter(words, " d ")});
    }
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
            const double ideal =
                timesOver(*constant, row) * (constant->computes ? flopUs : bytesUs) / constant->share;
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
