// SPDX-License-Identifier: GPL-3.0-or-later
// The loss picture on reports of the shipped model: colours, laws, groups, cross hair, table.
#include "ui/plots/loss/loss_view.h"

#include "models/engine/loss/laws/laws.h"
#include "models/engine/loss/model/loss_interval.h"
#include "models/engine/loss/report/loss_map_value.h"
#include "models/engine/loss/report/loss_overlays.h"
#include "models/engine/loss/report/scaling.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/items/loss_cells_model.h"
#include "tests/ui/loss_fixture.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QMenu>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QToolBar>

#include <cmath>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

class LossLayersTest : public QObject {
    Q_OBJECT

    static std::unique_ptr<LossView> shown(const ReportPtr& report, const CatalogPtr& catalog,
                                           bool dark = false, QSize size = {700, 480}) {
        auto view = shownView<LossView>(report, dark, size);
        view->setCatalog(catalog);
        return view;
    }
    static ReportPtr denseReport() {
        static const ReportPtr report = reportOf(denseScenario(), *shippedLossCatalog());
        return report;
    }
    static ReportPtr smallerReport() { // the same on half the tokens
        Scenario scenario = denseScenario();
        scenario.train->tokens = 2e10;
        return reportOf(scenario, *shippedLossCatalog());
    }
    static QComboBox* combo(LossView& view, const QString& name) {
        for (QComboBox* candidate : view.findChildren<QComboBox*>())
            if (candidate->accessibleName() == name) return candidate;
        return nullptr;
    }
    static void choose(QComboBox& box, int index) {
        box.setCurrentIndex(index);
        emit box.activated(index);
    }
    static QAction* lawAction(LossView& view, const char* key) {
        const QString label = QString::fromUtf8(findLaw(key)->label);
        for (QMenu* menu : view.findChildren<QMenu*>())
            for (QAction* candidate : menu->actions())
                if (candidate->text().startsWith(label)) return candidate;
        return nullptr;
    }
    static Edits editsOf(const QSignalSpy& spy) { return spy.last().first().value<Edits>(); }

private slots:
    void initTestCase() {
        qRegisterMetaType<Edits>("moe::ui::Edits");
        moe::test::useTestFont();
    }

    void picturesToLookAt_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QSize>("size");
        for (const char* what :
             {"dense", "moe", "extrapolated", "measured", "uncertainty", "difference", "laws", "table"})
            for (bool dark : {false, true})
                for (const QSize& size : {QSize(690, 560), QSize(1200, 800)})
                    QTest::addRow("layers-%s-%s-%d", what, dark ? "dark" : "light", size.width())
                        << QString(what) << dark << size;
    }
    void picturesToLookAt() {
        QFETCH(QString, what);
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        auto catalog = tableCatalog();
        if (!catalog) catalog = shippedLossCatalog();
        ReportPtr report = reportOf(denseScenario(), *catalog);
        if (what == "moe" || what == "measured") report = presetReport(*catalog, "step-law-2in88");
        if (what == "extrapolated") report = presetReport(*catalog, "deepseek-v3");
        const auto view = shown(report, catalog, dark, size);
        if (what == "measured" && moe::test::toolAction(*view, "Measured")->isEnabled())
            moe::test::toolAction(*view, "Measured")->trigger();
        if (what == "uncertainty") choose(*combo(*view, "Colour stands for"), 1);
        if (what == "difference") {
            view->setBase(smallerReport());
            choose(*combo(*view, "Colour stands for"), 2);
        }
        if (what == "laws")
            for (const Law& law : laws())
                if (QAction* found = law.lr.value ? lawAction(*view, law.key) : nullptr)
                    found->setChecked(true);
        if (what == "table") moe::test::toolAction(*view, "Table")->trigger();
        QTest::qWait(30);
        QVERIFY(view->grab().save(picturePath(QString(QTest::currentDataTag()) + ".png")));
    }

    void hoverReadsTheCellUnderTheCursor_data() {
        QTest::addColumn<double>("x"); // share of the map
        QTest::addColumn<double>("y");
        for (double x : {0.1, 0.5, 0.9})
            for (double y : {0.1, 0.5, 0.9}) QTest::addRow("%.1f × %.1f", x, y) << x << y;
    }
    void hoverReadsTheCellUnderTheCursor() {
        QFETCH(double, x);
        QFETCH(double, y);
        const ReportPtr report = denseReport();
        const LossMap& map = *report->loss->map;
        const auto view = shown(report, shippedLossCatalog());
        QSignalSpy spy(view.get(), &LossView::readOut);
        const auto cell = [](const std::vector<double>& places, double share) {
            return std::size_t(std::lround(share * double(places.size() - 1)));
        };
        const std::size_t i = cell(map.lr, x), j = cell(map.batchTokens, y);
        hover(*view->plot(), view->plotPixel(map.lr[i], map.batchTokens[j]).toPoint());
        QTRY_VERIFY(!spy.isEmpty());
        const QRegularExpression form("lr (\\S+) · batch .* · loss (\\d\\.\\d{3}) ± (\\d\\.\\d{3})");
        const auto match = form.match(spy.last().first().toString());
        QVERIFY2(match.hasMatch(), qPrintable(spy.last().first().toString()));
        QVERIFY(std::abs(match.captured(1).toDouble() / map.lr[i] - 1) < 0.02); // a pixel
        // Within the neighbours of that cell: a pixel is about a third of one.
        double low = HUGE_VAL, high = 0;
        for (std::size_t b = j - 1; b <= j + 1; ++b)
            for (std::size_t a = i - 1; a <= i + 1; ++a) {
                low = std::min(low, map.loss[b * map.lr.size() + a]);
                high = std::max(high, map.loss[b * map.lr.size() + a]);
            }
        const double loss = match.captured(2).toDouble();
        QVERIFY(loss > low - 6e-4 && loss < high + 6e-4);
        const Range interval = lossInterval(loss, map.sd[j * map.lr.size() + i]);
        QVERIFY(std::abs(match.captured(3).toDouble() - (interval.max - interval.min) / 2) < 2e-3);
    }

    void arrowsMoveACrossHairAndEnterUsesIt() {
        const ReportPtr report = denseReport();
        const LossMap& map = *report->loss->map;
        const auto view = shown(report, shippedLossCatalog());
        QSignalSpy edits(view.get(), &LossView::edited), said(view.get(), &LossView::readOut);
        QTest::keyClick(view->plot(), Qt::Key_Return);
        QCOMPARE(edits.size(), 0); // nothing chosen yet
        QTest::keyClick(view->plot(), Qt::Key_Right);
        QVERIFY(view->cursor());
        const QPointF first = *view->cursor(); // the cell of the scenario
        QVERIFY(std::abs(std::log(first.x() / 2.76e-3)) < std::log(map.lr[1] / map.lr[0]));
        QTest::keyClick(view->plot(), Qt::Key_Right);
        QTest::keyClick(view->plot(), Qt::Key_Up, Qt::ShiftModifier);
        const QPointF moved = *view->cursor();
        QVERIFY(std::abs(moved.x() / first.x() / (map.lr[1] / map.lr[0]) - 1) < 1e-9);
        QVERIFY(std::abs(moved.y() / first.y() / std::pow(map.batchTokens[1] / map.batchTokens[0], 10) - 1) <
                1e-9);
        QCOMPARE(view->plot()->accessibleDescription(), said.last().first().toString());
        QTest::keyClick(view->plot(), Qt::Key_Return);
        QCOMPARE(edits.size(), 1);
        QVERIFY(std::abs(QString::fromStdString(editsOf(edits)[0].second).toDouble() / moved.x() - 1) < 1e-3);
        const auto batch =
            nearestValid(report->scenario, *shippedLossCatalog(), "train.global_batch", moved.y() / 2048);
        QCOMPARE(editsOf(edits)[1].second, std::to_string(std::llround(batch.value())));
        QVERIFY(std::abs(std::log(*batch * 2048 / moved.y())) < std::log(1.5)); // the next that DP divides
        for (int i = 0; i < 30; ++i) QTest::keyClick(view->plot(), Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(view->cursor()->x(), map.lr.front()); // stops at the border
        QTest::keyClick(view->plot(), Qt::Key_Escape);
        QVERIFY(!view->cursor());
        QCOMPARE(view->plot()->accessibleDescription(), view->summary());
    }

    void theTableIsTheMap() {
        const ReportPtr report = denseReport();
        const LossMap& map = *report->loss->map;
        const auto view = shown(report, shippedLossCatalog());
        moe::test::toolAction(*view, "Table")->trigger();
        auto* table = view->findChild<QTableView*>();
        QVERIFY(table->isVisible());
        QAbstractItemModel& model = *table->model();
        QCOMPARE(model.rowCount(), int(map.loss.size()));
        const auto number = [&](int row, int column) {
            return model.index(row, column).data(Qt::UserRole).toDouble();
        };
        for (std::size_t cell = 0; cell < map.loss.size(); cell += 97) {
            const int row = int(cell);
            QCOMPARE(number(row, 0), map.lr[cell % map.lr.size()]);
            QCOMPARE(number(row, 1), map.batchTokens[cell / map.lr.size()]);
            QCOMPARE(number(row, 2), map.loss[cell]);
            const Range interval = lossInterval(map.loss[cell], map.sd[cell]);
            QCOMPARE(number(row, 3), interval.min);
            QCOMPARE(number(row, 4), interval.max);
            QCOMPARE(number(row, 5), 100 * map.sd[cell]);
            QCOMPARE(number(row, 6), 100 * map.unstable[cell]);
        }
        table->sortByColumn(2, Qt::AscendingOrder);
        QCOMPARE(number(0, 2), *std::min_element(map.loss.begin(), map.loss.end()));
        QSignalSpy edits(view.get(), &LossView::edited);
        emit table->activated(model.index(0, 2));
        QVERIFY(std::abs(QString::fromStdString(editsOf(edits)[0].second).toDouble() / number(0, 0) - 1) <
                1e-3);
        QCOMPARE(view->csv().count('\n'), int(map.loss.size()) + 1);
    }

    void theTableModelKeepsTheRules() {
        items::LossCellsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.showRuns({{1e-3, 2e5, 2.4, false}, {2e-3, 2e5, 2.3, false}, {4e-3, 2e5, 6, true}});
        model.sort(2);
        QCOMPARE(model.index(0, 0).data(Qt::UserRole).toDouble(), 2e-3);
        QCOMPARE(model.index(2, 3).data().toString(), QStringLiteral("diverged"));
        model.showMap(reportOf(denseScenario(), *shippedLossCatalog()));
        model.sort(5, Qt::DescendingOrder);
        QVERIFY(model.index(0, 5).data(Qt::UserRole).toDouble() >=
                model.index(1, 5).data(Qt::UserRole).toDouble());
    }

    void differenceIsAgainstTheBaseAndOnlyWhereThereIsOne() {
        const auto view = shown(denseReport(), shippedLossCatalog());
        QComboBox& colours = *combo(*view, "Colour stands for");
        const auto enabled = [&] {
            return qobject_cast<QStandardItemModel*>(colours.model())->item(2)->isEnabled();
        };
        QVERIFY(!enabled());
        view->setBase(denseReport());
        QVERIFY(!enabled()); // itself
        const ReportPtr base = smallerReport();
        view->setBase(base);
        QVERIFY(enabled());
        choose(colours, 2);
        QSignalSpy spy(view.get(), &LossView::readOut);
        hover(*view->plot(), view->plotPixel(2e-3, 6e5).toPoint());
        QTRY_VERIFY(!spy.isEmpty());
        const auto match =
            QRegularExpression("(\\S\\d\\.\\d{3}) against the base").match(spy.last().first().toString());
        QVERIFY2(match.hasMatch(), qPrintable(spy.last().first().toString()));
        const double expected =
            *lossAt(*denseReport()->loss->map, 2e-3, 6e5) - *lossAt(*base->loss->map, 2e-3, 6e5);
        QVERIFY(expected < 0);
        QVERIFY(std::abs(match.captured(1).replace(QChar(0x2212), '-').toDouble() - expected) < 2e-3);
        view->setBase(nullptr);
        QCOMPARE(colours.currentIndex(), 0); // back to the loss
        view->setBase(base);
        QCOMPARE(colours.currentIndex(), 2); // the wish was kept
    }

    void aLawOutsideItsDomainSaysSo() {
        const auto catalog = shippedLossCatalog();
        const ReportPtr inside = denseReport(), outside = presetReport(*catalog, "deepseek-v3");
        const auto view = shown(inside, catalog);
        const auto tip = [&](double lr, double batch) { return view->tipAt(view->plotPixel(lr, batch)); };
        QVERIFY(view->legendTexts().contains("Step Law optimum"));
        const QString good = tip(*inside->loss->lawLr, *inside->loss->lawBatchTokens);
        QVERIFY2(good.contains("2503.04715") && !good.contains("Outside"), qPrintable(good));
        view->setReport(outside);
        QVERIFY(view->legendTexts().contains("Step Law, outside its domain"));
        QVERIFY(!view->legendTexts().contains("Step Law optimum"));
        QVERIFY(tip(*outside->loss->lawLr, *outside->loss->lawBatchTokens).contains("Outside its domain"));

        // Every other law that is off its domain: hollow marker, legend, menu and tip.
        for (const LawAnswer& answer : outside->loss->overlays->laws) {
            if (!answer.lr || answer.inDomain || std::string_view(answer.law->key) == "step-law") continue;
            QAction* entry = lawAction(*view, answer.law->key);
            QVERIFY(entry);
            QVERIFY2(entry->text().contains("outside its domain"), qPrintable(entry->text()));
            QVERIFY(entry->toolTip().contains(QString::fromUtf8(answer.law->citation)));
            QVERIFY(entry->toolTip().contains(QString::fromStdString(toString(answer.outside))));
            entry->setChecked(true);
        }
        QVERIFY(view->legendTexts().contains("Law outside its domain"));
    }

    void groupsAreChosenAndUsed() {
        const auto catalog = tableCatalog();
        if (!catalog) QSKIP("the published tables are not here; get them with packaging/get-data.sh");
        const ReportPtr report = presetReport(*catalog, "step-law-2in88");
        const auto view = shown(report, catalog);
        moe::test::toolAction(*view, "Measured")->trigger();
        QComboBox& groups = *combo(*view, "Measured group");
        QCOMPARE(groups.count(), 1 + 17 + 16);
        QVERIFY(groups.itemText(0).contains("this scenario"));
        QCOMPARE(view->csv().count('\n'), 45 + 1); // 9 learning rates × 5 batch sizes
        // Two architectures share N: the group is the architecture's.
        const int row = groups.findText("MoE 1in8 / 8B");
        QVERIFY2(row > 0, qPrintable(groups.itemText(groups.count() - 1)));
        choose(groups, row);
        QSignalSpy spy(view.get(), &LossView::readOut);
        hover(*view->plot(), view->plotPixel(4.883e-4, 128 * 2048.0).toPoint());
        QTRY_VERIFY(!spy.isEmpty());
        QVERIFY2(spy.last().first().toString().contains("measured loss 2.332"),
                 qPrintable(spy.last().first().toString())); // the grid's minimum, 2.331968
        QSignalSpy edits(view.get(), &LossView::edited);
        moe::test::toolAction(*view, "Use this group's model")->trigger();
        Scenario scenario = report->scenario;
        for (const auto& [key, text] : editsOf(edits)) QVERIFY(setField(scenario, key, text).empty());
        QCOMPARE(reportOf(scenario, *catalog)->loss->group, std::string("1in8 / 8B"));
    }

    void runsOfOnesOwnStandAtTheirRateAndBatch() {
        const ReportPtr report = denseReport();
        const auto view = shown(report, shippedLossCatalog());
        const ScalingRequest& size = report->loss->scaling->request;
        OwnShown own;
        own.losses = {
            {"runs.csv", size.params, size.params, size.tokens, 2e-3, 1e6, 2.6, 2.55, 2.7, 3},
            {"runs.csv", 2 * size.params, 2 * size.params, size.tokens, 1e-3, 5e5, 2.4, 2.4, 2.4, 1},
            {"runs.csv", size.params, size.params, size.tokens, 0.9, 1e6, 3.4, 3.4, 3.4, 1}};
        QVERIFY(view->tipAt(view->plotPixel(2e-3, 1e6)).isEmpty());
        view->setOwn(own);
        view->grab();
        const QString tip = view->tipAt(view->plotPixel(2e-3, 1e6));
        const QString predicted = QString::number(predictionAt(*report->loss->map, 2e-3, 1e6)->loss, 'f', 3);
        for (const QString& part : {QString("measured 2.600"), "predicted " + predicted,
                                    QString("3 runs, 2.550 to 2.700"), QString("lr 0.002")})
            QVERIFY2(tip.contains(part), qPrintable(tip));
        QVERIFY(view->tipAt(view->plotPixel(1e-3, 5e5)).isEmpty()); // of another size
        QVERIFY2(view->legendTexts().contains(
                     "mine (1 of 3; others: another size, beyond the map, or no lr and batch)"),
                 qPrintable(view->legendTexts().join(" | ")));
        for (const bool dark : {false, true}) savePicture(*view, dark, "loss-own");
        view->setOwn({});
        QVERIFY(view->tipAt(view->plotPixel(2e-3, 1e6)).isEmpty());
    }
};

MOE_TEST(LossLayersTest)
#include "loss_layers_test.moc"
