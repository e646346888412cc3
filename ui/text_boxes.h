// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A paint device that keeps where texts stand and how large they are, and what is wrong with that on a page.

#include "ui/page_device.h"

#include <QFont>
#include <QPaintEngine>
#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <QTransform>
#include <QVector>

#include <cmath>

namespace moe::ui {

struct TextBox {
    QString text;
    QPolygonF box; ///< of the ink's line, with little of what is above and below it
    double px = 0; ///< height of the type
};

class TextBoxes : public PageDevice {
public:
    QVector<TextBox> boxes;

    QPaintEngine* paintEngine() const override { return &m_engine; }

private:
    class Engine : public QPaintEngine {
    public:
        explicit Engine(QVector<TextBox>& boxes) : QPaintEngine(AllFeatures), m_boxes(boxes) {}
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState& now) override {
            if (now.state() & DirtyTransform) m_transform = now.transform();
        }
        void drawPath(const QPainterPath&) override {}
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
        void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override {}
        void drawTextItem(const QPointF& at, const QTextItem& item) override {
            if (item.text().trimmed().isEmpty()) return;
            const QFont font = item.font();
            const double own = font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF() * 96 / 72;
            const double scale = std::sqrt(std::abs(m_transform.determinant()));
            // From the height of capitals to half of what goes below the line.
            QRectF line(at.x(), at.y() - 0.76 * own, item.width(), 0.86 * own);
            line.adjust(0.05 * own, 0.04 * own, -0.05 * own, -0.04 * own);
            m_boxes.push_back({item.text(), m_transform.map(QPolygonF(line)), own * scale});
        }
        Type type() const override { return User; }

    private:
        QVector<TextBox>& m_boxes;
        QTransform m_transform;
    };
    mutable Engine m_engine{boxes};
};

/// Texts that cross each other, leave the page, or are smaller than `leastPx`. The same text at the same
/// place is one: an outline and its ink.
inline QStringList faultsOf(const QVector<TextBox>& boxes, const QSizeF& page, double leastPx) {
    QStringList faults;
    const QRectF whole = QRectF(QPointF(), page).adjusted(-1.5, -1.5, 1.5, 1.5);
    for (qsizetype i = 0; i < boxes.size(); ++i) {
        const QRectF here = boxes[i].box.boundingRect();
        if (!whole.contains(here)) faults << QStringLiteral("outside: %1").arg(boxes[i].text);
        if (boxes[i].px < leastPx - 0.01)
            faults << QStringLiteral("small (%1 px): %2").arg(boxes[i].px, 0, 'f', 2).arg(boxes[i].text);
        for (qsizetype j = i + 1; j < boxes.size(); ++j) {
            const QRectF there = boxes[j].box.boundingRect();
            if (boxes[i].text == boxes[j].text && (here.center() - there.center()).manhattanLength() < 1)
                continue;
            if (here.intersects(there) && boxes[i].box.intersects(boxes[j].box))
                faults << QStringLiteral("crossing: %1 | %2").arg(boxes[i].text, boxes[j].text);
        }
    }
    return faults;
}

} // namespace moe::ui
