// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_paint.h"

#include "models/items/words.h"
#include "ui/overview/overview_pictures.h"
#include "ui/overview/overview_words.h"

#include <algorithm>

namespace moe::ui {
namespace {

/// The order of the page.
constexpr AnswerSide kRows[] = {AnswerSide::Loss, AnswerSide::Train, AnswerSide::Serve};
constexpr double kTall = 240;       ///< a row from here on has large sentences
constexpr double kCurveWidth = 760; ///< a page from here on has the curve over the knob
constexpr double kCurveShare = 0.325;

struct RowSizes {
    TextSizes text;
    double above, question, answer, between, below;
};
RowSizes rowSizes(double height, const Look& look) {
    const bool tall = height >= kTall * look.unit;
    RowSizes sizes = tall ? RowSizes{{1.28, 1.75}, 8, 30, 36, 6, 8} : RowSizes{{1.1, 1.45}, 4, 25, 28, 2, 4};
    for (double* one : {&sizes.above, &sizes.question, &sizes.answer, &sizes.between, &sizes.below})
        *one *= look.unit;
    return sizes;
}

void paintRow(QPainter& painter, const QRectF& row, AnswerSide side, const OverviewPicture& picture,
              const Look& look, Hits& hits) {
    const Overview& overview = *picture.overview;
    const RowSizes sizes = rowSizes(row.height(), look);
    const RowWords words = rowWords(side, overview, picture.waiting);
    const double margin = 16 * look.unit;
    QRectF area = row.adjusted(margin, sizes.above, -margin, -sizes.below);
    double link = 0;
    if (picture.chips) {
        const QFont font = look.font;
        link = QFontMetricsF(font).horizontalAdvance(words.link);
        const QRectF place(area.right() - link, area.top(), link, sizes.question);
        writeText(painter, {place.left(), place.center().y() + 0.36 * QFontMetricsF(font).height()},
                  words.link, font, linkColour(look.theme));
        hits.push_back({place, QLatin1String(kPageHit) + words.page, {}, words.link});
    }
    constexpr double kLeastPicture = 50;
    const bool textAlone =
        area.height() - sizes.question - sizes.answer - sizes.between < kLeastPicture * look.unit;
    const double wrapped = 0.72 * sizes.question;
    if (textAlone && !picture.chips &&
        wrappedHeight(area.width(), words.question, wrapped, sizes.text, look) + sizes.answer <=
            row.bottom() - area.top())
        area.setTop(paintWrapped(painter, area, words.question, wrapped, sizes.text, look) - sizes.question);
    else
        paintLine(painter,
                  QRectF(area.left(), area.top(), area.width() - link - 16 * look.unit, sizes.question),
                  words.question, sizes.text, look, picture.chips, hits);
    TextLine answer = words.answer;
    answer.insert(answer.begin(), {QStringLiteral("→ "), TextPiece::Role::Link});
    paintLine(painter, QRectF(area.left(), area.top() + sizes.question, area.width(), sizes.answer), answer,
              sizes.text, look, picture.chips, hits);
    area.setTop(area.top() + sizes.question + sizes.answer + sizes.between);
    if (textAlone) return;
    QRectF left = area;
    if (area.width() >= kCurveWidth * look.unit && !overview.points.empty()) {
        const double curve = kCurveShare * area.width();
        left.setRight(area.right() - curve);
        const bool some =
            side == AnswerSide::Serve ? overview.now.serving != nullptr : overview.now.training != nullptr;
        if (some)
            paintKnobCurve(painter, QRectF(area.right() - curve, area.top(), curve, area.height()), side,
                           overview, words.curve, picture.waiting, picture.catalog, look, hits);
    }
    switch (side) {
    case AnswerSide::Loss: paintLossPicture(painter, left, overview, look, hits); break;
    case AnswerSide::Train: paintTrainPicture(painter, left, overview, look, hits); break;
    case AnswerSide::Serve: paintServePicture(painter, left, overview, look, picture.waiting, hits);
    }
}

} // namespace

Hits paintHead(QPainter& painter, const QSizeF& size, const Look& look, const OverviewPicture& picture) {
    Hits hits;
    if (!picture.overview) return hits;
    const double margin = 16 * look.unit;
    const QRectF area(margin, 0, size.width() - 2 * margin, size.height());
    const double line = std::min(32 * look.unit, 0.5 * size.height());
    // In the window the head keeps its two lines whether there is a second one or not.
    const bool both = picture.chips || picture.overview->before;
    const double top = (size.height() - (both ? 2 : 1) * line) / 2;
    const TextSizes text{size.height() >= 80 * look.unit ? 1.28 : 1.1, 1.7};
    double right = area.right();
    const auto act = [&](const QString& words, const char* key) {
        const double wide = QFontMetricsF(look.font).horizontalAdvance(words);
        const QRectF place(right - wide, top, wide, line);
        writeText(painter, {place.left(), place.center().y() + 0.36 * QFontMetricsF(look.font).height()},
                  words, look.font, linkColour(look.theme));
        hits.push_back({place, QLatin1String(key), {}, words});
        right -= wide + 20 * look.unit;
    };
    if (picture.chips) {
        act(items::Words::tr("Copy answer"), "act:copy");
        act(picture.asTable ? items::Words::tr("Picture") : items::Words::tr("Table"), "act:table");
        if (picture.overview->before) {
            const QString was =
                knobValueText(picture.overview->knob, picture.overview->before->scenario, picture.catalog);
            const bool moved =
                was != knobValueText(picture.overview->knob, picture.overview->now.scenario, picture.catalog);
            act(moved ? items::Words::tr("Back to %1").arg(was) : items::Words::tr("Back"), "act:back");
        }
    }
    const TextLine head = headLine(*picture.overview, picture.catalog);
    const QFontMetricsF bold(look.scaledFont(text.plain, true));
    if (!picture.chips && !both && bold.horizontalAdvance(plainText(head)) > right - area.left() &&
        wrappedHeight(right - area.left(), head, 0.6 * line, text, look) <= size.height())
        paintWrapped(painter, QRectF(area.left(), 0, right - area.left(), size.height()), head, 0.6 * line,
                     text, look);
    else
        paintLine(painter, QRectF(area.left(), top, right - area.left(), line), head, text, look,
                  picture.chips, hits);
    if (!both) return hits;
    paintLine(painter, QRectF(area.left(), top + line, area.width(), line),
              changeLine(*picture.overview, picture.waiting, picture.catalog), text, look, picture.chips,
              hits);
    return hits;
}

Hits paintOverview(QPainter& painter, const QSizeF& size, const Look& look, const OverviewPicture& picture) {
    Hits hits;
    if (!picture.overview) return hits;
    double top = 0;
    if (picture.head && look.headline) {
        top = (picture.overview->before ? 70 : 40) * look.unit;
        hits += paintHead(painter, {size.width(), top}, look, picture);
    }
    const double height = (size.height() - top) / 3;
    for (const AnswerSide side : kRows) {
        paintRow(painter, QRectF(0, top, size.width(), height), side, picture, look, hits);
        top += height;
        if (side == AnswerSide::Serve) break;
        painter.setPen(QPen(look.theme.grid, look.unit));
        painter.drawLine(QPointF(0, top), QPointF(size.width(), top));
    }
    return hits;
}

} // namespace moe::ui
