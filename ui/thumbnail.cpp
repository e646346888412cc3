// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/thumbnail.h"

#include "ui/page_device.h"

#include <QPaintEngine>
#include <QPainterPath>

#include <algorithm>
#include <optional>

namespace moe::ui {
namespace {

constexpr double kMostMm[] = {60, 45};
constexpr double kMargin = 0.04; ///< of the page's shorter side

thread_local int t_leftOut = 0;

/// Hands on what is drawn, texts excepted; without a painter it only learns where marks are.
class MarksEngine : public QPaintEngine {
public:
    MarksEngine(const QRectF& page, QPainter* out, const QTransform& fit)
        : QPaintEngine(AllFeatures), m_page(page), m_out(out), m_fit(fit) {}

    const QRectF& marks() const { return m_marks; }

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }
    void updateState(const QPaintEngineState& now) override {
        const DirtyFlags dirty = now.state();
        if (dirty & DirtyTransform) m_transform = now.transform();
        if (dirty & DirtyPen) m_pen = now.pen();
        if (dirty & (DirtyBrush | DirtyBrushOrigin)) m_brush = now.brush(), m_origin = now.brushOrigin();
        if (dirty & DirtyOpacity) m_opacity = now.opacity();
        if (dirty & DirtyHints) m_hints = now.renderHints();
        if (dirty & DirtyClipEnabled && !now.isClipEnabled()) m_clip.reset();
        if (!(dirty & (DirtyClipPath | DirtyClipRegion))) return;
        QPainterPath clip;
        if (dirty & DirtyClipPath)
            clip = now.clipPath();
        else
            clip.addRegion(now.clipRegion());
        clip = now.transform().map(clip);
        switch (now.clipOperation()) {
        case Qt::NoClip: m_clip.reset(); break;
        case Qt::ReplaceClip: m_clip = clip; break;
        case Qt::IntersectClip: m_clip = m_clip ? m_clip->intersected(clip) : clip; break;
        }
    }
    void drawPath(const QPainterPath& path) override {
        draw(path.boundingRect(), [&](QPainter& out) { out.drawPath(path); });
    }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        const QPolygonF polygon(QList<QPointF>(points, points + count));
        draw(polygon.boundingRect(), [&](QPainter& out) {
            if (mode == PolylineMode)
                out.drawPolyline(polygon);
            else
                out.drawPolygon(polygon, mode == OddEvenMode ? Qt::OddEvenFill : Qt::WindingFill);
        });
    }
    void drawPixmap(const QRectF& to, const QPixmap& pixmap, const QRectF& from) override {
        draw(to, [&](QPainter& out) { out.drawPixmap(to, pixmap, from); });
    }
    void drawImage(const QRectF& to, const QImage& image, const QRectF& from,
                   Qt::ImageConversionFlags flags) override {
        draw(to, [&](QPainter& out) { out.drawImage(to, image, from, flags); });
    }
    void drawTextItem(const QPointF&, const QTextItem&) override {}

private:
    template <class Draw> void draw(const QRectF& bounds, const Draw& drawn) {
        QRectF box = m_transform.mapRect(bounds).adjusted(-0.5, -0.5, 0.5, 0.5); // lines have no area
        const bool ground = box.contains(m_page.adjusted(1, 1, -1, -1));
        if (m_clip) box &= m_clip->boundingRect();
        if (!ground) m_marks |= box & m_page;
        if (!m_out) return;
        m_out->save();
        const QTransform fit = ground ? QTransform() : m_fit;
        m_out->setTransform(fit);
        if (m_clip && !ground) m_out->setClipPath(*m_clip);
        m_out->setTransform(m_transform * fit);
        m_out->setRenderHints(m_hints);
        m_out->setPen(m_pen);
        m_out->setBrush(m_brush);
        m_out->setBrushOrigin(m_origin);
        m_out->setOpacity(m_opacity);
        drawn(*m_out);
        m_out->restore();
    }

    QRectF m_page, m_marks;
    QPainter* m_out;
    QTransform m_fit, m_transform;
    QPen m_pen;
    QBrush m_brush;
    QPointF m_origin;
    double m_opacity = 1;
    QPainter::RenderHints m_hints;
    std::optional<QPainterPath> m_clip;
};

class Marks : public PageDevice {
public:
    Marks(const QRectF& page, QPainter* out, const QTransform& fit) : m_engine(page, out, fit) {}
    QPaintEngine* paintEngine() const override { return &m_engine; }
    const QRectF& marks() const { return m_engine.marks(); }

private:
    mutable MarksEngine m_engine;
};

} // namespace

bool isThumbnail(const FigureStyle& style) {
    return style.widthMm <= kMostMm[0] && style.heightMm <= kMostMm[1];
}

WordsLeftOut::WordsLeftOut() {
    ++t_leftOut;
}
WordsLeftOut::~WordsLeftOut() {
    --t_leftOut;
}
bool WordsLeftOut::now() {
    return t_leftOut > 0;
}

std::optional<ui::Strokes> marksAlone(const ui::Strokes& strokes, const QSizeF& page) {
    const QRectF paper(QPointF(), page);
    Marks where(paper, nullptr, {});
    {
        QPainter painter(&where);
        strokes.playOn(painter, 1);
    }
    const QRectF marks = where.marks();
    if (marks.isEmpty()) return std::nullopt;
    const double margin = kMargin * std::min(page.width(), page.height());
    const QRectF room = paper.adjusted(margin, margin, -margin, -margin);
    const double scale = std::min(room.width() / marks.width(), room.height() / marks.height());
    QTransform fit;
    fit.translate(room.center().x(), room.center().y());
    fit.scale(scale, scale);
    fit.translate(-marks.center().x(), -marks.center().y());
    ui::Strokes made(strokes.vector());
    QPainter out(&made);
    Marks device(paper, &out, fit);
    QPainter painter(&device);
    strokes.playOn(painter, 1);
    painter.end();
    out.end();
    return made;
}

} // namespace moe::ui
