// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/profiles/plot_texts.h"

#include "models/items/format.h"

#include <utility>

namespace moe::ui {

double writeParts(QPainter& painter, double left, double top, double width, double row, const QString& text,
                  const QFont& font, const QColor& colour) {
    const QFontMetricsF metrics(font);
    const QString joint = QStringLiteral(" · ");
    QString line;
    const auto write = [&] {
        writeText(painter, {left, top + row / 2 + metrics.capHeight() / 2}, elided(line, font, width), font,
                  colour);
        top += row;
    };
    for (const QString& part : text.split(joint)) {
        const QString longer = line.isEmpty() ? part : line + joint + part;
        if (line.isEmpty() || metrics.horizontalAdvance(longer) <= width) {
            line = longer;
            continue;
        }
        write();
        line = part;
    }
    write();
    return top;
}

QString timeTick(double seconds) {
    if (!(seconds > 0)) return QStringLiteral("0");
    static constexpr std::pair<double, const char*> kUnits[] = {
        {1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}};
    for (const auto& [unit, name] : kUnits)
        if (seconds >= 0.999 * unit || unit < 1e-8)
            return items::number(seconds / unit, 'g', 6) + QChar(0x202f) + QString::fromUtf8(name);
    return {};
}

} // namespace moe::ui
