// SPDX-License-Identifier: GPL-3.0-or-later
// `moe-explorer loss --recipe` as scripts call it.

#include "tests/app/program.h"
#include "tests/support/registry.h"

#include <QFile>
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

/// The OLMo ladder's C4 losses (allenai/OLMo-ladder@67a3f44), 190M at .5, 1, 10 and 760M at 1 times 20 N.
const char* const kRuns = "params,tokens,loss\n113283840,1908932608,3.747479\n113283840,3812622336,3.599919\n"
                          "113283840,38076416000,3.336689\n";

} // namespace

class LossRecipeCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const char* name, const QByteArray& text) {
        QFile to(m_folder.filePath(QLatin1String(name)));
        if (!to.open(QIODevice::WriteOnly)) return {};
        to.write(text);
        return to.fileName();
    }

private slots:
    void jsonHoldsTheRecipe() {
        const QString runs = file("runs.csv", kRuns);
        const Outcome outcome = loss({"--recipe", runs, "--params", "1B", "--tokens", "20B", "--params", "7B",
                                      "--tokens", "140B", "--format", "json"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const QJsonObject answer = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
        QCOMPARE(answer["recipe"]["runs"].toInt(), 3);
        QVERIFY(answer["recipe"]["method"] == QLatin1String("offset") ||
                answer["recipe"]["method"] == QLatin1String("scale"));
        QVERIFY(answer["recipe"]["loo_rms"].toDouble() > 0 && answer["recipe"]["in_sample_rms"].isDouble());
        QVERIFY(answer["recipe"]["parameters"].isObject());
        QCOMPARE(answer["points"].toArray().size(), 2);
        QCOMPARE(answer["value"].toDouble(), answer["points"][0]["value"].toDouble());
        QVERIFY(answer["low"].toDouble() < answer["value"].toDouble() &&
                answer["value"].toDouble() < answer["high"].toDouble());
        QVERIFY(answer["points"][1]["value"].toDouble() < answer["value"].toDouble());
    }

    /// One loss of the OLMo ladder is 6 % too high: named by its line, and what the answer is without it.
    void aRunThatDoesNotBelongIsNamed() {
        QFile shipped(QStringLiteral(":/recipes/olmo-ladder.csv"));
        QVERIFY(shipped.open(QIODevice::ReadOnly));
        QList<QByteArray> lines = shipped.readAll().trimmed().split('\n');
        QList<QByteArray> cells = lines[6].split(',');
        cells[4] = QByteArray::number(1.06 * cells[4].toDouble(), 'f', 6);
        lines[6] = cells.join(',');
        const QString runs = file("spoilt.csv", lines.join('\n'));
        const auto answer = [](const QString& path) {
            const Outcome outcome =
                loss({"--recipe", path, "--params", "7B", "--tokens", "1T", "--format", "json"});
            return QJsonDocument::fromJson(outcome.out.toUtf8()).object();
        };
        const QJsonObject spoilt = answer(runs), clean = answer("olmo-ladder");
        QVERIFY(clean["recipe"].toObject().contains("odd_runs") && clean["recipe"]["odd_runs"].isNull());
        const QJsonObject odd = spoilt["recipe"]["odd_runs"].toObject();
        QCOMPARE(odd["runs"].toArray().size(), 1);
        QCOMPARE(odd["runs"][0]["line"].toInt(), 7);
        QVERIFY(std::abs(odd["runs"][0]["held_back_error"].toDouble() - .058) < .01);
        QVERIFY(std::abs(odd["without"]["value"].toDouble() / clean["value"].toDouble() - 1) < .002);
        const Outcome text = loss({"--recipe", runs, "--params", "7B", "--tokens", "1T"});
        QVERIFY2(text.out.contains("line 7 (+") && text.out.contains("without those runs"),
                 qPrintable(text.out));
    }

    void manyPointsAreWritten() {
        const QString runs = file("runs.csv", kRuns),
                      asked = file("asked.csv", "name,params,tokens\nsmall,1e9,2e10\n\"a, b\",7e9,1.4e11\n"),
                      output = m_folder.filePath("out.csv");
        const Outcome outcome = loss({"--recipe", runs, "--predict", asked, "-o", output});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QFile written(output);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = written.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[0], QByteArray("name,params,tokens,predicted,low,high"));
        QVERIFY(lines[1].startsWith("small,1000000000,20000000000,"));
        QVERIFY(lines[2].startsWith("\"a, b\","));
    }

    void badRunsAndOptionsAreRefused() {
        const Outcome bits = loss({"--recipe", file("bits.csv", "params,tokens,bpb\n1e9,2e10,.9\n")});
        QCOMPARE(bits.code, 1);
        QVERIFY(bits.err.contains("bits.csv:1: bpb: losses are wanted in nats per token") &&
                bits.out.isEmpty());
        QCOMPARE(loss({"--recipe", "x.csv", "--params", "1B"}).code, 2);
        QCOMPARE(loss({"--recipe", "x.csv", "--study", "y"}).code, 2);
        QCOMPARE(loss({"--predict", "x.csv"}).code, 2);
        QCOMPARE(loss({"--recipe", "x.csv", "--lr", "1e-3"}).code, 2);
        QCOMPARE(loss({"--recipe-study", m_folder.filePath("none")}).code, 1);
    }

    void theRecipeOfAScenario() {
        const QString runs = file("runs.csv", kRuns);
        const auto report = [&](const QStringList& more) {
            return moe::test::explorer(QStringList{"report", "--preset", "llama-3-8b", "--format", "json"} +
                                       more);
        };
        const QJsonObject before =
            QJsonDocument::fromJson(report({}).out.toUtf8()).object()["loss"].toObject();
        const Outcome own = report({"--set", "loss.recipe=" + runs});
        QVERIFY2(own.code == 0, qPrintable(own.err));
        const QJsonObject after = QJsonDocument::fromJson(own.out.toUtf8()).object()["loss"].toObject();
        QVERIFY(!before.contains("recipe") && !before.contains("optimal_lr_low"));
        QCOMPARE(after["recipe"]["runs"].toInt(), 3);
        QVERIFY(after["value"].toDouble() > 1.1 * before["value"].toDouble());
        QVERIFY(after["optimal_lr_low"].toDouble() < after["optimal_lr"].toDouble());
        QCOMPARE(report({"--set", "loss.recipe=/nowhere.csv"}).code, 1);
    }

    void aScheduleMovesTheBest() {
        const auto report = [&](const QString& schedule) {
            const Outcome outcome = moe::test::explorer({"report", "--preset", "llama-3-8b", "--format",
                                                         "json", "--set", "train.schedule_lr=" + schedule});
            return QJsonDocument::fromJson(outcome.out.toUtf8()).object()["loss"].toObject();
        };
        const QJsonObject cosine = report("cosine"), constant = report("constant");
        QVERIFY(std::abs(constant["optimal_lr"].toDouble() / cosine["optimal_lr"].toDouble() - .23) < 1e-9);
        QVERIFY(constant["optimal_loss"].toDouble() > 1.04 * cosine["optimal_loss"].toDouble());
    }

    void aBudgetIsDesigned() {
        const Outcome text = loss({"--design", "--preset", "mixtral-8x7b", "--flop", "1e23"});
        QVERIFY2(text.code == 0, qPrintable(text.err));
        QVERIFY(text.out.contains("Best: "));
        const Outcome json = loss({"--design", "--preset", "mixtral-8x7b", "--set", "price.gpu_hour_usd=2",
                                   "--usd", "1M", "--format", "json"});
        QVERIFY2(json.code == 0, qPrintable(json.err));
        const QJsonObject best =
            QJsonDocument::fromJson(json.out.toUtf8()).object()["design"].toObject()["best"].toObject();
        QVERIFY(std::abs(best["usd"].toDouble() - 1e6) < 1);
        QVERIFY(best["near_optimal"].toBool());
        QVERIFY(
            loss({"--design", "--flop", "1e23", "--format", "csv"}).out.startsWith("experts,depth,params"));
        QCOMPARE(loss({"--design"}).code, 2);
        QCOMPARE(loss({"--design", "--flop", "1e23", "--usd", "1"}).code, 2);
        QCOMPARE(loss({"--flop", "1e23"}).code, 2);
        QCOMPARE(loss({"--design", "--flop", "x"}).code, 1);
    }

    void theStudyPrintsItsTable() {
        const QString folder = QString::fromStdString(moe::test::sharedPath("data/recipes"));
        if (!QFile::exists(folder)) QSKIP("published tables are not here");
        const Outcome outcome = loss({"--recipe-study", folder, "-o", m_folder.filePath("study.csv")});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        for (const char* text : {"olmo_ladder", "median", "plain form", "80th percentile", "within 2 sd"})
            QVERIFY2(outcome.out.contains(QLatin1String(text)), qPrintable(outcome.out));
        QVERIFY(QFile::exists(m_folder.filePath("study.csv")));
    }
};

MOE_TEST(LossRecipeCommandTest)
#include "loss_recipe_command_test.moc"
