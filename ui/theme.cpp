// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include "models/engine/serve/serve_terms.h"
#include "models/engine/time/step_terms.h"
#include "ui/palette_tables.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <map>

namespace moe::ui {

Theme lightTheme() {
    Theme theme;
    theme.dark = false;
    theme.background = QColor("#ffffff");
    theme.text = QColor("#1f2226");
    theme.muted = QColor("#5c626b");
    theme.axis = QColor("#33373d");
    theme.grid = QColor("#dfe2e6");
    theme.accent = QColor("#56b4e9");
    theme.best = QColor("#f0e442");
    theme.good = QColor("#0072b2");
    theme.warn = QColor("#8a6100");
    theme.bad = QColor("#b34000");
    return theme;
}

Theme darkTheme() {
    Theme theme;
    theme.dark = true;
    theme.background = QColor("#1e2024");
    theme.text = QColor("#e4e6e9");
    theme.muted = QColor("#9ea4ad");
    theme.axis = QColor("#b6bbc3");
    theme.grid = QColor("#363a41");
    theme.accent = QColor("#56b4e9");
    theme.best = QColor("#f0e442");
    theme.good = QColor("#56b4e9");
    theme.warn = QColor("#e6b422");
    theme.bad = QColor("#f5a05a");
    return theme;
}

QColor markColour(std::size_t mark) {
    static const QColor kColours[] = {QColor("#e69f00"), QColor("#009e73"), QColor("#cc79a7"),
                                      QColor("#d55e00"), QColor("#0072b2")};
    return kColours[mark % std::size(kColours)];
}

Theme themeOf(const QPalette& palette) {
    const bool dark =
        palette.color(QPalette::Window).lightnessF() < palette.color(QPalette::WindowText).lightnessF();
    return dark ? darkTheme() : lightTheme();
}

QPalette windowPalette(bool dark) {
    const Theme theme = dark ? darkTheme() : lightTheme();
    const QColor window(dark ? "#26282d" : "#efefef");
    const QColor button(dark ? "#33363c" : "#f3f3f3");
    const QColor disabled(dark ? "#74797f" : "#9a9ea4");
    const QColor highlight(dark ? "#2f7fc1" : "#308cc6");

    QPalette palette(button, window);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.background);
    palette.setColor(QPalette::AlternateBase, dark ? QColor("#24262b") : QColor("#f6f7f8"));
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, QColor("#ffffff"));
    palette.setColor(QPalette::PlaceholderText, disabled);
    palette.setColor(QPalette::ToolTipBase, dark ? QColor("#3a3d44") : QColor("#ffffe6"));
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::Highlight, highlight);
    palette.setColor(QPalette::HighlightedText, QColor("#ffffff"));
    palette.setColor(QPalette::Link, dark ? QColor("#74b9f0") : QColor("#0060b0"));
    palette.setColor(QPalette::LinkVisited, dark ? QColor("#c5a3e8") : QColor("#6b4296"));
    for (QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, dark ? QColor("#44484f") : QColor("#c8ccd1"));
    return palette;
}

QColor groupColour(MemoryGroup group) {
    // Okabe–Ito, distinguishable with every common colour blindness.
    switch (group) {
    case MemoryGroup::Parameters: return QColor("#0072b2");
    case MemoryGroup::Gradients: return QColor("#56b4e9");
    case MemoryGroup::Optimizer: return QColor("#009e73");
    case MemoryGroup::Activations: return QColor("#e69f00");
    case MemoryGroup::Transient: return QColor("#cc79a7");
    case MemoryGroup::Framework: return QColor("#999999");
    }
    return QColor("#999999");
}

namespace {

struct TimeColour {
    std::string_view key;
    const char* colour;
};
// One row per part of a training step or of a served token; shades of a group's Okabe–Ito colour.
constexpr TimeColour kTimeColours[] = {
    {"gemm", "#0072b2"},         {"expert_gemm", "#2f93cf"},
    {"attention", "#56b4e9"},    {"mlp", "#3f6fb0"},
    {"memory_bound", "#8ccbf0"}, {"head", "#1b4f8a"},
    {"recompute", "#6f9fd0"},    {"grad_accumulation", "#b9dcf3"},
    {"adapters", "#4d7ea8"},     {"dequantise", "#a9c4dd"},
    {"prefills", "#94a9c9"},     {"queue", "#b8b0a0"},
    {"alltoall", "#d55e00"},     {"dispatch", "#d55e00"},
    {"combine", "#993d00"},      {"tp", "#e69f00"},
    {"cp", "#f0c05a"},           {"pipeline", "#e07f3c"},
    {"dp", "#b8480a"},           {"optimizer", "#009e73"},
    {"host", "#999999"},         {"engine", "#999999"},
    {"constant", "#bdbdbd"},     {"bubble", "#cc79a7"},
};

} // namespace

const char* timeGroupText(TimeGroup group) {
    switch (group) {
    case TimeGroup::Compute: return QT_TRANSLATE_NOOP("Table", "Compute");
    case TimeGroup::Communication: return QT_TRANSLATE_NOOP("Table", "Communication");
    case TimeGroup::Optimizer: return QT_TRANSLATE_NOOP("Table", "Optimizer");
    case TimeGroup::Host: return QT_TRANSLATE_NOOP("Table", "Host");
    case TimeGroup::Bubble: break;
    }
    return QT_TRANSLATE_NOOP("Table", "Bubble");
}

TimeStyle timeStyle(std::string_view key) {
    static const std::map<std::string_view, TimeStyle> styles = [] {
        std::map<std::string_view, TimeStyle> made;
        const auto add = [&made](const auto& rows) {
            for (const TimeTermRow& row : rows)
                for (const TimeColour& colour : kTimeColours)
                    if (colour.key == row.key) made[row.key] = {row.group, QColor(colour.colour)};
        };
        add(timeTerms());
        add(serveTerms());
        return made;
    }();
    const auto style = styles.find(key);
    return style == styles.end() ? TimeStyle{} : style->second;
}

QColor groupColour(TimeGroup group) {
    for (const TimeColour& row : kTimeColours)
        if (timeStyle(row.key).group == group) return QColor(row.colour);
    return {};
}

namespace {

/// Even anchors, blended linearly.
Stops blended(std::initializer_list<QColor> anchors) {
    Stops stops{};
    const QColor* anchor = std::data(anchors);
    const auto spans = double(anchors.size() - 1);
    for (std::size_t i = 0; i < stops.size(); ++i) {
        const double at = double(i) / double(stops.size() - 1) * spans;
        const std::size_t low = std::min(std::size_t(at), anchors.size() - 2);
        const double share = at - double(low);
        const QColor &a = anchor[low], &b = anchor[low + 1];
        const auto mix = [share](int x, int y) { return int(std::lround(x + share * (y - x))); };
        stops[i] = qRgb(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
    }
    return stops;
}

} // namespace

const Stops& paletteStops(const QString& name) {
    static const Stops kGrey = blended({QColor("#141414"), QColor("#f5f5f5")});
    static const Stops kDifference = blended(
        {QColor("#00497a"), QColor("#4f9fd0"), QColor("#f7f7f7"), QColor("#eda04e"), QColor("#9a4700")});
    if (name == QLatin1String("viridis")) return kViridis;
    if (name == QLatin1String("magma")) return kMagma;
    if (name == QLatin1String("grey")) return kGrey;
    if (name == QLatin1String("difference")) return kDifference;
    return kCividis;
}

QStringList paletteNames() {
    return {QStringLiteral("cividis"), QStringLiteral("viridis"), QStringLiteral("magma"),
            QStringLiteral("grey"), QStringLiteral("difference")};
}

/// Relative luminance, WCAG 2.1.
static double luminance(const QColor& colour) {
    const auto linear = [](double v) {
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

QColor lineColour(const QColor& category, const Theme& theme) {
    if (!theme.dark) return category;
    constexpr double kContrast = 4.5, kStep = 0.05;
    const double ground = luminance(theme.background);
    QColor colour = category;
    for (double white = kStep; (luminance(colour) + 0.05) / (ground + 0.05) < kContrast; white += kStep) {
        const auto mix = [white](int channel) { return int(std::lround(channel + white * (255 - channel))); };
        colour = QColor(mix(category.red()), mix(category.green()), mix(category.blue()));
    }
    return colour;
}

QColor inkOn(const QColor& ground) {
    // Rec. 709 luma; above this black gives the higher contrast.
    const double luma = 0.2126 * ground.redF() + 0.7152 * ground.greenF() + 0.0722 * ground.blueF();
    return luma > 0.46 ? QColor(0x14, 0x16, 0x1a) : QColor(Qt::white);
}

} // namespace moe::ui
