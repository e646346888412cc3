// SPDX-License-Identifier: GPL-3.0-or-later
// Plots keep no picture while they are hidden, and have it again when they are shown.

#include "tests/support/registry.h"
#include "ui/plots/kit/plot_chrome.h"
#include "ui/window/hidden_windows.h"

#include <QBackingStore>
#include <QMenu>
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
        QVERIFY(Kept::pixelsOf(*plots[1]) <= 4);
        // Asked for while it was still shown.
        plots[0]->replot(QCustomPlot::rpQueuedReplot);
        pages.setCurrentIndex(1);
        QTest::qWait(50);
        QVERIFY(Kept::pixelsOf(*plots[0]) <= 4);
        pages.setCurrentIndex(0);
        QTRY_VERIFY(Kept::pixelsOf(*plots[0]) >= 400 * 300);
        QCOMPARE(plots[0]->grab().toImage(), first);
    }

    void hiddenWindowsKeepNoPicture() {
        const HiddenWindows letGo(nullptr);
        QWidget under;
        under.resize(200, 100);
        QMenu menu(&under);
        for (const char* text : {"one", "two", "three"}) menu.addAction(QLatin1String(text));
        under.show();
        QVERIFY(QTest::qWaitForWindowExposed(&under));
        menu.popup(QPoint(10, 10));
        QVERIFY(QTest::qWaitForWindowExposed(&menu));
        QTRY_COMPARE(menu.backingStore()->size(), menu.size());
        menu.hide();
        QCOMPARE(menu.backingStore()->size(), QSize(1, 1));
        menu.popup(QPoint(20, 20));
        QVERIFY(QTest::qWaitForWindowExposed(&menu));
        QTRY_COMPARE(menu.backingStore()->size(), menu.size());
    }
};

MOE_TEST(PlotMemoryTest)
#include "plot_memory_test.moc"
