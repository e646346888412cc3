// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/loss/loss_laws.h"

#include "models/items/words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace moe::ui {

QString shortLawName(const Law& law) {
    QString name = items::tableText(law.label);
    if (const auto end = name.indexOf(QLatin1String(" (")); end > 0) name.truncate(end);
    if (name.endsWith(QLatin1String(" coefficients"))) name.chop(13);
    return name;
}

bool isStepLaw(const Law& law) {
    return std::string_view(law.key) == "step-law";
}

QString lawTip(const Law& law, const LawAnswer* answer) {
    QString tip = items::Words::tr("%1: %2. Fitted on: %3.")
                      .arg(shortLawName(law), items::tableText(law.citation), items::tableText(law.domain));
    if (answer && !answer->inDomain)
        tip += items::Words::tr(" Outside its domain: %1.").arg(items::sentenceText(answer->outside));
    if (*law.note) tip += items::Words::tr(" Note: %1.").arg(items::tableText(law.note));
    if (answer && !answer->lr)
        tip += items::Words::tr(" No value: %1.")
                   .arg(answer->missing.empty() ? items::Words::tr("the law ends before this model")
                                                : items::sentenceText(answer->missing));
    return tip;
}

const LawAnswer* stepLawAnswer(const LossReport& loss) {
    if (loss.overlays)
        for (const LawAnswer& answer : loss.overlays->laws)
            if (isStepLaw(*answer.law)) return &answer;
    return nullptr;
}

std::vector<LawMark> lawMarks(const LossReport& loss, const std::vector<std::string>& keys) {
    std::vector<LawMark> marks;
    if (!loss.overlays) return marks;
    for (const LawAnswer& answer : loss.overlays->laws) {
        if (!answer.lr || isStepLaw(*answer.law)) continue;
        if (std::find(keys.begin(), keys.end(), answer.law->key) == keys.end()) continue;
        marks.push_back({shortLawName(*answer.law), *answer.lr, answer.batchTokens, answer.inDomain,
                         lawTip(*answer.law, &answer)});
    }
    return marks;
}

namespace {

const QColor kDark(0x10, 0x12, 0x16);

double markRadius(const Look& look) {
    return 4.2 * look.unit;
}

void drawLawShape(QPainter& painter, QPointF at, bool inDomain, const Look& look) {
    const double r = markRadius(look);
    const QRectF box(at - QPointF(r, r), QSizeF(2 * r, 2 * r));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(inDomain ? QColor(255, 255, 255, 220) : kDark, 3.4 * look.unit, Qt::SolidLine,
                        Qt::FlatCap, Qt::MiterJoin));
    painter.drawRect(box);
    painter.setPen(QPen(inDomain ? kDark : QColor(Qt::white), 1.4 * look.unit, Qt::SolidLine, Qt::FlatCap,
                        Qt::MiterJoin));
    painter.setBrush(inDomain ? QBrush(QColor("#cc79a7")) : QBrush(Qt::NoBrush));
    painter.drawRect(box);
}

/// Drawn twice: a dark casing and the line itself.
void drawCased(QPainter& painter, const QPolygonF& line, const QColor& colour, double width,
               const QVector<qreal>& dashes) {
    painter.setPen(QPen(QColor(16, 18, 22, 170), width * 2.2, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    painter.drawPolyline(line);
    QPen pen(colour, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (!dashes.isEmpty()) pen.setDashPattern(dashes);
    painter.setPen(pen);
    painter.drawPolyline(line);
}

const QVector<qreal> kDashes{4, 2.5}, kDots{1.2, 2};

void drawKeyLine(QPainter& painter, const QRectF& area, const QColor& colour, double width,
                 const QVector<qreal>& dashes) {
    painter.setRenderHint(QPainter::Antialiasing);
    const double y = area.center().y();
    drawCased(painter, {{area.left(), y}, {area.right(), y}}, colour, width, dashes);
}

} // namespace

std::optional<QPointF> lawPlace(const PlotFrame& frame, const LawMark& mark, const Look& look) {
    QPointF at = frame.toPixel(mark.lr, mark.batchTokens.value_or(frame.yLow));
    if (!mark.batchTokens) at.ry() = frame.rect.bottom() - markRadius(look);
    if (!frame.shows(at, 1)) return std::nullopt;
    return at;
}

Obstacles lawObstacles(const PlotFrame& frame, const std::vector<LawMark>& marks, const Look& look) {
    Obstacles taken;
    for (const LawMark& mark : marks)
        if (const auto at = lawPlace(frame, mark, look)) taken.push_back({*at, 2 * markRadius(look)});
    return taken;
}

void paintLawMarks(QPainter& painter, const PlotFrame& frame, const std::vector<LawMark>& marks,
                   const Obstacles& others, const Look& look) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    std::vector<QRectF> taken;
    const auto block = [&](const Obstacles& places) {
        for (const auto& [at, size] : places)
            taken.emplace_back(at - QPointF(size, size) * 0.6, QSizeF(size, size) * 1.2);
    };
    block(others);
    block(lawObstacles(frame, marks, look));
    const QFont font = look.scaledFont(0.85);
    const QFontMetricsF metrics(font);
    const double gap = markRadius(look) + 4 * look.unit, height = metrics.capHeight() * 1.7;
    for (const LawMark& mark : marks) {
        const auto at = lawPlace(frame, mark, look);
        if (!at) continue;
        drawLawShape(painter, *at, mark.inDomain, look);
        const QString text = mark.batchTokens ? mark.text : mark.text + items::Words::tr(" (lr only)");
        const double width = metrics.horizontalAdvance(text);
        const double aside = gap + width / 2, above = gap + height / 2;
        for (const QPointF& offset :
             {QPointF(aside, 0), QPointF(-aside, 0), QPointF(aside * 0.8, -above),
              QPointF(-aside * 0.8, -above), QPointF(aside * 0.8, above), QPointF(-aside * 0.8, above),
              QPointF(0, -above), QPointF(0, -above - height), QPointF(aside, -above - height),
              QPointF(-aside, -above - height)}) {
            const QRectF room(*at + offset - QPointF(width / 2, height / 2), QSizeF(width, height));
            if (!frame.rect.adjusted(3, 3, -3, -3).contains(room)) continue;
            if (std::any_of(taken.begin(), taken.end(), [&](const QRectF& r) { return r.intersects(room); }))
                continue;
            drawHaloText(painter, room.center(), 0, text, font, Qt::white, kDark, 2 * look.unit);
            taken.push_back(room);
            break;
        }
    }
    painter.restore();
}

void paintLawKey(QPainter& painter, const QRectF& area, bool inDomain, const Look& look) {
    painter.setRenderHint(QPainter::Antialiasing);
    drawLawShape(painter, area.center(), inDomain, look);
}

Obstacles paintNearOptimal(QPainter& painter, const PlotFrame& frame, const std::vector<NearOptimal>& regions,
                           const Obstacles& marks, const Look& look) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const QFont font = look.scaledFont(0.85);
    const QFontMetricsF metrics(font);
    Obstacles labels;
    std::vector<QRectF> taken;
    for (const auto& [at, size] : marks)
        taken.emplace_back(at - QPointF(size, size) * 0.6, QSizeF(size, size) * 1.2);
    for (std::size_t index = 0; index < regions.size(); ++index) {
        QPolygonF outline;
        for (const NearOptimal::Point& point : regions[index].polygon)
            outline << frame.toPixel(point.lr, point.batchTokens);
        for (const QPolygonF& part : clipped(outline, frame.rect))
            drawCased(painter, part, look.theme.best, 1.5 * look.unit,
                      index == 0 ? QVector<qreal>() : kDashes);
        const QString text = QStringLiteral("%L1 %").arg(100 * regions[index].share, 0, 'g', 3);
        const double width = metrics.horizontalAdvance(text) + 4 * look.unit, height = metrics.height();
        if (outline.boundingRect().width() < 2 * width) continue; // too small; the legend says it too
        // Above the basin, to either side in turn: the contours' own labels stand below it.
        const double wanted = index % 2 == 0 ? 45 : 135;
        const QPointF best = outline.boundingRect().center();
        std::optional<QPointF> place;
        double score = 1e9;
        for (const QPointF& point : outline) {
            // Outside of its line, or the line would strike the text through.
            const QLineF out(best, point);
            const QPointF centre = point + (point - best) / std::max(1.0, out.length()) * 0.65 * height;
            const QRectF room(centre - QPointF(width, height) / 2, QSizeF(width, height));
            if (!frame.rect.contains(room)) continue;
            if (std::any_of(taken.begin(), taken.end(), [&](const QRectF& r) { return r.intersects(room); }))
                continue;
            const double turn = std::abs(std::remainder(QLineF(best, point).angle() - wanted, 360));
            if (turn < score) score = turn, place = centre;
        }
        if (!place) continue;
        drawHaloText(painter, *place, 0, text, font, look.theme.best, kDark, 2 * look.unit);
        taken.emplace_back(*place - QPointF(width, height) / 2, QSizeF(width, height));
        for (double t : {-0.35, 0.0, 0.35}) labels.push_back({*place + QPointF(t * width, 0), height});
    }
    painter.restore();
    return labels;
}

void paintNearKey(QPainter& painter, const QRectF& area, std::size_t index, const Look& look) {
    drawKeyLine(painter, area, look.theme.best, 1.5 * look.unit, index == 0 ? QVector<qreal>() : kDashes);
}

void paintLawRegion(QPainter& painter, const PlotFrame& frame, const StepLawRegion& region,
                    const Look& look) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    QPolygonF outline;
    for (std::size_t i = 0; i < region.lr.size(); ++i)
        outline << frame.toPixel(region.lr[i], region.batchTokens[i]);
    for (const QPolygonF& part : clipped(outline, frame.rect))
        drawCased(painter, part, Qt::white, 1.5 * look.unit, kDots);
    painter.restore();
}

void paintLawRegionKey(QPainter& painter, const QRectF& area, const Look& look) {
    drawKeyLine(painter, area, Qt::white, 1.5 * look.unit, kDots);
}

} // namespace moe::ui
