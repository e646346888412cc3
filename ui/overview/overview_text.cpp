// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_text.h"

#include "ui/judged.h"

#include <algorithm>
#include <utility>

namespace moe::ui {
namespace {

struct ChipColours {
    QColor fill, rim, ink;
};
ChipColours chipColours(const Theme& theme) {
    if (theme.dark) return {QColor("#15344a"), QColor("#2f719e"), QColor("#c3e4fb")};
    return {QColor("#e4f0f8"), QColor("#8dbcd8"), QColor("#00466e")};
}

QFont fontOf(const TextPiece& piece, const TextSizes& sizes, const Look& look) {
    using Role = TextPiece::Role;
    const bool bold = piece.role == Role::Strong || piece.role == Role::Large || piece.role == Role::Better ||
                      piece.role == Role::Worse;
    const bool large = piece.role == Role::Large || piece.role == Role::Waiting;
    return look.scaledFont(large ? sizes.large : sizes.plain, bold);
}

QColor inkOf(const TextPiece& piece, const Look& look, bool chips) {
    using Role = TextPiece::Role;
    switch (piece.role) {
    case Role::Muted:
    case Role::Waiting: return look.theme.muted;
    case Role::Chip: return chips ? chipColours(look.theme).ink : look.theme.text;
    case Role::Link: return linkColour(look.theme);
    case Role::Better: return betterColour(look.theme);
    case Role::Worse: return worseColour(look.theme);
    case Role::Plain:
    case Role::Strong:
    case Role::Large: break;
    }
    return look.theme.text;
}

double widthOf(const TextPiece& piece, const TextSizes& sizes, const Look& look, bool chips) {
    const double text = QFontMetricsF(fontOf(piece, sizes, look)).horizontalAdvance(piece.text);
    return text + (chips && piece.role == TextPiece::Role::Chip ? 14 * look.unit : 0);
}

/// Returns the y under the last line; without a painter nothing is drawn.
double wrap(QPainter* painter, const QRectF& area, const TextLine& line, double height,
            const TextSizes& sizes, const Look& look) {
    double x = area.left(), y = area.top();
    const double below = 0.36 * QFontMetricsF(look.scaledFont(sizes.plain)).height();
    for (const TextPiece& piece : line) {
        const QFont font = fontOf(piece, sizes, look);
        const QFontMetricsF metrics(font);
        // Words of one look and line are one text, or each would be set by itself.
        QString run;
        const auto put = [&] {
            if (painter)
                writeText(*painter, {x, y + height / 2 + below}, run, font, inkOf(piece, look, false));
            x += metrics.horizontalAdvance(std::exchange(run, {}));
        };
        const QStringList words = piece.text.split(QLatin1Char(' '));
        for (qsizetype i = 0; i < words.size(); ++i) {
            const QString word = i + 1 < words.size() ? words[i] + QLatin1Char(' ') : words[i];
            if (x + metrics.horizontalAdvance(run + word.trimmed()) > area.right() &&
                (x > area.left() || !run.isEmpty())) {
                put();
                x = area.left(), y += height;
            }
            run += word;
        }
        put();
    }
    return y + height;
}

} // namespace

QColor betterColour(const Theme& theme) {
    return judgedInk(1, theme);
}
QColor worseColour(const Theme& theme) {
    return judgedInk(-1, theme);
}
QColor linkColour(const Theme& theme) {
    return theme.dark ? QColor("#56b4e9") : QColor("#0072b2");
}
QColor limitColour(const Theme& theme) {
    return theme.dark ? QColor("#ff8b45") : QColor("#d55e00");
}

TextLine& operator+=(TextLine& line, const TextLine& more) {
    line.insert(line.end(), more.begin(), more.end());
    return line;
}

TextLine lineOf(const QString& pattern, const std::vector<TextPiece>& arguments, TextPiece::Role role) {
    TextLine line;
    QString words;
    const auto flush = [&] {
        if (!words.isEmpty()) line.push_back({words, role});
        words.clear();
    };
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const int place =
            pattern[i] == QLatin1Char('%') && i + 1 < pattern.size() ? pattern[i + 1].digitValue() - 1 : -1;
        if (place < 0 || std::size_t(place) >= arguments.size()) {
            words += pattern[i];
            continue;
        }
        flush();
        line.push_back(arguments[std::size_t(place)]);
        ++i;
    }
    flush();
    return line;
}

QString plainText(const TextLine& line) {
    QString text;
    for (const TextPiece& piece : line) text += piece.text;
    return text.simplified();
}

double paintLine(QPainter& painter, const QRectF& area, TextLine line, const TextSizes& sizes,
                 const Look& look, bool chips, Hits& hits) {
    const auto width = [&] {
        double sum = 0;
        for (const TextPiece& piece : line) sum += widthOf(piece, sizes, look, chips);
        return sum;
    };
    while (width() > area.width()) {
        const auto first = std::max_element(line.begin(), line.end(),
                                            [](const auto& a, const auto& b) { return a.drop < b.drop; });
        if (first == line.end() || first->drop == 0) break;
        const int rank = first->drop;
        std::erase_if(line, [rank](const TextPiece& piece) { return piece.drop == rank; });
    }
    const QFontMetricsF plain(look.scaledFont(sizes.plain));
    const double baseline = area.center().y() + 0.36 * plain.height();
    double x = area.left();
    for (const TextPiece& piece : line) {
        const QFont font = fontOf(piece, sizes, look);
        const bool chip = chips && piece.role == TextPiece::Role::Chip;
        const double wide = widthOf(piece, sizes, look, chips), left = area.right() - x;
        if (left < 2 * plain.averageCharWidth()) break;
        const QRectF box(x, baseline - 1.08 * plain.ascent() - 2 * look.unit, std::min(wide, left),
                         1.08 * plain.height() + 4 * look.unit);
        if (chip) {
            const ChipColours colours = chipColours(look.theme);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(colours.rim, look.unit));
            painter.setBrush(colours.fill);
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4 * look.unit, 4 * look.unit);
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.setBrush(Qt::NoBrush);
        }
        const double pad = chip ? 7 * look.unit : 0;
        writeText(painter, {x + pad, baseline},
                  wide <= left ? piece.text : elided(piece.text, font, left - 2 * pad), font,
                  inkOf(piece, look, chips));
        if (!piece.key.isEmpty()) hits.push_back({box, piece.key, {}, piece.text});
        x += wide;
    }
    return x;
}

double paintWrapped(QPainter& painter, const QRectF& area, const TextLine& line, double height,
                    const TextSizes& sizes, const Look& look) {
    return wrap(&painter, area, line, height, sizes, look);
}
double wrappedHeight(double width, const TextLine& line, double height, const TextSizes& sizes,
                     const Look& look) {
    return wrap(nullptr, QRectF(0, 0, width, height), line, height, sizes, look);
}

} // namespace moe::ui
