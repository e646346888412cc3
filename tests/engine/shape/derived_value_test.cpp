// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/derived_value.h"

#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;
using moe::test::presetScenario;
using moe::test::shippedCatalog;

class DerivedValueTest : public QObject {
    Q_OBJECT
private slots:
    void everyFieldThatMayBeAutoIsExplained() {
        const Scenario scenario = presetScenario("deepseek-v3"); // has every section
        QVERIFY(scenario.moe && scenario.train && scenario.serve);
        const Setup setup = setupOf(scenario, shippedCatalog());
        QStringList unexplained;
        for (const Field& field : fields()) {
            const bool said = !std::holds_alternative<std::monostate>(derivedValue(field, setup));
            QVERIFY2(field.optional || !said, field.key);
            if (field.optional && !said) unexplained << field.key;
        }
        QCOMPARE(unexplained, QStringList());
        QCOMPARE(derivedValues(scenario, shippedCatalog()).size(), fields().size());
    }

    // What is said of an absent value is what the value would have to be to change nothing.
    /// A layout that does not divide hides nothing of the GPU's data sheet.
    void aBrokenScenarioHasItsOwnGpusValues() {
        Catalog catalog = shippedCatalog();
        Scenario scenario = presetScenario("llama-3-70b");
        catalog.presets.push_back({"llama-3-70b", "Llama", scenario});
        const std::vector<FieldValue> before = derivedValues(scenario, catalog);
        const auto of = [](const std::vector<FieldValue>& values, const char* key) {
            return values[static_cast<std::size_t>(findField(key) - fields().data())];
        };
        scenario.gpu.preset = "h200";
        const std::vector<FieldValue> whole = derivedValues(scenario, catalog);
        QVERIFY(of(before, "gpu.memory_gib") != of(whole, "gpu.memory_gib"));
        scenario.parallel.tp = 3;
        std::vector<FieldValue> values = before;
        renewGpuValues(values, scenario, catalog);
        for (const char* key : {"gpu.memory_gib", "gpu.bf16_tflops", "gpu.bandwidth_tbps"})
            QVERIFY2(of(values, key) == of(whole, key), key);
        QVERIFY(of(values, "model.head_dim") == of(before, "model.head_dim"));
        scenario.gpu.preset = "no such GPU";
        renewGpuValues(values, scenario, catalog);
        QVERIFY(std::holds_alternative<std::monostate>(of(values, "gpu.memory_gib")));
    }

    void autoIsWhatItIsSaidToBe_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QString>("key");
        QTest::addColumn<double>("value");
        QTest::newRow("a group of GPUs for each of 58 layers") << "reference"
                                                               << "cluster.gpus" << 14848.0;
        QTest::newRow("data parallel") << "deepseek-v3"
                                       << "parallel.dp" << 128.0; // 2048 / PP 16
        QTest::newRow("half of the output is cached") << "deepseek-v3"
                                                      << "serve.context" << 2560.0;
        QTest::newRow("without shared experts") << "mixtral-8x7b"
                                                << "moe.shared_ffn" << 0.0;
    }
    void autoIsWhatItIsSaidToBe() {
        QFETCH(QString, preset);
        QFETCH(QString, key);
        QFETCH(double, value);
        Scenario scenario = presetScenario(preset.toStdString());
        const Field& field = *findField(key.toStdString());
        if (key == "cluster.gpus") { // of the layout alone
            const Setup setup = setupOf(scenario, shippedCatalog());
            scenario.parallel.dp = static_cast<Count>(setup.dp);
        }
        QVERIFY(field.set(scenario, FieldValue{}));
        QCOMPARE(derivedValue(field, setupOf(scenario, shippedCatalog())), FieldValue(value));
    }
};

MOE_TEST(DerivedValueTest)
#include "derived_value_test.moc"
