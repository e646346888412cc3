// SPDX-License-Identifier: GPL-3.0-or-later
// Shipped measured cases: read completely, entered as published, and met as well as is declared.

#include "models/engine/measured/validation.h"
#include "models/engine/report/odds.h"
#include "models/engine/scenario/validate.h"
#include "tests/engine/cases.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <cmath>
#include <set>

using namespace moe;
using namespace moe::test;

namespace {

const std::vector<MeasuredCase>& shippedCases() {
    static const std::vector<MeasuredCase> cases = [] {
        std::vector<MeasuredCase> made;
        const QStringList names = QDir(":/cases").entryList({"*.yaml"}, QDir::Files, QDir::Name);
        for (const QString& name : names)
            made.push_back(
                valueOf(readCase(resourceText("cases/" + name.toStdString()), name.toStdString())));
        return made;
    }();
    return cases;
}

const Validation& result() {
    static const Validation made = validation(shippedCases(), shippedCatalog());
    return made;
}

double errorOf(const std::string& id, const std::string& quantity) {
    for (const ValidationRow& row : result().rows) {
        if (row.measuredCase->id == id && row.quantity->key == quantity) return *row.error();
    }
    throw std::runtime_error(id + " has no " + quantity);
}

const ErrorSummary& summary(const std::string& family, const std::string& part) {
    for (const ErrorSummary& one : result().summaries) {
        if (one.family == family && one.part == part) return one;
    }
    throw std::runtime_error("no summary of " + family + ", " + part);
}

} // namespace

class ValidationTest : public QObject {
    Q_OBJECT

private slots:
    void everyCaseIsValidAndNamed() {
        QCOMPARE(shippedCases().size(), std::size_t(53));
        std::set<std::string> ids;
        for (const MeasuredCase& one : shippedCases()) {
            const Problems problems = validate(one.scenario, shippedCatalog());
            QVERIFY2(problems.empty(), (one.id + ": " + toString(problems)).c_str());
            QVERIFY2(ids.insert(one.id).second, one.id.c_str());
            QVERIFY(one.source.size() > 10 && !one.hardware.empty());
        }
        QVERIFY(result().problems.empty());
    }

    /// A row far off says why, so that nobody takes the number for a promise.
    void largeErrorsHaveACause() {
        for (const ValidationRow& row : result().rows) {
            if (!row.predicted) continue; // what an allocator may take near a card's capacity
            if (std::abs(*row.error()) > kLargeError)
                QVERIFY2(!row.measuredCase->cause.empty(), row.measuredCase->id.c_str());
        }
    }

    void memoryIsMet_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("quantity");
        QTest::addColumn<double>("limit");
        const auto row = [](const char* id, const char* quantity, double limit) {
            QTest::addRow("%s %s", id, quantity) << id << quantity << limit;
        };
        row("a100_dense_mbs8", "allocated_bytes", 0.005);
        row("a100_dense_mbs8", "peak_bytes", 0.01);
        row("a100_dmoe64_ep4_mbs8", "allocated_bytes", 0.005);
        row("a100_dmoe64_ep4_mbs8", "peak_bytes", 0.01);
        row("a100_dmoe64_ep4_mbs8", "params_per_gpu", 1e-6);
        row("a100_dense_mbs8", "params", 1e-6);
        row("mlm_gpt7b_tp4pp1_h100", "allocated_bytes", 0.01);
        row("mlm_gpt7b_tp4pp1_h100", "peak_bytes", 0.02);
        row("mlm_gpt7b_tp1pp4vpp8_h100", "peak_bytes", 0.02);
        row("mlm_mixtral8x7b_tp2pp4vpp8ep8_h100", "peak_bytes", 0.02);
        row("paip_qwen3_4b_mbs1_nemo2509", "allocated_bytes", 0.01);
        row("kempner_01_1g_7b", "peak_bytes", 0.02);
        row("simumax_b200_llama3_70b_l12_tp1_pp2_dp4_mbc4", "peak_bytes", 0.015);
        row("simumax_b200_llama3_70b_l12_tp1_pp2_dp4_mbc4", "last_stage_peak_bytes", 0.015);
        row("simumax_b200_llama3_70b_tp2_pp1_dp4_l12_mbc4", "peak_bytes", 0.015);
        row("simumax_b200_deepseekv2_tp1_ep8_pp1_dp8_l4_mbc4", "peak_bytes", 0.015);
    }
    void memoryIsMet() {
        QFETCH(QString, id);
        QFETCH(QString, quantity);
        QFETCH(double, limit);
        const double error = errorOf(id.toStdString(), quantity.toStdString());
        QVERIFY2(std::abs(error) <= limit, qPrintable(QString::number(100 * error) + " %"));
    }

    void stepTimeIsMetWithinItsScope() {
        const ErrorSummary& scope = summary("step time", "in scope");
        QCOMPARE(scope.count, std::size_t(28));
        QVERIFY2(scope.median <= 0.04, qPrintable(QString::number(scope.median)));
        QVERIFY2(scope.ninety <= 0.15, qPrintable(QString::number(scope.ninety)));
        QCOMPARE(summary("step time", "all").count, std::size_t(32));
    }

    /// What odds of fitting are worked out from.
    void oddsOfFittingHaveTheErrorsOfDevices() {
        const ErrorSummary &reserved = summary("reserved memory", "all"),
                           &device = summary("device memory", "all");
        QCOMPARE(reserved.count + device.count, std::size_t(8));
        QVERIFY2(std::abs(std::max(reserved.ninety, device.ninety) - kDeviceNinety) < 5e-4,
                 qPrintable(QString::number(reserved.ninety)));
    }

    void halfOfTheServingRunsAreWithinFifteenPerCent() {
        const Reach& reach = result().reaches.back();
        QVERIFY(reach.text.find("serving") == 0);
        QCOMPARE(reach.count, std::size_t(15));
    }

    void quantilesAreNearestRank() {
        QCOMPARE(quantileOf({3, 1, 2}, 0.5), 2.0);
        QCOMPARE(quantileOf({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 0.9), 10.0);
        QCOMPARE(quantileOf({}, 0.5), 0.0);
    }

    void brokenCasesAreLocated_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        const QString head = "case:\n  id: a\n  group: g\n  quality: A\n  source: s\n";
        QTest::newRow("unknown quantity") << head + "  measured: {peak_gib: 3}\n"
                                          << "x:6:24: case.measured.peak_gib: is no measured quantity";
        QTest::newRow("no number") << head + "  measured: {peak_bytes: many}\n"
                                   << "x:6:26: case.measured.peak_bytes: must be a number above 0";
        QTest::newRow("quality") << "case: {quality: C}\n"
                                 << "x:1:17: case.quality: must be A or B";
        QTest::newRow("nothing measured") << head << "case.measured: is missing";
        QTest::newRow("no source") << "case: {id: a}\n"
                                   << "case.source: is missing";
        QTest::newRow("scenario") << head + "  measured: {peak_bytes: 1}\nmodel: {hiden: 3}\n"
                                  << "x:7:16: model.hiden: is no scenario key";
    }
    void brokenCasesAreLocated() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const Result<MeasuredCase> read = readCase(text.toStdString(), "x");
        QVERIFY(!read);
        const QString problems = QString::fromStdString(toString(read.error()));
        QVERIFY2(problems.contains(says), qPrintable(problems));
    }
};

MOE_TEST(ValidationTest)
#include "validation_test.moc"
