// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a benchmark ran the scenario's model, by its name.
#include "models/engine/calibration/model_match.h"

#include "tests/engine/operator_cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>

using namespace moe;
using namespace moe::test;

Q_DECLARE_METATYPE(moe::ModelMatch)

class ModelMatchTest : public QObject {
    Q_OBJECT
private slots:
    /// Sizes as the publishers' cards state them: total and active, in billions.
    void sizesAreReadFromNames_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("total");
        QTest::addColumn<double>("active");
        QTest::newRow("dense") << "meta-llama/Meta-Llama-3-8B-Instruct" << 8. << 0.;
        QTest::newRow("version is no size") << "Qwen/Qwen2.5-0.5B" << 0.5 << 0.;
        QTest::newRow("context is no size") << "Qwen2.5-7B-Instruct-1M" << 7. << 0.;
        QTest::newRow("millions") << "facebook/opt-125m" << 0.125 << 0.;
        QTest::newRow("active behind an A") << "Qwen/Qwen3-30B-A3B-FP8" << 30. << 3.;
        QTest::newRow("active alone") << "Qwen1.5-MoE-A2.7B" << 0. << 2.7;
        QTest::newRow("active in millions") << "granite-3.1-1b-a400m" << 1. << 0.4;
        QTest::newRow("product") << "mistralai/Mixtral-8x22B-v0.1" << 176. << 0.;
        QTest::newRow("two sizes") << "allenai/OLMoE-1B-7B-0924" << 7. << 1.;
        QTest::newRow("experts make it active") << "Llama-4-Scout-17B-16E-Instruct" << 0. << 17.;
        QTest::newRow("trillions") << "Ling-1T" << 1000. << 0.;
        QTest::newRow("none") << "deepseek-ai/DeepSeek-V3" << 0. << 0.;
        QTest::newRow("bits are no size") << "my-model-4bit-w4a16" << 0. << 0.;
    }
    void sizesAreReadFromNames() {
        QFETCH(QString, name);
        QFETCH(double, total);
        QFETCH(double, active);
        const NamedSizes sizes = namedSizes(name.toStdString());
        QVERIFY2(std::abs(sizes.total - 1e9 * total) < 1, qPrintable(QString::number(sizes.total)));
        QVERIFY2(std::abs(sizes.active - 1e9 * active) < 1, qPrintable(QString::number(sizes.active)));
    }

    /// A name of one small digit is rounded by half: granite-3.0-1b-a400m has 1.33 G.
    void namesAreRoundedAsFarAsTheyStateDigits() {
        for (const auto& [name, within] : {std::pair{"x-1b", 1.5},
                                           {"x-3b", 4 / 3.0},
                                           {"x-8b", 1.25},
                                           {"x-1.5b", 1.25},
                                           {"x-400m", 1.25},
                                           {"x-8x7b", 1.4}})
            QVERIFY2(std::abs(namedSizes(name).totalWithin - within) < 1e-12, name);
    }

    void aSizeIsOfAllParameters_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QString>("name");
        QTest::addColumn<ModelMatch>("match");
        const auto row = [](const char* preset, const char* name, ModelMatch match) {
            QTest::addRow("%s beside %s", name, preset) << QString(preset) << QString(name) << match;
        };
        // Of 117 G, of which a token meets 5.1 G: no dense model of 8 or 5 G is it.
        row("gpt-oss-120b", "my-finetune-8b", ModelMatch::Other);
        row("gpt-oss-120b", "my-finetune-5b", ModelMatch::Other);
        row("gpt-oss-120b", "my-oss-120b-finetuned", ModelMatch::Size);
        row("gpt-oss-120b", "my-oss-120b-a5b", ModelMatch::Size);
        row("gpt-oss-120b", "another-120b-a22b", ModelMatch::Other);
        row("gpt-oss-120b", "an-unnamed-model", ModelMatch::Untold);
        row("gpt-oss-120b", "", ModelMatch::Untold);
        row("gpt-oss-120b", "openai/gpt-oss-120b", ModelMatch::Same);
        row("llama-3-8b", "my-finetune-8b", ModelMatch::Size);
        row("llama-3-8b", "my-finetune-13b", ModelMatch::Other);
        row("llama-3-8b", "my-finetune-11b", ModelMatch::Other);
        row("llama-3-8b", "my-finetune-8b-a1b", ModelMatch::Other);
        row("mixtral-8x7b", "my-mix-8x7b", ModelMatch::Size);
        row("mixtral-8x7b", "my-mix-8x22b", ModelMatch::Other);
    }
    void aSizeIsOfAllParameters() {
        QFETCH(QString, preset);
        QFETCH(QString, name);
        QFETCH(ModelMatch, match);
        QCOMPARE(modelMatch(name.toStdString(), presetScenario(preset.toStdString()), measuredCatalog()),
                 match);
    }

    void whatWasTakenIsSaidOncePerName() {
        BenchRun run;
        run.source = "a.json";
        std::vector<BenchRun> runs{run, run, run, run};
        runs[0].model = runs[1].model = "my-finetune-8b";
        runs[2].model = "openai/whatever";
        runs[3].model = "";
        const std::vector<Message> taken = takenModels(runs, presetScenario("llama-3-8b"), measuredCatalog());
        QCOMPARE(taken.size(), std::size_t(3));
        QCOMPARE(QString::fromStdString(toString(taken[0])),
                 QString("a.json ran my-finetune-8b, which is known by its size alone: taken for the "
                         "scenario's model"));
        QVERIFY(toString(taken[2]).find("names no model") != std::string::npos);
    }
};

MOE_TEST(ModelMatchTest)
#include "model_match_test.moc"
