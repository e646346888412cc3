// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/figure_command.h"

#include "data/number.h"

#include <QRegularExpression>

namespace moe::ui {

QString shellWord(const QString& text) {
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_@%+=:,./-]+$"));
    if (plain.match(text).hasMatch()) return text;
    QString quoted = text;
    return QLatin1Char('\'') + quoted.replace(QLatin1Char('\''), QStringLiteral("'\\''")) + QLatin1Char('\'');
}

QString renderCommand(const FigureOrigin& origin, const FigureFile& file, const QString& output,
                      const QString& csv) {
    const auto number = [](double value) { return QString::fromStdString(numberText(value)); };
    QStringList words{QStringLiteral("moe-explorer"), QStringLiteral("render"), origin.viewKey};
    words += origin.scenarioOptions;
    words += {QStringLiteral("--width"),   number(file.style.widthMm) + QStringLiteral("mm"),
              QStringLiteral("--height"),  number(file.style.heightMm) + QStringLiteral("mm"),
              QStringLiteral("--font"),    number(file.style.fontPt) + QStringLiteral("pt"),
              QStringLiteral("--palette"), file.style.palette,
              QStringLiteral("--theme"),   QString::fromLatin1(file.style.dark ? "dark" : "light")};
    const FigureStyle usual;
    if (file.style.family != usual.family) words += {QStringLiteral("--family"), file.style.family};
    if (!file.style.headline) words += QStringLiteral("--no-headline");
    if (!file.style.legend) words += QStringLiteral("--no-legend");
    if (!file.style.hatching) words += QStringLiteral("--no-hatching");
    if (file.format == FigureFormat::Png) words += {QStringLiteral("--dpi"), number(file.dpi)};
    if (file.scenario.isEmpty()) words += QStringLiteral("--bare");
    if (!csv.isEmpty()) words += {QStringLiteral("--csv"), csv};
    words += {QStringLiteral("-o"), output};
    for (QString& word : words) word = shellWord(word);
    return words.join(QLatin1Char(' '));
}

} // namespace moe::ui
