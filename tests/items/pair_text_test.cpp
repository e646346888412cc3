// SPDX-License-Identifier: GPL-3.0-or-later
// What tells two scenarios of one picture apart.

#include "models/items/pair_text.h"
#include "tests/support/registry.h"
#include "tests/support/sample_report.h"

#include <QTest>

#include <cmath>

using namespace moe;
using items::PairTopic;

namespace {

const items::PairNames kNames{"A", "B"};

/// Four seconds of which `compute`, `exchange`, `idle` are as said.
LaneUse use(double compute, double exchange, double idle, double hidden) {
    LaneUse made;
    made.length = Seconds{4};
    made.compute = Seconds{compute};
    made.exchange = Seconds{exchange};
    made.idle = Seconds{idle};
    made.hidden = Seconds{hidden};
    made.ranks = 1;
    return made;
}

} // namespace

class PairTextTest : public QObject {
    Q_OBJECT

    static Report slower() {
        Report other = test::sampleReport();
        other.train->terms[test::timeTerm("attention")].exposed += Seconds{1};
        other.train->terms[test::timeTerm("alltoall")].exposed += Seconds{-0.25};
        other.train->step += Seconds{0.75};
        return other;
    }

private slots:
    void theStepComesFirstThenWhatChangesMost() {
        const items::PairTable table = pairTable(test::sampleReport(), slower(), PairTopic::Step, kNames);
        QCOMPARE(table.rows[0].key, "train.step_seconds");
        QVERIFY(std::abs(*table.rows[0].change() - 0.75) < 1e-9 && table.rows[0].judgement == -1);
        QVERIFY(table.rows[1].key.contains("attention") && table.rows[1].judgement == -1);
        QVERIFY(table.rows[2].key.contains("alltoall") && table.rows[2].judgement == 1);
        double sum = 0; // parts make up the whole
        for (std::size_t i = 1; i < table.rows.size(); ++i) sum += table.rows[i].change().value_or(0);
        QVERIFY(std::abs(sum - 0.75) < 1e-9);
        QVERIFY2(table.why.startsWith("B takes 750 ms longer a step: ") &&
                     table.why.contains("Attention core +1.00 s"),
                 qPrintable(table.why));
    }

    void whatNeitherHasIsSaidOfBoth() {
        Report none = test::sampleReport(), one = none;
        none.train.reset();
        none.memory.reset();
        for (const auto& [topic, word] :
             {std::pair{PairTopic::Step, "a training step."}, {PairTopic::Memory, "training memory."}}) {
            const items::PairTable both = pairTable(none, none, topic, kNames);
            QCOMPARE(both.why, QStringLiteral("Neither of the two has ") + word);
            QVERIFY(both.rows.empty());
            QCOMPARE(pairTable(none, one, topic, kNames).why,
                     QStringLiteral("Only one of the two has ") + word);
        }
    }

    void theOtherWayRoundItTakesLess() {
        const items::PairTable table = pairTable(slower(), test::sampleReport(), PairTopic::Step, kNames);
        QVERIFY2(table.why.startsWith("B takes 750 ms less a step: "), qPrintable(table.why));
        QCOMPARE(table.rows[0].judgement, 1);
        const items::PairTable same = pairTable(slower(), slower(), PairTopic::Step, kNames);
        QCOMPARE(same.why, "B takes as long a step.");
    }

    void aSideWithoutTrainingSaysSo() {
        const items::PairTable table =
            pairTable(test::sampleReport(), test::servingReport(), PairTopic::Step, kNames);
        QCOMPARE(table.why, "Only one of the two has a training step.");
        QVERIFY(!table.rows.front().change());
        QCOMPARE(items::pairChange(table.rows.front()), "–");
    }

    void memoryIsThatOfTheHeaviestStage() {
        Report other = test::sampleReport();
        other.memory->stages[0].terms[1] += 10 * GiB;
        other.memory->device += 10 * GiB;
        const items::PairTable table = pairTable(test::sampleReport(), other, PairTopic::Memory, kNames);
        QVERIFY2(table.why.startsWith("B holds 10.0 GiB more on a GPU: "), qPrintable(table.why));
        QCOMPARE(table.rows[1].judgement, -1);
    }

    void resultsOfServingAreThoseThatDiffer() {
        Report other = test::sampleReport();
        other.serve->tpot = 21 * millisecond;
        const items::PairTable table = pairTable(test::sampleReport(), other, PairTopic::Serving, kNames);
        QVERIFY(!table.rows.empty());
        for (const items::PairRow& row : table.rows)
            QVERIFY(row.key.startsWith("serve.") && *row.change() != 0);
        QVERIFY2(table.why.startsWith("B against A: ") && table.why.contains("+7.00 ms"),
                 qPrintable(table.why));
        QCOMPARE(pairTable(other, other, PairTopic::Serving, kNames).why,
                 "A and B are alike in these results.");
    }

    void aStretchSaysWhoWaitsForWhat() {
        const items::PairTable table = laneTable(use(3.6, 0.1, 0.3, 2.4), use(2.4, 1.3, 0.3, 0), kNames);
        QCOMPARE(table.why,
                 "In this time B computes 33 % less than A. B waits 1.20 s longer for communication, "
                 "of which A runs 2.40 s more beside its computing.");
        QCOMPARE(table.rows.size(), std::size_t(5));
        QCOMPARE(table.rows[0].judgement, -1); // computes less
        QCOMPARE(table.rows[1].judgement, -1); // waits more
        QCOMPARE(table.rows[4].judgement, -1); // hides less
        const items::PairTable idles = laneTable(use(3, 0, 1, 0), use(3.5, 0, 0.5, 0), kNames);
        QCOMPARE(idles.why, "In this time B computes 17 % more than A. A idles 500 ms longer.");
    }

    /// The two bubbles are those that the lines over the pictures print; passes: what they leave of 4 s.
    void schedulesSayWhyOneIsSlower() {
        const auto use = [](double bubble, double hidden, double makespan = 4) {
            return items::ScheduleUse{Seconds{makespan}, bubble, Seconds{hidden}};
        };
        QCOMPARE(scheduleWhy(use(0.1, 2), use(0.05, 0), kNames),
                 "B has a smaller bubble (5.0 against 10.0 %), but its passes take 1.06 × as long. A runs "
                 "2.00 s of its communication beside computing, B only 0 s.");
        QCOMPARE(scheduleWhy(use(0.05, 0, 5), use(0.1, 0), kNames),
                 "B has a larger bubble (10.0 against 5.0 %), but its passes take only 0.76 × as long.");
        QCOMPARE(scheduleWhy(use(0.1, 0), use(0.05, 0, 3), kNames),
                 "B has a smaller bubble (5.0 against 10.0 %), and its passes take only 0.79 × as long.");
        QCOMPARE(scheduleWhy(use(0.25, 0), use(0.25, 0), kNames),
                 "B has as large a bubble (25.0 %), and its passes take as long.");
        // As large is what prints alike.
        QCOMPARE(scheduleWhy(use(0.2496, 0), use(0.2504, 0), kNames),
                 "B has as large a bubble (25.0 %), and its passes take as long.");
        QCOMPARE(scheduleWhy(use(0.249, 0), use(0.25, 0), kNames),
                 "B has a larger bubble (25.0 against 24.9 %), its passes take as long.");
        QCOMPARE(scheduleWhy({}, {}, kNames), QString());
    }

    void csvHasExactNumbersAndTextIsAligned() {
        const items::PairTable table = pairTable(test::sampleReport(), slower(), PairTopic::Step, kNames);
        const QStringList lines = pairCsv(table, kNames).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines[0].trimmed(), "part,key,unit,A,B,change");
        QVERIFY2(lines[1].startsWith("Step time,train.step_seconds,s,3.42,4.17,0.75"), qPrintable(lines[1]));
        QVERIFY(pairText(table, kNames).contains("+750 ms"));
    }
};

MOE_TEST(PairTextTest)
#include "pair_text_test.moc"
