// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/own_passes.h"

#include "data/csv.h"
#include "data/number.h"
#include "models/engine/evaluate.h"
#include "models/engine/math/quantile.h"
#include "models/engine/measured/own_kernels.h"
#include "models/engine/scenario/validate.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace moe {
namespace {

constexpr std::string_view kPassHeader = "model,phase,batch,context,";

constexpr std::array kCounts{"batch",    "context",  "layers", "hidden",  "ffn",  "heads",
                             "kv_heads", "head_dim", "vocab",  "experts", "top_k"};
constexpr double kMostCount = 1e9;

/// The first column whose cell is no whole number a scenario could have.
const char* brokenCount(const CsvTable& table, std::size_t row) {
    for (const char* name : kCounts)
        if (const double value = table.find(name)->numbers[row];
            value != std::floor(value) || value > kMostCount)
            return name;
    return nullptr;
}

Count whole(const CsvTable& table, const char* column, std::size_t row) {
    return static_cast<Count>(table.find(column)->numbers[row]);
}

} // namespace

bool isOwnPasses(std::string_view text) {
    return text.starts_with(kPassHeader) ||
           text.find("\n" + std::string(kPassHeader)) != std::string_view::npos;
}

Result<OwnPasses> readOwnPasses(std::string_view text, const std::string& source) {
    std::vector<CsvColumnRule> rules{{.name = "us", .positive = true}};
    for (const char* name : kCounts) rules.push_back({.name = name, .positive = true});
    const Result<CsvTable> csv = readCsv(withoutComments(text), source, rules);
    if (!csv) return csv.error();
    const CsvColumn *model = csv->find("model"), *phase = csv->find("phase");
    if (model == nullptr || phase == nullptr || phase->numeric)
        return Problem{.source = source, .key = "phase", .rule = say("must be a column of names")};
    OwnPasses read{{}, csv->problems};
    for (std::size_t row = 0; row < csv->rows(); ++row) {
        const std::string_view said = phase->text(row);
        if (said != "prefill" && said != "decode") {
            read.problems.push_back({source, csv->lines[row], 0, "phase",
                                     say("must be one of %1", "prefill, decode"), std::string(said)});
            continue;
        }
        if (const char* broken = brokenCount(*csv, row)) {
            read.problems.push_back({source, csv->lines[row], 0, broken, say("must be a whole number"),
                                     numberText(csv->find(broken)->numbers[row])});
            continue;
        }
        OwnPass pass;
        pass.line = csv->lines[row];
        pass.model = model->numeric ? rounded(model->numbers[row], 6) : std::string(model->text(row));
        pass.decode = said == "decode";
        pass.batch = whole(*csv, "batch", row), pass.context = whole(*csv, "context", row);
        pass.shape.layers = whole(*csv, "layers", row), pass.shape.hidden = whole(*csv, "hidden", row);
        pass.shape.ffn = whole(*csv, "ffn", row), pass.shape.heads = whole(*csv, "heads", row);
        pass.shape.kvHeads = whole(*csv, "kv_heads", row), pass.shape.headDim = whole(*csv, "head_dim", row);
        pass.shape.vocab = whole(*csv, "vocab", row);
        pass.experts = whole(*csv, "experts", row), pass.topK = whole(*csv, "top_k", row);
        pass.us = csv->find("us")->numbers[row];
        read.rows.push_back(std::move(pass));
    }
    return read;
}

std::optional<double> predictedPass(const OwnPass& pass, const GpuSpec& gpu, const Catalog& catalog) {
    Scenario scenario;
    scenario.model = pass.shape;
    scenario.model.tiedEmbeddings = false;
    scenario.model.sequence = 2 * pass.context;
    if (pass.experts > 1) {
        scenario.moe.emplace();
        scenario.moe->experts = pass.experts;
        scenario.moe->topK = pass.topK;
        scenario.moe->expertFfn = pass.shape.ffn;
    }
    scenario.gpu.preset = gpu.key;
    scenario.cluster.gpus = 1;
    scenario.train.reset();
    ServeSpec serve;
    serve.engine = ServeEngine::Steady;
    serve.requests = pass.batch;
    // Decode: the mean context of a request that begins with one token is half of what it makes.
    serve.prompt = pass.decode ? 1 : pass.context;
    serve.output = pass.decode ? 2 * pass.context : 1;
    scenario.serve = serve;
    if (!validate(scenario, catalog).empty()) return std::nullopt;
    const Report report = evaluate(scenario, catalog, Detail::Numbers);
    if (!report.serve) return std::nullopt;
    const std::optional<Seconds>& took = pass.decode ? report.serve->tpot : report.serve->ttft;
    return took ? std::optional<double>(*took / microsecond) : std::nullopt;
}

std::vector<OwnPassErrors> ownPassErrors(const OwnPasses& passes, const GpuSpec& gpu,
                                         const Catalog& catalog) {
    std::vector<OwnPassErrors> all;
    for (const OwnPass& first : passes.rows) {
        const auto alike = [&](const auto& one) {
            return one.model == first.model && one.decode == first.decode;
        };
        if (std::any_of(all.begin(), all.end(), alike)) continue;
        std::vector<double> errors, sizes;
        for (const OwnPass& pass : passes.rows) {
            if (!alike(pass)) continue;
            const std::optional<double> us = predictedPass(pass, gpu, catalog);
            if (!us) continue;
            errors.push_back(*us / pass.us - 1);
            sizes.push_back(std::abs(errors.back()));
        }
        if (errors.empty()) continue;
        all.push_back({first.model, first.decode, errors.size(), quantile(sizes, 0.5), quantile(sizes, 0.9),
                       quantile(errors, 0.5)});
    }
    return all;
}

} // namespace moe
