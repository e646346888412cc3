// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/aligned.h"

#include "data/csv.h"
#include "models/items/escape.h"

#include <algorithm>

namespace moe::items {

QString alignedRows(const std::vector<QStringList>& rows, const QString& indent,
                    const std::vector<int>& right) {
    std::vector<qsizetype> widths;
    for (const QStringList& row : rows) {
        widths.resize(std::max(widths.size(), static_cast<std::size_t>(row.size())), 0);
        for (qsizetype i = 0; i < row.size(); ++i) {
            auto& width = widths[static_cast<std::size_t>(i)];
            width = std::max(width, row[i].size());
        }
    }
    QString text;
    for (const QStringList& row : rows) {
        QString line = indent;
        for (qsizetype i = 0; i < row.size(); ++i) {
            const qsizetype width = widths[static_cast<std::size_t>(i)];
            const bool flush = std::find(right.begin(), right.end(), i) != right.end();
            line +=
                (flush ? row[i].rightJustified(width) : row[i].leftJustified(width)) + QLatin1String("  ");
        }
        while (line.endsWith(QLatin1Char(' '))) line.chop(1);
        text += line + QLatin1Char('\n');
    }
    return text;
}

QString markdownTable(const std::vector<QStringList>& rows) {
    QString text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        text += QLatin1Char('|');
        for (const QString& cell : rows[i])
            text += QLatin1Char(' ') + markdownLine(cell) + QLatin1String(" |");
        text += QLatin1Char('\n');
        if (i == 0)
            text += QLatin1Char('|') + QStringLiteral(" --- |").repeated(rows[0].size()) + QLatin1Char('\n');
    }
    return text;
}

QString csvRows(const std::vector<QStringList>& rows) {
    QString text;
    for (const QStringList& row : rows) {
        QStringList cells;
        for (const QString& cell : row) cells << QString::fromStdString(csvCell(cell.toUtf8().toStdString()));
        text += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return text;
}

} // namespace moe::items
