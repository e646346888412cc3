// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence of two scenarios says what their reports differ by.

#include "models/engine/answer/compared.h"
#include "models/engine/evaluate.h"
#include "models/engine/scenario/fields.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

class ComparedTest : public QObject {
    Q_OBJECT

    static Scenario small() {
        Scenario scenario;
        const std::pair<const char*, const char*> knobs[] = {
            {"model.layers", "16"},     {"model.hidden", "2048"},      {"model.heads", "16"},
            {"model.kv_heads", "4"},    {"model.ffn", "8192"},         {"model.vocab", "32000"},
            {"model.sequence", "4096"}, {"train.global_batch", "512"}, {"cluster.gpus", "16"},
        };
        for (const auto& [key, value] : knobs)
            if (!setField(scenario, key, value).empty()) throw std::runtime_error(key);
        return scenario;
    }
    static QString sentenceOf(const Scenario& from, const Scenario& to) {
        const std::optional<Answer> answer =
            comparedAnswer(evaluate(from, numbersCatalog()), evaluate(to, numbersCatalog()), "Base", "this");
        return answer ? QString::fromStdString(toString(answer->sentence())) : QString();
    }

private slots:
    void twiceTheBatchTakesTwiceAsLong() {
        Scenario to = small();
        QVERIFY(setField(to, "train.global_batch", "1024").empty());
        const Report a = evaluate(small(), numbersCatalog()), b = evaluate(to, numbersCatalog());
        const std::optional<Answer> answer = comparedAnswer(a, b, "Base", "this");
        QVERIFY(answer.has_value());
        QCOMPARE(answer->value("train.step_seconds")->value, b.train->step.base);
        QVERIFY(b.train->step.base > 1.8 * a.train->step.base);
        const QString text = QString::fromStdString(toString(answer->sentence()));
        QVERIFY2(text.contains("longer a step") && text.contains("Different: Global batch."),
                 qPrintable(text));
        QVERIFY2(!text.contains("one band"), qPrintable(text)); // twice is more than any band
        const QString back = sentenceOf(to, small());
        QVERIFY2(back.contains("shorter a step"), qPrintable(back));
    }
    void nothingDiffers() {
        const QString text = sentenceOf(small(), small());
        QVERIFY2(text.contains("the same step time") && text.contains("the same memory") &&
                     text.contains("No knob differs."),
                 qPrintable(text));
    }
    void whatDoesNotFitIsSaid() {
        Scenario to = small();
        QVERIFY(setField(to, "train.micro_batch", "32").empty());
        QVERIFY(setField(to, "model.layers", "400").empty());
        const QString text = sentenceOf(small(), to);
        QVERIFY2(text.contains("Only Base fits.") && text.contains("GiB more memory"), qPrintable(text));
    }
    void twoSidesHaveNothingInCommon() {
        Scenario server = small();
        server.train.reset();
        QVERIFY(setField(server, "serve.requests", "8").empty());
        QVERIFY(!comparedAnswer(evaluate(small(), numbersCatalog()), evaluate(server, numbersCatalog()), "A",
                                "B"));
    }
};

MOE_TEST(ComparedTest)
#include "compared_test.moc"
