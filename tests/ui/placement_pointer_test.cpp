// SPDX-License-Identifier: GPL-3.0-or-later
// The placement view: pointer, keyboard, wheel.

#include "tests/support/registry.h"
#include "tests/ui/placement_fixture.h"

#include <QSignalSpy>
#include <QTest>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

class PlacementPointerTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { useTestFont(); }

    void hoverFindsEveryExpertWithItsLoad() {
        PlacementView view;
        view.resize(700, 450);
        view.setReport(stepLaw());
        const QSet<QString> texts = textsUnder(view, 3);
        int chips = 0, gpus = 0;
        for (const QString& text : texts) {
            chips += text.startsWith(QStringLiteral("Expert"));
            gpus += text.startsWith(QStringLiteral("GPU"));
            QVERIFY2(text.contains(QStringLiteral("tokens, ")) && text.contains(QStringLiteral("× mean")),
                     qPrintable(text));
        }
        QCOMPARE(chips, 88);
        QCOMPARE(gpus, 8);
    }

    void hoverReadsOut() {
        PlacementView view;
        view.resize(700, 450);
        view.setReport(stepLaw());
        view.show();
        QSignalSpy spy(&view, &ReportView::readOut);
        QTest::mouseMove(&view, {350, 230});
        QMouseEvent move(QEvent::MouseMove, QPointF(350, 230), QPointF(350, 230), Qt::NoButton, Qt::NoButton,
                         {});
        QApplication::sendEvent(&view, &move);
        QVERIFY(!spy.isEmpty());
        QCOMPARE(spy.last()[0].toString(), view.textAt({350, 230}));
    }

    void arrowsVisitEveryGpu() {
        PlacementView view;
        view.resize(700, 450);
        view.setReport(wide());
        QSignalSpy spy(&view, &ReportView::readOut);
        QSet<QString> visited;
        const auto walk = [&](int key, int steps) {
            for (int step = 0; step < steps; ++step) {
                QTest::keyClick(&view, Qt::Key(key));
                visited.insert(spy.last()[0].toString());
            }
        };
        // Rows may be ragged, their first column never is.
        for (int row = 0; row < 20; ++row) {
            walk(Qt::Key_Right, 30);
            walk(Qt::Key_Left, 30);
            walk(Qt::Key_Down, 1);
        }
        QCOMPARE(visited.size(), 64);
    }

    void wheelZoomsAndDoubleClickResets() {
        PlacementView view;
        const QImage before = grabbed(view, wide(), "ep64");
        const QPointF at(300, 250);
        const QString under = view.textAt(at);
        turnWheel(view, at, 5);
        const QImage near = view.grab().toImage();
        near.save(QCoreApplication::applicationDirPath() + QStringLiteral("/placement_zoomed.png"));
        QVERIFY(near != before);
        QVERIFY(!under.isEmpty());
        QTest::mouseDClick(&view, Qt::LeftButton, {}, at.toPoint());
        view.setReport(nullptr);
        view.setReport(wide());
        QVERIFY(view.grab().toImage() == before);
    }

    void clickMarksEveryReplica() {
        PlacementView view;
        const PlacedExperts replicated{16, 2, 8, Distribution::Zipf, 1, 512, PlacementAlgorithm::Eplb, 8};
        const QImage before = grabbed(view, reportOf(replicated), "unpinned");
        QPointF at;
        for (int y = 60; y < 380 && at.isNull(); y += 4)
            for (int x = 10; x < 690 && at.isNull(); x += 4)
                if (view.textAt(QPointF(x, y)).contains(QStringLiteral("replicas"))) at = QPointF(x, y);
        QVERIFY(!at.isNull());
        QTest::mouseClick(&view, Qt::LeftButton, {}, at.toPoint());
        QVERIFY(view.grab().toImage() != before);
        view.grab().save(QCoreApplication::applicationDirPath() + QStringLiteral("/placement_pinned.png"));
        QTest::mouseClick(&view, Qt::LeftButton, {}, at.toPoint());
    }
};

MOE_TEST(PlacementPointerTest)
#include "placement_pointer_test.moc"
