// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/cost/step_constants_file.h"

#include "tests/support/registry.h"

#include <QTest>

using namespace moe;

namespace {

const std::string kHead = "schema: moe-explorer/step-constants/1\n";

QString problemOf(const std::string& text) {
    const Result<StepConstantsFile> read = readStepConstants(kHead + text, "constants.yaml");
    return read ? QString() : QString::fromStdString(toString(read.error())).trimmed();
}

} // namespace

class StepConstantsFileTest : public QObject {
    Q_OBJECT
private slots:
    void whatIsWrittenIsReadAgain() {
        StepConstantsFile file;
        for (const char* key : {"gemm_hopper", "tensor_message", "ring_nvlink_hop"}) {
            const StepConstantRow& row = *findStepConstant(key);
            row.set(file.constants, 1.05 * row.get(kStepConstants));
            file.fitted.push_back(static_cast<std::size_t>(&row - stepConstantRows().data()));
        }
        file.covariance = {{1e-4}, {-2e-5, 0.25}, {0, 1e-7, 0.01}};
        file.runs = 224;
        file.source = "NVIDIA/dgxc-benchmarking, mosaicml/llm-foundry";
        const std::string text = stepConstantsText(file);
        QVERIFY(isStepConstants(text));
        QVERIFY(!isStepConstants("schema: moe-explorer/scenario/1\n"));
        const Result<StepConstantsFile> read = readStepConstants(text, "constants.yaml");
        QVERIFY2(read.has_value(), read ? "" : toString(read.error()).c_str());
        QCOMPARE(read->fitted, file.fitted);
        QCOMPARE(read->covariance, file.covariance);
        QCOMPARE(read->runs, Count(224));
        QCOMPARE(read->source, file.source);
        for (const StepConstantRow& row : stepConstantRows())
            QCOMPARE(float(row.get(read->constants)), float(row.get(file.constants)));
        QCOMPARE(stepConstantsText(*read), text);
    }

    void wrongFilesAreLocated_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("problem");
        QTest::newRow("unknown name")
            << "constants: {mfu: 0.4}\n"
            << "constants.yaml:2:18: constants.mfu: is no constant of the step-time model, "
               "got \"0.4\"";
        QTest::newRow("out of range")
            << "constants:\n  gemm_hopper: 1.4\n"
            << "constants.yaml:3:16: constants.gemm_hopper: must be a number from 0.55 to "
               "0.82, got \"1.4\"";
        QTest::newRow("no number")
            << "constants: {nic: fast}\n"
            << "constants.yaml:2:18: constants.nic: must be a number from 0.5 to 0.95, got "
               "\"fast\"";
        QTest::newRow("nothing") << "runs: 3\n"
                                 << "constants.yaml: constants: is missing";
        QTest::newRow("row of another")
            << "constants: {nic: 0.8}\ncovariance: {nvlink: [0.1]}\n"
            << "constants.yaml:3:22: covariance.nvlink: must stand among the constants "
               "first, got \"0.1\"";
        QTest::newRow("row too long") << "constants: {nic: 0.8}\ncovariance: {nic: [0.1, 0.2]}\n"
                                      << "constants.yaml:3:19: covariance.nic: must be covariances with the "
                                         "constants up to itself, 1 in all, got";
        QTest::newRow("other key")
            << "constants: {nic: 0.8}\nspeed: 2\n"
            << "constants.yaml:3:8: speed: is no key of a file of constants, got \"2\"";
    }
    void wrongFilesAreLocated() {
        QFETCH(QString, text);
        QFETCH(QString, problem);
        QVERIFY2(problemOf(text.toStdString()).startsWith(problem),
                 qPrintable(problemOf(text.toStdString())));
    }

    void whatIsNotNamedStays() {
        const Result<StepConstantsFile> read = readStepConstants(kHead + "constants: {memory: 0.8}\n", "x");
        QVERIFY(read.has_value());
        QCOMPARE(read->constants.memory, 0.8);
        QCOMPARE(read->constants.nic, kStepConstants.nic);
    }
};

MOE_TEST(StepConstantsFileTest)
#include "step_constants_file_test.moc"
