// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/common_axes.h"

#include "data/number.h"
#include "ui/export/view_choices.h"

#include <QMap>

#include <algorithm>
#include <optional>
#include <utility>

namespace moe::ui {
namespace {

constexpr QChar kPart = u'|'; ///< before it the part in sight, after it what is held

struct Ends {
    double low = 0, high = 0;
};
/// "step:0:12.5" (ui/plots/kit/axis_hold.h)
std::optional<std::pair<QString, Ends>> heldIn(const QString& word) {
    const QStringList parts = word.split(QLatin1Char(':'));
    if (parts.size() != 3) return std::nullopt;
    const auto low = parseNumber(parts[1].toStdString()), high = parseNumber(parts[2].toStdString());
    if (!low || !high) return std::nullopt;
    return std::pair{parts[0], Ends{*low, *high}};
}

} // namespace

void holdOwnAxes(ReportView& view) {
    // Off first: what was held before is forgotten.
    if (applyViewChoice(view, QStringLiteral("hold=off"))) applyViewChoice(view, QStringLiteral("hold=on"));
}

QString ownAxes(const ReportView& view) {
    const QString range = view.range();
    const qsizetype part = range.indexOf(kPart);
    const QString held = part < 0 ? range : range.mid(part);
    return held.contains(QLatin1Char(':')) ? held : QString();
}

QString commonAxes(const QStringList& own) {
    QMap<QString, Ends> all;
    bool parted = false;
    for (const QString& text : own) {
        parted = parted || text.startsWith(kPart);
        for (const QString& word : text.mid(text.startsWith(kPart) ? 1 : 0).split(QLatin1Char(' '))) {
            const auto held = heldIn(word);
            if (!held) continue;
            const auto known = all.find(held->first);
            if (known == all.end())
                all.insert(held->first, held->second);
            else
                *known = {std::min(known->low, held->second.low), std::max(known->high, held->second.high)};
        }
    }
    QStringList words;
    for (auto one = all.cbegin(); one != all.cend(); ++one)
        words << QStringLiteral("%1:%2:%3")
                     .arg(one.key(), QString::fromStdString(numberText(one->low)),
                          QString::fromStdString(numberText(one->high)));
    if (words.isEmpty()) return {};
    return (parted ? QString(kPart) : QString()) + words.join(QLatin1Char(' '));
}

} // namespace moe::ui
