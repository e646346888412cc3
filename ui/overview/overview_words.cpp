// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_words.h"

#include "models/engine/report/metrics.h"
#include "models/engine/scenario/fields.h"
#include "models/items/choice_label.h"
#include "models/items/escape.h"
#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/form/field_editor.h"
#include "ui/form/value_text.h"
#include "ui/overview/overview_changes.h"
#include "ui/plots/kit/plot_support.h"

#include <cmath>

namespace moe::ui {
namespace {

using items::Words;
using Role = TextPiece::Role;

/// "30 ms"
QString shortSeconds(double seconds) {
    const double unit = seconds < 1 ? 1e-3 : 1;
    return shortNumber(seconds / unit) + (unit < 1 ? QStringLiteral(" ms") : QStringLiteral(" s"));
}

TextPiece chip(const char* key, const QString& text) {
    return {text, Role::Chip, QLatin1String(kKnobHit) + QLatin1String(key)};
}
/// A knob with its value, in the widget's locale.
TextPiece knobChip(const Scenario& scenario, const char* key, const QString& absent = {}) {
    const Field& field = *findField(key);
    const FieldValue value = field.get(scenario);
    const double* number = std::get_if<double>(&value);
    if (number && std::string_view(field.unit) == "s") return chip(key, shortSeconds(*number));
    if (number && std::string_view(key) == "train.lr") return chip(key, rateText(*number));
    constexpr double kLarge =
        1e6; // from here on with the suffix of the language: Bio., where T is read as thousands
    if (number && *number >= kLarge) return chip(key, items::compactCount(*number));
    const QString text = valueText(field, value, QLocale());
    return chip(key, text.isEmpty() ? absent : text);
}

TextPiece large(const QString& text) {
    return {text, Role::Large};
}
TextPiece waitingPiece() {
    return {QStringLiteral("…"), Role::Waiting};
}

/// What a value of the knob was before: "128".
QString valueBefore(const Overview& overview) {
    if (!overview.before) return {};
    return knobValueText(overview.knob, overview.before->scenario, {});
}

TextLine withoutSide(const QString& what, const char* key) {
    return {
        {what, Role::Muted}, {QStringLiteral("  ")}, {Words::tr("Add it"), Role::Link, QLatin1String(key)}};
}

// Loss

RowWords lossWords(const Overview& overview) {
    RowWords words;
    words.link = Words::tr("Loss map ▸");
    words.page = QStringLiteral("loss");
    const Scenario& scenario = overview.now.scenario;
    const TextPiece name{Words::tr("Loss"), Role::Strong};
    if (!scenario.train) {
        words.question = {name};
        words.answer = withoutSide(Words::tr("Nothing is trained in this scenario."), "act:train");
        return words;
    }
    const ParamCounts& params = overview.now.training->params;
    const double batch = double(scenario.train->globalBatch) * double(scenario.model.sequence);
    words.question = lineOf(
        scenario.moe
            ? Words::tr(
                  "%1 of %2, %3 active, after %4 tokens at a learning rate of %5 and %6 sequences a batch")
            : Words::tr("%1 of %2 after %4 tokens at a learning rate of %5 and %6 sequences a batch"),
        {name,
         {items::compactCount(params.total)},
         {items::compactCount(params.active)},
         knobChip(scenario, "train.tokens"),
         knobChip(scenario, "train.lr"),
         knobChip(scenario, "train.global_batch")});
    words.question.push_back(
        {QStringLiteral(" ") + Words::tr("(%1 tokens)").arg(tokensText(batch)), Role::Muted, {}, Tail});
    if (!overview.now.training->loss) {
        words.answer = {{Words::tr("The loss of this model is not known."), Role::Muted}};
        return words;
    }
    const LossReport& loss = *overview.now.training->loss;
    words.answer = {large(nats(loss.value)),
                    {QStringLiteral(" ") + Words::tr("nats per token"), Role::Plain, {}, Unit}};
    if (loss.low && loss.high)
        words.answer.push_back(
            {QStringLiteral(" ") + Words::tr("(%1 to %2)").arg(nats(*loss.low), nats(*loss.high)),
             Role::Plain,
             {},
             Band});
    words.answer += lossChange(overview);
    words.answer.push_back(
        {Words::tr("; %1 above its best at %2")
             .arg(nats(std::max(0.0, loss.value - loss.optimalLoss)), rateText(loss.optimalLr)),
         Role::Plain,
         {},
         Tail});
    words.answer.push_back({QStringLiteral(".")});
    if (loss.origin == Origin::Extrapolated)
        words.answer.push_back({QStringLiteral(" ") + Words::tr("Extrapolation."), Role::Strong, {}, Best});
    return words;
}

// Training

/// "Recompute full"
QString editText(const std::vector<std::pair<std::string, std::string>>& set) {
    QStringList parts;
    for (const auto& [key, value] : set) {
        const Field* field = findField(key);
        const QString shown = value == "true"    ? Words::tr("on")
                              : value == "false" ? Words::tr("off")
                                                 : items::choiceLabel(value);
        parts << (field ? fieldLabel(*field) : QString::fromStdString(key)) + QLatin1Char(' ') + shown;
    }
    return parts.join(QStringLiteral(" + "));
}

/// The step of reinforcement learning, in place of a plain one.
TextLine reinforcementWords(const Overview& overview) {
    const Report& report = *overview.now.training;
    if (!report.rl) {
        for (const Warning& warning : report.warnings)
            if (warning.id.starts_with("rl-")) return {{items::sentenceText(warning.text)}};
        return {{Words::tr("The models cannot say.")}};
    }
    const RlReport& rl = *report.rl;
    const QString used = Words::tr("%1 of %2 GiB").arg(gib(rl.device()), gib(rl.capacity));
    if (rl.fits == Fit::No)
        return {large(Words::tr("does not fit")), {QStringLiteral(": ") + used + QLatin1Char('.')}};
    TextLine line{large(Words::tr("%1 a step").arg(items::humanValue(rl.step.base, QStringLiteral("s"))))};
    line += timeChange(overview);
    line += lineOf(
        Words::tr("; %1: %2"),
        {{rl.fits == Fit::Tight ? Words::tr("fits tightly") : Words::tr("fits"), Role::Strong}, {used}});
    line += memoryChange(overview, trainMemoryKey(overview.now), MemoryDrop);
    line.push_back({QStringLiteral(".")});
    return line;
}

RowWords trainWords(const Overview& overview) {
    RowWords words;
    words.link = Words::tr("Memory ▸");
    words.page = QStringLiteral("memory");
    const OverviewState& now = overview.now;
    const TextPiece name{Words::tr("Train"), Role::Strong};
    if (!now.scenario.train) {
        words.question = {name};
        words.answer = withoutSide(Words::tr("Nothing is trained in this scenario."), "act:train");
        return words;
    }
    words.question = lineOf(Words::tr("%1 on them with micro-batch %2, recompute %3"),
                            {name, knobChip(now.scenario, "train.micro_batch"),
                             knobChip(now.scenario, "train.recompute", Words::tr("none", "recomputed"))});
    if (now.scenario.rl) {
        words.link = Words::tr("RL step ▸");
        words.page = QStringLiteral("rl");
        words.answer = reinforcementWords(overview);
        return words;
    }
    const MemoryReport& memory = *now.training->memory;
    const QString used = Words::tr("%1 of %2 GiB").arg(gib(memory.device), gib(memory.capacity));
    if (memory.fits == Fit::No) {
        words.answer = {large(Words::tr("does not fit")), {QStringLiteral(": ") + used}};
        words.answer += memoryChange(overview, "memory.device_bytes", Stays);
        if (!memory.suggestions.empty())
            words.answer +=
                lineOf(Words::tr(". Smallest change that does: %1"),
                       {{editText(memory.suggestions.front().set), Role::Link, QStringLiteral("act:fit")}});
        words.answer.push_back({QStringLiteral(".")});
        return words;
    }
    const TrainReport& train = *now.training->train;
    const QString time =
        train.days ? Words::tr("%1 days").arg(shortNumber(*train.days))
                   : Words::tr("%1 a step").arg(items::humanValue(train.step.base, QStringLiteral("s")));
    words.answer = {large(time)};
    if (train.days)
        words.answer.push_back(
            {QStringLiteral(" ") + Words::tr("(%1 to %2)")
                                       .arg(shortNumber(*train.days * (1 - train.ninetyError)),
                                            shortNumber(*train.days * (1 + train.ninetyError))),
             Role::Plain,
             {},
             Band});
    words.answer += timeChange(overview);
    words.answer += lineOf(
        Words::tr("; %1: %2"),
        {{memory.fits == Fit::Tight ? Words::tr("fits tightly") : Words::tr("fits"), Role::Strong}, {used}});
    words.answer += memoryChange(overview, "memory.device_bytes", MemoryDrop);
    words.answer.push_back({QStringLiteral(".")});
    const Fit* before = overview.before ? fitOf(*overview.before, AnswerSide::Train) : nullptr;
    if (before && *before == Fit::No)
        words.answer.push_back(
            {QStringLiteral(" ") + Words::tr("With %1 it does not fit.").arg(valueBefore(overview)),
             Role::Plain,
             {},
             Tail});
    return words;
}

// Serving

QString boundText(const ServedRate& rate, const ServeSpec& serve) {
    if (!hasLimits(serve)) return Words::tr("; at most, without limits");
    if (!rate.bound) return {};
    switch (*rate.bound) {
    case ServingBound::Ttft: return Words::tr("; TTFT binds");
    case ServingBound::Tpot: return Words::tr("; TPOT binds");
    default: return Words::tr("; TTFT and TPOT bind");
    }
}

TextLine servingQuestion(const Scenario& scenario) {
    const ServeSpec& serve = *scenario.serve;
    const TextPiece name{Words::tr("Serve"), Role::Strong};
    const TextPiece engine = [&] {
        const Field& field = *findField("serve.engine");
        const FieldValue value = field.get(scenario);
        const std::string* key = std::get_if<std::string>(&value);
        return chip("serve.engine", key ? items::choiceLabel(*key) : Words::tr("any engine"));
    }();
    const TextPiece in = knobChip(scenario, "serve.prompt"), out = knobChip(scenario, "serve.output");
    if (!hasArrivals(scenario))
        return lineOf(Words::tr("%1 with %2: %3 tokens in, %4 out, %5 requests at once"),
                      {name, engine, in, out, knobChip(scenario, "serve.requests")});
    const auto limit = [&](const char* key) { return knobChip(scenario, key, Words::tr("any")); };
    TextLine line =
        lineOf(Words::tr("%1 with %2: %3 in, %4 out, TTFT ≤ %5, TPOT ≤ %6 for %7"),
               {name, engine, in, out, limit("serve.slo_ttft"), limit("serve.slo_tpot"),
                chip("serve.slo_percentile", Words::tr("%1 %").arg(shortNumber(serve.sloPercentile)))});
    line.push_back({QStringLiteral(" ") + Words::tr("of requests"), Role::Plain, {}, Tail});
    return line;
}

RowWords serveWords(const Overview& overview, bool waiting) {
    RowWords words;
    words.link = Words::tr("Latency ▸");
    words.page = QStringLiteral("latency");
    const OverviewState& now = overview.now;
    if (!now.scenario.serve) {
        words.question = {{Words::tr("Serve"), Role::Strong}};
        words.answer = withoutSide(Words::tr("Nothing is served in this scenario."), "act:serve");
        return words;
    }
    words.question = servingQuestion(now.scenario);
    const ServeReport& serve = *now.serving->serve;
    const QString used = Words::tr("%1 of %2 GiB").arg(gib(serve.device), gib(serve.capacity));
    if (serve.fits == Fit::No) {
        words.answer = {large(Words::tr("does not fit")), {QStringLiteral(": ") + used}};
        words.answer += memoryChange(overview, "serve.device_bytes", Stays);
        words.answer.push_back(
            {serve.largestRequests < 1
                 ? Words::tr("; not even one request fits.")
                 : Words::tr("; at most %1 requests fit.").arg(shortNumber(serve.largestRequests)),
             Role::Plain,
             {},
             Tail});
        return words;
    }
    if (hasArrivals(now.scenario)) {
        if (!now.served) {
            words.answer = {waitingPiece(), {QStringLiteral(" ") + Words::tr("requests/s"), Role::Muted}};
        } else if (!now.served->problems.empty()) {
            words.answer = {{items::problemText(now.served->problems.front()), Role::Muted}};
            return words;
        } else {
            const ServedRate& rate = *now.served;
            words.answer = {large(Words::tr("%1 requests/s").arg(shortNumber(rate.highest))),
                            {QStringLiteral(" ") +
                                 Words::tr("(%1 to %2)").arg(shortNumber(rate.low), shortNumber(rate.high)),
                             Role::Plain,
                             {},
                             Band}};
            if (!waiting) words.answer += rateChange(overview);
            words.answer.push_back({boundText(rate, *now.scenario.serve), Role::Plain, {}, Limit});
        }
    } else if (const std::optional<double> rate =
                   findMetric("serve.tokens_per_second")->value(*now.serving)) {
        words.answer = {large(Words::tr("%1 tokens/s").arg(items::compactCount(*rate)))};
        words.answer += rateChange(overview);
        if (serve.tpot)
            words.answer.push_back(
                {Words::tr("; TPOT %1").arg(items::humanValue(serve.tpot->base, QStringLiteral("s"))),
                 Role::Plain,
                 {},
                 Limit});
    } else {
        words.answer = {{Words::tr("The speed of this server is not known."), Role::Muted}};
        return words;
    }
    words.answer.push_back(
        {Words::tr("; %1 GiB per GPU").arg(gib(serve.device)), Role::Plain, {}, MemoryDrop});
    words.answer += memoryChange(overview, "serve.device_bytes", MemoryDrop);
    words.answer.push_back({QStringLiteral(".")});
    return words;
}

QString curveTitle(AnswerSide side, const Overview& overview) {
    const QString knob = knobLabel(overview.knob);
    switch (side) {
    case AnswerSide::Loss: return Words::tr("Loss over %1").arg(knob);
    case AnswerSide::Train: return Words::tr("Memory over %1 (GiB)").arg(knob);
    case AnswerSide::Serve: break;
    }
    return hasArrivals(overview.now.scenario) ? Words::tr("Requests/s over %1").arg(knob)
                                              : Words::tr("Tokens/s over %1").arg(knob);
}

} // namespace

QString shortNumber(double value) {
    if (value != 0 && std::abs(value) >= 1e4) return items::compactCount(value);
    if (std::abs(value) >= 1000) return QLocale().toString(value, 'f', 0);
    return items::number(value, 'g', 3);
}

QString gib(Bytes bytes) {
    return items::number(bytes / GiB, 'f', 1);
}

QString gpuName(const std::string& preset, const CatalogPtr& catalog) {
    return shortGpuName(preset, catalog.get());
}

QString knobLabel(const std::string& knob) {
    if (knob == kFp8Knob) return QStringLiteral("FP8");
    const Field* field = findField(knob);
    return field ? items::midSentence(fieldLabel(*field)) : QString::fromStdString(knob);
}

QString knobValueText(const std::string& knob, const Scenario& scenario, const CatalogPtr& catalog) {
    if (knob == kFp8Knob) return isFp8(scenario) ? Words::tr("on") : Words::tr("off");
    if (knob == "gpu.preset") return gpuName(scenario.gpu.preset, catalog);
    const Field* field = findField(knob);
    if (!field) return {};
    const FieldValue value = field->get(scenario);
    if (const std::string* text = std::get_if<std::string>(&value)) return items::choiceLabel(*text);
    return valueText(*field, value, QLocale());
}

TextLine headLine(const Overview& overview, const CatalogPtr& catalog) {
    const Scenario& scenario = overview.now.scenario;
    const QString name =
        scenario.name.empty() ? Words::tr("a model without a name") : items::shownName(scenario.name);
    const double gpus = overview.now.serving && !overview.now.training
                            ? overview.now.serving->serve->gpus
                            : double(scenario.cluster.gpus.value_or(0));
    const TextPiece title{
        (scenario.moe ? Words::tr("One MoE, three answers:") : Words::tr("One model, three answers:")) +
            QLatin1Char(' '),
        Role::Strong};
    const TextPiece model{name, Role::Chip, QStringLiteral("act:model")};
    const TextPiece count =
        chip("cluster.gpus", gpus > 0 ? QLocale().toString(gpus, 'f', 0) : Words::tr("auto"));
    const TextPiece gpu{gpuName(scenario.gpu.preset, catalog)};
    TextLine line{title};
    line += lineOf(scenario.train && scenario.serve ? Words::tr("%1 trained and served on %2 × %3")
                   : scenario.train                 ? Words::tr("%1 trained on %2 × %3")
                                                    : Words::tr("%1 served on %2 × %3"),
                   {model, count, gpu});
    return line;
}

RowWords rowWords(AnswerSide side, const Overview& overview, bool waiting) {
    RowWords words = side == AnswerSide::Loss    ? lossWords(overview)
                     : side == AnswerSide::Train ? trainWords(overview)
                                                 : serveWords(overview, waiting);
    words.curve = curveTitle(side, overview);
    return words;
}

} // namespace moe::ui
