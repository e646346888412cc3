// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/loss/loss_view.h"

#include "tests/support/german.h"
#include "tests/support/registry.h"
#include "tests/ui/drawn_texts.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolBar>

#include <cmath>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

class LossViewTest : public QObject {
    Q_OBJECT

    static auto shown(const ReportPtr& report, bool dark = false, QSize size = {700, 480}) {
        return shownView<LossView>(report, dark, size);
    }
    static QWidget* plotOf(LossView& view) { return view.plot(); }

private slots:
    void initTestCase() {
        qRegisterMetaType<Edits>("moe::ui::Edits");
        moe::test::useTestFont();
    }

    void picturesToLookAt_data() {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<bool>("measured");
        QTest::addColumn<bool>("extrapolated");
        for (bool dark : {false, true}) {
            const char* theme = dark ? "dark" : "light";
            QTest::addRow("loss-model-%s", theme) << dark << false << false;
            QTest::addRow("loss-measured-%s", theme) << dark << true << false;
            QTest::addRow("loss-extrapolated-%s", theme) << dark << false << true;
        }
    }
    void picturesToLookAt() {
        QFETCH(bool, dark);
        QFETCH(bool, measured);
        QFETCH(bool, extrapolated);
        const auto view =
            shown(shared(lossReportByHand(extrapolated ? Origin::Extrapolated : Origin::Fitted)), dark);
        if (measured) moe::test::toolAction(*view, "Measured")->trigger();
        QTest::qWait(30);
        QVERIFY(view->grab().save(picturePath(QString(QTest::currentDataTag()) + ".png")));
        if (!measured) QVERIFY(view->contourLabels() >= 3);
    }

    void contoursAreLabelledWithTheWindowsDecimalPoint() {
        const German german;
        const auto view = shown(shared(lossReportByHand()));
        DrawnTexts drawn;
        view->drawFigure(&drawn, 1, {});
        const QString texts = drawn.texts.join('|');
        QVERIFY2(drawn.texts.contains("+0,01") || drawn.texts.contains("+0,02"), qPrintable(texts));
        QVERIFY2(!texts.contains("+0."), qPrintable(texts));
    }

    void readOutTellsTheValueUnderTheCursor() {
        const auto view = shown(shared(lossReportByHand()));
        QSignalSpy spy(view.get(), &LossView::readOut);
        const QPoint pixel = view->plotPixel(1.25e-3, 4.194304e6).toPoint();
        hover(*plotOf(*view), pixel);
        QTRY_VERIFY(!spy.isEmpty());
        // 4.194304e6 = 1024 sequences of 4096 tokens; one pixel is less than half a percent.
        const QString text = spy.last().first().toString();
        const QRegularExpression form("^lr (\\d\\.\\d+e-3) · batch (\\d\\.\\d+)\u202fM tokens · loss "
                                      "(\\d\\.\\d{3}) \\(\\+(\\d\\.\\d{3})\\)$");
        const auto match = form.match(text);
        QVERIFY2(match.hasMatch(), qPrintable(text));
        QVERIFY(std::abs(match.captured(1).toDouble() / 1.25e-3 - 1) < 0.01);
        QVERIFY(std::abs(match.captured(2).toDouble() / 4.2 - 1) < 0.03);
        const double expected = basinLoss({}, 1.25e-3, 4.194304e6);
        QVERIFY(std::abs(match.captured(3).toDouble() - expected) < 0.0012);
    }

    void pixelsAndValuesAgreeWithTheAxes() {
        const auto view = shown(shared(lossReportByHand()));
        for (double lr : {2e-4, 1e-3, 5e-3})
            for (double batch : {5e5, 5e6, 2e7}) {
                const QPointF back = view->plotValue(view->plotPixel(lr, batch));
                QVERIFY(std::abs(back.x() / lr - 1) < 1e-9 && std::abs(back.y() / batch - 1) < 1e-9);
            }
    }

    void clickUsesTheValuesUnderIt() {
        const auto view = shown(shared(lossReportByHand()));
        QSignalSpy spy(view.get(), &LossView::edited);
        const QPoint pixel = view->plotPixel(2.3e-3, 1.1e7).toPoint();
        const QPointF value = view->plotValue(pixel);
        QTest::mouseClick(plotOf(*view), Qt::LeftButton, {}, pixel);
        QCOMPARE(spy.size(), 1);
        const auto edits = spy.first().first().value<Edits>();
        QCOMPARE(edits.size(), std::size_t(2));
        QCOMPARE(edits[0].first, std::string("train.lr"));
        QCOMPARE(edits[1].first, std::string("train.global_batch"));
        QVERIFY(std::abs(QString::fromStdString(edits[0].second).toDouble() / value.x() - 1) < 0.01);
        QVERIFY(std::abs(QString::fromStdString(edits[1].second).toDouble() * 4096 / value.y() - 1) < 0.01);
        QCOMPARE(spy.first().at(1).toString(), QStringLiteral("use lr × batch from the map"));
    }

    void draggingTheScenarioIsOneEdit() {
        const auto view = shown(shared(lossReportByHand()));
        QSignalSpy spy(view.get(), &LossView::edited);
        const QPoint from = view->plotPixel(1.25e-3, 1024 * 4096.0).toPoint(), to = from + QPoint(60, -40);
        QTest::mousePress(plotOf(*view), Qt::LeftButton, {}, from);
        for (int i = 1; i <= 4; ++i) QTest::mouseMove(plotOf(*view), from + (to - from) * i / 4);
        QTest::mouseRelease(plotOf(*view), Qt::LeftButton, {}, to);
        QCOMPARE(spy.size(), 1);
        const auto edits = spy.first().first().value<Edits>();
        QVERIFY(std::abs(QString::fromStdString(edits[0].second).toDouble() / view->plotValue(to).x() - 1) <
                0.01);
        QVERIFY(!view->isZoomed());
    }

    void aBatchIsOneThatTheLayoutDivides() {
        Report report = lossReportByHand();
        report.scenario.cluster.gpus = 40;
        report.scenario.train->microBatch = 4;
        report.scenario.train->globalBatch = 480;
        const auto view = shown(shared(report));
        QSignalSpy spy(view.get(), &LossView::edited);
        const auto batch = [&] { return std::stoll(spy.last().first().value<Edits>()[1].second); };
        const QPoint at = view->plotPixel(2.3e-3, 1.1e7).toPoint();
        const double sequences = view->plotValue(at).y() / 4096;
        QTest::mouseClick(plotOf(*view), Qt::LeftButton, {}, at);
        QCOMPARE(spy.size(), 1);
        QCOMPARE(batch() % (40 * 4), 0);
        QVERIFY(std::abs(double(batch()) - sequences) <= 80);
        const QPoint from = view->plotPixel(1.25e-3, 480 * 4096.0).toPoint(), to = from + QPoint(60, -43);
        QTest::mousePress(plotOf(*view), Qt::LeftButton, {}, from);
        for (int i = 1; i <= 4; ++i) QTest::mouseMove(plotOf(*view), from + (to - from) * i / 4);
        QTest::mouseRelease(plotOf(*view), Qt::LeftButton, {}, to);
        QCOMPARE(spy.size(), 2);
        QCOMPARE(batch() % (40 * 4), 0);
    }

    void wheelZoomsAndDoubleClickResets() {
        const auto view = shown(shared(lossReportByHand()));
        QSignalSpy spy(view.get(), &LossView::edited);
        const QPoint at = view->plotPixel(1e-3, 5e6).toPoint();
        QWheelEvent wheel(at, plotOf(*view)->mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(plotOf(*view), &wheel);
        QVERIFY(view->isZoomed());
        QTest::mouseDClick(plotOf(*view), Qt::LeftButton, {}, at + QPoint(30, 20));
        QVERIFY(!view->isZoomed());
        QTest::qWait(QApplication::doubleClickInterval() + 50);
        QCOMPARE(spy.size(), 0); // a double click is no pick
    }

    void measuredNeedsAGroup() {
        Report without = lossReportByHand(Origin::Extrapolated);
        const auto view = shown(shared(without));
        QVERIFY(!moe::test::toolAction(*view, "Measured")->isEnabled());
        QVERIFY(moe::test::toolAction(*view, "Measured")->toolTip().contains("No measured group"));
        view->setReport(shared(lossReportByHand()));
        QVERIFY(moe::test::toolAction(*view, "Measured")->isEnabled());
        moe::test::toolAction(*view, "Measured")->trigger();
        QVERIFY(view->csv().startsWith("lr,batch_tokens,measured_loss_nats_per_token,diverged\n"));
        // The wish survives a report without runs.
        view->setReport(shared(without));
        QVERIFY(moe::test::toolAction(*view, "Model")->isChecked());
        view->setReport(shared(lossReportByHand()));
        QVERIFY(moe::test::toolAction(*view, "Measured")->isChecked());
    }

    void withoutLossASentenceSaysWhy_data() {
        QTest::addColumn<bool>("train");
        QTest::addColumn<QString>("part");
        QTest::newRow("no training section") << false << "no training section";
        QTest::newRow("a warning of the engine") << true << "outside every law";
    }
    void withoutLossASentenceSaysWhy() {
        QFETCH(bool, train);
        QFETCH(QString, part);
        Report report;
        if (train) report.scenario.train.emplace();
        report.warnings.push_back({"loss-none", "The model is outside every law."});
        const auto view = shown(shared(report));
        bool said = false;
        for (const QLabel* label : view->findChildren<QLabel*>())
            said = said || (label->isVisible() && label->text().contains(part));
        QVERIFY(said);
        QVERIFY(view->summary().contains(part));
        QVERIFY(view->grab().save(picturePath("loss-sentence.png")));
        // And back again.
        view->setReport(shared(lossReportByHand()));
        QVERIFY(plotOf(*view)->isVisible());
    }

    void zoomIsKeptOverReports() {
        const auto view = shown(shared(lossReportByHand()));
        QTest::keyClick(plotOf(*view), Qt::Key_Plus);
        QVERIFY(view->isZoomed());
        const QPointF before = view->plotValue({200, 200});
        view->setReport(shared(lossReportByHand()));
        QCOMPARE(view->plotValue({200, 200}), before);
        QTest::keyClick(plotOf(*view), Qt::Key_0);
        QVERIFY(!view->isZoomed());
    }

    void csvHasEveryCell() {
        const auto view = shown(shared(lossReportByHand()));
        QCOMPARE(view->csv().count('\n'), 200 * 160 + 1);
    }

    void replotIsCheap() {
        const auto view = shown(shared(lossReportByHand()));
        const ReportPtr report = shared(lossReportByHand());
        QBENCHMARK {
            view->setReport(report);
            plotOf(*view)->repaint();
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
        }
    }

    /// A map that is worse everywhere looks worse, and its bar says that it goes on.
    void heldColoursStayAndTheBarIsOpen() {
        const auto view = shown(shared(lossReportByHand()));
        const auto colourAt = [&](QPointF share) {
            QCoreApplication::processEvents(); // the plot draws when it is next its turn
            const QImage picture = view->plot()->grab().toImage();
            return picture.pixelColor(int(share.x() * picture.width()), int(share.y() * picture.height()));
        };
        Report worse = lossReportByHand();
        auto map = std::make_shared<LossMap>(*worse.loss->map);
        for (double& loss : map->loss) loss += 0.05;
        map->best += 0.05;
        worse.loss->map = map;
        const QPointF place(0.2, 0.3);
        const QColor before = colourAt(place);
        view->setReport(shared(worse));
        QCOMPARE(colourAt(place), before); // free, the colours follow the values
        view->setReport(shared(lossReportByHand()));
        toolAction(*view, "Hold colours")->trigger();
        QVERIFY2(view->range().startsWith("|loss:"), qPrintable(view->range()));
        view->setReport(shared(worse));
        QVERIFY(colourAt(place) != before);
        QVERIFY(view->plot()->grab().save(picturePath("loss-held.png")));
        const auto other = shown(shared(worse));
        other->setRange(view->range());
        QCOMPARE(other->range(), view->range());
        QCoreApplication::processEvents();
        QCOMPARE(other->plot()->grab().toImage(), view->plot()->grab().toImage());
    }
};

MOE_TEST(LossViewTest)
#include "loss_view_test.moc"
