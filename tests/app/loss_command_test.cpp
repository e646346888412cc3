// SPDX-License-Identifier: GPL-3.0-or-later
// `moe-explorer loss` as scripts call it.

#include "tests/app/program.h"
#include "tests/support/registry.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace {

using moe::test::Outcome;

Outcome loss(const QStringList& arguments) {
    return moe::test::explorer(QStringList{"loss"} + arguments);
}

QJsonObject object(const Outcome& outcome) {
    return QJsonDocument::fromJson(outcome.out.toUtf8()).object();
}

QJsonObject law(const QJsonObject& answer, const char* key) {
    for (const QJsonValue& row : answer["laws"].toArray())
        if (row["key"] == QLatin1String(key)) return row.toObject();
    return {};
}

bool within(double value, double expected, double share) {
    return std::abs(value - expected) <= share * std::abs(expected);
}

QString published(const char* name) {
    const QString path =
        QString::fromStdString(moe::test::sharedPath("data/step-law/")) + QLatin1String(name);
    return QFileInfo::exists(path) ? path : QString();
}

} // namespace

class LossCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    /// The published dense runs of one model size, for what would take long on all of them.
    QString smallTable() {
        const QString path = published("dense_lr_bs_loss.csv");
        QFile from(path), to(m_folder.filePath("small/dense.csv"));
        QDir(m_folder.path()).mkpath("small");
        if (path.isEmpty() || !from.open(QIODevice::ReadOnly) || !to.open(QIODevice::WriteOnly)) return {};
        to.write(from.readLine());
        while (!from.atEnd()) {
            const QByteArray line = from.readLine();
            if (line.contains(",1073741824,") || line.contains(",536872960,")) to.write(line);
        }
        return m_folder.filePath("small");
    }

private slots:
    void helps() {
        const Outcome outcome = loss({"--help"});
        QCOMPARE(outcome.code, 0);
        QVERIFY(outcome.out.contains("Usage: moe-explorer loss") && outcome.out.contains("--refit"));
    }

    void usageErrorsExitWithTwo_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("nothing") << QStringList{};
        QTest::newRow("no tokens") << QStringList{"--params", "7B"};
        QTest::newRow("lr without batch") << QStringList{"--params", "7B", "--tokens", "1T", "--lr", "1e-3"};
        QTest::newRow("no such table")
            << QStringList{"--table", "sparse", "--params", "7B", "--tokens", "1T"};
        QTest::newRow("MoE without active")
            << QStringList{"--table", "moe", "--params", "7B", "--tokens", "1T"};
        QTest::newRow("format") << QStringList{"--params", "7B", "--tokens", "1T", "--format", "xml"};
        QTest::newRow("refit without file") << QStringList{"--refit", "."};
        QTest::newRow("study with a question") << QStringList{"--study", ".", "--params", "7B"};
        QTest::newRow("unknown option") << QStringList{"--parms", "7B"};
        QTest::newRow("argument") << QStringList{"7B", "--params", "7B", "--tokens", "1T"};
    }
    void usageErrorsExitWithTwo() {
        QFETCH(QStringList, arguments);
        const Outcome outcome = loss(arguments);
        QCOMPARE(outcome.code, 2);
        QVERIFY(outcome.out.isEmpty() && outcome.err.contains("Usage: moe-explorer loss"));
    }

    void badInputExitsWithOneAndSaysWhere_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QStringList>("says");
        QTest::newRow("numbers") << QStringList{"--params", "many", "--tokens", "-1"}
                                 << QStringList{"--params: must be a number from 1000 to", "got \"many\"",
                                                "--tokens: must be a number", "got \"-1\""};
        QTest::newRow("not finite") << QStringList{"--params", "inf", "--tokens", "nan"}
                                    << QStringList{"got \"inf\"", "got \"nan\""};
        QTest::newRow("active") << QStringList{"--params", "7B", "--active", "8B", "--tokens", "1T"}
                                << QStringList{"--active: must not be above --params, got \"8B\""};
        QTest::newRow("dense with active")
            << QStringList{"--table", "dense", "--params", "7B", "--active", "1B", "--tokens", "1T"}
            << QStringList{"--active: must equal --params"};
        QTest::newRow("no folder") << QStringList{"--study", "/nowhere"}
                                   << QStringList{"/nowhere: there is no"};
        QTest::newRow("no folder for data")
            << QStringList{"--params", "7B", "--tokens", "1T", "--data", "/nowhere"}
            << QStringList{"/nowhere: there is no"};
    }
    void badInputExitsWithOneAndSaysWhere() {
        QFETCH(QStringList, arguments);
        QFETCH(QStringList, says);
        const Outcome outcome = loss(arguments);
        QCOMPARE(outcome.code, 1);
        QVERIFY(outcome.out.isEmpty());
        for (const QString& text : says) QVERIFY2(outcome.err.contains(text), qPrintable(outcome.err));
    }

    void theSevenBillionModel() {
        const Outcome outcome = loss({"--params", "7B", "--tokens", "1.4T", "--format", "json"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const QJsonObject answer = object(outcome);
        QVERIFY(within(answer["law_lr"].toDouble(), 9.346841e-4, 1e-6)); // mean of the bootstrap fits
        QVERIFY(within(answer["law_batch_tokens"].toDouble(), 4996961.32, 1e-8));
        QVERIFY(within(law(answer, "step-law-rounded")["lr"].toDouble(), 9.165569e-4, 1e-6));
        QVERIFY(within(law(answer, "step-law-rounded")["batch_tokens"].toDouble(), 4998815, 1e-6));
        QVERIFY(within(answer["optimal_lr"].toDouble(), 1.004e-3, 1e-3)); // closed form: outside the data
        QVERIFY(within(answer["optimal_batch_tokens"].toDouble(), 1537 * 2048.0, 1e-3));
        QVERIFY(within(answer["value"].toDouble(), 1.7381, 5e-3));
        QCOMPARE(answer["origin"].toString(), QString("extrapolated"));
        QVERIFY(within(answer["optimal_tokens"].toDouble() / 7e9, 27.4, 0.01));
        QCOMPARE(law(answer, "step-law")["in_domain"].toBool(true), false);
        QVERIFY(law(answer, "deepseek")["lr"].isNull() && law(answer, "deepseek")["missing"].isString());
        for (const char* key : {"low", "high", "slope_params", "slope_tokens", "optimal_loss"})
            QVERIFY2(answer[QLatin1String(key)].isDouble(), key);
    }

    /// Closed form and slopes as published with the method; mean with residual 2.2736.
    void aMeasuredModel() {
        const Outcome outcome = loss({"--params", "429260800", "--tokens", "40B", "--format", "json"});
        QCOMPARE(outcome.code, 0);
        const QJsonObject answer = object(outcome);
        QCOMPARE(answer["origin"].toString(), QString("interpolated"));
        QVERIFY(within(answer["value"].toDouble(), 2.2736, 1e-3));
        QVERIFY(answer["low"].toDouble() < 2.274885 && answer["high"].toDouble() > 2.274885); // its best run
        // The shipped fit is a later one than that of the published slopes.
        QVERIFY(within(answer["slope_params"].toDouble(), 0.152, 0.03));
        QVERIFY(within(answer["slope_tokens"].toDouble(), 0.079, 0.03));
        QCOMPARE(answer["bound"].toString(), QString("parameters"));
        QVERIFY(within(answer["law_lr"].toDouble(), 2.292e-3, 1e-3));
        QVERIFY(law(answer, "step-law")["in_domain"].toBool());
        const QJsonArray near = answer["near_optimal"].toArray();
        QCOMPARE(near.size(), 2);
        double lastLow = answer["optimal_lr"].toDouble();
        for (const QJsonValue& region : near) {
            QVERIFY(region["lr_low"].toDouble() < lastLow && region["lr_high"].toDouble() > lastLow);
            lastLow = region["lr_low"].toDouble();
        }
    }

    void aPointOffTheOptimumIsWorse() {
        const QStringList model{"--params", "429M", "--tokens", "40B", "--format", "json"};
        const QJsonObject best = object(loss(model));
        const QJsonObject off = object(loss(model + QStringList{"--lr", "1e-3", "--batch", "2M"}));
        QVERIFY(off["value"].toDouble() > best["value"].toDouble());
        QCOMPARE(off["optimal_loss"].toDouble(), best["optimal_loss"].toDouble());
        const QJsonObject wild = object(loss(model + QStringList{"--lr", "0.1", "--batch", "65536"}));
        QVERIFY(wild["divergence_probability"].toDouble() > 0.5);
        QVERIFY(QJsonDocument(wild).toJson().contains("loss-unstable"));
    }

    void aMixture() {
        const QJsonObject answer = object(loss(
            {"--params",      "2156188672", "--active", "1241270272", "--tokens",  "20B", "--hidden", "1408",
             "--layers",      "16",         "--vocab",  "65536",      "--experts", "8",   "--top-k",  "3",
             "--granularity", "4",          "--format", "json"}));
        QVERIFY(within(answer["value"].toDouble(), 2.1770, 1.5e-3));
        QVERIFY(law(answer, "ling-moe")["lr"].isDouble() && law(answer, "krajewski")["loss"].isDouble());
        for (const QJsonValue& row : answer["laws"].toArray())
            QVERIFY2(row["missing"].isNull(), qPrintable(row["key"].toString()));
    }

    void loadedTablesGiveRegionAndShiftedLaws() {
        const QString fits = published("1004_fitted_lr_bs_scaling_model_parameters.csv");
        const QString table = smallTable();
        if (fits.isEmpty() || table.isEmpty()) QSKIP("published tables are not here");
        const QJsonObject answer = object(loss(
            {"--params", "7e9", "--tokens", "1.4e12", "--data", fits, "--data", table, "--format", "json"}));
        QVERIFY(within(answer["law_region"]["lr_low"].toDouble(), 7.651e-4, 1e-3));
        QVERIFY(within(answer["law_region"]["batch_tokens_high"].toDouble(), 5.877e6, 1e-3));
        const QJsonObject chinchilla = law(answer, "chinchilla");
        QVERIFY(chinchilla["fitted_loss"].toDouble() < chinchilla["loss"].toDouble());
        QVERIFY(chinchilla["fitted_by"].toString().contains("fitted to the best runs of 5 dense groups"));
        QVERIFY(answer["fit"].toString().contains("dense"));
    }

    void textNamesEveryOrigin() {
        const Outcome outcome = loss({"--params", "429M", "--tokens", "40B"});
        QCOMPARE(outcome.code, 0);
        for (const char* text :
             {"Loss of a dense model", "loss at the optimum", "interpolated", "best learning rate",
              "arXiv 2503.04715", "compute-optimal tokens", "Chinchilla", "outside: "})
            QVERIFY2(outcome.out.contains(QLatin1String(text)), qPrintable(text + outcome.out));
    }

    void theStudyIsPrintedAndWritten() {
        const QString table = smallTable(), csv = m_folder.filePath("study.csv");
        if (table.isEmpty()) QSKIP("published tables are not here");
        const Outcome outcome = loss({"--study", table, "-o", csv});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QVERIFY2(outcome.out.contains("dense, group out: 5 groups"), qPrintable(outcome.out));
        QVERIFY(outcome.out.contains("Step Law form, refitted"));
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QVERIFY(lines.size() > 8 && lines[0].startsWith("split,key,label"));
        for (const QByteArray& line : lines) QVERIFY(line.count(',') >= lines[0].count(','));
    }

    void aRefitIsWrittenWithItsSources() {
        const QString table = smallTable(), output = m_folder.filePath("model.yaml");
        if (table.isEmpty()) QSKIP("published tables are not here");
        const Outcome outcome = loss({"--refit", table, "-o", output});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QFile written(output), source(table + "/dense.csv");
        QVERIFY(written.open(QIODevice::ReadOnly) && source.open(QIODevice::ReadOnly));
        QVERIFY(written.readAll().contains(
            QCryptographicHash::hash(source.readAll(), QCryptographicHash::Sha256).toHex()));
        QCOMPARE(loss({"--refit", m_folder.path() + "/small", "-o", "/nowhere/x.yaml"}).code, 1);
    }
};

MOE_TEST(LossCommandTest)
#include "loss_command_test.moc"
