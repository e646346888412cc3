// SPDX-License-Identifier: GPL-3.0-or-later
// Chapters of the documentation that are the engine's tables: what is printed is what is computed with.

#include "models/engine/explain/explain_symbols.h"
#include "models/engine/loss/laws/laws.h"
#include "models/engine/memory/memory_terms.h"
#include "models/engine/report/metrics.h"
#include "models/engine/report/time_term_row.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/layer_kinds.h"
#include "models/engine/serve/serve_pass.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/number_format.h"
#include "models/engine/time/step_time_report.h"
#include "models/items/escape.h"
#include "models/items/explain_text.h"
#include "models/items/manual.h"
#include "models/items/words.h"

namespace moe::items {
namespace {

using Kind = ManualPart::Kind;

QString escaped(const char* text) {
    return markdownEscaped(tableText(text));
}
QString capital(const QString& text) {
    return text.left(1).toUpper() + text.mid(1);
}
QString codeText(const std::string& text) {
    return text.empty() ? QString() : QStringLiteral("`%1`").arg(QString::fromStdString(text));
}
/// Clauses after ";" each on its own.
QString formulaText(const char* formula) {
    QStringList clauses = QString::fromUtf8(formula).split(QStringLiteral("; "));
    for (QString& clause : clauses) clause = QStringLiteral("`%1`").arg(clause);
    return clauses.join(QStringLiteral(", "));
}
QString accountLink(const QString& label, const std::string& key) {
    return QStringLiteral("[%1](account:%2)").arg(label, QString::fromStdString(key));
}
QString sourceAnd(const char* source, const char* note) {
    QString text = escaped(source);
    if (!text.isEmpty()) text += QLatin1Char('.');
    if (note && *note) text += QLatin1Char(' ') + escaped(note);
    return text.trimmed();
}

ManualPart table(const char* first, const char* second, const char* third) {
    ManualPart made{Kind::Table, {}};
    made.rows.push_back({QString::fromUtf8(first), QString::fromUtf8(second), QString::fromUtf8(third)});
    made.widths = {24, 42, 34};
    return made;
}

ManualSection section(const char* key, const QString& title, int level, const char* opening = "") {
    ManualSection made{QString::fromUtf8(key), title, level};
    if (*opening) made.parts.push_back({Kind::Paragraph, QString::fromUtf8(opening)});
    return made;
}

QStringList metricRow(const Metric& metric) {
    return {accountLink(escaped(metric.label), metric.key), formulaText(metric.formula),
            sourceAnd(metric.source, metric.assumption)};
}

void addMemory(Manual& manual) {
    manual.push_back(section("formulas-memory", QStringLiteral("Formulas: memory"), 1,
                             "Bytes of one GPU of a pipeline stage in training; the heaviest stage counts. "
                             "Letters are listed under [Symbols](#symbols)."));
    manual.push_back(section("formulas-memory-totals", QStringLiteral("Totals"), 2));
    ManualPart totals = table("Number", "Formula", "Source");
    for (const Metric& metric : metrics())
        if (std::string_view(metric.key).substr(0, 7) == "memory.") totals.rows.push_back(metricRow(metric));
    manual.back().parts.push_back(totals);
    const std::vector<MemoryTerm>& terms = memoryTerms();
    for (std::size_t i = 0; i < terms.size();) {
        const MemoryGroup group = terms[i].group;
        manual.push_back({QStringLiteral("formulas-memory-%1").arg(static_cast<int>(group)),
                          capital(escaped(groupText(group))), 2});
        ManualPart rows = table("Part", "Formula", "Source");
        for (; i < terms.size() && terms[i].group == group; ++i)
            rows.rows.push_back(
                {accountLink(escaped(terms[i].label), std::string("memory.terms.") + terms[i].key),
                 formulaText(terms[i].formula), sourceAnd(terms[i].source, "")});
        manual.back().parts.push_back(rows);
    }
}

void addLayerKinds(Manual& manual) {
    manual.push_back(
        section("formulas-layers", QStringLiteral("Formulas: kinds of layers"), 1,
                "What mixes the tokens of a layer, as `model.pattern` names it. Parameters; FLOPs forward, "
                "per token, beyond 2 for each value of a weight matrix (backward takes twice, attention "
                "2.5 times, as much); what a sequence keeps while it is served; and how layouts split it."));
    for (const LayerKindRow& kind : layerKinds()) {
        manual.push_back({QStringLiteral("layer-%1").arg(QString::fromUtf8(layerFacts(kind.kind).key)),
                          escaped(layerFacts(kind.kind).label), 2});
        ManualPart rows{Kind::Table, {}};
        rows.rows.push_back({QStringLiteral("Of a layer"), QStringLiteral("Is")});
        rows.rows.push_back({QStringLiteral("name in a pattern"), codeText(layerFacts(kind.kind).key)});
        rows.rows.push_back({QStringLiteral("parameters"), formulaText(kind.paramsFormula)});
        rows.rows.push_back({QStringLiteral("FLOPs of the core"), formulaText(kind.flopsFormula)});
        rows.rows.push_back({QStringLiteral("cache or state"), formulaText(kind.cacheFormula)});
        rows.rows.push_back({QStringLiteral("tensor parallelism"), escaped(kind.tensorParallel)});
        rows.rows.push_back({QStringLiteral("context parallelism"), escaped(kind.contextParallel)});
        manual.back().parts.push_back(rows);
        manual.back().parts.push_back(
            {Kind::Paragraph, QStringLiteral("Source: %1.").arg(escaped(kind.source))});
    }
    manual.push_back(
        section("number-formats", QStringLiteral("Number formats"), 2,
                "Of weights, the cache of keys and values and products. Scales count with the elements "
                "they belong to."));
    ManualPart rows{Kind::Table, {}};
    rows.rows.push_back({QStringLiteral("Format"), QStringLiteral("Bits"), QStringLiteral("Scales"),
                         QStringLiteral("Source")});
    for (const NumberFormat& format : numberFormats())
        rows.rows.push_back({codeText(std::string(enumText(format.type))), QString::number(format.all()),
                             escaped(format.scales), escaped(format.source)});
    manual.back().parts.push_back(rows);
}

void addTime(Manual& manual) {
    manual.push_back(section("formulas-time", QStringLiteral("Formulas: time"), 1,
                             "Parts of a training step and of a served step. What is not hidden behind "
                             "computation adds up to the step."));
    manual.push_back(section("formulas-step", QStringLiteral("A training step"), 2));
    ManualPart training = table("Part", "Formula", "Source");
    for (const TimeTermRow& term : timeTerms())
        training.rows.push_back({accountLink(escaped(term.label), std::string("train.terms.") + term.key),
                                 formulaText(term.formula), sourceAnd(term.source, "")});
    manual.back().parts.push_back(training);
    manual.push_back(section("formulas-serving", QStringLiteral("A prefill or decode step"), 2));
    ManualPart serving = table("Part", "Formula", "Source");
    for (const TimeTermRow& term : serveTerms())
        serving.rows.push_back({escaped(term.label), formulaText(term.formula), sourceAnd(term.source, "")});
    manual.back().parts.push_back(serving);
}

void addResults(Manual& manual) {
    manual.push_back(section("formulas-results", QStringLiteral("Formulas: results"), 1,
                             "Every number of a report, as cards, tables, exports and searches show it."));
    std::string_view group;
    int groups = 0;
    for (const Metric& metric : metrics()) {
        if (std::string_view(metric.key).substr(0, 7) == "memory.") continue;
        if (metric.group != group) {
            group = metric.group;
            manual.push_back({QStringLiteral("formulas-results-%1").arg(++groups), escaped(metric.group), 2});
            manual.back().parts.push_back(table("Number", "Formula", "Source"));
        }
        manual.back().parts.back().rows.push_back(metricRow(metric));
    }
}

void addLaws(Manual& manual) {
    manual.push_back(section(
        "formulas-laws", QStringLiteral("Formulas: published laws"), 1,
        "Drawn over the loss map and the scaling curves. A law answers outside its domain too, marked as "
        "such. Losses of another data recipe are carried over by one offset or scale, which is said."));
    for (const Law& law : laws()) {
        manual.push_back({QStringLiteral("law-%1").arg(QString::fromUtf8(law.key)), escaped(law.label), 2});
        ManualPart rows{Kind::Table, {}};
        rows.rows.push_back({QStringLiteral("Gives"), QStringLiteral("Formula")});
        const std::pair<const char*, const LawFormula*> all[] = {
            {"learning rate", &law.lr},
            {"batch, tokens", &law.batchTokens},
            {law.bitsPerCharacter ? "loss, bits per character" : "loss, nats per token", &law.loss},
            {"critical batch, tokens", &law.criticalBatchTokens}};
        for (const auto& [gives, formula] : all)
            if (formula->value) rows.rows.push_back({QString::fromUtf8(gives), formulaText(formula->text)});
        manual.back().parts.push_back(rows);
        QString about =
            QStringLiteral("Domain: %1. Source: %2.").arg(escaped(law.domain), escaped(law.citation));
        if (*law.note) about += QStringLiteral(" Note: %1.").arg(escaped(law.note));
        manual.back().parts.push_back({Kind::Paragraph, about});
    }
    manual.push_back(section("law-symbols", QStringLiteral("Symbols of the laws"), 2));
    ManualPart symbols{Kind::Table, {}};
    symbols.rows.push_back({QStringLiteral("Symbol"), QStringLiteral("Meaning")});
    for (const LawSymbol& symbol : lawSymbols())
        symbols.rows.push_back({codeText(symbol.symbol), escaped(symbol.meaning)});
    manual.back().parts.push_back(symbols);
}

void addSymbols(Manual& manual) {
    manual.push_back(
        section("symbols", QStringLiteral("Symbols"), 1,
                "Letters of the formulas. A letter that a part of the model uses in its own sense is "
                "listed with that part. Constants say whether they were fitted on measured runs, "
                "are a prior, or follow from counting operations."));
    struct Scope {
        unsigned scope;
        const char *key, *title;
    };
    static constexpr Scope kScopes[] = {{kShape, "symbols-shape", "Model, layout and batch"},
                                        {kParams, "symbols-params", "Parameters"},
                                        {kMemory, "symbols-memory", "Memory"},
                                        {kTime, "symbols-time", "Step time"},
                                        {kGoodput, "symbols-goodput", "Goodput"},
                                        {kRl, "symbols-rl", "RL step"},
                                        {kEnergy, "symbols-energy", "Energy"},
                                        {kDay, "symbols-day", "A day"},
                                        {kLoss, "symbols-loss", "Loss"},
                                        {kNetwork, "symbols-network", "Network"},
                                        {kServe, "symbols-serve", "Serving"},
                                        {kPlacement, "symbols-placement", "Placement"}};
    for (const Scope& scope : kScopes) {
        ManualPart rows{Kind::Table, {}};
        rows.rows.push_back({QStringLiteral("Symbol"), QStringLiteral("Meaning"), QStringLiteral("Unit"),
                             QStringLiteral("Is"), QStringLiteral("Set by")});
        for (const ExplainSymbol& symbol : explainSymbols()) {
            const bool shape = symbol.scope == kShape;
            if (shape != (scope.scope == kShape) || !(symbol.scope & scope.scope)) continue;
            AccountInput basis;
            basis.basis = symbol.basis;
            const QString is = *symbol.definition ? codeText(symbol.definition) : basisText(basis);
            QStringList row{codeText(symbol.symbol), escaped(symbol.meaning), escaped(symbol.unit), is,
                            codeText(symbol.field)};
            if (rows.rows.back() != row) rows.rows.push_back(std::move(row));
        }
        if (rows.rows.size() == 1) continue;
        manual.push_back(section(scope.key, QString::fromUtf8(scope.title), 2));
        manual.back().parts.push_back(rows);
    }
}

} // namespace

Manual formulaChapters() {
    Manual manual;
    addLayerKinds(manual);
    addMemory(manual);
    addTime(manual);
    addResults(manual);
    addLaws(manual);
    addSymbols(manual);
    return manual;
}

} // namespace moe::items
