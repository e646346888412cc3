// SPDX-License-Identifier: GPL-3.0-or-later
// Goals as scripts give them, and the plans they get.

#include "tests/app/program.h"
#include "tests/support/registry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace {

using moe::test::explorer, moe::test::Outcome;

QJsonObject planned(const QStringList& arguments) {
    const Outcome outcome = explorer(QStringList{"plan"} + arguments + QStringList{"--format", "json"});
    if (outcome.code != 0) qWarning("%s", qPrintable(outcome.err));
    return QJsonDocument::fromJson(outcome.out.toUtf8()).object();
}

const QStringList kServed{"--preset", "llama-3-70b",           "--serve",  "--set", "precision.weights=fp8",
                          "--set",    "precision.compute=fp8", "--prompt", "1000",  "--output",
                          "500"};

} // namespace

class PlanCommandTest : public QObject {
    Q_OBJECT

private slots:
    /// The published run is the faster one and leaves no head-room on 80 GB.
    void deepSeekOn2048H800KeepsHeadroomWithoutFullRecompute() {
        const QJsonObject answer =
            planned({"--preset", "deepseek-v3", "--gpu", "h800", "--gpus", "2048", "--headroom", "10%",
                     "--no-full-recompute", "--forbid", "train.zero=3", "--set", "price.gpu_hour_usd=2"});
        const QJsonArray plans = answer["plans"].toArray();
        QVERIFY(plans.size() > 2);
        double before = 0;
        for (const QJsonValue& value : plans) {
            const QJsonObject plan = value.toObject();
            const QJsonObject set = plan["set"].toObject(), metrics = plan["metrics"].toObject();
            QCOMPARE(set["cluster.gpus"].toString(), QString("2048"));
            QVERIFY(set["train.recompute"].toString() != "full" && set["train.zero"].toString() != "3");
            const double used = metrics["memory.device_bytes"].toDouble();
            const double room = plan["headroom_bytes"].toDouble();
            QVERIFY(room >= 0.1 * (used + room) * (1 - 1e-12));
            QVERIFY(metrics["train.step_seconds"].toDouble() >= before);
            before = metrics["train.step_seconds"].toDouble();
            QVERIFY(metrics["train.usd"].toDouble() > 0);
            QCOMPARE(plan["binding"].toString(), QString("memory"));
            const QJsonObject flags = plan["flags"].toArray().at(0).toObject()["flags"].toObject();
            QCOMPARE(flags["--tensor-model-parallel-size"].toString(), set["parallel.tp"].toString());
        }
        QVERIFY(answer["closest"].isNull());
        const QJsonObject mine = answer["mine"].toObject();
        QVERIFY(mine["value"].toDouble() < mine["best_value"].toDouble());
        QVERIFY(mine["broken"].toArray().at(0).toString().contains("head-room"));
    }

    void llamaOnFourH100KeepsItsLimits() {
        const QJsonObject answer =
            planned(kServed + QStringList{"--gpus", "4", "--ttft", "1s", "--tpot", "30ms"});
        const QJsonObject best = answer["plans"].toArray().at(0).toObject();
        const QJsonObject metrics = best["metrics"].toObject();
        QCOMPARE(best["rank"].toInt(), 1);
        QVERIFY(metrics["serve.tpot_seconds"].toDouble() <= 0.03 * (1 + 1e-9));
        QVERIFY(metrics["serve.ttft_seconds"].toDouble() <= 1);
        QCOMPARE(best["flags"].toArray().size(), 3);
        // The report of the plan's own settings says the same.
        QStringList arguments{"report",
                              "--preset",
                              "llama-3-70b",
                              "--set",
                              "precision.weights=fp8",
                              "--set",
                              "precision.compute=fp8",
                              "--set",
                              "serve.prompt=1000",
                              "--set",
                              "serve.output=500",
                              "--set",
                              "train=null",
                              "--format",
                              "json"};
        const QJsonObject set = best["set"].toObject();
        for (auto each = set.begin(); each != set.end(); ++each)
            arguments << "--set" << each.key() + "=" + each.value().toString();
        const Outcome report = explorer(arguments);
        QVERIFY2(report.code == 0, qPrintable(report.err));
        const QJsonObject serve = QJsonDocument::fromJson(report.out.toUtf8()).object()["serve"].toObject();
        QCOMPARE(serve["tpot_seconds"].toDouble(), metrics["serve.tpot_seconds"].toDouble());
        QCOMPARE(serve["ttft_seconds"].toDouble(), metrics["serve.ttft_seconds"].toDouble());
    }

    void aGoalThatNothingMeetsGetsTheSmallestChange() {
        const QJsonObject answer =
            planned(kServed + QStringList{"--gpus", "1", "--ttft", "1s", "--tpot", "5ms"});
        QVERIFY(answer["plans"].toArray().isEmpty());
        const QJsonObject closest = answer["closest"].toObject();
        QVERIFY(!closest["key"].toString().isEmpty());
        QVERIFY(!closest["plan"].toObject()["set"].toObject().isEmpty());
    }

    void textAndCsvHoldTheSamePlans() {
        const QStringList goal = kServed + QStringList{"--gpus", "4", "--tpot", "30ms", "--top", "2"};
        const Outcome text = explorer(QStringList{"plan"} + goal);
        QVERIFY(text.out.contains("Why not the scenario as it is?"));
        QVERIFY(text.out.contains("vllm serve MODEL --tensor-parallel-size"));
        const Outcome csv = explorer(QStringList{"plan"} + goal + QStringList{"--format", "csv"});
        QCOMPARE(csv.out.count('\n'), 3);
        QVERIFY(csv.out.startsWith("rank,set,serve.requests"));
    }

    void badGoalsAreLocated_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, QStringList arguments, const char* said) {
            QTest::addRow("%s", name) << arguments << QString(said);
        };
        row("limit", {"--serve", "--tpot", "fast"}, "--tpot: must be a time like 1s or 200ms, got \"fast\"");
        row("negative", {"--serve", "--ttft", "-1s"}, "--ttft: must be above 0, got \"-1s\"");
        row("share", {"--headroom", "200%"},
            "--headroom: must be a share of the memory from 0 to below 1, got \"200%\"");
        row("other unit", {"--serve", "--tpot", "30 GiB"},
            "--tpot: must be a time like 1s or 200ms, in s (ns, us, ms, s, min, h, d), got \"30 GiB\"");
        row("impossible degree", {"--train", "--gpus", "16", "--fix", "parallel.tp=3"},
            "--fix: no layout of so many GPUs is valid with it, got \"parallel.tp=3\"");
        row("GPU", {"--gpu", "h999"}, "h999");
        row("contradiction", {"--fix", "parallel.tp=2", "--forbid", "parallel.tp=2"},
            "--fix: contradicts parallel.tp=2");
        row("unknown knob", {"--fix", "parallel.xp=2"}, "--fix: the key must be one of");
        row("two sides", {"--train", "--tpot", "30ms"}, "--tpot: is a limit of serving");
        row("tokens of a server", {"--serve", "--tokens", "1e12"},
            "--tokens: is of training, not of serving");
        row("recompute of a server", {"--serve", "--no-full-recompute"},
            "--no-full-recompute: is of training, not of serving");
        row("prompt of a training run", {"--train", "--prompt", "100"}, "--prompt: is of serving");
        row("answer of a training run", {"--train", "--output", "100"}, "--output: is of serving");
        row("no demand", {"--serve", "--gpus", "fewest"}, "--rate: is required");
        row("no price", {"--train", "--budget", "1e6"}, "--budget: needs price.gpu_hour_usd");
    }
    void badGoalsAreLocated() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, said);
        const Outcome outcome = explorer(QStringList{"plan", "--preset", "llama-3-70b"} + arguments);
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
    }

    void unitsAreThoseOfEverywhere() {
        const QStringList goal = kServed + QStringList{"--gpus", "4", "--top", "1"};
        const QJsonObject seconds = planned(goal + QStringList{"--ttft", "1 s", "--tpot", "0.03"});
        QVERIFY(!seconds["plans"].toArray().isEmpty());
        QCOMPARE(planned(goal + QStringList{"--ttft", "1000ms", "--tpot", "30 ms"}), seconds);
        const QStringList limits{"--ttft", "1 s", "--tpot", "30 ms"};
        QCOMPARE(planned(goal + limits + QStringList{"--headroom", "10 %"}),
                 planned(goal + limits + QStringList{"--headroom", "0.1"}));
    }
};
MOE_TEST(PlanCommandTest)
#include "plan_command_test.moc"
