// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A paint device that keeps what is written on it.

#include "ui/page_device.h"

#include <QPaintEngine>
#include <QSize>
#include <QStringList>

namespace moe::test {

class DrawnTexts : public ui::PageDevice {
public:
    QStringList texts;
    QList<double> baselines; ///< of each text

    QPaintEngine* paintEngine() const override { return &m_engine; }

private:
    class Engine : public QPaintEngine {
    public:
        Engine(QStringList& texts, QList<double>& baselines)
            : QPaintEngine(AllFeatures), m_texts(texts), m_baselines(baselines) {}
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState&) override {}
        void drawPath(const QPainterPath&) override {}
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
        void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override {}
        void drawTextItem(const QPointF& at, const QTextItem& item) override {
            m_texts << item.text();
            m_baselines << at.y();
        }
        Type type() const override { return User; }

    private:
        QStringList& m_texts;
        QList<double>& m_baselines;
    };
    mutable Engine m_engine{texts, baselines};
};

} // namespace moe::test
