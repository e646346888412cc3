// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/results_panel.h"

#include "models/items/result_cards.h"
#include "tests/support/registry.h"
#include "tests/support/sample_report.h"
#include "tests/ui/view_fixture.h"
#include "ui/results/result_card.h"
#include "ui/results/warning_list.h"

#include <QAccessible>
#include <QDir>
#include <QElapsedTimer>
#include <QImage>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace moe;
using namespace moe::ui;

static ReportPtr shared(Report report) {
    return std::make_shared<const Report>(std::move(report));
}

static Report baseReport() {
    Report base = test::sampleReport();
    base.loss->value = 2.245;
    base.train->usd = 378e3;
    base.memory->device = 58 * GiB;
    base.train->step = 3.31 * second;
    base.train->tokensPerSecondPerGpu = 19800;
    return base;
}

static Report tightReport() {
    Report report = test::sampleReport();
    report.memory->device = 92.4 * GiB;
    report.memory->fits = Fit::No;
    report.loss->low.reset();
    report.train->usd.reset();
    report.scenario.price.gpuHourUsd = 0;
    report.warnings.push_back({"network-spine", "Two <spines> are assumed."});
    return report;
}

class ResultsPanelTest : public QObject {
    Q_OBJECT
    static std::vector<ResultCard*> cardsOf(ResultsPanel& panel) {
        const auto found = panel.findChildren<ResultCard*>();
        return {found.begin(), found.end()};
    }

private slots:
    void init() {
        // The offscreen platform complains of every window with a minimum size.
        QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support propagateSizeHints)"));
    }

    void cardsShowTheReportAndTheChange() {
        ResultsPanel panel;
        panel.setBase(shared(baseReport()), "A");
        panel.setReport(shared(test::sampleReport()));
        const auto cards = cardsOf(panel);
        QCOMPARE(cards.size(), items::resultCards().size() + items::modelCards().size());
        QCOMPARE(cards[0]->card().value, QString("2.214"));
        QCOMPARE(cards[0]->card().change.text, QString("−0.031"));
        QVERIFY(cards[0]->accessibleDescription().contains("against A, better"));
        QCOMPARE(cards[0]->accessibleName(), QString("Predicted loss"));
        panel.setBase(nullptr);
        QVERIFY(cards[0]->card().change.text.isEmpty());
        panel.setReport(nullptr);
        QCOMPARE(cards[0]->card().value, QString("–"));
    }

    void aClickExplainsAndTwoLeadToThePicture() {
        ResultsPanel panel;
        panel.setReport(shared(test::sampleReport()));
        panel.resize(230, 620);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QSignalSpy spy(&panel, &ResultsPanel::cardActivated);
        const auto cards = cardsOf(panel);
        QSignalSpy explained(&panel, &ResultsPanel::explainActivated);
        for (std::size_t card : {1, 2, 4}) QTest::mouseDClick(cards[card], Qt::LeftButton);
        QCOMPARE(spy.size(), 3);
        explained.clear(); // its first click
        QTest::mouseClick(cards[1], Qt::LeftButton);
        QTest::keyClick(cards[2], Qt::Key_Return);
        QTest::keyClick(cards[4], Qt::Key_Space);
        QCOMPARE(explained.size(), 3);
        QCOMPARE(explained[1][0].toString(), QString("train.step_seconds"));
        QCOMPARE(spy[0][0].toString(), QString("memory"));
        QCOMPARE(spy[1][0].toString(), QString("time"));
        QCOMPARE(spy[2][0].toString(), QString("layouts"));
        for (ResultCard* card : cards) QCOMPARE(card->focusPolicy(), Qt::StrongFocus);
        QCOMPARE(QAccessible::queryAccessibleInterface(cards[0])->role(), QAccessible::Button);
    }

    void warningsAreSentencesWithALink() {
        ResultsPanel panel;
        panel.setReport(shared(tightReport()));
        auto* list = panel.findChild<WarningList*>();
        QVERIFY(!list->isHidden());
        const auto labels = list->findChildren<QLabel*>();
        QCOMPARE(labels[1]->text(), QString("⚠ 2 warnings"));
        QVERIFY(labels[3]->text().contains("Two &lt;spines&gt; are assumed."));
        QSignalSpy spy(&panel, &ResultsPanel::whyActivated);
        emit labels[2]->linkActivated("loss-extrapolated");
        QCOMPARE(spy[0][0].toString(), QString("loss-extrapolated"));
        panel.setReport(shared(test::servingReport()));
        QVERIFY(list->isHidden());
    }

    void warningsAreOfTheRoomAndOfTheModel() {
        Report report = test::sampleReport();
        report.warnings = {{"loss-extrapolated", say("loss")},
                           {"serve-overlap-unused", say("decode")},
                           {"time-no-fp8", say("step")},
                           {"assumed", say("assumed")}};
        ResultsPanel panel;
        panel.setReport(shared(std::move(report)));
        const auto shown = [&] {
            const auto& warnings = panel.findChild<WarningList*>()->shown();
            QStringList ids;
            for (const Warning& warning : warnings) ids << QString::fromStdString(warning.id);
            return ids;
        };
        panel.setRoom(items::Room::Model);
        QCOMPARE(shown(), QStringList({"loss-extrapolated", "assumed"}));
        panel.setRoom(items::Room::Train);
        QCOMPARE(shown(), QStringList({"time-no-fp8", "assumed"}));
        panel.setRoom(items::Room::Serve);
        QCOMPARE(shown(), QStringList({"serve-overlap-unused", "assumed"}));
        panel.setRoom(items::Room::Overview);
        QCOMPARE(shown().size(), 4);
    }
    void staleSaysSo() {
        ResultsPanel panel;
        panel.setReport(shared(test::sampleReport()));
        panel.setStale(true, "Expert parallel 6 does not divide 64 experts.");
        bool said = false;
        for (QLabel* label : panel.findChildren<QLabel*>())
            said = said || (!label->isHidden() && label->text().contains("does not divide 64 experts"));
        QVERIFY(said);
        panel.setStale(false);
    }

    void fitsItsWidthWithoutScrolling() {
        ResultsPanel panel;
        panel.setReport(shared(test::sampleReport()));
        panel.resize(230, 620);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QVERIFY(panel.widget()->width() <= 230);
        QCOMPARE(panel.verticalScrollBar()->maximum(), 0);
    }

    void aNewReportIsCheap() {
        ResultsPanel panel;
        panel.setBase(shared(baseReport()), "A");
        Report changed = test::sampleReport();
        changed.loss->value += 0.01;
        const ReportPtr reports[] = {shared(test::sampleReport()), shared(changed)};
        QElapsedTimer timer;
        timer.start();
        constexpr int kTimes = 200;
        for (int i = 0; i < kTimes; ++i) panel.setReport(reports[i % 2]);
        const double each = double(timer.nsecsElapsed()) / 1e6 / kTimes;
        QVERIFY2(each < 2,
                 qPrintable(QString::number(each))); // 0.5 ms optimised; debug and sanitizers are slower
    }

    // A sentence is drawn without its label's own layout, and looks as if it were not.
    void warningsLookAsLabelsDrawThem_data() {
        QTest::addColumn<int>("width");
        for (int width : {150, 233, 301, 420}) QTest::addRow("%d", width) << width;
    }
    void warningsLookAsLabelsDrawThem() {
        QFETCH(int, width);
        WarningList list;
        list.setWarnings(
            {{"x", "Of <two> spines & more, one is assumed: half of 4,096 tokens wait for it."}});
        QLabel* sentence = nullptr;
        for (QLabel* label : list.findChildren<QLabel*>())
            if (label->textFormat() == Qt::RichText) sentence = label;
        QVERIFY(sentence);
        sentence->setParent(nullptr);
        sentence->resize(width, sentence->heightForWidth(width));
        QLabel plain(sentence->text());
        plain.setWordWrap(true);
        plain.resize(sentence->size());
        const auto drawn = [](QWidget& widget) {
            QImage image(widget.size(), QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::white);
            widget.render(&image, {}, {}, QWidget::DrawChildren);
            return image;
        };
        const QImage own = drawn(*sentence);
        delete sentence;
        QImage blank = own;
        blank.fill(Qt::white);
        QVERIFY(own != blank);
        QCOMPARE(own, drawn(plain));
    }

    void pictures() {
        ResultsPanel panel;
        panel.resize(230, 620);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        panel.setBase(shared(baseReport()), "A");
        panel.setReport(shared(test::sampleReport()));
        for (bool dark : {false, true}) moe::test::savePicture(panel, dark, "results");
        panel.setReport(shared(tightReport()));
        panel.setStale(true, "Expert parallel 6 does not divide 64 experts.");
        for (bool dark : {false, true}) moe::test::savePicture(panel, dark, "results-stale");
        panel.setStale(false);
        panel.setReport(shared(test::servingReport()));
        for (bool dark : {false, true}) moe::test::savePicture(panel, dark, "results-serving");
    }
};

MOE_TEST(ResultsPanelTest)
#include "results_panel_test.moc"
