// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/time_rows.h"

#include "models/engine/report/time_term_row.h"
#include "models/engine/time/step_time_report.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace moe::ui {

static void arrange(TimeParts& whole) {
    for (const TimePart& part : whole.parts) whole.hidden += part.hidden;
    std::stable_sort(whole.parts.begin(), whole.parts.end(), [](const TimePart& a, const TimePart& b) {
        return a.style.group != b.style.group ? a.style.group < b.style.group : a.exposed > b.exposed;
    });
}

TimeParts stepParts(const TrainReport& train) {
    TimeParts whole{items::Words::tr("Step"), train.step.base, 0, {}};
    const std::size_t count = std::min(train.terms.size(), timeTerms().size());
    for (std::size_t i = 0; i < count; ++i) {
        const TimeTerm& term = train.terms[i];
        const TimeTermRow& row = timeTerms()[i];
        whole.parts.push_back({QStringLiteral("train.terms.%1").arg(QString::fromUtf8(row.key)),
                               items::tableText(row.label), items::tableText(originText(term.origin)),
                               QString::fromUtf8(row.formula), timeStyle(row.key), term.exposed.base,
                               std::max(0.0, term.seconds.base - term.exposed.base)});
    }
    arrange(whole);
    return whole;
}

TimeParts tracedParts(const TracedStep& step) {
    TimeParts whole{items::Words::tr("Step"), step.step.base, 0, {}};
    double computing = 0, communicating = 0;
    const auto isExchange = [](const TracedFamily& family) {
        return kernelFamilies()[family.family].group == TimeGroup::Communication;
    };
    for (const TracedFamily& family : step.families)
        (isExchange(family) ? communicating : computing) += family.traced.base;
    const QString origin = items::tableText(originText(Origin::Measured));
    for (const TracedFamily& family : step.families) {
        const KernelFamily& row = kernelFamilies()[family.family];
        const bool exchange = isExchange(family);
        const double all = exchange ? communicating : computing;
        if (!(all > 0)) continue;
        TimeStyle style =
            row.parts.empty() ? TimeStyle{row.group, groupColour(row.group)} : timeStyle(row.parts.front());
        style.group = row.group;
        const double exposed = family.traced.base * (exchange ? step.exposed : step.compute).base / all;
        whole.parts.push_back({QStringLiteral("train.step_seconds"), items::tableText(row.label), origin,
                               QString(), style, exposed,
                               exchange ? std::max(0.0, family.traced.base - exposed) : 0});
    }
    whole.parts.push_back({QStringLiteral("train.step_seconds"), items::Words::tr("No kernel runs"), origin,
                           QString(), timeStyle("bubble"), step.idle.base, 0});
    arrange(whole);
    return whole;
}

std::vector<TimeParts> servingParts(const ServeReport& serve) {
    std::vector<TimeParts> wholes;
    const auto add = [&](const char* name, const char* metric, const std::optional<Seconds>& total,
                         const std::vector<ServePart>& parts) {
        if (!total) return;
        TimeParts whole{items::tableText(name), total->base, 0, {}};
        for (const ServePart& part : parts)
            whole.parts.push_back({QString::fromUtf8(metric), items::tableText(part.label),
                                   items::tableText(originText(part.origin)), QString(), timeStyle(part.key),
                                   part.exposed.base, std::max(0.0, part.seconds.base - part.exposed.base)});
        arrange(whole);
        wholes.push_back(std::move(whole));
    };
    add(QT_TRANSLATE_NOOP("Table", "First token"), "serve.ttft_seconds", serve.ttft, serve.prefillParts);
    add(QT_TRANSLATE_NOOP("Table", "Each further token"), "serve.tpot_seconds", serve.tpot,
        serve.decodeParts);
    return wholes;
}

std::vector<std::size_t> bySize(const TimeParts& whole) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < whole.parts.size(); ++i)
        if (!whole.parts[i].empty()) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return whole.parts[a].exposed > whole.parts[b].exposed;
    });
    return order;
}

QString TimeUnit::number(double value) const {
    return items::humanNumber(value / seconds, 3);
}
QString TimeUnit::withUnit(double value) const {
    return number(value) + QChar(0x202f) + QString::fromUtf8(text);
}
QString TimeUnit::aligned(double value, double largest) const {
    const int magnitude = int(std::floor(std::log10(std::max(1e-12, largest / seconds)) + 1e-9));
    const int decimals = std::clamp(3 - magnitude, 0, 3);
    const double least = std::pow(10.0, -decimals);
    if (value > 0 && value / seconds < 0.5 * least)
        return QStringLiteral("<%1").arg(items::number(least, 'f', decimals));
    return items::number(value / seconds, 'f', decimals);
}

TimeUnit timeUnit(double largest) {
    if (largest >= 2) return {1, "s"};
    if (largest >= 2e-3) return {1e-3, "ms"};
    return {1e-6, "µs"};
}

static QString timeText(double seconds) {
    return items::humanValue(seconds, QStringLiteral("s"));
}

Headline stepHeadline(const TrainReport& train) {
    return {items::Words::tr("%1 per step").arg(timeText(train.step.base)),
            items::Words::tr("±%1 % typical, ±%2 % at 90 %  ·  MFU %3 %")
                .arg(qRound(100 * train.typicalError))
                .arg(qRound(100 * train.ninetyError))
                .arg(items::humanNumber(100 * train.mfu, 3))};
}

Headline servingHeadline(const ServeReport& serve) {
    Headline headline;
    QStringList bold, plain;
    if (serve.ttft) bold += items::Words::tr("first token %1").arg(timeText(serve.ttft->base));
    if (serve.tpot) bold += items::Words::tr("each further token %1").arg(timeText(serve.tpot->base));
    if (serve.latency) plain += items::Words::tr("whole answer %1").arg(timeText(serve.latency->base));
    if (serve.tokensPerSecondPerGpu)
        plain +=
            items::Words::tr("%1 tokens/s per GPU").arg(items::humanNumber(*serve.tokensPerSecondPerGpu));
    if (serve.prefillGpus > 0)
        plain += items::Words::tr("GPUs for prefill: %1").arg(items::humanNumber(serve.prefillGpus));
    const auto profiled = [](const std::vector<ServePart>& parts) {
        return std::any_of(parts.begin(), parts.end(),
                           [](const ServePart& part) { return part.origin != Origin::Analytic; });
    };
    plain += profiled(serve.prefillParts) || profiled(serve.decodeParts)
                 ? items::Words::tr("operators from profiles, without queueing")
                 : items::Words::tr("analytic, without queueing");
    return {bold.join(QStringLiteral("  ·  ")), plain.join(QStringLiteral("  ·  "))};
}

Headline tracedHeadline(const TracedStep& step) {
    QStringList plain;
    if (!step.gpu.empty()) plain << QString::fromStdString(step.gpu);
    if (step.marked) plain << items::Words::tr("mean of %1 steps").arg(items::humanNumber(step.steps));
    if (step.step.base > 0)
        plain << items::Words::tr("computing %1 % of it")
                     .arg(items::number(100 * (step.compute / step.step), 'f', 0));
    return {items::Words::tr("%1 per step, traced").arg(timeText(step.step.base)),
            plain.join(QStringLiteral("  ·  "))};
}

QString timeSummary(const Headline& headline, const std::vector<TimeParts>& wholes) {
    QString text = QStringLiteral("%1, %2.").arg(headline.bold, headline.plain);
    for (const TimeParts& whole : wholes) {
        const std::vector<std::size_t> order = bySize(whole);
        QStringList largest;
        for (std::size_t n = 0; n < std::min<std::size_t>(3, order.size()); ++n) {
            const TimePart& part = whole.parts[order[n]];
            largest +=
                QStringLiteral("%1 %2 %").arg(part.label).arg(qRound(100 * part.exposed / whole.total));
        }
        text += items::Words::tr(" Largest parts of the %1: %2.")
                    .arg(items::midSentence(whole.name), largest.join(QStringLiteral(", ")));
    }
    return text;
}

Sheet timeSheet(const std::vector<TimeParts>& wholes) {
    Sheet sheet{{items::Words::tr("Of"), items::Words::tr("Part"), items::Words::tr("Exposed (ms)"),
                 items::Words::tr("Hidden (ms)"), items::Words::tr("Share (%)"), items::Words::tr("Origin"),
                 items::Words::tr("Formula")},
                {}};
    for (const TimeParts& whole : wholes)
        for (const TimePart& part : whole.parts)
            sheet.rows.push_back({part.key,
                                  {whole.name, part.label, 1e3 * part.exposed, 1e3 * part.hidden,
                                   100 * part.exposed / whole.total, part.origin, part.formula}});
    return sheet;
}

QString timeToolTip(const TimePart& part, const TimeParts& whole, const TimeUnit& unit) {
    QString text =
        items::Words::tr("<b>%1</b> (%2)<br>%3, %4 % of the %5")
            .arg(part.label, items::midSentence(items::tableText(timeGroupText(part.style.group))),
                 unit.withUnit(part.exposed), items::humanNumber(100 * part.exposed / whole.total, 3),
                 items::midSentence(whole.name));
    if (part.hidden > 0.005 * part.exposed)
        text += items::Words::tr("<br>%1 more run behind other work").arg(unit.withUnit(part.hidden));
    if (!part.formula.isEmpty()) text += QStringLiteral("<br>%1").arg(part.formula.toHtmlEscaped());
    return text + QStringLiteral("<br>%1").arg(part.origin);
}

} // namespace moe::ui
