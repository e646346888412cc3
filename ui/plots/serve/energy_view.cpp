// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/energy_view.h"

#include "models/engine/report/metrics.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace moe::ui {
namespace {

/// Of parts, in the order in which they are first met: prompts and training blue, answers green, waiting
/// grey.
constexpr std::array<QRgb, 4> kEnergyColours{0xff56b4e9, 0xff009e73, 0xffe69f00, 0xffa5a5a5};

int colourOf(std::string_view key) {
    return key == "idle" ? 3 : key == "output" ? 1 : key == "rollout" ? 2 : 0;
}
QString partLabel(std::string_view key) {
    return key == "idle"      ? items::Words::tr("waiting")
           : key == "output"  ? items::Words::tr("answer")
           : key == "prompt"  ? items::Words::tr("prompt")
           : key == "rollout" ? items::Words::tr("rollout")
                              : items::Words::tr("training");
}
/// The prefix belongs to the unit: "323 kJ".
QString energyText(double value, const QString& unit) {
    if (unit == QLatin1String("J") || unit == QLatin1String("W"))
        for (const auto& [size, prefix] : {std::pair(1e12, 'T'), {1e9, 'G'}, {1e6, 'M'}, {1e3, 'k'}})
            if (std::abs(value) >= std::max(size, 1e4)) // "1790 J"
                return items::humanValue(value / size, QLatin1Char(prefix) + unit);
    return items::humanValue(value, unit);
}

} // namespace

EnergyView::EnergyView(QWidget* parent) : PaintedView(items::Words::tr("Power and energy"), parent) {
    refresh();
}

double EnergyView::Bar::sum() const {
    double all = 0;
    for (const Part& part : parts) all += part.value;
    return all;
}

std::vector<EnergyView::Bar> EnergyView::bars() const {
    const EnergyReport& energy = *report()->energy;
    std::vector<Bar> all;
    for (const char* key : {"power.train_w", "power.prefill_w", "power.decode_w", "power.serve_w"}) {
        const Metric& metric = *findMetric(key);
        if (const std::optional<double> watts = metric.value(*report())) {
            const QString unit = QStringLiteral("W");
            all.push_back({items::tableText(metric.label),
                           QLatin1String(key),
                           unit,
                           energyText(*watts, unit),
                           "watts",
                           {{QString(), QLatin1String(key), unit, "", *watts}}});
        }
    }
    const auto add = [&](const char* key, const std::vector<EnergyPart>& parts, const char* scale) {
        if (parts.empty()) return;
        const Metric& metric = *findMetric(key);
        const QString unit = QStringLiteral("J");
        Bar bar{items::tableText(metric.label), QLatin1String(key), unit, {}, scale, {}};
        for (const EnergyPart& part : parts)
            bar.parts.push_back({partLabel(part.key), QLatin1String(key), unit, part.key, part.joules});
        bar.total = energyText(*metric.value(*report()), QLatin1String(metric.unit));
        all.push_back(std::move(bar));
    };
    if (energy.kwhPerStep) add("energy.kwh_per_step", energy.stepParts, "step");
    if (energy.joulesPerRequest) add("energy.joules_per_request", energy.requestParts, "request");
    return all;
}

double EnergyView::ends(const char* scale, const std::vector<Bar>& all) const {
    const bool watts = std::string_view(scale) == "watts";
    double high = watts ? report()->energy->fullW : 0;
    for (const Bar& bar : all)
        if (std::string_view(bar.scale) == scale) high = std::max(high, bar.sum());
    return shared(QLatin1String(scale), 0, high).second;
}

QString EnergyView::reason() const {
    if (!report()) return items::Words::tr("Nothing has been computed yet.");
    if (!report()->energy)
        return items::Words::tr("There is no time of a step or of a request, so there is no energy of it.");
    return {};
}

QString EnergyView::summary() const {
    if (const QString why = reason(); !why.isEmpty()) return why;
    const EnergyReport& energy = *report()->energy;
    QString text;
    if (energy.joulesPerOutputToken && energy.joulesPerRequest)
        text = items::Words::tr("A request takes %1 at the meter, %2 an output token, %3 a prompt token.")
                   .arg(energyText(*energy.joulesPerRequest, QStringLiteral("J")),
                        energyText(*energy.joulesPerOutputToken, QStringLiteral("J")),
                        energyText(energy.joulesPerPromptToken.value_or(0), QStringLiteral("J")));
    if (energy.kwhPerStep)
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) +
                items::Words::tr("A step takes %1 at the meter, %2 a trained token.")
                    .arg(energyText(*energy.kwhPerStep, QStringLiteral("kWh")),
                         energyText(energy.joulesPerTrainedToken.value_or(0), QStringLiteral("J")));
    return text;
}

Sheet EnergyView::sheet() const {
    Sheet sheet{{items::Words::tr("Of"), items::Words::tr("Part"), items::Words::tr("Value"),
                 items::Words::tr("Unit")},
                {}};
    for (const Bar& bar : bars())
        for (const Part& part : bar.parts)
            sheet.rows.push_back({part.key, {bar.name, part.label, part.value, part.unit}});
    return sheet;
}

Hits EnergyView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const double margin = 12 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, summary(), look);
    area.setTop(area.top() + 6 * look.unit);
    Hits hits;
    const std::vector<Bar> all = bars();
    if (all.empty()) return hits;
    const QFontMetricsF metrics(look.font);
    const double row = std::min(area.height() / double(all.size()), 4.4 * metrics.height());
    const bool named = row > 2.2 * metrics.height(); // room for a name over its bar
    double y = area.top();
    for (const Bar& bar : all) {
        const double end = ends(bar.scale, all);
        const auto told = [&](const Part& part) {
            return QStringLiteral("%1 %2").arg(part.label, energyText(part.value, part.unit));
        };
        const auto isNamedInside = [&](const Part& part) {
            const double width = end > 0 ? area.width() * part.value / end : 0;
            return !part.label.isEmpty() && metrics.horizontalAdvance(told(part)) + 8 * look.unit < width;
        };
        QString words = QStringLiteral("%1: %2").arg(bar.name, bar.total);
        for (const Part& part : bar.parts) // what is too narrow for its name has it over the bar
            if (part.value > 0 && !part.label.isEmpty() && !isNamedInside(part))
                words += QStringLiteral(" · ") + told(part);
        const bool watts = std::string_view(bar.scale) == "watts";
        if (named) {
            const double right =
                writeText(painter, {area.left(), y + metrics.ascent()},
                          elided(words, look.font, area.width()), look.font, look.theme.text);
            const QString marks = items::Words::tr("dashed: %1 idle, %2 at most")
                                      .arg(energyText(report()->energy->idleW, QStringLiteral("W")),
                                           energyText(report()->energy->fullW, QStringLiteral("W")));
            const double wide = metrics.horizontalAdvance(marks);
            if (&bar == &all.front() && watts && right + 12 * look.unit + wide < area.right())
                writeText(painter, {area.right() - wide, y + metrics.ascent()}, marks, look.font,
                          look.theme.muted);
        }
        const double top = y + (named ? 1.15 * metrics.height() : 0);
        const double height = row - (top - y) - 6 * look.unit;
        double x = area.left();
        for (const Part& part : bar.parts) {
            const double width = end > 0 ? area.width() * part.value / end : 0;
            const QRectF box(x, top, width, height);
            const int colour = colourOf(part.kind);
            const QColor fill(kEnergyColours[std::size_t(colour)]);
            fillCategory(painter, box, fill, colour, look);
            const QString tip = part.label.isEmpty() ? words : told(part);
            hits.push_back({box, part.key, tip, tip});
            if (isNamedInside(part) && metrics.height() < height)
                writeText(painter, {x + 4 * look.unit, top + (height + metrics.capHeight()) / 2}, told(part),
                          look.font, inkOn(look.ofCategory(fill)));
            x += width;
        }
        if (watts && end > 0) {
            // Between what it draws idle and its full power.
            painter.setPen(QPen(look.theme.text, look.unit, Qt::DashLine));
            for (const double mark : {report()->energy->idleW, report()->energy->fullW}) {
                const double at = std::min(area.left() + area.width() * mark / end, area.right());
                painter.drawLine(QPointF(at, top), QPointF(at, top + height));
            }
        }
        y += row;
    }
    return hits;
}

} // namespace moe::ui
