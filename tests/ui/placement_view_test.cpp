#include "ui/placement/placement_view.h"

#include "models/engine/evaluate.h"
#include "models/engine/parts.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"
#include "tests/ui/view_fixture.h"

#include <QApplication>
#include <QBuffer>
#include <QElapsedTimer>
#include <QImage>
#include <QSet>
#include <QSlider>
#include <QSvgGenerator>
#include <QtTest>

using namespace moe;
using namespace moe::ui;

namespace {

struct Case {
    Count experts = 8, topK = 2, ep = 8;
    Distribution distribution = Distribution::Zipf;
    double skew = 0.7;
    double tokens = 4096;
    PlacementAlgorithm placement = PlacementAlgorithm::Contiguous;
    Count redundant = 0;
    Count domain = 8;
};

ReportPtr reportOf(const Case& what) {
    Scenario scenario;
    scenario.moe = MoeSpec{};
    scenario.moe->experts = what.experts;
    scenario.moe->topK = what.topK;
    scenario.parallel.ep = what.ep;
    scenario.routing = {what.distribution, what.skew, 1, what.placement, what.experts + what.redundant};
    Setup setup;
    setup.scenario = &scenario;
    setup.isMoe = true;
    setup.E = double(what.experts);
    setup.k = double(what.topK);
    setup.ep = double(what.ep);
    setup.expertSlots = double(what.experts + what.redundant);
    setup.domain = double(what.domain);
    auto report = std::make_shared<Report>();
    report->scenario = scenario;
    report->placement = expertPlacement(setup, what.tokens);
    if (what.ep > what.domain) {
        NetworkReport network;
        network.crossNode = what.tokens * double(what.topK) * 7168 * byte;
        network.leafSwitches = 8;
        network.spineSwitches = 4;
        network.busiestLinkUtilisation = 0.72;
        report->network = network;
    }
    return report;
}

ReportPtr stepLaw() {
    return reportOf({88, 2, 8});
}
ReportPtr wide() {
    return reportOf({256, 8, 64, Distribution::Zipf, 0.7, 128});
}
ReportPtr dense() {
    return std::make_shared<Report>();
}

QImage grabbed(PlacementView& view, const ReportPtr& report, const QString& name, bool dark = false,
               QSize size = {700, 450}) {
    view.setPalette(windowPalette(dark));
    view.resize(size);
    view.setReport(report);
    const QImage image = view.grab().toImage();
    image.save(QCoreApplication::applicationDirPath() + QStringLiteral("/placement_%1.png").arg(name));
    return image;
}

int colours(const QImage& image) {
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); y += 2)
        for (int x = 0; x < image.width(); x += 2) seen.insert(image.pixel(x, y));
    return static_cast<int>(seen.size());
}

/// Texts of every cell that a pointer finds.
QSet<QString> textsUnder(const PlacementView& view, int step) {
    QSet<QString> texts;
    for (int y = 0; y < view.height(); y += step)
        for (int x = 0; x < view.width(); x += step) texts.insert(view.textAt({x + 0.5, y + 0.5}));
    texts.remove(QString());
    return texts;
}

struct Evaluated {
    CatalogPtr catalog;
    ReportPtr report;
};
Evaluated evaluated(const std::string& preset, const RoutingSpec& routing) {
    auto catalog = std::make_shared<Catalog>(moe::test::shippedCatalog());
    Scenario scenario = moe::test::presetScenario(preset);
    scenario.routing = routing;
    return {catalog, std::make_shared<const Report>(evaluate(scenario, *catalog, Detail::Numbers))};
}

} // namespace

class PlacementViewTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { moe::test::useTestFont(); }

    void picturesShowCells() {
        PlacementView view;
        QVERIFY(colours(grabbed(view, stepLaw(), "ep8")) > 60);
        QVERIFY(colours(grabbed(view, stepLaw(), "ep8_dark", true)) > 60);
        QVERIFY(colours(grabbed(view, wide(), "ep64")) > 60);
        QVERIFY(colours(grabbed(view, wide(), "ep64_dark", true)) > 60);
        const Case replicated{256, 8, 32, Distribution::Zipf, 0.7, 128, PlacementAlgorithm::Eplb, 32};
        QVERIFY(colours(grabbed(view, reportOf(replicated), "eplb")) > 60);
        const Case reference{256, 8, 256, Distribution::Uniform, 0, 64};
        QVERIFY(colours(grabbed(view, reportOf(reference), "ep256_uniform")) > 10);
        const Case rack{256, 8, 64, Distribution::LogNormal, 1.2, 128, PlacementAlgorithm::Lpt, 0, 72};
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
        QWheelEvent wheel(at, at, {}, {0, 600}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        const QString under = view.textAt(at);
        QApplication::sendEvent(&view, &wheel);
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
        const Case replicated{16, 2, 8, Distribution::Zipf, 1, 512, PlacementAlgorithm::Eplb, 8};
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

    void otherPlacementStandsBeside() {
        PlacementView view;
        const Evaluated now =
            evaluated("deepseek-v3", {Distribution::Zipf, 0.7, 1, PlacementAlgorithm::Contiguous, {}});
        view.resize(900, 560);
        view.setCatalog(now.catalog);
        view.setReport(now.report);
        const QString alone = view.summary();
        QVERIFY(alone.contains(QStringLiteral("random placements")));
        view.setQuestion({0, PlacementAlgorithm::Eplb, false});
        QVERIFY2(view.summary().startsWith(QStringLiteral("Contiguous → EPLB: busiest GPU ")),
                 qPrintable(view.summary()));
        QVERIFY(view.summary().contains(QStringLiteral("expert GEMM")));
        QVERIFY(view.summary().contains(QStringLiteral("returns home after each layer")));
        moe::test::savePicture(view, false, QStringLiteral("placement-compare"));
        moe::test::savePicture(view, true, QStringLiteral("placement-compare"));
        // Both panes answer the pointer, with the same expert on different GPUs.
        QSet<QString> left, right;
        for (int y = 100; y < 480; y += 3) {
            for (int x = 10; x < 440; x += 3) left.insert(view.textAt(QPointF(x, y)));
            for (int x = 460; x < 890; x += 3) right.insert(view.textAt(QPointF(x, y)));
        }
        QVERIFY(left.size() > 50 && right.size() > 50 && left != right);
        view.setQuestion({});
        QCOMPARE(view.summary(), alone);
    }
    void picturesOfEveryExtent_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QSize>("size");
        for (const char* preset : {"mixtral-8x7b", "reference", "step-law-2in88"})
            for (const QSize size : {QSize(690, 560), QSize(1010, 840)})
                QTest::addRow("%s-%d", preset, size.width()) << preset << size;
    }
    void picturesOfEveryExtent() {
        QFETCH(QString, preset);
        QFETCH(QSize, size);
        PlacementView view;
        const Evaluated now =
            evaluated(preset.toStdString(), {Distribution::Zipf, 0.7, 1, PlacementAlgorithm::Contiguous, {}});
        view.resize(size);
        view.setCatalog(now.catalog);
        view.setReport(now.report);
        const QString name = QStringLiteral("placement-%1-%2").arg(preset).arg(size.width());
        for (const bool dark : {false, true}) moe::test::savePicture(view, dark, name);
        view.setQuestion({0, PlacementAlgorithm::Lpt, false});
        moe::test::savePicture(view, false, name + QStringLiteral("-compare"));
        QVERIFY(view.summary().contains(QStringLiteral("→ heaviest first (LPT)")));
    }
    void layerSliderChangesTheLoads() {
        PlacementView view;
        const Evaluated now =
            evaluated("mixtral-8x7b", {Distribution::Zipf, 0.7, 1, PlacementAlgorithm::Contiguous, {}});
        view.setCatalog(now.catalog);
        view.setReport(now.report);
        auto* slider = view.findChild<QSlider*>();
        QCOMPARE(slider->maximum(), 31);
        const QString first = view.csv();
        slider->setValue(7);
        QVERIFY(view.csv() != first);
        slider->setValue(0);
        QCOMPARE(view.csv(), first);
        const Evaluated even = evaluated("mixtral-8x7b", {});
        view.setReport(even.report);
        QVERIFY(slider->isHidden() || !slider->isEnabled() || slider->maximum() == 0);
    }
    void clusterHasEveryGroup_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<int>("gpus");
        QTest::newRow("own groups per layer") << "reference" << 14848;
        QTest::newRow("replicas of one group") << "deepseek-v3" << 2048;
    }
    void clusterHasEveryGroup() {
        QFETCH(QString, preset);
        QFETCH(int, gpus);
        PlacementView view;
        const Evaluated now =
            evaluated(preset.toStdString(), {Distribution::Zipf, 0.7, 1, PlacementAlgorithm::Contiguous, {}});
        view.setCatalog(now.catalog);
        view.setReport(now.report);
        QElapsedTimer timer;
        timer.start();
        view.setQuestion({0, {}, true});
        qInfo("%s: %lld ms to place the cluster", qPrintable(preset),
              static_cast<long long>(timer.elapsed()));
        const QStringList lines = view.csv().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.last().split(',')[1].toInt(), gpus - 1);
        view.resize(1000, 700);
        timer.restart();
        view.grab();
        qInfo("%lld ms for one picture", static_cast<long long>(timer.elapsed()));
        for (const bool dark : {false, true})
            moe::test::savePicture(view, dark, QStringLiteral("placement-cluster-") + preset);
        view.resize(690, 560);
        moe::test::savePicture(view, true, QStringLiteral("placement-cluster-small-") + preset);
        view.resize(1000, 700);
        const QPointF at(500, 350);
        for (const int notches : {6, 6}) {
            QWheelEvent wheel(at, at, {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                              false);
            QApplication::sendEvent(&view, &wheel);
        }
        timer.restart();
        view.grab();
        qInfo("%lld ms zoomed in", static_cast<long long>(timer.elapsed()));
        moe::test::savePicture(view, false, QStringLiteral("placement-cluster-near-") + preset);
        // A pinned expert lights only the nodes of its group.
        bool chip = false;
        for (int y = 200; y < 600 && !chip; y += 5)
            for (int x = 100; x < 900 && !chip; x += 5)
                if (view.textAt(QPointF(x, y)).startsWith(QStringLiteral("Expert"))) {
                    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(x, y));
                    chip = true;
                }
        QVERIFY(chip);
        moe::test::savePicture(view, false, QStringLiteral("placement-cluster-pinned-") + preset);
    }
    void measuredLoadsAreShownLayerByLayer() {
        auto catalog = std::make_shared<Catalog>(moe::test::shippedCatalog());
        ExpertLoads loads;
        loads.layers = {0, 5};
        loads.tokens = {{1, 1, 1, 1, 1, 1, 1, 1}, {8, 1, 1, 1, 1, 1, 1, 1}};
        catalog->expertLoads = std::make_shared<const ExpertLoads>(loads);
        Scenario scenario = moe::test::presetScenario("mixtral-8x7b");
        scenario.routing = {};
        scenario.routing.distribution = Distribution::Table;
        PlacementView view;
        view.setCatalog(catalog);
        view.setReport(std::make_shared<const Report>(evaluate(scenario, *catalog, Detail::Numbers)));
        QVERIFY2(view.summary().contains(QStringLiteral("Measured routing")), qPrintable(view.summary()));
        const QString flat = view.csv();
        view.setQuestion({1, {}, false});
        QVERIFY(view.csv() != flat);
        // A report of an older catalogue is no reason to fall.
        view.setCatalog(std::make_shared<Catalog>(moe::test::shippedCatalog()));
        QVERIFY(!view.summary().isEmpty());
    }

    void wholeClusterStaysInteractive() {
        PlacementView view;
        const ReportPtr report = reportOf({14848, 8, 14848, Distribution::Zipf, 0.3, 64});
        QElapsedTimer timer;
        const QImage image = grabbed(view, report, "cluster");
        timer.start();
        view.grab();
        qInfo("14 848 GPUs: %lld ms for one picture", static_cast<long long>(timer.elapsed()));
        QVERIFY(timer.elapsed() < 500);
        QVERIFY(colours(image) > 30);
        const QSet<QString> texts = textsUnder(view, 4);
        QVERIFY(!texts.isEmpty());
        for (const QString& text : texts) QVERIFY2(!text.startsWith(QStringLiteral("GPU")), qPrintable(text));
        // Near enough, GPUs and experts appear.
        const QPointF at(350, 250);
        QWheelEvent wheel(at, at, {}, {0, 120 * 12}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&view, &wheel);
        timer.restart();
        const QImage near = view.grab().toImage();
        qInfo("zoomed in: %lld ms", static_cast<long long>(timer.elapsed()));
        near.save(QCoreApplication::applicationDirPath() + QStringLiteral("/placement_cluster_near.png"));
        bool gpu = false;
        for (const QString& text : textsUnder(view, 4)) gpu = gpu || text.startsWith(QStringLiteral("GPU"));
        QVERIFY(gpu);
    }
};

MOE_TEST(PlacementViewTest)
#include "placement_view_test.moc"
