// SPDX-License-Identifier: GPL-3.0-or-later
// Plots keep no picture while they are hidden, and have it again when they are shown.

#include "tests/support/registry.h"
#include "ui/plots/kit/plot_chrome.h"

#include <QStackedWidget>
#include <QTest>

#include <qcustomplot.h>

using namespace moe;
using namespace moe::ui;

namespace {

/// QCustomPlot does not tell what it keeps.
struct Kept : QCustomPlot {
    static qint64 pixelsOf(const QCustomPlot& plot) {
        qint64 pixels = 0;
        for (const auto& buffer : plot.*(&Kept::mPaintBuffers))
            pixels += qint64{buffer->size().width()} * buffer->size().height();
        return pixels;
    }
};

} // namespace

class PlotMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void hiddenPlotsKeepNoPicture() {
        QStackedWidget pages;
        QCustomPlot* plots[2] = {newPlot(nullptr), newPlot(nullptr)};
        for (QCustomPlot* plot : plots) {
            plot->addGraph()->setData({1, 2, 3}, {1, 4, 9});
            plot->rescaleAxes();
            pages.addWidget(plot);
        }
        pages.resize(400, 300);
        pages.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pages));
        QTRY_VERIFY(Kept::pixelsOf(*plots[0]) >= 400 * 300);
        const QImage first = plots[0]->grab().toImage();
        pages.setCurrentIndex(1);
        QTRY_VERIFY(Kept::pixelsOf(*plots[1]) >= 400 * 300);
        QVERIFY(Kept::pixelsOf(*plots[0]) <= 4);
        pages.setCurrentIndex(0);
        QTRY_VERIFY(Kept::pixelsOf(*plots[0]) >= 400 * 300);
        QVERIFY(Kept::pixelsOf(*plots[1]) <= 4);
        QCOMPARE(plots[0]->grab().toImage(), first);
        // Drawn for another purpose meanwhile, as for a figure.
        QCOMPARE(plots[1]->grab().toImage().size(), plots[1]->size());
    }
};

MOE_TEST(PlotMemoryTest)
#include "plot_memory_test.moc"
