// SPDX-License-Identifier: GPL-3.0-or-later
// The axes below the layouts: what stands where, what a brush leaves of points, list and line.

#include "tests/support/registry.h"
#include "tests/support/sample_report.h"
#include "tests/ui/drawn_texts.h"
#include "tests/ui/view_fixture.h"
#include "ui/plots/tradeoffs/layouts_view.h"

#include <QAction>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalSpy>

#include <cmath>
#include <cstdint>
#include <ctime>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

namespace {

ParallelAxis axisOf(const char* key, AxisScale scale) {
    return {QLatin1String(key), QLatin1String(key), [](double value) { return QString::number(value); },
            scale};
}

/// EP 1, 2, 4, … with falling memory and rising time; the first two are the line.
ChoicesPtr someLayouts() {
    const LayoutSpace space = layoutSpace(sampleReport().scenario);
    const SearchGoal goal = searchGoal({*parseObjective("train.step_seconds", false)}, {});
    auto choices = std::make_shared<LayoutChoices>(LayoutChoices{{space, goal, 64, 64, 1}, {}, {}, 1200});
    const std::pair<double, double> places[] = {{5, 60}, {6, 40}, {7, 50}, {8, 44}};
    for (int i = 0; i < 4; ++i) {
        FoundLayout point;
        point.layout.gpus = 64;
        point.layout.tp = 2;
        point.layout.ep = 1 << i;
        point.layout.dp = 32;
        point.estimate.step = Seconds{places[i].first};
        point.estimate.device = places[i].second * GiB;
        point.estimate.capacity = 80 * GiB;
        point.x = point.estimate.step.base;
        point.y = point.estimate.device.base;
        if (i < 2) choices->line.push_back(point);
        choices->families.push_back(point);
    }
    choices->families.push_back(choices->families.back()); // far behind: neither drawn nor of any weight
    choices->families.back().layout.ep = 16;
    choices->families.back().estimate.step = Seconds{9000};
    return choices;
}

std::unique_ptr<LayoutsView> viewWithAxes() {
    auto view = shownView<LayoutsView>(std::make_shared<const Report>(sampleReport()));
    view->setAnswer({view->question(), someLayouts()});
    view->findChild<QAction*>(QStringLiteral("axes"))->trigger();
    view->grab();
    return view;
}

QString writtenOn(LayoutsView& view) {
    DrawnTexts paper;
    FigureStyle style;
    style.widthMm = 400;
    style.heightMm = 240;
    view.drawFigure(&paper, 1, style);
    return paper.texts.join(QLatin1Char('\n'));
}

/// The cell whose read-out begins so.
const HitArea* cellOf(const LayoutsView& view, const QString& text) {
    for (const HitArea& hit : view.canvas()->hits())
        if (hit.index >= kAxisHits && hit.readOut.startsWith(text)) return &hit;
    return nullptr;
}

int pointsOf(const LayoutsView& view) {
    int points = 0;
    for (const HitArea& hit : view.canvas()->hits())
        if (hit.index >= 0 && hit.index < kAxisHits) ++points;
    return points;
}

} // namespace

class LayoutAxesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { useTestFont(); }

    /// Of very many rows few lines are drawn, each between two places that a row has, inside what is chosen.
    void fewLinesStandForManyRows() {
        std::vector<std::vector<double>> rows;
        std::uint32_t random = 7;
        const auto next = [&random] { return random = random * 1664525U + 1013904223U, random >> 8; };
        for (int i = 0; i < 20000; ++i)
            rows.push_back({double(1U << (next() % 12)), double(next() % 100000), double(next() % 100000)});
        ParallelRows many;
        many.set({axisOf("tp", AxisScale::Values), axisOf("time", AxisScale::Linear),
                  axisOf("memory", AxisScale::Linear)},
                 rows);
        many.choose(1, {49000, 80000});
        const ParallelFrame frame(QRectF(0, 0, 600, 400), 3, Look());
        const QVector<QLineF> lines = parallelLines(many, frame, many.kept());
        QVERIFY(lines.size() > 500 && lines.size() <= 2 * kMostLines);
        const double step = 0.5 / ParallelRows::kSteps; // rows stand rounded to a step
        for (const QLineF& line : lines) {
            const bool first = line.x1() < frame.x(1);
            const double tp = frame.place(line.y1()), time = frame.place(first ? line.y2() : line.y1());
            QVERIFY2(!first || std::abs(tp * 11 - std::round(tp * 11)) <= 11 * step, "on a value");
            QVERIFY2(time >= many.places(1).place(49000) - 1.01 * step &&
                         time <= many.places(1).place(80000) + 1.01 * step,
                     "inside what is chosen");
        }
    }

    void valuesStandEvenlyAndNumbersToScale() {
        const AxisPlaces values(axisOf("tp", AxisScale::Values), {8, 1, 2, 1, 64});
        QCOMPARE(values.cells(), 4);
        QCOMPARE(values.place(1), 0.0);
        QCOMPARE(values.place(8), 2.0 / 3);
        QCOMPARE(values.cell(values.cellAt(0.7)).low, 8.0);
        QCOMPARE(values.between(0.9, 0.2).low, 2.0);
        QCOMPARE(values.between(0.9, 0.2).high, 8.0);
        QVERIFY2(values.between(0.4, 0.6).low > values.between(0.4, 0.6).high, "no value there");

        const AxisPlaces numbers(axisOf("time", AxisScale::Linear), {10, 30, 14});
        QCOMPARE(numbers.place(14), 0.2);
        QCOMPARE(numbers.between(0.5, 2).low, 20.0);
        QCOMPARE(numbers.between(0.5, 2).high, 30.0);
        for (int cell = 0; cell + 1 < numbers.cells(); ++cell)
            QCOMPARE(numbers.cell(cell).high, numbers.cell(cell + 1).low);
        QCOMPARE(numbers.cell(0).low, 10.0);
        QCOMPARE(numbers.cell(numbers.cells() - 1).high, 30.0);
    }

    void spansOfSeveralAxesAddUpAndStayByKey() {
        const QVector<ParallelAxis> axes{axisOf("a", AxisScale::Values), axisOf("same", AxisScale::Values),
                                         axisOf("b", AxisScale::Linear)};
        ParallelRows rows;
        rows.set(axes, {{1, 5, 10}, {2, 5, 20}, {4, 5, 30}, {4, 5, std::nan("")}});
        QCOMPARE(rows.axes().size(), 2);
        QVERIFY(!rows.narrowed());
        rows.choose(0, {2, 4});
        QCOMPARE(rows.kept(), (std::vector<std::size_t>{1, 2, 3}));
        rows.choose(1, {15, 25});
        QCOMPARE(rows.kept(), (std::vector<std::size_t>{1}));
        rows.set(axes, {{1, 5, 20}, {2, 6, 20}, {4, 7, 21}});
        QCOMPARE(rows.axes().size(), 3);
        QCOMPARE(rows.kept(), (std::vector<std::size_t>{1, 2}));
        rows.clear();
        QCOMPARE(rows.kept().size(), std::size_t(3));

        rows.pick(0, 0); // alone
        QCOMPARE(rows.kept(), (std::vector<std::size_t>{0}));
        rows.pick(0, 1); // as far as
        QCOMPARE(rows.kept(), (std::vector<std::size_t>{0, 1}));
        rows.pick(0, 1); // inside: alone
        QCOMPARE(rows.kept(), (std::vector<std::size_t>{1}));
        rows.pick(0, 1); // once more: all
        QVERIFY(!rows.narrowed());
    }

    void aClickOnAValueLeavesItsPointsItsRowsAndTheirLine() {
        const auto view = viewWithAxes();
        QCOMPARE(pointsOf(*view), 4);
        QVERIFY2(writtenOn(*view).contains("4 shown points; 1200 layouts searched"),
                 qPrintable(writtenOn(*view)));
        QVERIFY(writtenOn(*view).contains("nothing with TP below 2 fits"));
        QVERIFY(writtenOn(*view).contains("Step time ends at 2 × the best"));
        QVERIFY2(writtenOn(*view).contains("Time, s"), "as near as the points that are drawn");
        const HitArea* four = cellOf(*view, "EP 4: 1");
        QVERIFY(four);
        QTest::mouseClick(view->canvas(), Qt::LeftButton, {}, four->area.center().toPoint());
        view->grab();
        QCOMPARE(pointsOf(*view), 1);
        QVERIFY(writtenOn(*view).contains("1 of 4 shown points"));
        QCOMPARE(view->csv().trimmed().split('\n').size(), 2); // heading and one layout

        QCOMPARE(view->question().arguments.value(3), QString("parallel.ep=4")); // asked of all layouts
        auto within = std::make_shared<LayoutChoices>(*someLayouts());
        within->within = "parallel.ep=4";
        within->narrowed = {within->families[2]};
        within->narrowed.front().layout.pp = 2;
        view->setAnswer({view->question(), ChoicesPtr(within)});
        view->grab();
        QCOMPARE(pointsOf(*view), 1); // both stand on one spot
        QVERIFY2(writtenOn(*view).contains("2 of 5 shown points; 1200 layouts searched again within this"),
                 qPrintable(writtenOn(*view)));

        QTest::mouseClick(view->canvas(), Qt::LeftButton, {},
                          cellOf(*view, "EP 8: 0")->area.center().toPoint());
        view->grab();
        QCOMPARE(pointsOf(*view), 2);
        QCOMPARE(view->question().arguments.value(3), QString("parallel.ep>=4,parallel.ep<=8"));
        QTest::keyClick(view->canvas(), Qt::Key_Escape);
        view->grab();
        QCOMPARE(pointsOf(*view), 4);
    }

    void aDragAlongAnAxisLeavesWhatItSpans() {
        const auto view = viewWithAxes();
        const QRectF least = cellOf(*view, "EP 1: 1")->area, two = cellOf(*view, "EP 2: 1")->area;
        QTest::mousePress(view->canvas(), Qt::LeftButton, {}, (least.center() + QPointF(0, 6)).toPoint());
        QMouseEvent move(QEvent::MouseMove, two.center() - QPointF(0, 6),
                         view->canvas()->mapToGlobal(two.center()), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(view->canvas(), &move);
        view->grab();
        QCOMPARE(pointsOf(*view), 2); // while the button is down
        QTest::mouseRelease(view->canvas(), Qt::LeftButton, {}, (two.center() - QPointF(0, 6)).toPoint());
        view->grab();
        QCOMPARE(pointsOf(*view), 2);
        QTest::mouseDClick(view->canvas(), Qt::LeftButton, {}, two.center().toPoint());
        view->grab();
        QCOMPARE(pointsOf(*view), 4);
    }

    void theKeyboardPicksAValue() {
        const auto view = viewWithAxes();
        const QString wanted = cellOf(*view, "EP 8: 1")->readOut;
        QSignalSpy said(view.get(), &ReportView::readOut);
        do QTest::keyClick(view->canvas(), Qt::Key_Left);
        while (said.last()[0].toString() != wanted && said.size() < 100);
        QTest::keyClick(view->canvas(), Qt::Key_Return);
        view->grab();
        QCOMPARE(pointsOf(*view), 1);
    }

    void withoutTheAxesNothingIsHidden() {
        const auto view = viewWithAxes();
        QTest::mouseClick(view->canvas(), Qt::LeftButton, {}, cellOf(*view, "EP 4")->area.center().toPoint());
        view->findChild<QAction*>(QStringLiteral("axes"))->trigger();
        view->grab();
        QCOMPARE(pointsOf(*view), 4);
        QVERIFY(!cellOf(*view, "EP 4"));
    }

    /// What a brush redraws, at best: others may have the processor's caches. A hundred thousand lines take
    /// seconds; the bound also holds in a debug build.
    void aBrushOverManyRowsFollowsThePointer() {
        std::vector<std::vector<double>> rows;
        QVector<ParallelAxis> axes;
        for (int i = 0; i < 12; ++i)
            axes << axisOf(QByteArray::number(i).constData(), i < 9 ? AxisScale::Values : AxisScale::Linear);
        for (int row = 0; row < 100'000; ++row) {
            std::vector<double> values;
            for (int i = 0; i < 9; ++i) values.push_back(1 << (row >> i) % 8);
            const double time = 1 + std::fmod(row * 0.618, 1);
            values.insert(values.end(), {time, 80 - 20 * time + std::fmod(row * 0.37, 1), 3 * time});
            rows.push_back(values);
        }
        ParallelRows table;
        table.set(axes, rows);
        QImage image(1200, 400, QImage::Format_RGB32);
        QWidget widget;
        const Look look = screenLook(widget, QString());
        ParallelCache cache;
        double least = 1e9;
        for (int i = 0; i < 12; ++i) {
            const std::clock_t start = std::clock(); // of the processor: others may be busy
            if (i > 0) table.choose(9, {1 + 0.05 * i, 1.1 + 0.05 * i});
            QPainter painter(&image);
            paintParallel(painter, QRectF(10, 30, 1180, 360), table, &cache, look);
            painter.end();
            if (i > 0) least = std::min(least, 1e3 * double(std::clock() - start) / CLOCKS_PER_SEC);
        }
        qInfo("picture %.1f ms", least);
        QVERIFY2(least < 250, qPrintable(QString::number(least)));
    }

    void squeezedAwayItDrawsNothing() {
        QTest::failOnWarning(QRegularExpression("QPainter"));
        ParallelRows table;
        table.set({axisOf("a", AxisScale::Values), axisOf("b", AxisScale::Linear)}, {{1, 2}, {2, 3}});
        QImage image(400, 100, QImage::Format_RGB32);
        QWidget widget;
        const Look look = screenLook(widget, QString());
        for (const double height : {0.0, 6.0, 20.0, 40.0}) {
            ParallelCache cache;
            QPainter painter(&image);
            paintParallel(painter, QRectF(10, 10, 380, height), table, &cache, look);
        }
    }
};

MOE_TEST(LayoutAxesTest)
#include "layout_axes_test.moc"
