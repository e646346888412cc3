#include "ui/plots/time_rows.h"

#include "models/engine/terms.h"
#include "models/items/format.h"

#include <algorithm>
#include <numeric>

namespace moe::ui {

std::vector<TimeRow> timeRows(const TrainReport& train) {
    std::vector<TimeRow> rows;
    const std::size_t count = std::min(train.terms.size(), timeTerms().size());
    for (std::size_t i = 0; i < count; ++i) {
        const TimeTerm& term = train.terms[i];
        if (!(term.seconds.base > 0) && !(term.exposed.base > 0)) continue;
        TimeRow row;
        row.term = i;
        row.style = timeStyle(timeTerms()[i].key);
        row.exposed = term.exposed.base;
        row.hidden = std::max(0.0, term.seconds.base - term.exposed.base);
        row.share = term.exposed / train.step;
        row.key = QStringLiteral("train.terms.%1").arg(QString::fromUtf8(timeTerms()[i].key));
        row.label = QString::fromUtf8(timeTerms()[i].label);
        row.origin = QString::fromUtf8(originText(term.origin));
        rows.push_back(row);
    }
    std::stable_sort(rows.begin(), rows.end(), [](const TimeRow& a, const TimeRow& b) {
        return a.style.group != b.style.group ? a.style.group < b.style.group : a.exposed > b.exposed;
    });
    return rows;
}

std::vector<std::size_t> bySize(const std::vector<TimeRow>& rows) {
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return rows[a].exposed > rows[b].exposed; });
    return order;
}

QString TimeUnit::number(double value) const {
    return items::humanNumber(value / seconds, 3);
}
QString TimeUnit::withUnit(double value) const {
    return number(value) + QChar(0x202f) + QString::fromUtf8(text);
}

TimeUnit timeUnit(double largest) {
    if (largest >= 2) return {1, "s"};
    if (largest >= 2e-3) return {1e-3, "ms"};
    return {1e-6, "µs"};
}

QStringList stepHeadline(const TrainReport& train) {
    const QString percent = items::humanNumber(100 * train.mfu, 3);
    return {QStringLiteral("%1 per step").arg(timeUnit(train.step.base).withUnit(train.step.base)),
            QStringLiteral("%1 % MFU").arg(percent),
            QStringLiteral("expect ±%1 %").arg(qRound(100 * train.typicalError))};
}

QString stepSummary(const TrainReport& train) {
    const std::vector<TimeRow> rows = timeRows(train);
    const std::vector<std::size_t> order = bySize(rows);
    QStringList largest;
    for (std::size_t n = 0; n < std::min<std::size_t>(3, order.size()); ++n)
        largest += QStringLiteral("%1 %2 %").arg(rows[order[n]].label).arg(qRound(100 * rows[order[n]].share));
    return QStringLiteral("%1. Largest parts: %2.")
        .arg(stepHeadline(train).join(QStringLiteral(", ")), largest.join(QStringLiteral(", ")));
}

QString timeCsv(const TrainReport& train) {
    QString text = QStringLiteral("key,label,exposed_s,hidden_s,share_of_step,origin\n");
    for (std::size_t i = 0; i < std::min(train.terms.size(), timeTerms().size()); ++i) {
        const TimeTerm& term = train.terms[i];
        const auto number = [](double value) { return QString::number(value, 'g', 8); };
        text += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                    .arg(QString::fromUtf8(timeTerms()[i].key),
                         QLatin1Char('"') + QString::fromUtf8(timeTerms()[i].label) + QLatin1Char('"'),
                         number(term.exposed.base),
                         number(std::max(0.0, term.seconds.base - term.exposed.base)),
                         number(term.exposed / train.step), QString::fromUtf8(originText(term.origin)));
    }
    for (std::size_t i = 0; i < train.stages.size(); ++i)
        text += QStringLiteral("stage_%1,\"Stage %1, one micro-batch\",%2,,,\n")
                    .arg(i)
                    .arg(QString::number(train.stages[i].base, 'g', 8));
    return text;
}

QString timeToolTip(const TimeRow& row, const TimeUnit& unit) {
    const TimeTermRow& term = timeTerms()[row.term];
    QString text = QStringLiteral("<b>%1</b> (%2)<br>%3 · %4 % of the step")
                       .arg(row.label.toHtmlEscaped(),
                            QString::fromUtf8(timeGroupText(row.style.group)).toLower(),
                            unit.withUnit(row.exposed), items::humanNumber(100 * row.share, 3));
    if (row.hidden > 0.005 * row.exposed)
        text += QStringLiteral("<br>%1 more run behind other work").arg(unit.withUnit(row.hidden));
    return text + QStringLiteral("<br>%1<br>%2").arg(QString::fromUtf8(term.formula).toHtmlEscaped(), row.origin);
}

} // namespace moe::ui
