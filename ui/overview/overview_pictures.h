// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The small pictures of the Overview. Each fills its area; the state before the last edit is a thin outline,
// a grey curve or a hollow mark.

#include "models/engine/overview/overview.h"
#include "ui/plots/kit/canvas.h"

namespace moe::ui {

inline constexpr double kAxisRoom = 56; ///< left of a frame, in units of the look

/// Loss over learning rate × batch.
void paintLossPicture(QPainter& painter, const QRectF& area, const Overview& overview, const Look& look,
                      Hits& hits);
/// Memory per GPU as one bar against the capacity, and one step.
void paintTrainPicture(QPainter& painter, const QRectF& area, const Overview& overview, const Look& look,
                       Hits& hits);
/// TPOT over arrivals, or over requests at once, and the experts on their GPUs.
void paintServePicture(QPainter& painter, const QRectF& area, const Overview& overview, const Look& look,
                       bool waiting, Hits& hits);

/// HitArea::index of a point of a curve over the knob, by its place in Overview::points; and back.
constexpr int kPointsOfCurve = 1000;
constexpr int curvePointHit(AnswerSide side, int point) {
    return kPointsOfCurve * int(side) + point;
}

/// The quantity of a side over the knob.
void paintKnobCurve(QPainter& painter, const QRectF& area, AnswerSide side, const Overview& overview,
                    const QString& title, bool waiting, const CatalogPtr& catalog, const Look& look,
                    Hits& hits);

/// A bold title over a picture; `area` then begins below it.
void paintPictureTitle(QPainter& painter, QRectF& area, const QString& title, const Look& look,
                       double inset = kAxisRoom);
/// Of everything but sentences.
QFont smallFont(const Look& look);
/// The part of `area` that axes leave.
PlotFrame framedIn(const QRectF& area, const Look& look);
/// Whether a picture of this height has room for names of axes.
bool namesAxes(const QRectF& area, const Look& look);
/// This state, and the one before: ◆ and ◇.
void drawNow(QPainter& painter, QPointF centre, const Look& look);
void drawBefore(QPainter& painter, QPointF centre, const Look& look);
QPen beforePen(const Look& look);
/// A line cut to the frame, smooth.
void drawCurve(QPainter& painter, const QPolygonF& pixels, const QRectF& frame, const QPen& pen);

} // namespace moe::ui
