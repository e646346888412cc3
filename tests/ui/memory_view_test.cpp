// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory/memory_view.h"

#include "tests/support/registry.h"
#include "tests/ui/drawn_texts.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"

#include "models/engine/scenario/fields.h"
#include "ui/plots/memory/memory_paint.h"
#include "ui/plots/memory/memory_rows.h"
#include "ui/plots/memory/phases_view.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolBar>
#include <QToolTip>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

class MemoryViewTest : public QObject {
    Q_OBJECT

    static auto shown(const ReportPtr& report, bool dark = false) {
        return shownView<MemoryView>(report, dark, QSize(700, 480));
    }
    static std::size_t termOf(const char* key) {
        for (std::size_t i = 0; i < memoryTerms().size(); ++i)
            if (std::string(memoryTerms()[i].key) == key) return i;
        return memoryTerms().size();
    }

private slots:
    void initTestCase() {
        qRegisterMetaType<Edits>("moe::ui::Edits");
        moe::test::useTestFont();
    }

    /// Between a new report and its picture the pointer may still be over a part of a stage that is gone.
    void whatIsGoneIsNotPointedAt() {
        const auto view = shown(shared(memoryReportByHand(8, 1)));
        const auto pixel = view->partPixel(7, termOf("expert_weights"));
        QVERIFY(pixel.has_value());
        QSignalSpy readOut(view.get(), &ReportView::readOut);
        hover(*view->plot(), pixel->toPoint());
        QVERIFY(!readOut.isEmpty() && !readOut.last().first().toString().isEmpty());
        view->setReport(shared(memoryReportByHand(1, 1)));
        hover(*view->plot(), pixel->toPoint());
        QVERIFY(readOut.last().first().toString().isEmpty());
    }

    void picturesToLookAt_data() {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<int>("stages");
        QTest::addColumn<double>("activations");
        for (bool dark : {false, true}) {
            const char* theme = dark ? "dark" : "light";
            QTest::addRow("memory-single-%s", theme) << dark << 1 << 1.0;
            QTest::addRow("memory-pipeline-%s", theme) << dark << 8 << 1.0;
            QTest::addRow("memory-too-large-%s", theme) << dark << 4 << 3.2;
        }
    }
    void picturesToLookAt() {
        QFETCH(bool, dark);
        QFETCH(int, stages);
        QFETCH(double, activations);
        const auto view = shown(shared(memoryReportByHand(stages, activations)), dark);
        QVERIFY(view->grab().save(picturePath(QString(QTest::currentDataTag()) + ".png")));
    }

    void manyDifferentStagesStillHaveABarEach() {
        Report report = memoryReportByHand(16);
        for (int i = 0; i < 16; ++i) {
            StageMemory& stage = report.memory->stages[std::size_t(i)];
            stage.terms[termOf("attention")] += 0.2 * (16 - i) * GiB;
            stage.peak += 0.2 * (16 - i) * GiB;
        }
        QCOMPARE(memoryRows(report).size(), std::size_t(16));
        const auto view = shown(shared(report));
        QVERIFY(view->grab().save(picturePath("memory-16-stages.png")));
        for (std::size_t i = 0; i < 16; ++i) QVERIFY(view->partPixel(i, termOf("attention")).has_value());
    }

    void equalStagesShareARow() {
        const auto rows = memoryRows(memoryReportByHand(8));
        QCOMPARE(rows.size(), std::size_t(3));
        QCOMPARE(rows[1].name, QStringLiteral("stages 1–6"));
        QCOMPARE(rows[1].extent, QStringLiteral("6 × 8 GPUs"));
        QVERIFY(rows[0].heaviest);
    }

    void theVerdictNamesPlacePhaseAndRoom() {
        const MemoryVerdict words = memoryVerdict(memoryReportByHand(8));
        QCOMPARE(words.place, QStringLiteral("Heaviest: stage 0 · peak in last-layer backward"));
        // 60.9 allocated (sum of the fixture's first stage), · 1.1 + 3
        const double device = memoryReportByHand(8).memory->device / GiB;
        QCOMPARE(words.verdict, QStringLiteral("✓ fits: %1 of 79.6 GiB").arg(device, 0, 'f', 1));
    }

    void hoverTellsThePartAndClickExplainsIt() {
        const auto view = shown(shared(memoryReportByHand(8)));
        QSignalSpy readOut(view.get(), &MemoryView::readOut), explain(view.get(), &MemoryView::explain);
        const std::size_t term = termOf("expert_optimizer");
        const auto pixel = view->partPixel(0, term);
        QVERIFY(pixel.has_value());
        hover(*view->plot(), pixel->toPoint());
        QTRY_VERIFY(!readOut.isEmpty());
        QVERIFY2(readOut.last().first().toString().startsWith("stage 0 · Optimizer, experts · 15.2 GiB · "),
                 qPrintable(readOut.last().first().toString()));
        QVERIFY(QToolTip::text().contains("(b_o − b_m)·P_expert/Z_e"));
        QTest::mouseClick(view->plot(), Qt::LeftButton, {}, pixel->toPoint());
        QCOMPARE(explain.size(), 1);
        QCOMPARE(explain.first().first().toString(), QStringLiteral("memory.terms.expert_optimizer"));
    }

    void clickingAnotherStageListsItsParts() {
        const auto view = shown(shared(memoryReportByHand(8)));
        const auto pixel = view->partPixel(7, termOf("expert_weights"));
        QVERIFY(pixel.has_value());
        QTest::mouseClick(view->plot(), Qt::LeftButton, {}, pixel->toPoint());
        QCOMPARE(view->findChild<QComboBox*>()->currentText(), QStringLiteral("stage 7"));
    }

    void tooLargeOffersCures() {
        const auto view = shown(shared(memoryReportByHand(4, 3.2)));
        QSignalSpy spy(view.get(), &MemoryView::edited);
        QLabel* cures = nullptr;
        for (QLabel* label : view->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains("href")) cures = label;
        QVERIFY(cures);
        emit cures->linkActivated(QStringLiteral("0"));
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy.first().first().value<Edits>(), (Edits{{"parallel.ep", "16"}}));
        QCOMPARE(spy.first().at(1).toString(),
                 QStringLiteral("make it fit: %1 16").arg(findField("parallel.ep")->label));
    }

    /// Two states side by side in the eye: the same GiB at the same place, and nothing cut without a word.
    void aHeldAxisStaysAndMarksWhatLiesBeyond() {
        const auto view = shown(shared(memoryReportByHand(1, 1)));
        const std::size_t weights = termOf("expert_weights");
        const auto widthOf = [&](MemoryView& of) {
            QCoreApplication::processEvents(); // the plot draws when it is next its turn
            of.grab();
            return of.partPixel(0, weights)->x() - of.partPixel(0, termOf("dense_weights"))->x();
        };
        const auto texts = [](MemoryView& of) {
            DrawnTexts paper;
            of.drawFigure(&paper, 1, FigureStyle{});
            return paper.texts;
        };
        const double before = widthOf(*view);
        QVERIFY(view->range().isEmpty());
        view->setReport(shared(memoryReportByHand(1, 4)));
        QVERIFY(widthOf(*view) < 0.8 * before); // free, the axis follows
        const QString device = gibText(memoryReportByHand(1, 4).memory->device);
        QVERIFY(!texts(*view).contains(device));

        view->setReport(shared(memoryReportByHand(1, 1)));
        toolAction(*view, "Hold axis")->trigger();
        view->setReport(shared(memoryReportByHand(1, 4)));
        QVERIFY(std::abs(widthOf(*view) - before) < 0.5);
        QVERIFY(view->grab().save(picturePath("memory-held.png")));
        QVERIFY2(texts(*view).contains(device), qPrintable(texts(*view).join(" | ")));
        for (std::size_t term = 0; term < memoryTerms().size(); ++term)
            if (const auto part = view->partPixel(0, term)) QVERIFY(part->x() < view->plot()->width());

        // The sum over the activations counts those beyond the end.
        double sum = 0;
        const Report large = memoryReportByHand(1, 4);
        for (std::size_t term = 0; term < memoryTerms().size(); ++term)
            if (memoryTerms()[term].group == MemoryGroup::Activations)
                sum += large.memory->stages[0].terms[term].base;
        QVERIFY2(texts(*view).contains(gibText(Bytes{sum})), qPrintable(texts(*view).join(" | ")));

        // A session brings the same axis back, whatever the scenario then is.
        const auto other = shown(shared(memoryReportByHand(1, 4)));
        other->setRange("nonsense");
        QVERIFY(other->range().isEmpty());
        other->setRange(view->range());
        QVERIFY(std::abs(widthOf(*other) - before) < 0.5);
        toolAction(*other, "Hold axis")->trigger();
        QVERIFY(widthOf(*other) < 0.8 * before);
        QVERIFY(other->range().isEmpty());
    }

    void tableListsEveryTerm() {
        const auto view = shown(shared(memoryReportByHand(8)));
        moe::test::toolAction(*view, "Show data as table")->trigger();
        const auto* table = view->findChild<QTableWidget*>("trainingTerms");
        QVERIFY(table->isVisible());
        QCOMPARE(table->rowCount(), int(memoryTerms().size()));
        QVERIFY(view->grab().save(picturePath("memory-table.png")));
    }

    void aGroupsSumStandsOverAllItsParts() {
        StageMemory stage;
        stage.terms.resize(memoryTerms().size());
        QVector<PartArea> parts;
        double x = 0;
        for (const auto& [key, gib] : {std::pair{"dense_weights", 2.87},
                                       {"expert_weights", 3.38},
                                       {"dense_optimizer", 0.001},
                                       {"expert_optimizer", 9.0}}) {
            stage.terms[termOf(key)] = gib * GiB;
            parts.push_back({QRectF(x, 0, 10 * gib, 20), 0, termOf(key)});
            x += 10 * gib;
        }
        const std::vector<GroupSum> sums = groupSums(stage, parts);
        QCOMPARE(sums.size(), std::size_t(2));
        QCOMPARE(sums[0].text, QStringLiteral("6.25"));
        QCOMPARE(sums[0].area, parts[0].area | parts[1].area);
        QCOMPARE(sums[0].term, termOf("expert_weights"));
        QVERIFY2(sums[0].several, "6.25 is neither part's");
        QVERIFY2(!sums[1].several, "9.00 is that of the optimizer's larger part as well");
    }

    /// Routing widens the stages with experts; the heaviest may be one without.
    void whiskersAreInTheLegendWhateverStageHasThem() {
        const auto whiskers = [](bool ofFirst, bool ofSecond) {
            Report report = memoryReportByHand(2);
            const bool wide[] = {ofFirst, ofSecond};
            for (std::size_t i = 0; i < 2; ++i)
                if (!wide[i])
                    report.memory->stages[i].peakLow = report.memory->stages[i].peakHigh =
                        report.memory->stages[i].peak;
            return shown(shared(report))->legendTexts().contains(QStringLiteral("Routing imbalance"));
        };
        QCOMPARE(memoryReportByHand(2).memory->worst, 0);
        QVERIFY(whiskers(true, true) && whiskers(false, true));
        QVERIFY(!whiskers(false, false));
    }

    void partsOfAGroupLookDifferent() {
        for (std::size_t i = 1; i < memoryTerms().size(); ++i) {
            if (memoryTerms()[i].group != memoryTerms()[i - 1].group) continue;
            QVERIFY(partStyle(i).colour != partStyle(i - 1).colour);
            QVERIFY(partStyle(i).hatched != partStyle(i - 1).hatched);
        }
    }

    void csvSumsToThePeak() {
        const Report report = memoryReportByHand(8);
        const auto view = shown(shared(report));
        double sum = 0, allocated = 0;
        for (const QString& line : view->csv().split('\n')) {
            const QStringList cells = line.split(',');
            if (cells.size() != 5 || cells[0] != "0") continue;
            if (cells[2] == "allocated") allocated = cells[4].toDouble();
            if (cells[3] != "sum" && cells[3] != "band") sum += cells[4].toDouble();
        }
        QVERIFY(allocated > 1 && std::abs(sum / allocated - 1) < 1e-6);
    }

    /// With an RL step the picture is of its two moments, not of plain training, which holds something else.
    void reinforcementHasTwoMoments() {
        Report report = memoryReportByHand(1);
        report.scenario.rl.emplace();
        RlReport rl;
        rl.rolloutMemory = 41 * GiB, rl.trainMemory = 69 * GiB, rl.host = 300 * GiB;
        rl.capacity = report.memory->capacity;
        rl.fits = Fit::Yes;
        report.rl = rl;
        const auto view = shown(shared(report));
        QVERIFY2(view->summary().startsWith("fits: 69.0 of 79.6 GiB.") &&
                     view->summary().contains("41.0 GiB while sampling, 69.0 GiB while training"),
                 qPrintable(view->summary()));
        QVERIFY(!view->plot()->isVisible());
        DrawnTexts paper;
        FigureStyle wide;
        wide.widthMm = 180;
        view->drawFigure(&paper, 1, wide);
        for (const char* text : {"69.0", "41.0", "Memory while sampling", "Memory while training"})
            QVERIFY2(paper.texts.contains(text), qPrintable(paper.texts.join('|')));
        QVERIFY(!paper.texts.contains(gibText(report.memory->device)));
        QVERIFY2(view->csv().contains("Memory while training,69,"), qPrintable(view->csv()));
        PhasesView phases;
        phases.setReport(shared(report));
        QVERIFY2(phases.summary().contains("two moments"), qPrintable(phases.summary()));
        // Without a step it says why, and shows no plain training in its place.
        report.rl.reset();
        report.warnings.push_back(
            {"rl-engine", say("No engine fits: one takes %1 GPUs, sampling has %2.", 8, 4)});
        view->setReport(shared(report));
        QVERIFY2(view->summary().contains("No engine fits"), qPrintable(view->summary()));
        QVERIFY(!view->plot()->isVisible());
        view->setReport(shared(memoryReportByHand(1)));
        QVERIFY(view->plot()->isVisible());
    }

    void withoutTrainingASentenceSaysWhy() {
        const auto view = shown(shared(Report()));
        QVERIFY(view->summary().contains("no training section"));
        QVERIFY(!view->plot()->isVisible());
        view->setReport(shared(memoryReportByHand(1)));
        QVERIFY(view->plot()->isVisible());
    }
};

MOE_TEST(MemoryViewTest)
#include "memory_view_test.moc"
