// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/explain/explain.h"

#include "models/engine/explain/explain_gpu.h"
#include "models/engine/explain/explain_metrics.h"
#include "models/engine/explain/explain_symbols.h"
#include "models/engine/explain/formula_words.h"
#include "models/engine/report/metrics.h"
#include "models/engine/report/time_term_row.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/recipes.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/time/step_time_report.h"

#include <algorithm>
#include <numeric>

namespace moe {
namespace {

constexpr std::string_view kMemoryTerm = "memory.terms.", kTimeTerm = "train.terms.";

/// Position of the row that `key` names after `prefix`; the size of `rows` when none does.
template <class Rows> std::size_t termIndex(const Rows& rows, std::string_view key, std::string_view prefix) {
    if (!key.starts_with(prefix)) return rows.size();
    std::size_t i = 0;
    while (i < rows.size() && key.substr(prefix.size()) != rows[i].key) ++i;
    return i;
}

unsigned scopeOf(std::string_view key) {
    if (key.starts_with("memory.")) return kMemory;
    if (key.starts_with("train.")) return kTime;
    if (key.starts_with("goodput.")) return kGoodput;
    if (key.starts_with("rl.")) return kRl;
    if (key.starts_with("day.")) return kDay;
    for (const char* section : {"power.", "energy.", "cost."})
        if (key.starts_with(section)) return kEnergy;
    if (key.starts_with("loss.")) return kLoss;
    if (key.starts_with("network.")) return kNetwork;
    if (key.starts_with("serve.")) return kServe;
    if (key.starts_with("placement.")) return kPlacement;
    return kParams;
}

int heaviestByParams(const Setup& setup) {
    int heaviest = 0;
    double most = -1;
    for (int stage = 0; stage < static_cast<int>(setup.pp); ++stage) {
        const StageParams params = stageParams(setup, stage);
        if (params.dense + params.expert <= most) continue;
        most = params.dense + params.expert;
        heaviest = stage;
    }
    return heaviest;
}

void addInputs(Account& account, std::string_view formula, unsigned scope, const ExplainFacts& facts) {
    for (const FormulaWord& word : formulaWords(formula)) {
        const auto same = [&](const AccountInput& input) { return input.symbol == word.text; };
        if (std::any_of(account.inputs.begin(), account.inputs.end(), same)) continue;
        const ExplainSymbol* row = findSymbol(word.text, scope, facts);
        if (!row) continue;
        account.inputs.push_back({row->symbol, row->meaning, symbolValue(*row, facts), row->unit, row->field,
                                  row->account == account.key ? "" : row->account, row->definition,
                                  row->basis});
    }
}

std::vector<AccountPart> memoryParts(const Report& report, bool onlyStatic) {
    std::vector<AccountPart> parts;
    if (!report.memory) return parts;
    const std::vector<MemoryTerm>& terms = memoryTerms();
    const StageMemory& stage = report.memory->heaviest();
    for (std::size_t i = 0; i < std::min(terms.size(), stage.terms.size()); ++i) {
        const bool moving =
            terms[i].group == MemoryGroup::Activations || terms[i].group == MemoryGroup::Transient;
        if (stage.terms[i].base > 0 && !(onlyStatic && moving))
            parts.push_back({std::string(kMemoryTerm) + terms[i].key, terms[i].label, stage.terms[i].base});
    }
    return parts;
}

std::vector<AccountPart> timeParts(const Report& report) {
    std::vector<AccountPart> parts;
    if (!report.train) return parts;
    for (std::size_t i = 0; i < std::min(timeTerms().size(), report.train->terms.size()); ++i)
        if (report.train->terms[i].exposed.base > 0)
            parts.push_back({std::string(kTimeTerm) + timeTerms()[i].key, timeTerms()[i].label,
                             report.train->terms[i].exposed.base});
    return parts;
}

/// What is waited for; these parts have no account of their own.
std::vector<AccountPart> servingParts(const std::vector<ServePart>& parts) {
    std::vector<AccountPart> made;
    for (const ServePart& part : parts) made.push_back({"", part.label, part.exposed.base});
    return made;
}

const char* kernelSentence(Origin origin) {
    switch (origin) {
    case Origin::Measured: return sentence("%1 by %2: measured");
    case Origin::Interpolated: return sentence("%1 by %2: between measured shapes");
    case Origin::Transferred:
        return sentence("%1 by %2: measured on another GPU, moved to this one's data sheet");
    default: return sentence("%1 by %2: measured up to other shapes, goes on as the model says");
    }
}

/// "TensorRT-LLM 1.3.0rc20, H100" of "trtllm 1.3.0rc20, H100".
std::string writtenKernel(const std::string& kernel) {
    for (const ServingEngine& engine : engines())
        if (const std::string_view backend = engine.kernels.backend; kernel.starts_with(backend))
            return engine.label + kernel.substr(backend.size());
    return kernel;
}

/// Whose kernels a pass is made of, and where their times come from.
std::vector<Message> servingKernels(const ServeReport& serve, const std::vector<ServePart>& parts) {
    std::vector<Message> told;
    for (const ServePart& part : parts)
        for (const ServedOperator& one : part.operators)
            if (Message kernel = say(kernelSentence(one.origin), one.op, writtenKernel(one.kernel));
                std::find(told.begin(), told.end(), kernel) == told.end())
                told.push_back(std::move(kernel));
    if (!told.empty()) told.push_back(say(serve.layerSource));
    return told;
}

const std::vector<ServePart>* passParts(std::string_view key, const Report& report) {
    if (report.serve && key == "serve.ttft_seconds") return &report.serve->prefillParts;
    if (report.serve && key == "serve.tpot_seconds") return &report.serve->decodeParts;
    return nullptr;
}

/// Of requests that are simulated one by one, where an engine is named.
bool isSimulated(std::string_view key, const Report& report) {
    constexpr std::string_view kSimulated[] = {"serve.ttft_seconds",
                                               "serve.tpot_seconds",
                                               "serve.latency_seconds",
                                               "serve.tokens_per_second",
                                               "serve.tokens_per_second_per_gpu",
                                               "serve.tokens_per_second_per_user",
                                               "serve.requests_per_second",
                                               "serve.usd_per_million_tokens"};
    return report.serve && report.serve->simulated &&
           std::find(std::begin(kSimulated), std::end(kSimulated), key) != std::end(kSimulated);
}

std::vector<AccountPart> partsOf(std::string_view key, const Report& report) {
    const auto metricPart = [&](const char* part) -> AccountPart {
        const Metric* metric = findMetric(part);
        return {part, metric->label, metric->value(report).value_or(0)};
    };
    if (key == "memory.static_bytes") return memoryParts(report, true);
    if (key == "memory.peak_bytes") return memoryParts(report, false);
    if (key == "train.step_seconds") return timeParts(report);
    if (key == "params.total") return {metricPart("params.dense"), metricPart("params.expert")};
    if (const std::vector<ServePart>* parts = passParts(key, report)) return servingParts(*parts);
    if (key == "serve.latency_seconds" && report.serve && report.serve->ttft) {
        const AccountPart first = metricPart("serve.ttft_seconds");
        const double whole = metricPart("serve.latency_seconds").value;
        return {first, {"serve.tpot_seconds", "Output tokens after the first", whole - first.value}};
    }
    return {};
}

Origin originOf(std::string_view key, const Report& report) {
    if (isSimulated(key, report)) return Origin::Simulated;
    if (const std::vector<ServePart>* parts = passParts(key, report)) {
        // The weakest of the measured parts; of none, the model's.
        Origin weakest = Origin::Analytic;
        for (const ServePart& part : *parts)
            if (!part.operators.empty())
                weakest = weakest == Origin::Analytic ? part.origin : std::max(weakest, part.origin);
        return weakest;
    }
    if (key.starts_with("loss.law_")) return Origin::Fitted;
    if (key.starts_with("day.") && !key.starts_with("day.kwh")) return Origin::Simulated;
    if (key.starts_with("loss.")) return report.loss ? report.loss->origin : Origin::Fitted;
    return Origin::Analytic;
}

const AccountRow* findRow(std::string_view key) {
    for (const std::vector<AccountRow>* rows : {&accountRows(), &sheetRows()})
        for (const AccountRow& row : *rows)
            if (key == row.key) return &row;
    return nullptr;
}

/// Letters to insert, remove or change.
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> line(b.size() + 1);
    std::iota(line.begin(), line.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t corner = line[0];
        line[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t change = corner + (a[i] == b[j] ? 0 : 1);
            corner = line[j + 1];
            line[j + 1] = std::min({change, line[j] + 1, corner + 1});
        }
    }
    return line.back();
}

} // namespace

ExplainFacts::ExplainFacts(std::string_view key, const Report& ofReport, const Catalog& ofCatalog)
    : report(ofReport),
      catalog(ofCatalog),
      setup(setupOf(ofReport.scenario, ofCatalog)),
      rates(kernelRates(setup)),
      serving(serveRatesOf(setup)) {
    const int heaviest = report.memory && !key.starts_with("params.") ? report.memory->heaviest().stage
                                                                      : heaviestByParams(setup);
    stage = stageContext(setup, stageLayers(setup), heaviest);
    if (setup.isMoe) routed = routedRows(setup);
    if (trains()) {
        phase = transients(stage);
        step = stepTime(stepModel(setup));
    }
    if (report.train) {
        const std::size_t index = termIndex(timeTerms(), key, kTimeTerm);
        if (index < report.train->terms.size()) term = report.train->terms[index];
    }
    if (const std::size_t index = termIndex(timeTerms(), key, kTimeTerm); index < timeTerms().size()) {
        const StepTermRow& row = timeTerms()[index];
        partOfStage = report.train && isOfStage(row.part);
        if (row.linkRanks) linkRanks = row.linkRanks(setup);
    }
    combine = key == "network.combine_bytes" || key == "network.combine_seconds";
    if (report.placement) {
        load = report.placement->gpus;
        if (key.starts_with("placement.experts.")) load = report.placement->experts;
        if (key.starts_with("placement.nodes.")) load = report.placement->nodes;
    }
    if (report.network && setup.isMoe) {
        exchangeTokens = tokensPerGpu(setup);
        const PlacementReport* placement = report.placement ? &*report.placement : nullptr;
        const double received = trains() ? setup.imbalance : 1;
        exchangeImbalance = exchangeSkew(setup, placement, received);
        exchange = allToAll(setup, exchangeTokens, exchangeImbalance);
        experts = slowestShare(setup, serving, exchangeTokens, placement, received);
    }
    if (report.loss && catalog.lossModel && trains()) {
        loss = catalog.lossModel.get();
        const bool chosen = train().lr > 0;
        const double batch = static_cast<double>(train().globalBatch) * setup.s;
        point = {report.params.nonEmbedding, train().tokens, report.loss->activeShare,
                 chosen ? train().lr : report.loss->optimalLr,
                 chosen && batch > 0 ? batch : report.loss->optimalBatchTokens};
    }
}

/// Where keys of training came from.
static void addRecipe(std::vector<Message>& assumptions, const Scenario& scenario) {
    const Recipe* recipe =
        scenario.train && scenario.train->recipe ? findRecipe(*scenario.train->recipe) : nullptr;
    if (!recipe) return;
    std::vector<Message> taken, own;
    for (const Recipe::Setting& each : recipe->set)
        if (isOfRecipe(scenario, each.key))
            (recipeBehind(scenario, each.key) ? taken : own).emplace_back(each.key);
    if (!taken.empty())
        assumptions.push_back(say("From the recipe %1: %2.", recipe->label, listed(std::move(taken))));
    if (!own.empty())
        assumptions.push_back(
            say("Set otherwise than the recipe %1 says: %2.", recipe->label, listed(std::move(own))));
}

const std::vector<AccountRow>& accountRows() {
    static const std::vector<AccountRow> rows = [] {
        std::vector<AccountRow> made;
        const auto addMetrics = [&](std::string_view start, const char* group) {
            for (const Metric& metric : metrics())
                if (std::string_view(metric.key).starts_with(start))
                    made.push_back({metric.key, metric.label, group});
        };
        addMetrics("memory.", "Memory");
        for (const MemoryTerm& term : memoryTerms())
            made.push_back({std::string(kMemoryTerm) + term.key, term.label, "Memory"});
        addMetrics("train.step_seconds", "Time");
        for (const TimeTermRow& term : timeTerms())
            made.push_back({std::string(kTimeTerm) + term.key, term.label, "Time"});
        addMetrics("loss.", "Loss");
        for (const Metric& metric : metrics()) {
            const auto same = [&](const AccountRow& row) { return row.key == metric.key; };
            if (std::none_of(made.begin(), made.end(), same))
                made.push_back({metric.key, metric.label, metric.group});
        }
        return made;
    }();
    return rows;
}

std::optional<Account> account(std::string_view key, const Report& report, const Catalog& catalog) {
    const AccountRow* row = findRow(key);
    if (!row) return std::nullopt;
    Account made;
    made.key = row->key;
    made.title = row->title;
    made.group = row->group;
    made.origin = originOf(key, report);
    if (made.group == "GPU") return dataSheet(std::move(made), report.scenario, catalog);

    const std::size_t memory = termIndex(memoryTerms(), key, kMemoryTerm);
    const std::size_t time = termIndex(timeTerms(), key, kTimeTerm);
    if (memory < memoryTerms().size()) {
        const MemoryTerm& term = memoryTerms()[memory];
        made.unit = "B";
        made.formula = term.formula;
        made.source = term.source;
        if (report.memory && memory < report.memory->heaviest().terms.size())
            made.value = report.memory->heaviest().terms[memory].base;
    } else if (time < timeTerms().size()) {
        const TimeTermRow& term = timeTerms()[time];
        made.unit = "s";
        made.formula = term.formula;
        made.source = term.source;
        if (report.train && time < report.train->terms.size()) {
            made.value = report.train->terms[time].exposed.base;
            made.origin = report.train->terms[time].origin;
        }
    } else if (const Metric* metric = findMetric(key)) {
        made.unit = metric->unit;
        made.value = metric->value(report);
        made.formula = metric->formula;
        made.source = metric->source;
    }
    const unsigned scope = scopeOf(key);
    const ExplainFacts facts(key, report, catalog);
    addInputs(made, made.formula, scope, facts);
    for (std::size_t i = 0; i < made.inputs.size(); ++i)
        addInputs(made, std::string(made.inputs[i].definition), scope, facts);
    made.assumptions = accountAssumptions(key, report);
    if (scope == kTime || scope == kMemory) addRecipe(made.assumptions, report.scenario);
    if (isSimulated(key, report))
        made.assumptions.push_back(
            say("Requests are simulated one by one with the scheduler of %1; times are their medians. The "
                "formula is that of one steady batch: what it leaves is time in which requests wait.",
                servedEngine(*report.scenario.serve).label));
    if (const std::vector<ServePart>* parts = passParts(key, report))
        for (Message& kernel : servingKernels(*report.serve, *parts))
            made.assumptions.push_back(std::move(kernel));
    made.parts = partsOf(key, report);
    return made;
}

std::vector<std::string> nearestAccounts(std::string_view key, std::size_t count) {
    std::vector<std::pair<std::size_t, std::string>> all;
    std::vector<AccountRow> rows = accountRows();
    rows.insert(rows.end(), sheetRows().begin(), sheetRows().end());
    for (const AccountRow& row : rows) {
        const std::string_view last = std::string_view(row.key).substr(row.key.rfind('.') + 1);
        all.emplace_back(std::min(editDistance(key, row.key), editDistance(key, last)), row.key);
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < std::min(count, all.size()); ++i) keys.push_back(all[i].second);
    return keys;
}

} // namespace moe
