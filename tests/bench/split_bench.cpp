// SPDX-License-Identifier: GPL-3.0-or-later
// Two timelines of 16 ranks × 480 micro-batches beside each other: how many pictures a second a pan shows.

#include "app/files/catalog_loader.h"
#include "models/engine/evaluate.h"
#include "ui/plots/kit/canvas.h"
#include "ui/split/split_view.h"
#include "ui/views/view_list.h"

#include <QElapsedTimer>
#include <QTest>

#include <cstdio>

using namespace moe;

class SplitBench : public QObject {
    Q_OBJECT

    CatalogPtr m_catalog = app::shippedCatalog().catalog;

    ReportPtr longStep(ScheduleKind kind) const {
        Scenario scenario = m_catalog->preset("deepseek-v3")->scenario;
        scenario.train->schedule = kind;
        scenario.train->globalBatch = 480 * scenario.train->microBatch * 128; // of 128 data-parallel ranks
        return std::make_shared<const Report>(evaluate(scenario, *m_catalog, Detail::Full));
    }

private slots:
    void panning() {
        const ui::ViewRow& row = *ui::findView(QStringLiteral("timeline"), Side::Training);
        ui::SplitView split(row.make(nullptr), row.make(nullptr), *row.split);
        split.resize(976, 760);
        QElapsedTimer clock;
        clock.start();
        split.setReport(longStep(ScheduleKind::OneForwardOneBackward));
        split.setOther({longStep(ScheduleKind::ZeroBubbleH1), QStringLiteral("ZB-H1")});
        split.show();
        QVERIFY(QTest::qWaitForWindowExposed(&split));
        std::printf("SPLIT opened after %.0f ms\n", double(clock.nsecsElapsed()) * 1e-6);
        for (const char* range : {"0 1", "0.3 0.6", "0.3 0.4", "0.3 0.31"}) {
            split.setRange(QLatin1String(range));
            QCoreApplication::processEvents();
            auto* canvas = split.a().findChild<ui::Canvas*>();
            QVERIFY(canvas);
            constexpr int kPictures = 40;
            clock.restart();
            for (int i = 0; i < kPictures; ++i) {
                QTest::keyClick(canvas, i % 2 ? Qt::Key_A : Qt::Key_D);
                QCoreApplication::processEvents(); // the other follows
                split.grab();
            }
            const double seconds = double(clock.nsecsElapsed()) * 1e-9;
            std::printf("SPLIT %-9s of two steps: %5.1f pictures/s\n", range, kPictures / seconds);
        }
    }
};

QTEST_MAIN(SplitBench)
#include "split_bench.moc"
