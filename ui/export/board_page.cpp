// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/board_page.h"

#include "models/items/words.h"
#include "ui/export/board_titles.h"
#include "ui/theme.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

constexpr double kBoardMarginMm = 8, kBoardGapMm = 6;
constexpr int kText = Qt::TextWordWrap;

double units(double mm) {
    return mm / 25.4 * kStrokesDpi;
}

/// A stretch of wrapped text, and where it stands.
struct BoardText {
    QRectF place;
    QFont font;
    QString text;
};

/// Where everything of a page stands, in 1/96 inch.
struct BoardLayout {
    QFont title, text;
    double titleHeight = 0;
    std::vector<BoardText> head, decision;
    std::vector<LegendKey> keys;
    std::vector<QPointF> keyPlaces; ///< of their icons
    double keyHeight = 0;
    BoardPlaces places;
};

QFont boardFont(double pt, bool bold) {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setPixelSize(std::max(1, int(std::lround(pt * kStrokesDpi / 72))));
    font.setBold(bold);
    return font;
}

double wrappedHeight(const QFont& font, const QString& text, double width) {
    if (text.isEmpty()) return 0;
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e6), kText, text).height();
}

/// Puts a text under what stands there, and moves on.
void put(std::vector<BoardText>& texts, const QFont& font, const QString& text, double left, double width,
         double& y) {
    const double height = wrappedHeight(font, text, width);
    if (height > 0) texts.push_back({QRectF(left, y, width, height + 1), font, text});
    y += height;
}

int columnsOf(const BoardPage& page) {
    int wanted = 0;
    for (const BoardPicture& picture : page.pictures) wanted += std::clamp(picture.columns, 1, page.columns);
    return std::clamp(wanted, 1, page.columns);
}

/// Keys one behind the other, as many on a line as there is room for.
void placeKeys(BoardLayout& at, const BoardPage& page, double left, double width, double& y) {
    at.keys = boardLegend(page);
    if (at.keys.empty()) return;
    const QFontMetricsF metrics(at.text);
    at.keyHeight = 1.3 * metrics.height();
    double x = 0;
    for (const LegendKey& key : at.keys) {
        const double taken = key.size.width() + metrics.horizontalAdvance(key.text) + 0.5 * metrics.height();
        if (x > 0 && x + taken > width) x = 0, y += at.keyHeight;
        at.keyPlaces.emplace_back(left + x, y + (at.keyHeight - key.size.height()) / 2);
        x += taken + metrics.height();
    }
    y += at.keyHeight + units(kBoardGapMm) / 2;
}

void placeDecision(BoardLayout& at, const BoardPage& page, double left, double width, double& y) {
    const BoardDecision& decision = page.decision;
    if (decision.empty()) return;
    const double line = QFontMetricsF(at.text).height();
    put(at.decision, boardFont(2 * page.fontPt, true), items::Words::tr("Decision"), left, width, y);
    for (const DecisionPart& part : decisionParts(decision)) {
        y += 0.7 * line;
        put(at.decision, at.title, part.heading, left, width, y);
        for (const QString& point : part.points) {
            const double indent = part.list ? 1.2 * line : 0;
            double top = y;
            if (part.list) put(at.decision, at.text, QStringLiteral("•"), left + 0.4 * line, line, top);
            put(at.decision, at.text, point, left + indent, width - indent, y);
        }
    }
    y += units(kBoardMarginMm);
}

BoardLayout layoutOf(const BoardPage& page) {
    BoardLayout at;
    at.title = boardFont(1.3 * page.fontPt, true);
    at.text = boardFont(1.15 * page.fontPt, false);
    at.titleHeight = 1.5 * QFontMetricsF(at.title).height();
    const double margin = units(kBoardMarginMm), gap = units(kBoardGapMm), wide = units(page.widthMm);
    const int columns = columnsOf(page);
    const double inner = columns * wide + (columns - 1) * gap;
    double y = margin;
    put(at.head, boardFont(2 * page.fontPt, true), page.title, margin, inner, y);
    put(at.head, at.text, page.note, margin, inner, y);
    if (!at.head.empty()) y += gap / 2;
    placeKeys(at, page, margin, inner, y);
    for (std::size_t first = 0, row = 0; first < page.pictures.size(); ++row) {
        double highest = 0;
        int column = 0;
        std::size_t next = first;
        for (; next < page.pictures.size(); ++next) {
            const BoardPicture& one = page.pictures[next];
            const int span = std::clamp(one.columns, 1, columns);
            if (column > 0 && column + span > columns) break;
            const QSizeF mm = boardPictureMm(page, one), size(units(mm.width()), units(mm.height()));
            const QRectF picture(QPointF(margin + column * (wide + gap), y + at.titleHeight), size);
            const double high =
                at.titleHeight + size.height() + wrappedHeight(at.text, one.note, size.width());
            at.places.pictures.push_back(picture);
            at.places.panels.emplace_back(picture.left(), y, size.width(), high);
            at.places.rows.push_back(int(row));
            highest = std::max(highest, high);
            column += span;
        }
        first = next;
        y += highest + gap;
    }
    if (!page.pictures.empty()) y -= gap;
    y += margin;
    at.places.decision = y;
    y += at.places.decision > 0 && !page.decision.empty() ? margin : 0;
    placeDecision(at, page, margin, inner, y);
    at.places.page = {inner + 2 * margin, y};
    return at;
}

void write(QPainter& painter, const std::vector<BoardText>& texts) {
    for (const BoardText& one : texts) {
        painter.setFont(one.font);
        painter.drawText(one.place, kText, one.text);
    }
}

} // namespace

std::vector<DecisionPart> decisionParts(const BoardDecision& decision) {
    const auto one = [](const QString& text) { return text.isEmpty() ? QStringList() : QStringList{text}; };
    std::vector<DecisionPart> parts{{items::Words::tr("Question"), one(decision.question), false},
                                    {items::Words::tr("Answer"), one(decision.answer), false},
                                    {items::Words::tr("Assumptions"), decision.assumptions, true},
                                    {items::Words::tr("Open points"), decision.open, true}};
    std::erase_if(parts, [](const DecisionPart& part) { return part.points.isEmpty(); });
    return parts;
}

QString boardTitle(const BoardPage& page, std::size_t picture) {
    const QString& title = page.pictures[picture].title;
    if (!page.letters) return title;
    QString letters;
    for (std::size_t n = picture + 1; n > 0; n = (n - 1) / 26)
        letters.prepend(QChar(ushort('a' + (n - 1) % 26)));
    return QStringLiteral("(%1) %2").arg(letters, title);
}

QSizeF boardPictureMm(const BoardPage& page, const BoardPicture& picture) {
    const int span = std::clamp(picture.columns, 1, std::max(1, page.columns));
    return {span * page.widthMm + (span - 1) * kBoardGapMm,
            picture.heightMm > 0 ? picture.heightMm : page.heightMm};
}

std::vector<LegendKey> boardLegend(const BoardPage& page) {
    std::vector<LegendKey> shared;
    if (!page.oneLegend) return shared;
    const auto among = [](const std::vector<LegendKey>& keys, const LegendKey& key) {
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    };
    for (std::size_t i = 0; i < page.pictures.size(); ++i)
        for (const LegendKey& key : page.pictures[i].keys)
            if (!among(shared, key) &&
                std::any_of(page.pictures.begin() + std::ptrdiff_t(i) + 1, page.pictures.end(),
                            [&](const BoardPicture& other) { return among(other.keys, key); }))
                shared.push_back(key);
    return shared;
}

QSizeF boardSizeMm(const BoardPage& page) {
    return boardPlaces(page).page / kStrokesDpi * 25.4;
}

BoardPlaces boardPlaces(const BoardPage& page) {
    return layoutOf(page).places;
}

void paintBoard(QPainter& painter, const BoardPage& page, const PaintBoardPicture& picture) {
    const BoardLayout at = layoutOf(page);
    const Theme theme = page.dark ? darkTheme() : lightTheme();
    const double gap = units(kBoardGapMm);
    painter.fillRect(QRectF(QPointF(), at.places.page), theme.background);
    painter.setPen(theme.text);
    write(painter, at.head);
    painter.setFont(at.text);
    for (std::size_t i = 0; i < at.keys.size(); ++i) {
        const LegendKey& key = at.keys[i];
        painter.save();
        painter.translate(at.keyPlaces[i]);
        key.icon.playOn(painter, 1);
        painter.restore();
        const QFontMetricsF metrics(at.text);
        painter.setPen(theme.text);
        painter.drawText(at.keyPlaces[i] + QPointF(key.size.width() + 0.4 * metrics.height(),
                                                   key.size.height() / 2 + metrics.capHeight() / 2),
                         key.text);
    }
    QStringList titles;
    std::vector<double> widths;
    for (std::size_t i = 0; i < page.pictures.size(); ++i) {
        titles << boardTitle(page, i);
        widths.push_back(at.places.panels[i].width());
    }
    titles = cutTitles(titles, at.title, widths);
    for (std::size_t i = 0; i < page.pictures.size(); ++i) {
        const BoardPicture& one = page.pictures[i];
        const QRectF panel = at.places.panels[i], place = at.places.pictures[i];
        painter.setPen(theme.text);
        painter.setFont(at.title);
        painter.drawText(QRectF(panel.topLeft(), QSizeF(panel.width(), at.titleHeight)),
                         int(Qt::AlignLeft | Qt::AlignVCenter), titles[qsizetype(i)]);
        painter.setFont(at.text);
        if (!one.reason.isEmpty()) {
            painter.setPen(theme.muted);
            painter.drawRect(place);
            painter.drawText(place.adjusted(gap, gap, -gap, -gap), int(Qt::AlignCenter) | kText, one.reason);
        } else if (picture) {
            picture(painter, i, place);
        } else {
            painter.save();
            painter.translate(place.topLeft());
            one.strokes.playOn(painter, 1);
            painter.restore();
        }
        painter.setPen(theme.text);
        painter.drawText(
            QRectF(place.left(), place.bottom(), place.width(), panel.bottom() - place.bottom() + 1), kText,
            one.note);
    }
    if (at.decision.empty()) return;
    painter.setPen(QPen(theme.axis, 1));
    painter.drawLine(QPointF(0, at.places.decision), QPointF(at.places.page.width(), at.places.decision));
    painter.setPen(theme.text);
    write(painter, at.decision);
}

void paintDecision(QPainter& painter, const BoardPage& page) {
    const BoardLayout at = layoutOf(page);
    const Theme theme = page.dark ? darkTheme() : lightTheme();
    const BoardPlaces& places = at.places;
    painter.fillRect(QRectF(0, 0, places.page.width(), places.page.height() - places.decision),
                     theme.background);
    painter.translate(0, -places.decision);
    painter.setPen(theme.text);
    write(painter, at.decision);
    painter.translate(0, places.decision);
}

} // namespace moe::ui
