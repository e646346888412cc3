// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/words.h"

#include "models/engine/explain/explain.h"
#include "models/engine/explain/explain_symbols.h"
#include "models/engine/explain/lesson.h"
#include "models/engine/files/preset_groups.h"
#include "models/engine/loss/laws/laws.h"
#include "models/engine/loss/model/loss_model.h"
#include "models/engine/measured/cases.h"
#include "models/engine/memory/memory_terms.h"
#include "models/engine/plan/plan.h"
#include "models/engine/plan/serving_search.h"
#include "models/engine/profiles/profile_work.h"
#include "models/engine/report/metrics.h"
#include "models/engine/report/time_term_row.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/layer_kinds.h"
#include "models/engine/scenario/machines/gpu_fields.h"
#include "models/engine/scenario/machines/topology.h"
#include "models/engine/scenario/recipes.h"
#include "models/engine/schedule/schedules.h"
#include "models/engine/search/sweep.h"
#include "models/engine/serve/serve_pass.h"
#include "models/engine/shape/architecture.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/number_format.h"
#include "models/engine/time/step_time_report.h"
#include "models/engine/time/traced_step.h"
#include "models/engine/traffic/beside_server.h"

#include <set>

namespace moe::items {
namespace {

/// Names that the engine holds in code rather than in a table.
constexpr const char* kNames[] = {
    // report.h, evaluate.cpp: origins; memory.cpp, memory_transients.cpp: phases.
    "measured", "interpolated", "extrapolated", "fitted", "analytic", "simulated", "forward", "loss",
    "backward", "optimizer", "loss forward", "LM-head backward", "last-layer backward",
    // roofline.cpp: operators.
    "Q down", "Q up", "KV down", "KV up", "Output projection", "Attention core", "Router", "Expert GEMMs",
    "LM head", "MLP up", "MLP down", "Indexer", "Shared experts up", "Shared experts down",
    // operator_profiles.cpp: passes; profile_picture.cpp: keys.
    "Forward pass of a micro-batch", "Prefill step", "Decode step", "Tokens", "tokens", "Message size",
    "Cached keys", "Chunk", "Batch", "sequences", "KV length",
    // validation_table_model.cpp: quantities of a family.
    "params", "params per gpu", "peak", "last stage peak", "tokens per second per gpu", "tflops per gpu",
    "tflops per gpu full attention", "ttft", "tpot", "latency", "input tokens per second per gpu",
    "output tokens per second per gpu",
    // explain.cpp: a part without a row.
    "Output tokens after the first",
    // Units of loaded tables.
    "steps", "parameters",
    // validation.cpp: parts of a summary.
    "all", "in scope", "quality A", "quality B", "held out", "fit not stated",
    // laws.cpp: inputs that may be missing; loss_fit.cpp: effects.
    "active parameters", "FLOP per token (layers, hidden size)", "number of experts", "experts per token",
    "granularity (dense FFN width over expert width)", "vocabulary matrix (vocabulary, hidden size)",
    "model size", "sparsity", "learning rate", "batch",
    // derived_value.cpp
    "copy to the host", "best", "none", "the engine's", "what memory leaves",
    // goodput_curves.cpp
    "best availability", "this scenario"};

class Collector {
public:
    void add(const char* text) {
        if (text && *text) m_words.insert(text);
    }
    void add(const std::string& text) { add(text.c_str()); }
    std::vector<std::string> words() const { return {m_words.begin(), m_words.end()}; }

private:
    std::set<std::string> m_words;
};

void addTerms(Collector& to) {
    for (const MemoryTerm& row : memoryTerms()) {
        to.add(row.label);
        to.add(row.source);
        to.add(groupText(row.group));
    }
    const auto addRows = [&to](const auto& rows) {
        for (const TimeTermRow& row : rows) {
            to.add(row.label);
            to.add(row.source);
        }
    };
    addRows(timeTerms());
    addRows(serveTerms());
    for (const KernelFamily& row : kernelFamilies()) to.add(row.label);
}

void addLayerKinds(Collector& to) {
    for (const LayerKindRow& row : layerKinds())
        for (const char* text :
             {layerFacts(row.kind).label, row.tensorParallel, row.contextParallel, row.source})
            to.add(text);
    for (const NumberFormat& row : numberFormats())
        for (const char* text : {row.scales, row.source}) to.add(text);
}

void addKnobs(Collector& to) {
    for (const Field& field : fields()) {
        for (const char* text : {field.group, field.label, field.unit, field.help}) to.add(text);
    }
}

void addResults(Collector& to) {
    for (const Metric& metric : metrics()) {
        to.add(metric.group);
        to.add(metric.label);
        to.add(metric.unit);
        to.add(metric.source);
        to.add(metric.assumption);
    }
    for (const std::vector<AccountRow>* rows : {&accountRows(), &sheetRows()})
        for (const AccountRow& row : *rows) {
            to.add(row.group);
            to.add(row.title);
        }
    for (const GpuField& row : gpuFields())
        for (const std::string_view text : {row.label, row.help}) to.add(std::string(text));
    for (const TopologyRow& row : topologies()) to.add(row.label);
    for (const ExplainSymbol& row : explainSymbols()) to.add(row.meaning);
    for (const CaseQuantity& row : caseQuantities()) to.add(row.family);
    for (const LawSymbol& row : lawSymbols()) to.add(row.meaning);
    for (const Law& law : laws())
        for (const char* text : {law.label, law.citation, law.domain, law.note}) to.add(text);
    for (const ScheduleRow& row : schedules()) to.add(row.label);
    for (const BesideServer& row : besideServers()) to.add(row.label);
    for (const bool trains : {false, true})
        for (const PlanMetric& metric : planMetrics(trains)) to.add(metric.label);
    for (const ServingMetric& metric : servingMetrics()) {
        to.add(metric.label);
        to.add(metric.unit);
    }
    for (int limit = 0; limit <= int(PlanLimit::Pipeline); ++limit) to.add(planLimitLabel(PlanLimit(limit)));
    for (const ProfileOperatorRow& row : profileOperators()) to.add(row.label);
    for (int part = 0; part <= int(BlockPart::Head); ++part) to.add(blockPartLabel(BlockPart(part)));
    for (const Study& study : studies()) {
        to.add(study.title);
        to.add(study.question);
        to.add(study.caveat);
    }
}

} // namespace

std::vector<std::string> tableWords(const Catalog& catalog, const std::vector<Lesson>& lessons) {
    Collector words;
    for (const char* name : kNames) words.add(name);
    addTerms(words);
    addLayerKinds(words);
    addKnobs(words);
    addResults(words);
    for (const Lesson& lesson : lessons) {
        words.add(lesson.title);
        words.add(lesson.summary);
        for (const LessonStep& step : lesson.steps) {
            words.add(step.title);
            words.add(step.text);
        }
    }
    if (catalog.lossModel) words.add(catalog.lossModel->surface.origin); // as the shipped file says it
    for (const ScenarioPreset& preset : catalog.presets) words.add(preset.label);
    for (const PresetGroup& group : presetGroups()) words.add(group.label);
    for (const ClusterPreset& cluster : catalog.clusters) words.add(cluster.label);
    for (const Recipe& recipe : recipes()) words.add(recipe.label);
    return words.words();
}

} // namespace moe::items
