// SPDX-License-Identifier: GPL-3.0-or-later
// Prompts in layers of the chunked delta rule against measured kernels.

#include "data/csv.h"
#include "models/engine/cost/serve_operators.h"
#include "models/engine/scenario/fields.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using namespace moe::test;

class StateKernelsTest : public QObject {
    Q_OBJECT

private slots:
    void promptsTakeWhatWasMeasured_data() {
        QTest::addColumn<QString>("table");
        QTest::addColumn<std::string>("gpu");
        QTest::newRow("B200") << QStringLiteral("b200_sxm") << std::string("b200");
        QTest::newRow("H100") << QStringLiteral("h100_sxm") << std::string("h100-sxm");
    }
    // ai-dynamo/aiconfigurator@095f58a5, gdn of TensorRT-LLM 1.3.0rc20: heads of 128 × 128. The shapes that
    // the constants were fitted to.
    void promptsTakeWhatWasMeasured() {
        QFETCH(QString, table);
        QFETCH(std::string, gpu);
        const std::string text = sharedText("data/ops/" + table.toStdString() + "/gdn-trtllm-1.3.0rc20.csv");
        MOE_NEED_SHARED(text, "data/ops");
        const CsvTable read = valueOf(readCsv(text, "gdn.csv", {}));
        const auto number = [&](const char* name, std::size_t row) { return read.find(name)->numbers[row]; };
        Scenario scenario = presetScenario("qwen3.5-397b");
        scenario.gpu.preset = gpu;
        std::vector<double> errors;
        for (std::size_t row = 0; row < read.rows(); ++row) {
            if (read.find("phase")->text(row) != "context" || number("s", row) < 64) continue;
            Setup setup = setupOf(scenario, shippedCatalog());
            setup.mixer = LayerKind::Gdn;
            setup.tp = 1;
            setup.nv = number("vh", row);
            setup.dk = setup.dlv = 128;
            const double length = number("s", row);
            const Cost cost = prefillCore(setup, serveRatesOf(setup), number("b", row) * length, length);
            const double measured =
                1e-6 * (number("causal_conv1d_fn_us", row) + number("chunk_gated_delta_rule_us", row));
            if (measured > 0) errors.push_back(std::abs(cost.time.base / measured - 1));
        }
        QVERIFY(errors.size() > 300);
        std::sort(errors.begin(), errors.end());
        const double median = errors[errors.size() / 2], ninety = errors[errors.size() * 9 / 10];
        QVERIFY2(median < 0.12 && ninety < 0.3, qPrintable(QString("%1 %2").arg(median).arg(ninety)));
    }
};

MOE_TEST(StateKernelsTest)
#include "state_kernels_test.moc"
