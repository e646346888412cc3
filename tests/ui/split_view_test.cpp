// SPDX-License-Identifier: GPL-3.0-or-later
// Two pictures of one kind beside each other: one axis, one wheel, one pointer, and what tells them apart.

#include "ui/split/split_view.h"

#include "models/engine/evaluate.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"
#include "tests/ui/drawn_texts.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"
#include "ui/plots/kit/canvas.h"
#include "ui/plots/time/timeline_view.h"
#include "ui/views/view_list.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

namespace {

ReportPtr reportOf(ScheduleKind kind) {
    Scenario scenario = presetScenario("deepseek-v3");
    scenario.train->schedule = kind;
    return std::make_shared<const Report>(evaluate(scenario, shippedCatalog(), Detail::Full));
}

std::unique_ptr<SplitView> splitOf(const char* key, const ReportPtr& a, const ReportPtr& b,
                                   bool shown = true) {
    const ViewRow& row = *findView(QLatin1String(key), Side::Training);
    auto split = std::make_unique<SplitView>(row.make(nullptr), row.make(nullptr), *row.split);
    split->setPalette(windowPalette(false));
    split->setAutoFillBackground(true);
    split->resize(976, 760);
    split->setReport(a);
    split->setOther({b, QStringLiteral("ZB-V")});
    if (shown) {
        split->show();
        [&] { QVERIFY(QTest::qWaitForWindowExposed(split.get())); }();
        QTest::qWait(40);
        split->grab();
        QTest::qWait(10);
    }
    return split;
}

const TimelineView& timeline(const ReportView& view) {
    return dynamic_cast<const TimelineView&>(view);
}

} // namespace

class SplitViewTest : public QObject {
    Q_OBJECT

    ReportPtr m_a, m_b;

private slots:
    void initTestCase() {
        useTestFont();
        m_a = reportOf(ScheduleKind::DualPipe);
        m_b = reportOf(ScheduleKind::ZeroBubbleV);
    }

    void picturesToLookAt() {
        for (const char* key : {"timeline", "memory", "time", "phases", "latency", "loss"}) {
            const auto split = splitOf(key, m_a, m_b);
            for (const bool dark : {false, true})
                savePicture(*split, dark, QStringLiteral("split-%1").arg(key));
        }
    }

    /// The shorter step ends before its frame does: both have the axis of the longer.
    void bothHaveOneAxis() {
        const auto split = splitOf("timeline", m_a, m_b);
        QCOMPARE(timeline(split->a()).seen(), timeline(split->b()).seen());
        QVERIFY(timeline(split->a()).seen().length() > 1.001 * m_a->train->step.base * 0.99);
        const auto alone = shownView<TimelineView>(m_a);
        QVERIFY(timeline(split->a()).seen().length() > 1.1 * alone->seen().length());
    }

    void theWheelOfOneIsThatOfBoth() {
        const auto split = splitOf("timeline", m_a, m_b);
        for (ReportView* view : {&split->a(), &split->b()}) {
            Canvas& canvas = *view->findChild<Canvas*>();
            const QPointF at(500, 100);
            const double before = timeline(*view).seen().length();
            QWheelEvent turn(at, canvas.mapToGlobal(at), {}, {0, 480}, {}, {}, Qt::NoScrollPhase, false);
            QApplication::sendEvent(&canvas, &turn);
            QTest::qWait(10);
            QVERIFY(timeline(*view).seen().length() < 0.5 * before);
            QCOMPARE(split->a().range(), split->b().range());
        }
        QTest::keyClick(split->a().findChild<Canvas*>(), Qt::Key_0);
        QTest::qWait(10);
        QVERIFY(split->a().range().isEmpty() && split->b().range().isEmpty());
    }

    void anAreaIsThatOfBothAndHasATableAndASentence() {
        const auto split = splitOf("timeline", m_a, m_b);
        QVERIFY2(split->table().why.contains("its passes take 1."), qPrintable(split->table().why));
        // Its bubbles are those of the lines over the pictures.
        const QString said = QStringLiteral("B has a smaller bubble (%1 against %2 %)")
                                 .arg(100 * m_b->train->bubbleFraction, 0, 'f', 1)
                                 .arg(100 * m_a->train->bubbleFraction, 0, 'f', 1);
        QVERIFY2(split->table().why.startsWith(said), qPrintable(split->table().why));
        for (const auto& [view, report] : {std::pair(&split->a(), m_a), std::pair(&split->b(), m_b)})
            QVERIFY2(view->summary().contains(
                         QStringLiteral("bubble %1 %").arg(100 * report->train->bubbleFraction, 0, 'f', 1)),
                     qPrintable(view->summary()));
        QVERIFY(split->table().why.contains(" of its communication beside computing, B only "));
        QCOMPARE(split->table().strip.size(), std::size_t(96));
        Canvas& canvas = *split->a().findChild<Canvas*>();
        const QPoint from(400, 120), to(700, 120);
        QTest::mousePress(&canvas, Qt::LeftButton, {}, from);
        QTest::mouseMove(&canvas, to);
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, to);
        QTest::qWait(10);
        QVERIFY(!split->a().marked().isEmpty());
        QCOMPARE(split->a().marked(), split->b().marked());
        QVERIFY2(split->table().about.startsWith("Stage "), qPrintable(split->table().about));
        QVERIFY2(split->table().why.startsWith("In this time B computes "), qPrintable(split->table().why));
        double length = 0;
        for (int row = 0; row < 4; ++row) length += *split->table().rows[std::size_t(row)].a;
        QVERIFY(std::abs(length / timeline(split->a()).measured().length() - 1) < 1e-6);
    }

    void thePointerStandsInBoth() {
        const auto split = splitOf("timeline", m_a, m_b);
        QSignalSpy said(split.get(), &ReportView::readOut);
        Canvas& canvas = *split->a().findChild<Canvas*>();
        split->setRange("0.4 0.402");
        split->grab();
        QTest::mouseMove(&canvas, canvas.hits().front().area.center().toPoint());
        QTest::qWait(10);
        QVERIFY(!said.isEmpty());
        const QString text = said.last().front().toString();
        QVERIFY2(text.startsWith("A: stage ") && text.contains("B: stage "), qPrintable(text));
        int lines = 0;
        for (const QWidget* child : split->b().findChild<Canvas*>()->findChildren<QWidget*>())
            lines += child->isVisible();
        QCOMPARE(lines, 2);
    }

    void aChoiceOfAIsOneOfB() {
        const auto split = splitOf("timeline", m_a, m_b);
        auto* lanes = split->a().findChild<QComboBox*>(QStringLiteral("lanes"));
        lanes->setCurrentIndex(5);
        emit lanes->activated(5);
        QTest::qWait(10);
        QCOMPARE(timeline(split->a()).open(), 4);
        QCOMPARE(timeline(split->b()).open(), 4);
        DrawnTexts drawn;
        FigureStyle style;
        style.widthMm = 178, style.heightMm = 320;
        split->drawFigure(&drawn, 1, style);
        QCOMPARE(drawn.texts.count("communication"), 2);
    }

    void aFigureHoldsBothTheSentenceAndTheTable() {
        const auto split = splitOf("time", m_a, m_b, false);
        DrawnTexts drawn;
        FigureStyle style;
        style.widthMm = 178, style.heightMm = 110;
        split->drawFigure(&drawn, 1, style);
        QVERIFY(drawn.texts.contains("A") && drawn.texts.contains("B") && drawn.texts.contains("B − A"));
        QVERIFY2(drawn.texts.join('\n').contains("ZB-V"), qPrintable(drawn.texts.join('\n')));
        QVERIFY(split->csv().startsWith("part,key,unit,A,B,change"));
        split->setArrange(Arrange::Difference);
        DrawnTexts table;
        split->drawFigure(&table, 1, style);
        QVERIFY(table.texts.size() < drawn.texts.size() && table.texts.contains("B − A"));
    }

    /// Until it is deleted a window may still tell it what it tells all.
    void aSplitWithoutItsAIsHarmless() {
        const auto split = splitOf("timeline", m_a, m_b);
        Canvas& canvas = *split->b().findChild<Canvas*>();
        QTest::mouseMove(&canvas, QPoint(300, 100));
        const std::unique_ptr<ReportView> alone(split->takeA());
        QTest::mouseMove(&canvas, QPoint(400, 120));
        split->setCatalog(std::make_shared<const Catalog>(shippedCatalog()));
        split->setBase(m_b);
        split->setReport(m_b);
        split->setOther({m_a, "other"});
        split->setRange("0.1 0.2");
        QTest::qWait(20);
        QVERIFY(split->csv().isEmpty() && split->range().isEmpty());
        for (const QWidget* child : canvas.findChildren<QWidget*>()) QVERIFY(!child->isVisible());
    }

    void aStageThatOneLacksIsSaid() {
        Scenario half = m_b->scenario;
        half.parallel.pp = 8;
        half.train->schedule = ScheduleKind::OneForwardOneBackward;
        const auto split = splitOf(
            "timeline", m_a, std::make_shared<const Report>(evaluate(half, shippedCatalog(), Detail::Full)));
        for (const auto& [marked, says] : {std::pair{"0 1 10 10", "B has no stage 10."},
                                           {"0 1 6 9", "B has no stage 9."},
                                           {"0 1 6 7", "In this time B "}}) {
            split->a().setMarked(marked);
            split->setRange({});
            const items::PairTable& table = split->table();
            QVERIFY2(table.why.startsWith(says), qPrintable(table.why));
            QCOMPARE(table.rows.front().b.has_value(), table.why.startsWith("In this time"));
            QVERIFY(table.rows.front().a);
        }
    }

    /// Every picture that says so stands beside another of its kind, and goes back to its place.
    void everyPictureCanBeSplit() {
        const auto made = [](const ViewRow& row) {
            std::unique_ptr<ReportView> view(row.make(nullptr));
            return view;
        };
        int count = 0;
        for (const ViewRow& row : viewList()) {
            if (!row.split) continue;
            ++count;
            SplitView split(made(row).release(), made(row).release(), *row.split);
            split.setCatalog(std::make_shared<const Catalog>(shippedCatalog()));
            split.setReport(m_a);
            split.setOther({m_b, "other"});
            QVERIFY2(!split.table().why.isEmpty(), row.key);
            FigureStyle style;
            style.widthMm = 120, style.heightMm = 90;
            QImage image(style.logicalSize().toSize(), QImage::Format_RGB32);
            split.drawFigure(&image, 1, style);
            const std::unique_ptr<ReportView> alone(split.takeA());
            QVERIFY(!alone->sharedAxes() && !alone->parent());
        }
        QVERIFY(count >= 20);
    }
};

MOE_TEST(SplitViewTest)
#include "split_view_test.moc"
