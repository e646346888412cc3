// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/manual.h"

#include <QRegularExpression>

namespace moe::items {
namespace {

using Kind = ManualPart::Kind;

QStringList tableCells(const QString& line) {
    QStringList cells;
    QString cell;
    for (qsizetype i = 1; i < line.size(); ++i) {
        if (line[i] == QLatin1Char('\\') && i + 1 < line.size() && line[i + 1] == QLatin1Char('|')) {
            cell += line[++i];
        } else if (line[i] == QLatin1Char('|')) {
            cells << cell.trimmed();
            cell.clear();
        } else {
            cell += line[i];
        }
    }
    return cells;
}

/// Lines of running text and of items go on until a blank line or another kind of line.
void addLine(ManualSection& section, const QString& line, bool& open) {
    static const QRegularExpression kRule(QStringLiteral("^\\|[-:| ]+\\|$"));
    if (line.trimmed().isEmpty()) {
        open = false;
    } else if (line.startsWith(QLatin1Char('|'))) {
        if (kRule.match(line).hasMatch()) return;
        if (!open || section.parts.back().kind != Kind::Table) section.parts.push_back({Kind::Table, {}});
        section.parts.back().rows.push_back(tableCells(line));
        open = true;
    } else if (line.startsWith(QLatin1String("- "))) {
        section.parts.push_back({Kind::Item, line.mid(2)});
        open = true;
    } else if (open) {
        section.parts.back().text += QLatin1Char(' ') + line.trimmed();
    } else {
        section.parts.push_back({Kind::Paragraph, line.trimmed()});
        open = true;
    }
}

} // namespace

Manual readManual(const QString& markdown) {
    static const QRegularExpression kHeading(QStringLiteral("^(#{1,2}) (.+) \\{#([\\w-]+)\\}$"));
    Manual manual;
    bool open = false, code = false;
    for (const QString& line : markdown.split(QLatin1Char('\n'))) {
        if (const auto heading = kHeading.match(line); heading.hasMatch() && !code) {
            manual.push_back(
                {heading.captured(3), heading.captured(2), static_cast<int>(heading.capturedLength(1))});
            open = false;
            continue;
        }
        if (manual.empty()) continue;
        ManualSection& section = manual.back();
        if (line.startsWith(QLatin1String("```"))) {
            code = !code;
            open = false;
            if (code) section.parts.push_back({Kind::Code, {}});
        } else if (code) {
            section.parts.back().text += line + QLatin1Char('\n');
        } else {
            addLine(section, line, open);
        }
    }
    return manual;
}

} // namespace moe::items
