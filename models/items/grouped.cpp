// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/grouped.h"

#include <QLocale>

namespace moe::items {

QString groupedDigits(const QString& text) {
    constexpr qsizetype kFewest = 4;
    const QString mark = QLocale().groupSeparator();
    QString grouped;
    for (qsizetype i = 0; i < text.size();) {
        qsizetype end = i;
        while (end < text.size() && text.at(end).isDigit()) ++end;
        const bool alone =
            (i == 0 || !(text.at(i - 1).isLetterOrNumber() || text.at(i - 1) == QLatin1Char('.') ||
                         text.at(i - 1) == QLatin1Char(','))) &&
            (end == text.size() || !text.at(end).isLetterOrNumber());
        QString digits = text.mid(i, end - i);
        if (alone && digits.size() >= kFewest)
            for (qsizetype at = digits.size() - 3; at > 0; at -= 3) digits.insert(at, mark);
        grouped += digits;
        if (end < text.size()) grouped += text.at(end++);
        i = end;
    }
    return grouped;
}

QString groupedTick(const QString& text) {
    return QLocale() == QLocale::c() ? text : groupedDigits(text);
}

} // namespace moe::items
