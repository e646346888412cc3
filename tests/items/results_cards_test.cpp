// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/result_cards.h"

#include "models/engine/report/metrics.h"
#include "models/items/format.h"
#include "tests/support/registry.h"
#include "tests/support/sample_report.h"

#include <QTest>

using namespace moe;
using namespace moe::items;

class ResultsCardsTest : public QObject {
    Q_OBJECT
private slots:
    void cardsShowTheReport_data() {
        QTest::addColumn<int>("card");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("detail");
        QTest::newRow("loss") << 0 << "2.214"
                              << "90 %: 2.190 – 2.238 · best 2.210";
        QTest::newRow("memory") << 1 << "61.3 GiB"
                                << "18.3 GiB free\nloss forward";
        QTest::newRow("step") << 2 << "3.42 s"
                              << "compute 70 %\nall-to-all 18 % · other 12 %";
        QTest::newRow("throughput") << 3 << "19.2 k"
                                    << "MFU 38.2 % · 378 TFLOP/s";
        QTest::newRow("cost") << 4 << "$ 412 k"
                              << "196 k GPU-h · 128 d on 64 GPUs\nwith failures 206 k GPU-h · 134 d";
        QTest::newRow("distance") << 5 << "+0.004"
                                  << "best: lr 0.001 · 5.20 M tokens";
    }
    void cardsShowTheReport() {
        QFETCH(int, card);
        const CardText text = resultCards()[std::size_t(card)].text(test::sampleReport(), nullptr);
        QTEST(text.value, "value");
        QTEST(text.detail, "detail");
        QVERIFY(text.change.text.isEmpty());
        QVERIFY(!text.missing);
        QVERIFY(findMetric(resultCards()[std::size_t(card)].key));
    }

    // 2.664 M H800-hours for 14.8 T tokens (arXiv 2412.19437, table 1).
    void whatIsPublishedStandsBesideTheCost() {
        Report report = test::sampleReport();
        report.goodput.reset();
        ModelSpec& model = report.scenario.model;
        model.layers = 61;
        model.hidden = 7168;
        model.vocab = 129280;
        report.scenario.moe.emplace().experts = 256;
        report.scenario.train.emplace().tokens = 14.8e12;
        report.scenario.gpu.preset = "h800";
        report.scenario.cluster.gpus = 2048;
        report.train->gpuHours = 2.664e6 * 1.22;
        const auto cost = [&] { return resultCards()[4].text(report, nullptr); };
        QVERIFY2(cost().detail.endsWith("\npublished 2.66 M: +22 %"), qPrintable(cost().detail));
        QVERIFY2(cost().note.contains("arXiv 2412.19437"), qPrintable(cost().note));
        QVERIFY(cardSummary(cost(), {}).contains("2048 H800"));
        report.train->gpuHours = 2.664e6 * 0.955;
        QVERIFY2(cost().detail.endsWith("published 2.66 M: −4.5 %"), qPrintable(cost().detail));
        report.scenario.cluster.gpus = 256; // fewer GPUs take fewer GPU-hours: another figure
        QVERIFY2(!cost().detail.contains("published"), qPrintable(cost().detail));
        report.scenario.cluster.gpus = 2048;

        GoodputReport goodput;
        goodput.gpuHours = 3e6;
        goodput.days = 60;
        report.goodput = goodput;
        QVERIFY2(cost().detail.endsWith("\nwith failures 3.00 M GPU-h · 60.0 d"), qPrintable(cost().detail));
        QVERIFY(!cost().note.isEmpty());
        report.scenario.gpu.preset = "b200"; // hours of another machine
        QVERIFY(cost().note.isEmpty());
        report.scenario.gpu.preset = "h800";
        report.scenario.cluster.gpus = 2048;
        report.scenario.train->tokens = 1e12;
        QVERIFY(cost().note.isEmpty());
    }

    void stepSharesKnowTheirParts_data() {
        QTest::addColumn<QString>("detail");
        for (const char* key :
             {"gemm", "attention", "memory_bound", "expert_gemm", "head", "recompute", "grad_accumulation"})
            QTest::newRow(key) << "compute 100 %\nother 0 %";
        QTest::newRow("alltoall") << "compute 0 %\nall-to-all 100 % · other 0 %";
        QTest::newRow("bubble") << "compute 0 % · bubble 100 %\nother 0 %";
        QTest::newRow("host") << "compute 0 % · host 100 %\nother 0 %";
        for (const char* key : {"optimizer", "constant", "dp", "tp", "cp", "pipeline"})
            QTest::newRow(key) << "compute 0 %\nother 100 %";
    }
    void stepSharesKnowTheirParts() {
        Report report = test::sampleReport();
        bool known = false;
        for (std::size_t i = 0; i < timeTerms().size(); ++i) {
            const bool wanted = std::string_view(timeTerms()[i].key) == QTest::currentDataTag();
            known = known || wanted;
            report.train->terms[i].exposed = wanted ? report.train->step : Seconds{};
        }
        QVERIFY2(known, "timeTerms() has no such row any more");
        QTEST(resultCards()[2].text(report, nullptr).detail, "detail");
    }

    void changesAreJudgedByTheMetric() {
        const Report base = test::sampleReport();
        Report report = base;
        report.loss->value = 2.183;
        report.memory->device = 80 * GiB;
        report.memory->fits = Fit::No;
        report.train->tokensPerSecondPerGpu *= 1.1;
        const auto card = [&](int i) { return resultCards()[std::size_t(i)].text(report, &base); };
        QCOMPARE(card(0).change.text, QString("−0.031"));
        QCOMPARE(card(0).change.judgement, 1);
        QCOMPARE(card(1).change.judgement, -1);
        QVERIFY2(card(1).lead.startsWith("✕ does not fit"), qPrintable(card(1).lead));
        QVERIFY(card(1).mood == CardMood::Bad);
        QVERIFY(card(1).detail.contains(" over"));
        QCOMPARE(card(2).change.text, QString("="));
        QCOMPARE(card(3).change.judgement, 1);
    }

    void whatIsMissingHasADashAndAReason() {
        Report report = test::sampleReport();
        report.loss->low.reset();
        QVERIFY(resultCards()[0].text(report, nullptr).detail.startsWith("no interval yet"));
        report.train->usd.reset();
        QCOMPARE(resultCards()[4].text(report, nullptr).value, QString("196 k"));
        for (const CardRow& row : resultCards()) {
            const CardText card = row.text(Report{}, &report);
            QCOMPARE(card.value, QString("–"));
            QVERIFY(card.missing && !card.detail.isEmpty() && !card.title.isEmpty());
        }
    }

    void servingAloneHasItsOwnCards() {
        Report report = test::servingReport();
        const auto card = [&](std::size_t i) { return resultCards()[i].text(report, nullptr); };
        QCOMPARE(card(0).title, QString("Time to first token"));
        report.serve->largestRequests = 661;
        QCOMPARE(card(1).title, QString("Memory per GPU"));
        QCOMPARE(card(1).lead, QString("✓ fits"));
        QVERIFY(card(1).detail.startsWith("at most 661 requests\n"));
        QCOMPARE(card(2).value, QString("14.0 ms"));
        QCOMPARE(card(3).detail, QString("71.0 tokens/s per user"));
        report.scenario.price.gpuHourUsd = 2;
        report.serve->tokensPerSecondPerGpu = 1000;
        QCOMPARE(card(4).value, humanValue(1e6 * 2 / 3.6e6, "USD"));
        QVERIFY(!card(5).shown());
        report.serve->fits = Fit::No;
        report.serve->largestRequests = 0;
        QVERIFY2(card(1).lead.startsWith("✕ does not fit"), qPrintable(card(1).lead));
        QVERIFY(card(1).detail.startsWith("not even one request fits\n"));
    }

    void verdictsOfAServerHaveOdds() {
        Report report = test::servingReport();
        const auto card = [&](std::size_t i) { return resultCards()[i].text(report, nullptr); };
        ServeSpec& spec = *report.scenario.serve;
        spec.sloTtft = 1, spec.sloTpot = 0.03;
        QVERIFY(card(0).lead.isEmpty()); // nothing was simulated
        report.serve->ttftChance = 0.83, report.serve->tpotChance = 0.2;
        QCOMPARE(card(0).lead, QString("✓ keeps 1.00 s with 83 %"));
        QVERIFY(card(0).mood == CardMood::Good && card(0).note.contains("For 99 % of the requests"));
        QCOMPARE(card(2).lead, QString("✕ breaks 30.0 ms with 80 %"));
        QVERIFY(card(2).mood == CardMood::Bad && card(2).detail.startsWith("whole request"));
        report.serve->ttftChance = 0.999;
        QCOMPARE(card(0).lead, QString("✓ keeps 1.00 s"));
        spec.sloTtft.reset();
        QVERIFY(card(0).lead.isEmpty() && !card(0).detail.isEmpty());
        spec.memoryError = 0.1, report.serve->fitChance = 0.87;
        QCOMPARE(card(1).lead, QString("✓ fits with 87 %"));
        QVERIFY2(card(1).note.contains("within 10 % of what is predicted"), qPrintable(card(1).note));
    }

    void summariesSpeakInWords() {
        const Report base = test::sampleReport();
        Report report = base;
        report.loss->value = 2.183;
        const CardText card = resultCards()[0].text(report, &base);
        QVERIFY(cardSummary(card, "A").startsWith("2.183 nats/token, down 0.031 against A, better. 90 %"));
        QVERIFY(cardSummary(resultCards()[1].text(report, &base), "A").contains(" of 79.6 GiB"));
    }
};

MOE_TEST(ResultsCardsTest)
#include "results_cards_test.moc"
