// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/profile_words.h"

#include "models/items/format.h"
#include "models/items/words.h"

#include <algorithm>
#include <cmath>

namespace moe::items {
namespace {

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}
QString time(double seconds) {
    return seconds > 0 ? humanValue(seconds, QStringLiteral("s")) : QStringLiteral("< 1 µs");
}
QString percent(double share) {
    return humanNumber(100 * share, 2) + QStringLiteral(" %");
}

} // namespace

QString profileKeyText(const ProfilePicture& picture, double key) {
    if (picture.keyUnit == "B") return humanValue(key, QStringLiteral("B"));
    return humanNumber(std::round(key), 12) + QLatin1Char(' ') + tableText(picture.keyUnit);
}

QString profileAxisTitle(const ProfilePicture& picture) {
    const QString name = tableText(picture.keyName);
    return picture.keyUnit == "B" || picture.keyName == "Tokens"
               ? name
               : name + QStringLiteral(" (%1)").arg(tableText(picture.keyUnit));
}

QString profileSplitText(const ProfileSplit& split, bool collective) {
    return collective ? Words::tr("%1 GPUs, %2 per node").arg(split.workers).arg(split.devicesPerNode)
                      : Words::tr("TP %1").arg(split.workers);
}

QString profileLineText(const ProfileLine& line) {
    const QString name = text(line.place);
    if (line.points.empty())
        return name + QStringLiteral(": ") +
               (line.why.empty() ? Words::tr("no rows here") : sentenceText(line.why));
    QStringList parts{name, line.shipped ? Words::tr("shipped curve, %1 knots").arg(line.points.size())
                                         : Words::tr("%1 measured keys").arg(line.points.size())};
    if (line.error)
        parts << (line.shipped ? Words::tr("error %1") : Words::tr("leave-one-out %1"))
                     .arg(percent(*line.error));
    if (line.analyticError) parts << Words::tr("analytic model %1 off").arg(percent(*line.analyticError));
    return parts.join(QStringLiteral(" · "));
}

QString profilePointText(const ProfileLine& line, const ProfileLine::Point& point) {
    return QStringLiteral("%1 %2 (%3 … %4)")
        .arg(text(line.place), time(point.seconds), time(point.low), time(point.high));
}

QString profilePointDetails(const ProfileLine& line, const ProfileLine::Point& point) {
    QString all =
        Words::tr("<b>%1</b>: median %2, min–max %3 … %4")
            .arg(text(line.place).toHtmlEscaped(), time(point.seconds), time(point.low), time(point.high));
    if (point.mean && point.std)
        all += Words::tr("<br>mean %1, std %2").arg(time(*point.mean), time(*point.std));
    if (point.analytic && point.seconds > 0)
        all += Words::tr("<br>analytic model %1 (%2%3)")
                   .arg(time(*point.analytic),
                        *point.analytic >= point.seconds ? QStringLiteral("+") : QStringLiteral("−"),
                        percent(std::abs(*point.analytic / point.seconds - 1)));
    return all;
}

QString profilePictureSummary(const ProfilePicture& picture, const QString& title) {
    QString all = title + Words::tr(" against %1.").arg(tableText(picture.keyName));
    for (const ProfileLine& line : picture.lines)
        all += QLatin1Char(' ') + profileLineText(line) + QLatin1Char('.');
    return all;
}

} // namespace moe::items
