// SPDX-License-Identifier: GPL-3.0-or-later
// The placement view: what it draws, says and exports.

#include "models/items/format.h"
#include "tests/support/registry.h"
#include "tests/ui/placement_fixture.h"

#include <QBuffer>
#include <QSvgGenerator>
#include <QTest>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

class PlacementViewTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { useTestFont(); }

    void picturesShowCells() {
        PlacementView view;
        QVERIFY(colours(grabbed(view, stepLaw(), "ep8")) > 60);
        QVERIFY(colours(grabbed(view, stepLaw(), "ep8_dark", true)) > 60);
        QVERIFY(colours(grabbed(view, wide(), "ep64")) > 60);
        QVERIFY(colours(grabbed(view, wide(), "ep64_dark", true)) > 60);
        const PlacedExperts replicated{256, 8, 32, Distribution::Zipf, 0.7, 128, PlacementAlgorithm::Eplb,
                                       32};
        QVERIFY(colours(grabbed(view, reportOf(replicated), "eplb")) > 60);
        const PlacedExperts reference{256, 8, 256, Distribution::Uniform, 0, 64};
        QVERIFY(colours(grabbed(view, reportOf(reference), "ep256_uniform")) > 10);
        const PlacedExperts rack{256, 8, 64, Distribution::LogNormal, 1.2, 128, PlacementAlgorithm::Lpt,
                                 0,   72};
        QVERIFY(colours(grabbed(view, reportOf(rack), "one_rack")) > 60);
        QVERIFY(colours(grabbed(view, wide(), "small", false, {340, 300})) > 60);
        QVERIFY(colours(grabbed(view, reportOf({8, 2, 1}), "one_gpu")) > 30);
    }

    void themesDiffer() {
        PlacementView view;
        const QImage light = grabbed(view, stepLaw(), "ep8"),
                     dark = grabbed(view, stepLaw(), "ep8_dark", true);
        QVERIFY(qGray(light.pixel(2, 2)) > 200);
        QVERIFY(qGray(dark.pixel(2, 2)) < 60);
    }

    void denseModelIsOneSentence() {
        PlacementView view;
        const QImage image = grabbed(view, dense(), "dense");
        QVERIFY(view.summary().contains(QStringLiteral("dense model")));
        QCOMPARE(view.csv().count('\n'), 1);
        QVERIFY(textsUnder(view, 20).isEmpty());
        // Nothing but the sentence in the middle.
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); x += 3)
                if (std::abs(y - image.height() / 2) > 40) QCOMPARE(image.pixel(x, y), image.pixel(0, 0));
    }

    void noReportYet() {
        PlacementView view;
        view.setReport(nullptr);
        QVERIFY(!view.grab().isNull());
        QVERIFY(!view.summary().isEmpty());
    }

    void headlineSaysTheStatistics() {
        PlacementView view;
        const ReportPtr report = reportOf({64, 2, 8, Distribution::Uniform});
        view.setReport(report);
        QVERIFY2(view.summary().startsWith(QStringLiteral(
                     "64 experts on 8 GPUs, 8 per GPU, contiguous · busiest GPU 1.00\u00a0× mean")),
                 qPrintable(view.summary()));
        QVERIFY(view.summary().contains(QStringLiteral("by chance")));
        QCOMPARE(view.accessibleName(), QStringLiteral("Expert placement"));
        QCOMPARE(view.accessibleDescription(), view.summary());
    }

    /// The mean here, λ times the mean in step and roofline: both numbers say how they belong together.
    void theStepsImbalanceIsNamed() {
        Scenario scenario = presetScenario("mixtral-8x7b");
        const auto said = [&](double imbalance) {
            scenario.train->imbalance = imbalance;
            const auto report = std::make_shared<const Report>(evaluate(scenario, shippedCatalog()));
            const double rows = *report->roofline->tokensPerExpert;
            PlacementView view;
            view.setReport(report);
            const QString summary = view.summary();
            return summary.contains("λ = 1.25") &&
                   summary.contains(items::humanNumber(rows) + " tokens per expert");
        };
        QVERIFY(said(1.25));
        QVERIFY(!said(1));
    }

    void csvHasARowPerSlot() {
        PlacementView view;
        const ReportPtr report =
            reportOf({256, 8, 32, Distribution::Zipf, 0.7, 128, PlacementAlgorithm::Eplb, 32});
        view.setReport(report);
        const QStringList lines = view.csv().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 1 + 288);
        QCOMPARE(lines[0], QStringLiteral("slot,gpu,node,expert,tokens"));
        double tokens = 0;
        for (int i = 1; i < lines.size(); ++i) {
            const QStringList cells = lines[i].split(',');
            QCOMPARE(cells.size(), 5);
            QCOMPARE(cells[1].toInt(), cells[0].toInt() / 9);
            QCOMPARE(cells[3].toLongLong(), report->placement->slotExperts[cells[0].toULongLong()]);
            tokens += cells[4].toDouble();
        }
        QVERIFY(std::abs(tokens - 128.0 * 32 * 8) < 1e-6);
    }

    void figureIsAVectorPicture() {
        PlacementView view;
        view.resize(700, 450);
        view.setReport(wide());
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        QSvgGenerator svg;
        const FigureStyle style;
        svg.setOutputDevice(&buffer);
        svg.setSize(style.logicalSize().toSize());
        view.drawFigure(&svg, 1, style);
        QVERIFY(buffer.data().contains("DejaVu Sans"));
        QVERIFY(!buffer.data().contains("<image"));
        QImage image((style.logicalSize() * 3).toSize(), QImage::Format_RGB32);
        view.drawFigure(&image, 3, style);
        image.save(QCoreApplication::applicationDirPath() + QStringLiteral("/placement_figure.png"));
        QCOMPARE(image.pixel(1, 1), QColor(Qt::white).rgb());
        QVERIFY(colours(image) > 60);
    }
};

MOE_TEST(PlacementViewTest)
#include "placement_view_test.moc"
