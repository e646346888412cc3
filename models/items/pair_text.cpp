// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/pair_text.h"

#include "data/number.h"
#include "models/engine/memory/memory_terms.h"
#include "models/engine/report/metrics.h"
#include "models/engine/report/ruler.h"
#include "models/engine/time/step_terms.h"
#include "models/items/aligned.h"
#include "models/items/change_text.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <algorithm>
#include <cmath>

namespace moe::items {
namespace {

/// Of the whole: parts that are smaller on both sides are left out.
constexpr double kLeastPart = 5e-3;
constexpr std::size_t kMostRows = 12, kNamed = 3;
/// Ratios nearer to one are said as none.
constexpr double kAlike = 0.01;

PairRow rowOf(const Metric& metric, const Report& a, const Report& b) {
    PairRow row{QString::fromUtf8(metric.key), tableText(metric.label), QString::fromUtf8(metric.unit),
                metric.value(a), metric.value(b)};
    row.judgement = judgedChange(
        row.change(),
        row.a && row.b && *row.a != 0 ? std::optional(*row.change() / std::abs(*row.a)) : std::nullopt,
        metric.better);
    return row;
}

PairRow partRow(const QString& key, const char* label, const char* unit, std::optional<double> a,
                std::optional<double> b, Better better = Better::Lower) {
    PairRow row{key, tableText(label), QString::fromUtf8(unit), a, b};
    row.judgement = judgedChange(row.change(), std::nullopt, better);
    return row;
}

/// The first row is the whole.
void keepLargest(std::vector<PairRow>& rows) {
    if (rows.size() < 2) return;
    const PairRow whole = rows.front();
    const double least = kLeastPart * std::max(std::abs(whole.a.value_or(0)), std::abs(whole.b.value_or(0)));
    std::erase_if(rows, [&](const PairRow& row) {
        return std::max(std::abs(row.a.value_or(0)), std::abs(row.b.value_or(0))) < least;
    });
    std::stable_sort(rows.begin() + 1, rows.end(), [](const PairRow& one, const PairRow& two) {
        return std::abs(one.change().value_or(0)) > std::abs(two.change().value_or(0));
    });
    if (rows.size() > kMostRows) rows.resize(kMostRows);
}

std::vector<PairRow> stepRows(const Report& a, const Report& b) {
    std::vector<PairRow> rows{rowOf(*findMetric("train.step_seconds"), a, b)};
    const auto part = [](const Report& of, std::size_t term) {
        return of.train && term < of.train->terms.size() ? std::optional(of.train->terms[term].exposed.base)
                                                         : std::nullopt;
    };
    for (std::size_t i = 0; i < timeTerms().size(); ++i)
        rows.push_back(partRow(QStringLiteral("train.terms.") + QLatin1String(timeTerms()[i].key),
                               timeTerms()[i].label, "s", part(a, i), part(b, i)));
    return rows;
}

std::vector<PairRow> memoryRows(const Report& a, const Report& b) {
    std::vector<PairRow> rows{rowOf(*findMetric("memory.device_bytes"), a, b)};
    const auto part = [](const Report& of, std::size_t term) {
        return of.memory && !of.memory->stages.empty() ? std::optional(of.memory->heaviest().terms[term].base)
                                                       : std::nullopt;
    };
    for (std::size_t i = 0; i < memoryTerms().size(); ++i)
        rows.push_back(partRow(QStringLiteral("memory.terms.") + QLatin1String(memoryTerms()[i].key),
                               memoryTerms()[i].label, "B", part(a, i), part(b, i)));
    return rows;
}

double relative(const PairRow& row) {
    const double size = std::max(std::abs(*row.a), std::abs(*row.b));
    return size > 0 ? std::abs(*row.change()) / size : 0;
}

std::vector<PairRow> metricRows(const Report& a, const Report& b, QLatin1String group) {
    std::vector<PairRow> rows;
    for (const Metric& metric : metrics())
        if (QLatin1String(metric.key).startsWith(group) && hasOneRuler(metric.key, a, b))
            rows.push_back(rowOf(metric, a, b));
    return rows;
}

/// "LM head + loss +4.50 s, …" of those that carry the difference.
QString carried(const std::vector<PairRow>& rows, std::size_t first, double least) {
    QStringList parts;
    for (std::size_t i = first; i < rows.size() && std::size_t(parts.size()) < kNamed; ++i)
        if (rows[i].change() && std::abs(*rows[i].change()) > least)
            parts << QStringLiteral("%1 %2").arg(rows[i].label, pairChange(rows[i]));
    return parts.join(QStringLiteral(", "));
}

QString amount(const PairRow& row) {
    return differenceText(std::abs(*row.change()), row.unit);
}

QString whyStep(const std::vector<PairRow>& rows, const PairNames& names) {
    const PairRow& step = rows.front();
    if (!step.a && !step.b) return Words::tr("Neither of the two has a training step.");
    if (!step.change()) return Words::tr("Only one of the two has a training step.");
    const QString parts = carried(rows, 1, 0.002 * *step.a);
    if (parts.isEmpty()) return Words::tr("%1 takes as long a step.").arg(names.b);
    return (*step.change() > 0 ? Words::tr("%1 takes %2 longer a step: %3.")
                               : Words::tr("%1 takes %2 less a step: %3."))
        .arg(names.b, amount(step), parts);
}

QString whyMemory(const std::vector<PairRow>& rows, const PairNames& names) {
    const PairRow& device = rows.front();
    if (!device.a && !device.b) return Words::tr("Neither of the two has training memory.");
    if (!device.change()) return Words::tr("Only one of the two has training memory.");
    const QString parts = carried(rows, 1, 0.002 * *device.a);
    if (parts.isEmpty()) return Words::tr("%1 holds as much on a GPU.").arg(names.b);
    return (*device.change() > 0 ? Words::tr("%1 holds %2 more on a GPU: %3.")
                                 : Words::tr("%1 holds %2 less on a GPU: %3."))
        .arg(names.b, amount(device), parts);
}

QString whyOthers(const std::vector<PairRow>& rows, const PairNames& names) {
    const QString parts = carried(rows, 0, 0);
    return parts.isEmpty() ? Words::tr("%1 and %2 are alike in these results.").arg(names.a, names.b)
                           : Words::tr("%1 against %2: %3.").arg(names.b, names.a, parts);
}

/// Rows of what neither has say nothing.
PairTable withoutEmpty(PairTable table) {
    std::erase_if(table.rows, [](const PairRow& row) { return !row.a && !row.b; });
    return table;
}

QString seconds(double value) {
    if (value == 0) return QStringLiteral("0 s");
    return humanValue(std::abs(value), QStringLiteral("s"));
}

/// What keeps one of them from computing as much.
QString whyWaits(const LaneUse& a, const LaneUse& b, const PairNames& names) {
    const double exchange = (b.exchange - a.exchange).base, idle = (b.idle - a.idle).base,
                 host = (b.host - a.host).base;
    const double most = std::max({std::abs(exchange), std::abs(idle), std::abs(host)});
    if (most < kAlike * a.length.base) return {};
    const bool ofB = (most == std::abs(exchange) ? exchange : most == std::abs(idle) ? idle : host) > 0;
    const QString &who = ofB ? names.b : names.a, &other = ofB ? names.a : names.b;
    if (most == std::abs(idle)) return Words::tr("%1 idles %2 longer.").arg(who, seconds(idle));
    if (most == std::abs(host)) return Words::tr("%1 waits %2 longer for the host.").arg(who, seconds(host));
    const double hides = ((ofB ? a : b).hidden - (ofB ? b : a).hidden).base;
    if (hides < kAlike * a.length.base)
        return Words::tr("%1 waits %2 longer for communication.").arg(who, seconds(exchange));
    return Words::tr("%1 waits %2 longer for communication, of which %3 runs %4 more beside its computing.")
        .arg(who, seconds(exchange), other, seconds(hides));
}

} // namespace

PairTable pairTable(const Report& a, const Report& b, PairTopic topic, const PairNames& names) {
    PairTable table;
    if (topic == PairTopic::Memory && a.rl && b.rl) { // both moments, not plain training
        table.about = Words::tr("Parts of memory");
        for (const char* key : {"rl.rollout_memory_bytes", "rl.train_memory_bytes", "rl.host_bytes"})
            table.rows.push_back(rowOf(*findMetric(key), a, b));
        table.why = whyOthers(table.rows, names);
        return table;
    }
    switch (topic) {
    case PairTopic::Step:
        table.about = Words::tr("Parts of the step");
        table.rows = stepRows(a, b);
        keepLargest(table.rows);
        table.why = whyStep(table.rows, names);
        return withoutEmpty(std::move(table));
    case PairTopic::Memory:
        table.about = Words::tr("Parts of memory");
        table.rows = memoryRows(a, b);
        keepLargest(table.rows);
        table.why = whyMemory(table.rows, names);
        return withoutEmpty(std::move(table));
    case PairTopic::Serving: return resultTable(metricRows(a, b, QLatin1String("serve.")), names);
    case PairTopic::Loss: table = resultTable(metricRows(a, b, QLatin1String("loss.")), names); break;
    case PairTopic::Results: table = resultTable(metricRows(a, b, QLatin1String()), names); break;
    }
    if (!hasOneRuler("loss.value", a, b))
        table.why = Words::tr("The losses of %1 and %2 are of two recipes, so that their difference says "
                              "nothing of the models.")
                        .arg(names.a, names.b);
    return table;
}

PairTable resultTable(std::vector<PairRow> rows, const PairNames& names) {
    std::erase_if(rows, [](const PairRow& row) {
        return !row.a || !row.b || !std::isfinite(*row.a) || !std::isfinite(*row.b) ||
               relative(row) < kNoChange;
    });
    std::stable_sort(rows.begin(), rows.end(),
                     [](const PairRow& one, const PairRow& two) { return relative(one) > relative(two); });
    if (rows.size() > kMostRows) rows.resize(kMostRows);
    PairTable table;
    table.about = Words::tr("Results that differ");
    table.rows = std::move(rows);
    table.why = whyOthers(table.rows, names);
    return table;
}

PairTable laneTable(const LaneUse& a, const LaneUse& b, const PairNames& names) {
    PairTable table;
    const auto add = [&](const char* label, Seconds LaneUse::*part, Better better) {
        table.rows.push_back(partRow({}, label, "s", (a.*part).base, (b.*part).base, better));
    };
    add(QT_TRANSLATE_NOOP("Table", "Computing"), &LaneUse::compute, Better::Higher);
    add(QT_TRANSLATE_NOOP("Table", "Waiting for communication"), &LaneUse::exchange, Better::Lower);
    add(QT_TRANSLATE_NOOP("Table", "Waiting for the host"), &LaneUse::host, Better::Lower);
    add(QT_TRANSLATE_NOOP("Table", "Idle between passes"), &LaneUse::idle, Better::Lower);
    add(QT_TRANSLATE_NOOP("Table", "Communication beside computing"), &LaneUse::hidden, Better::Higher);
    if (!(a.compute.base > 0) || !(b.compute.base > 0)) return table;
    const double more = b.compute / a.compute - 1;
    const QString percent = number(100 * std::abs(more), 'f', 0);
    table.why = std::abs(more) < kAlike
                    ? Words::tr("In this time %1 computes as much as %2.").arg(names.b, names.a)
                    : (more > 0 ? Words::tr("In this time %1 computes %2 % more than %3.")
                                : Words::tr("In this time %1 computes %2 % less than %3."))
                          .arg(names.b, percent, names.a);
    if (const QString waits = whyWaits(a, b, names); !waits.isEmpty()) table.why += QLatin1Char(' ') + waits;
    return table;
}

QString scheduleWhy(const ScheduleUse& a, const ScheduleUse& b, const PairNames& names) {
    if (!(a.passes().base > 0) || !(b.passes().base > 0)) return {};
    const QString theirs = number(100 * a.bubble, 'f', 1), own = number(100 * b.bubble, 'f', 1);
    const double ratio = b.passes() / a.passes();
    const int passes = std::abs(ratio - 1) < kAlike ? 0 : ratio > 1 ? 1 : -1;
    const int bubble = own == theirs ? 0 : b.bubble > a.bubble ? 1 : -1;
    const QString times = number(ratio, 'f', 2);
    QString text;
    if (bubble == 0)
        text =
            passes == 0
                ? Words::tr("%1 has as large a bubble (%2 %), and its passes take as long.").arg(names.b, own)
                : Words::tr("%1 has as large a bubble (%2 %), but its passes take %3 × as long.")
                      .arg(names.b, own, times);
    else if (passes == 0)
        text = (bubble < 0 ? Words::tr("%1 has a smaller bubble (%2 against %3 %), its passes take as long.")
                           : Words::tr("%1 has a larger bubble (%2 against %3 %), its passes take as long."))
                   .arg(names.b, own, theirs);
    else if (bubble < 0)
        text =
            (passes < 0
                 ? Words::tr(
                       "%1 has a smaller bubble (%2 against %3 %), and its passes take only %4 × as long.")
                 : Words::tr("%1 has a smaller bubble (%2 against %3 %), but its passes take %4 × as long."))
                .arg(names.b, own, theirs, times);
    else
        text =
            (passes < 0
                 ? Words::tr(
                       "%1 has a larger bubble (%2 against %3 %), but its passes take only %4 × as long.")
                 : Words::tr("%1 has a larger bubble (%2 against %3 %), and its passes take %4 × as long."))
                .arg(names.b, own, theirs, times);
    const bool ofA = a.hidden > b.hidden;
    const ScheduleUse &more = ofA ? a : b, &less = ofA ? b : a;
    if (more.hidden < kAlike * more.makespan || more.hidden < 2 * less.hidden) return text;
    return text + QLatin1Char(' ') +
           Words::tr("%1 runs %2 of its communication beside computing, %3 only %4.")
               .arg(ofA ? names.a : names.b, seconds(more.hidden.base), ofA ? names.b : names.a,
                    seconds(less.hidden.base));
}

QString pairValue(const PairRow& row, const std::optional<double>& value) {
    return value ? humanValue(*value, row.unit) : QStringLiteral("–");
}

QString pairChange(const PairRow& row) {
    return row.change() ? differenceChange(*row.change(), row.unit) : QStringLiteral("–");
}

QString pairCsv(const PairTable& table, const PairNames& names) {
    const auto exact = [](const std::optional<double>& value) {
        return value ? QString::fromStdString(numberText(*value)) : QString();
    };
    std::vector<QStringList> rows{{"part", "key", "unit", names.a, names.b, "change"}};
    for (const PairRow& row : table.rows)
        rows.push_back({row.label, row.key, row.unit, exact(row.a), exact(row.b), exact(row.change())});
    return csvRows(rows);
}

QString pairText(const PairTable& table, const PairNames& names) {
    std::vector<QStringList> rows{{table.about, names.a, names.b, names.b + QStringLiteral(" − ") + names.a}};
    for (const PairRow& row : table.rows)
        rows.push_back({row.label, pairValue(row, row.a), pairValue(row, row.b), pairChange(row)});
    return alignedRows(rows, {}, {1, 2, 3}) + table.why + QLatin1Char('\n');
}

} // namespace moe::items
