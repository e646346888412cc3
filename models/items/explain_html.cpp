// SPDX-License-Identifier: GPL-3.0-or-later
// Accounts as rich text for a QTextDocument, which knows tables and background colours but no layout beyond
// them.

#include "models/items/explain_text.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <algorithm>
#include <cmath>

namespace moe::items {
namespace {

constexpr int kBarCells = 34; ///< no-break spaces of the longest bar

QString escaped(const std::string& utf8) {
    return QString::fromStdString(utf8).toHtmlEscaped();
}

QString link(const char* kind, const std::string& key, const QString& shown, const AccountColours& colours) {
    return QStringLiteral("<a href=\"%1:%2\" style=\"color:%3\">%4</a>")
        .arg(QLatin1String(kind), QString::fromStdString(key), colours.link, shown);
}

QString heading(const QString& text) {
    return QStringLiteral("<p style=\"margin-top:12px;margin-bottom:3px\"><b>%1</b></p>").arg(text);
}

QString formulaBox(const Account& account, const AccountColours& colours) {
    QString lines = escaped(account.formula).replace(QStringLiteral("; "), QStringLiteral("<br>"));
    const QString filled = formulaWithNumbers(account);
    if (account.value && filled != QString::fromStdString(account.formula))
        lines += QStringLiteral("<br><span style=\"color:%1\">= %2</span>")
                     .arg(colours.muted, filled.toHtmlEscaped());
    return QStringLiteral("<table width=\"100%\" cellpadding=\"8\" cellspacing=\"0\"><tr><td bgcolor=\"%1\" "
                          "style=\"font-family:monospace\">%2</td></tr></table>")
        .arg(colours.box, lines);
}

QString inputRow(const AccountInput& input, const AccountColours& colours) {
    QString meaning = tableText(input.meaning).toHtmlEscaped();
    if (!input.field.empty())
        meaning = link("field", input.field, meaning, colours);
    else if (!input.account.empty())
        meaning = link("account", input.account, meaning, colours);
    if (!input.definition.empty())
        meaning += QStringLiteral("<br><span style=\"font-family:monospace;color:%1\">%2</span>")
                       .arg(colours.muted, escaped(input.definition));
    const QString basis = basisText(input);
    const QString value =
        input.value ? inputHumanText(input).replace(QLatin1Char(' '), QChar(0xA0)) : QStringLiteral("–");
    return QStringLiteral("<tr><td style=\"font-family:monospace\">%1&nbsp;</td><td>%2</td>"
                          "<td align=\"right\">%3</td><td style=\"color:%5\">%4</td></tr>")
        .arg(escaped(input.symbol), meaning, value, basis, colours.muted);
}

QString partsTable(const Account& account, const AccountColours& colours) {
    std::vector<AccountPart> parts = account.parts;
    std::stable_sort(parts.begin(), parts.end(),
                     [](const AccountPart& a, const AccountPart& b) { return a.value > b.value; });
    double total = 0;
    for (const AccountPart& part : parts) total += part.value;
    QString rows;
    for (const AccountPart& part : parts) {
        const double share = total > 0 ? part.value / total : 0;
        const double longest = parts.front().value > 0 ? part.value / parts.front().value : 0;
        const int cells = std::max(1, int(std::lround(longest * kBarCells)));
        rows += QStringLiteral("<tr><td>%1</td><td align=\"right\">%2</td><td align=\"right\">%3&nbsp;%</td>"
                               "<td><span style=\"background-color:%4\">%5</span></td></tr>")
                    .arg(part.key.empty()
                             ? tableText(part.label).toHtmlEscaped()
                             : link("account", part.key, tableText(part.label).toHtmlEscaped(), colours),
                         humanValue(part.value, QString::fromStdString(account.unit))
                             .replace(QLatin1Char(' '), QChar(0xA0)),
                         number(100 * share, 'f', 1), colours.part(part.key), QString(cells, QChar(0xA0)));
    }
    return QStringLiteral("<table cellpadding=\"2\" cellspacing=\"0\">%1</table>").arg(rows);
}

QString sheetHtml(const Account& account, const AccountColours& colours) {
    QString html = QStringLiteral("<table width=\"100%\" cellpadding=\"3\" cellspacing=\"0\">");
    const auto head = [](const QString& text, const char* align) {
        return QStringLiteral("<th align=\"%2\">%1</th>").arg(text, QLatin1String(align));
    };
    html += QStringLiteral("<tr>") + head(Words::tr("Figure"), "left") + head(Words::tr("Value"), "right") +
            head(QStringLiteral("&nbsp;&nbsp;") + Words::tr("Source"), "left") + QStringLiteral("</tr>");
    for (const AccountFigure& figure : account.figures) {
        QString label = tableText(figure.label).toHtmlEscaped();
        if (!figure.field.empty()) label = link("field", figure.field, label, colours);
        QString source = figureSource(figure).toHtmlEscaped();
        if (figure.uncited) source = QStringLiteral("<i>%1</i>").arg(source);
        html +=
            QStringLiteral("<tr><td>%1</td><td align=\"right\">%2</td>"
                           "<td style=\"color:%4\">&nbsp;&nbsp;%3</td></tr>")
                .arg(label, figureText(figure).replace(QLatin1Char(' '), QChar(0xA0)), source, colours.muted);
    }
    html += QStringLiteral("</table>") + heading(Words::tr("Source")) +
            QStringLiteral("<p style=\"margin-top:0\">%1</p>").arg(sourceText(account).toHtmlEscaped());
    for (const Message& assumption : account.assumptions)
        html += QStringLiteral("<p style=\"margin-top:4px;margin-bottom:4px\">%1</p>")
                    .arg(sentenceText(assumption).toHtmlEscaped());
    return html;
}

} // namespace

QString accountHtml(const Account& account, const AccountColours& colours) {
    if (!account.figures.empty()) return sheetHtml(account, colours);
    QString html = formulaBox(account, colours);
    if (!account.parts.empty()) html += heading(Words::tr("Parts")) + partsTable(account, colours);
    if (!account.inputs.empty()) {
        html += heading(Words::tr("Numbers put in")) +
                QStringLiteral("<table cellpadding=\"3\" cellspacing=\"0\" style=\"margin-bottom:8px\">");
        for (const AccountInput& input : account.inputs) html += inputRow(input, colours);
        html += QStringLiteral("</table>");
    }
    html += heading(Words::tr("Source")) +
            QStringLiteral("<p style=\"margin-top:0\">%1</p>").arg(sourceText(account).toHtmlEscaped());
    if (account.assumptions.empty()) return html;
    html += heading(Words::tr("Assumptions"));
    for (const Message& assumption : account.assumptions)
        html += QStringLiteral("<p style=\"margin-top:0;margin-bottom:4px\">%1</p>")
                    .arg(sentenceText(assumption).toHtmlEscaped());
    return html;
}

} // namespace moe::items
