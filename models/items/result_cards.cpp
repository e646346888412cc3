// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/result_cards.h"

#include "models/engine/report/odds.h"
#include "models/engine/report/published.h"
#include "models/engine/report/report.h"
#include "models/engine/report/ruler.h"
#include "models/engine/time/step_time_report.h"
#include "models/items/change_text.h"
#include "models/items/format.h"
#include "models/items/warning_text.h"
#include "models/items/words.h"

#include <algorithm>
#include <cmath>

namespace moe::items {
namespace {

using Value = std::optional<double>;

Value valueOf(const char* key, const Report& report) {
    const Metric* metric = findMetric(key);
    const Value value = metric ? metric->value(report) : Value();
    return value && std::isfinite(*value) ? value : Value();
}

QString fixed(double value, int decimals) {
    return number(value, 'f', decimals);
}

/// Title, value and change of one metric; "–" with the reason when the report has none.
CardText metricCard(const char* title, const char* key, const Report& report, const Report* base,
                    ChangeStyle style) {
    CardText card;
    card.key = QString::fromUtf8(key);
    card.title = tableText(title);
    const Metric* metric = findMetric(key);
    const Value value = valueOf(key, report);
    if (!value) {
        card.value = QStringLiteral("–");
        card.detail = missingReason(report, key);
        card.missing = true;
        return card;
    }
    const QString unit = QString::fromUtf8(metric->unit);
    card.value = humanValue(*value, unit);
    card.change = metricChange(value, base && hasOneRuler(key, report, *base) ? valueOf(key, *base) : Value(),
                               unit, metric->better, style);
    return card;
}

/// True when the scenario only serves: cards then show what serving has in their place.
bool onlyServes(const Report& report) {
    return report.serve && !report.train;
}

/// True when what is trained is a step of reinforcement learning: cards then are of it.
bool reinforces(const Report& report) {
    return report.scenario.rl.has_value() && !onlyServes(report);
}

/// "✓ keeps 1.00 s with 83 %": how likely the wanted share of requests is within the limit, where it has one.
void addLimit(CardText& card, const std::optional<double>& limit, const std::optional<double>& chance,
              double percentile) {
    if (!limit || !chance) return;
    const QString seconds = humanValue(*limit, QStringLiteral("s"));
    const bool keeps = *chance >= 0.5;
    const double says = keeps ? *chance : 1 - *chance;
    card.mood = keeps ? CardMood::Good : CardMood::Bad;
    card.lead = says >= kSureOdds
                    ? (keeps ? Words::tr("✓ keeps %1") : Words::tr("✕ breaks %1")).arg(seconds)
                    : (keeps ? Words::tr("✓ keeps %1 with %2 %") : Words::tr("✕ breaks %1 with %2 %"))
                          .arg(seconds)
                          .arg(oddsPercent(says));
    card.note =
        Words::tr("For %1 % of the requests. Odds: by how far published runs of the engine were off, or "
                  "your own where a fit knows them.")
            .arg(number(percentile, 'g', 4));
}

/// In a scenario that only serves: the first token, where training has a loss.
CardText firstTokenCard(const Report& report, const Report* base) {
    CardText card = metricCard(QT_TRANSLATE_NOOP("Table", "Time to first token"), "serve.ttft_seconds",
                               report, base, ChangeStyle::Relative);
    if (card.missing) return card;
    const QString prompt = humanNumber(static_cast<double>(report.scenario.serve->prompt));
    if (report.serve->simulated && report.serve->steadyTtft)
        card.detail = Words::tr("median under load; steady batch %1")
                          .arg(humanValue(report.serve->steadyTtft->base, QStringLiteral("s")));
    else
        card.detail = Words::tr("prompt of %1 tokens, no queue").arg(prompt);
    addLimit(card, report.scenario.serve->sloTtft, report.serve->ttftChance,
             report.scenario.serve->sloPercentile);
    if (card.lead.isEmpty()) return card;
    card.note = card.detail + QLatin1String(". ") + card.note; // one line of small text
    card.detail.clear();
    return card;
}

CardText lossCard(const Report& report, const Report* base) {
    if (onlyServes(report)) return firstTokenCard(report, base);
    CardText card = metricCard(QT_TRANSLATE_NOOP("Table", "Predicted loss"), "loss.value", report, base,
                               ChangeStyle::Absolute);
    if (card.missing) return card;
    const LossReport& loss = *report.loss;
    card.value = fixed(loss.value, 3);
    card.valueUnit = tableText("nats/token");
    card.detail = loss.low && loss.high
                      ? QStringLiteral("90 %: %1 – %2").arg(fixed(*loss.low, 3), fixed(*loss.high, 3))
                      : Words::tr("no interval yet");
    card.detail += Words::tr(" · best %1").arg(fixed(loss.optimalLoss, 3));
    return card;
}

void addVerdict(CardText& card, Fit fits, Bytes capacity) {
    static constexpr const char* kSigns[] = {"✓ ", "~ ", "✕ "};
    card.lead = QString::fromUtf8(kSigns[static_cast<int>(fits)]) + fitText(fits);
    card.mood = fits == Fit::Yes ? CardMood::Good : fits == Fit::Tight ? CardMood::Warn : CardMood::Bad;
    card.valueUnit = Words::tr("of ") + humanValue(capacity.base, QStringLiteral("B"));
}

/// "✓ fits with 97 %": how likely that is, where it is not all but sure; `own`: by one's own runs.
void addOdds(CardText& card, const std::optional<double>& chance, const std::optional<double>& own) {
    const std::optional<int> odds =
        oddsOf(card.mood == CardMood::Bad ? Fit::No : Fit::Yes, chance); // tight is a fit
    if (!odds) return;
    card.lead = card.lead.left(2) + (card.mood == CardMood::Bad ? Words::tr("does not fit, with %1 %")
                                                                : Words::tr("fits with %1 %"))
                                        .arg(*odds);
    card.note =
        own ? Words::tr(
                  "Odds: four in five of your own runs are taken to be within %1 % of what is predicted.")
                  .arg(fixed(100 * *own, 0))
            : Words::tr("Odds: published figures of reserved memory were within %1 % of what was predicted.")
                  .arg(fixed(100 * kDeviceNinety, 0));
}

/// Of the fuller of the two moments.
CardText rlMemoryCard(const Report& report, const Report* base) {
    const bool samples = report.rl && report.rl->rolloutMemory > report.rl->trainMemory;
    CardText card = metricCard(QT_TRANSLATE_NOOP("Table", "Memory per GPU (worst)"),
                               samples ? "rl.rollout_memory_bytes" : "rl.train_memory_bytes", report, base,
                               ChangeStyle::Absolute);
    if (card.missing) return card;
    const RlReport& rl = *report.rl;
    addVerdict(card, rl.fits, rl.capacity);
    const QString byteUnit = QStringLiteral("B");
    card.detail = Words::tr("while sampling %1").arg(humanValue(rl.rolloutMemory.base, byteUnit)) +
                  QLatin1Char('\n') +
                  Words::tr("while training %1").arg(humanValue(rl.trainMemory.base, byteUnit));
    return card;
}

CardText memoryCard(const Report& report, const Report* base) {
    if (onlyServes(report)) {
        CardText card = metricCard(QT_TRANSLATE_NOOP("Table", "Memory per GPU"), "serve.device_bytes", report,
                                   base, ChangeStyle::Absolute);
        if (card.missing) return card;
        addVerdict(card, report.serve->fits, report.serve->capacity);
        addOdds(card, chanceServes(report), report.scenario.serve->memoryError);
        const double most = report.serve->largestRequests;
        card.detail = most < 1 ? Words::tr("not even one request fits")
                               : Words::tr("at most %1 requests").arg(compactCount(most, 1e6));
        card.detail +=
            QLatin1Char('\n') + Words::tr("KV cache %1 per token")
                                    .arg(humanValue(report.serve->kvPerToken.base, QStringLiteral("B")));
        return card;
    }
    if (reinforces(report)) return rlMemoryCard(report, base);
    CardText card = metricCard(QT_TRANSLATE_NOOP("Table", "Memory per GPU (worst)"), "memory.device_bytes",
                               report, base, ChangeStyle::Absolute);
    if (card.missing) return card;
    const MemoryReport& memory = *report.memory;
    const QString byteUnit = QStringLiteral("B");
    const double spare = (memory.capacity - memory.device).base;
    addVerdict(card, memory.fits, memory.capacity);
    addOdds(card, chanceFits(report), memory.ownError);
    card.detail =
        humanValue(std::abs(spare), byteUnit) + (spare < 0 ? Words::tr(" over") : Words::tr(" free"));
    QStringList where;
    if (memory.stages.size() > 1) where += Words::tr("stage %1").arg(memory.heaviest().stage);
    if (!memory.heaviest().peakPhase.empty()) where += tableText(memory.heaviest().peakPhase);
    if (!where.isEmpty()) card.detail += QLatin1Char('\n') + where.join(QStringLiteral(" · "));
    return card;
}

constexpr int kWorthNaming = 5; ///< percent of the step

QString stepShares(const TrainReport& train) {
    if (train.terms.empty() || train.step.base <= 0) return {};
    double compute = 0, allToAll = 0, waits = 0;
    StepPart waitsFor = StepPart::Host; // or the bubble: the larger is named when it is worth a word
    for (std::size_t i = 0; i < train.terms.size(); ++i) {
        const StepTermRow& row = timeTerms()[i];
        const double share = train.terms[i].exposed / train.step;
        if (row.part == StepPart::AllToAll)
            allToAll += share;
        else if (row.group == TimeGroup::Compute)
            compute += share;
        else if (share > waits && (row.part == StepPart::Host || row.part == StepPart::Bubble))
            waits = share, waitsFor = row.part;
    }
    // Whole percents that sum to 100.
    const int computed = qRound(100 * compute), exchanged = qRound(100 * allToAll);
    const int waited = qRound(100 * waits) >= kWorthNaming ? qRound(100 * waits) : 0;
    QString text = Words::tr("compute %1 %").arg(computed);
    if (waited > 0)
        text += QStringLiteral(" · %1 %2 %")
                    .arg(waitsFor == StepPart::Host ? Words::tr("host") : Words::tr("bubble"))
                    .arg(waited);
    text += QLatin1Char('\n');
    // A dense model has no all-to-all to speak of.
    if (allToAll > 0) text += Words::tr("all-to-all %1 % · ").arg(exchanged);
    return text + Words::tr("other %1 %").arg(std::max(0, 100 - computed - exchanged - waited));
}

/// Whole percents of the two longest phases.
QString rlShares(const RlReport& rl) {
    std::vector<std::size_t> order(rl.phases.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return rl.phases[a].exposed > rl.phases[b].exposed;
    });
    QStringList parts;
    for (const std::size_t i : order)
        if (parts.size() < 2 && rl.phases[i].exposed.base > 0)
            parts << QStringLiteral("%1 %2 %")
                         .arg(tableText(rlParts()[i].label))
                         .arg(qRound(100 * (rl.phases[i].exposed / rl.step)));
    return parts.join(QLatin1Char('\n'));
}

CardText stepCard(const Report& report, const Report* base) {
    if (onlyServes(report)) {
        CardText card = metricCard(QT_TRANSLATE_NOOP("Table", "Time per output token"), "serve.tpot_seconds",
                                   report, base, ChangeStyle::Relative);
        if (!card.missing && report.serve->latency)
            card.detail = Words::tr("whole request %1")
                              .arg(humanValue(report.serve->latency->base, QStringLiteral("s")));
        if (!card.missing)
            addLimit(card, report.scenario.serve->sloTpot, report.serve->tpotChance,
                     report.scenario.serve->sloPercentile);
        return card;
    }
    if (reinforces(report)) {
        CardText card = metricCard(QT_TRANSLATE_NOOP("Table", "RL step"), "rl.step_seconds", report, base,
                                   ChangeStyle::Relative);
        if (!card.missing) card.detail = rlShares(*report.rl);
        return card;
    }
    CardText card = metricCard(QT_TRANSLATE_NOOP("Table", "Step time"), "train.step_seconds", report, base,
                               ChangeStyle::Relative);
    if (!card.missing) card.detail = stepShares(*report.train);
    return card;
}

CardText throughputCard(const Report& report, const Report* base) {
    CardText card = onlyServes(report)
                        ? metricCard(QT_TRANSLATE_NOOP("Table", "Throughput per GPU"),
                                     "serve.tokens_per_second_per_gpu", report, base, ChangeStyle::Relative)
                    : reinforces(report)
                        ? metricCard(QT_TRANSLATE_NOOP("Table", "Throughput per GPU"),
                                     "rl.tokens_per_second_per_gpu", report, base, ChangeStyle::Relative)
                        : metricCard(QT_TRANSLATE_NOOP("Table", "Throughput per GPU and MFU"),
                                     "train.tokens_per_second_per_gpu", report, base, ChangeStyle::Relative);
    if (card.missing) return card;
    const QString perSecond = QStringLiteral(" /s");
    if (card.value.endsWith(perSecond)) card.value.chop(perSecond.size());
    card.valueUnit = Words::tr("tokens/s");
    if (onlyServes(report)) {
        if (report.serve->tokensPerSecondPerUser)
            card.detail =
                humanNumber(*report.serve->tokensPerSecondPerUser) + Words::tr(" tokens/s per user");
        if (report.serve->prefillGpus > 0)
            card.detail += QLatin1Char('\n') +
                           Words::tr("GPUs for prefill: %1").arg(humanNumber(report.serve->prefillGpus));
        return card;
    }
    if (reinforces(report)) {
        card.detail = Words::tr("GPUs idle %1 % of the time").arg(qRound(100 * report.rl->idleShare));
        return card;
    }
    card.detail = Words::tr("MFU %1 · %2 TFLOP/s")
                      .arg(humanValue(report.train->mfu, QStringLiteral("share")),
                           humanNumber(report.train->modelTflopsPerGpu));
    return card;
}

/// What the model's authors needed, and how far the prediction is from it.
void addPublished(CardText& card, const Report& report, bool shown) {
    const PublishedFigure* published = publishedFigure(report.scenario);
    const Value predicted = published ? valueOf(published->metric, report) : Value();
    if (!predicted) return;
    const double percent = 100 * (*predicted / published->value - 1);
    const QString difference = withSign(percent, fixed(std::abs(percent), std::abs(percent) < 9.95 ? 1 : 0));
    const QString line = Words::tr("published %1: %2 %").arg(compactCount(published->value), difference);
    if (shown) card.detail += QLatin1Char('\n') + line;
    card.note =
        Words::tr("Published: %1 (%2), predicted %3 %")
            .arg(QString::fromUtf8(published->text), QString::fromUtf8(published->source), difference);
}

CardText costCard(const Report& report, const Report* base) {
    if (onlyServes(report)) {
        CardText card = metricCard(QT_TRANSLATE_NOOP("Table", "Cost of a million output tokens"),
                                   "serve.usd_per_million_tokens", report, base, ChangeStyle::Relative);
        if (!card.missing)
            card.detail = Words::tr("%1 GPUs at $ %2 an hour")
                              .arg(humanNumber(report.serve->gpus + report.serve->prefillGpus),
                                   fixed(rentPerGpuHour(report.scenario), 2));
        return card;
    }
    if (reinforces(report)) {
        CardText card = metricCard(QT_TRANSLATE_NOOP("Table", "Cost of an RL step"), "rl.usd", report, base,
                                   ChangeStyle::Relative);
        if (!card.missing)
            card.detail = Words::tr("%1 GPUs at $ %2 an hour")
                              .arg(humanNumber(report.rl->gpus), fixed(rentPerGpuHour(report.scenario), 2));
        return card;
    }
    const bool priced = valueOf("train.usd", report).has_value();
    const bool hours = !priced && valueOf("train.gpu_hours", report).has_value();
    CardText card = metricCard(QT_TRANSLATE_NOOP("Table", "Training cost"),
                               hours ? "train.gpu_hours" : "train.usd", report, base, ChangeStyle::Relative);
    if (card.missing) return card;
    const Value gpuHours = valueOf("train.gpu_hours", report), days = valueOf("train.days", report);
    if (hours) {
        card.value = compactCount(*gpuHours);
        card.valueUnit = Words::tr("GPU-hours");
        card.detail = Words::tr("no price");
    } else if (gpuHours) {
        card.detail = compactCount(*gpuHours) + Words::tr(" GPU-h");
    }
    if (days) {
        card.detail += QStringLiteral(" · ") + humanValue(86400 * *days, QStringLiteral("s"));
        if (gpuHours && *days > 0)
            card.detail +=
                Words::tr(" on %1 GPUs").arg(compactCount(std::round(*gpuHours / (24 * *days)), 1e6));
    }
    // One line is left: a run with failures is nearer to what the authors had than one without, but is
    // another number; the published one is in the tool tip then.
    addPublished(card, report, !report.goodput);
    if (report.goodput && report.goodput->gpuHours) {
        const GoodputReport& goodput = *report.goodput;
        card.detail +=
            QLatin1Char('\n') + Words::tr("with failures %1 GPU-h").arg(compactCount(*goodput.gpuHours));
        if (goodput.days)
            card.detail += QStringLiteral(" · ") + humanValue(86400 * *goodput.days, QStringLiteral("s"));
    }
    return card;
}

/// Serving has nothing to tell of a learning rate: its last card stays away.
CardText distanceCard(const Report& report, const Report* base) {
    if (onlyServes(report)) return {};
    if (base && !hasOneRuler("loss.value", report, *base)) base = nullptr;
    CardText card = metricCard(QT_TRANSLATE_NOOP("Table", "Distance from best lr × batch"), "loss.value",
                               report, nullptr, ChangeStyle::Absolute);
    if (card.missing) return card;
    const auto distance = [](const LossReport& loss) { return loss.value - loss.optimalLoss; };
    const LossReport& loss = *report.loss;
    card.value = QStringLiteral("+") + fixed(std::max(0.0, distance(loss)), 3);
    card.valueUnit = Words::tr("loss");
    if (base && base->loss)
        card.change = metricChange(distance(loss), distance(*base->loss), QStringLiteral("nats/token"),
                                   Better::Lower, ChangeStyle::Absolute);
    card.detail = Words::tr("best: lr %1 · %2 tokens")
                      .arg(number(loss.optimalLr, 'g', 2), compactCount(loss.optimalBatchTokens));
    return card;
}

CardText paramsCard(const Report& report, const Report* base) {
    CardText card = metricCard(QT_TRANSLATE_NOOP("Table", "Parameters"), "params.total", report, base,
                               ChangeStyle::Relative);
    if (card.missing) return card;
    const ParamCounts& params = report.params;
    card.detail = Words::tr("%1 active").arg(compactCount(params.active));
    if (params.expert > 0)
        card.detail += QLatin1Char('\n') + Words::tr("in experts %1").arg(compactCount(params.expert));
    return card;
}

/// Only a serving section says what is kept of a token.
CardText kvCard(const Report& report, const Report* base) {
    if (!report.serve) return {};
    CardText card = metricCard(QT_TRANSLATE_NOOP("Table", "KV cache of a token"), "serve.kv_bytes_per_token",
                               report, base, ChangeStyle::Relative);
    const Value state = valueOf("serve.state_bytes_per_sequence", report);
    if (!card.missing && state && *state > 0)
        card.detail = Words::tr("and %1 a sequence").arg(humanValue(*state, QStringLiteral("B")));
    return card;
}

} // namespace

const std::vector<CardRow>& resultCards() {
    static const std::vector<CardRow> kRows = {
        {"loss.value", "loss", 1, lossCard, {Room::Model, Room::Serve}}, // a server's first token
        {"memory.device_bytes", "memory", 2, memoryCard, {Room::Train, Room::Serve}},
        {"train.step_seconds", "time", 2, stepCard, {Room::Train, Room::Serve}},
        {"train.tokens_per_second_per_gpu", "time", 1, throughputCard, {Room::Train, Room::Serve}},
        {"train.usd", "layouts", 2, costCard, {Room::Train, Room::Serve}},
        {"loss.value", "loss", 1, distanceCard, {Room::Model}},
    };
    return kRows;
}

const std::vector<CardRow>& modelCards() {
    static const std::vector<CardRow> kRows = {
        {"params.total", "architecture", 2, paramsCard, {Room::Model}},
        {"serve.kv_bytes_per_token", "architecture", 1, kvCard, {Room::Model}},
    };
    return kRows;
}

QString cardSummary(const CardText& card, const QString& baseName) {
    QString text = card.missing ? Words::tr("no value") : card.value;
    if (!card.valueUnit.isEmpty()) text += QLatin1Char(' ') + card.valueUnit;
    if (!card.change.text.isEmpty()) {
        QString amount = card.change.text;
        if (!amount.startsWith(QChar(u'×'))) amount.remove(0, 1); // "up" says the sign
        if (card.change.direction == 0) {
            text += Words::tr(", the same as ") + baseName;
        } else {
            text += (card.change.direction > 0 ? Words::tr(", up ") : Words::tr(", down ")) + amount +
                    Words::tr(" against ") + baseName;
            if (card.change.judgement != 0)
                text += card.change.judgement > 0 ? Words::tr(", better") : Words::tr(", worse");
        }
    }
    text += QStringLiteral(". ");
    if (!card.lead.isEmpty()) text += card.lead.mid(2) + QLatin1Char(' ');
    text += QString(card.detail).replace(QLatin1Char('\n'), QStringLiteral(" · "));
    for (const QString& more : {card.mine, card.note})
        if (!more.isEmpty()) text += QStringLiteral(". ") + more;
    return text;
}

} // namespace moe::items
