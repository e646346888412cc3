// SPDX-License-Identifier: GPL-3.0-or-later
// One's own measurements: `moe-explorer fit`, and the same list in the window.

#include "app/window/window.h"
#include "models/engine/files/mine_file.h"
#include "tests/app/program.h"
#include "tests/support/registry.h"
#include "ui/compare/mine_view.h"
#include "ui/results/result_card.h"
#include "ui/window/room_pages.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <QUndoStack>

using namespace moe;
using namespace moe::app;

namespace {

/// As `vllm bench serve --save-result` writes it, of Llama 3 8B on one H100.
QByteArray benchmark(int concurrency) {
    const double tpot = 7.5 + 0.02 * concurrency;
    return QStringLiteral(R"({"backend": "vllm", "model_id": "meta-llama/Meta-Llama-3-8B-Instruct",
        "request_rate": "inf", "max_concurrency": %1, "duration": 10.0, "completed": %2,
        "total_input_tokens": %3, "total_output_tokens": %4, "output_throughput": %5,
        "mean_ttft_ms": %6, "median_ttft_ms": %6, "mean_tpot_ms": %7, "median_tpot_ms": %7})")
        .arg(concurrency)
        .arg(8 * concurrency)
        .arg(8 * concurrency * 500)
        .arg(8 * concurrency * 100)
        .arg(1000. * concurrency * 100 / (60 + 99 * tpot))
        .arg(60)
        .arg(tpot)
        .toUtf8();
}
constexpr const char* kStart =
    "INFO Initializing a V1 LLM engine with config: model='x', tensor_parallel_size=1, block_size=16\n"
    "INFO GPU KV cache size: 350,000 tokens\n";
const QStringList kServer{"--preset", "llama-3-8b",        "--set", "train=null",
                          "--set",    "serve.engine=vllm", "--set", "cluster.gpus=1",
                          "--set",    "parallel.tp=1",     "--set", "parallel.pp=1",
                          "--set",    "parallel.cp=1"};

} // namespace

class MineTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString path(const QString& name) const { return m_folder.filePath(name); }

private slots:
    void initTestCase() {
        for (const auto& [name, text] :
             {std::pair{"c2.json", benchmark(2)},
              {"c8.json", benchmark(8)},
              {"oss.json",
               benchmark(2).replace("meta-llama/Meta-Llama-3-8B-Instruct", "openai/gpt-oss-120b")},
              {"start.log", QByteArray(kStart)},
              {"what.txt", QByteArray("nothing at all\n")}}) {
            QFile file(path(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        }
    }

    void oneFileHoldsTheFit() {
        const QString mine = path("mine.yaml");
        const test::Outcome made = test::explorer(
            QStringList{"fit"} + kServer +
            QStringList{path("c2.json"), path("c8.json"), path("start.log"), "-o", mine, "--format", "json"});
        QVERIFY2(made.code == 0, qPrintable(made.err));
        const QJsonArray parts = QJsonDocument::fromJson(made.out.toUtf8())["parts"].toArray();
        QCOMPARE(parts.size(), 2);
        QCOMPARE(parts[0]["constants"]["serve.kv_blocks"]["fitted"].toDouble(), 21875.);
        const QJsonObject tpot = parts[1]["errors"][0].toObject();
        QCOMPARE(tpot["figure"].toString(), QString("tpot_mean"));
        QVERIFY(tpot["fitted"].toDouble() < tpot["before"].toDouble());
        QVERIFY(tpot["left_out"].isDouble());
        // --data takes it: the scenario by the file's name, and without a name.
        const test::Outcome used = test::explorer({"report", "--data", mine, "--format", "json"});
        QVERIFY2(used.code == 0, qPrintable(used.err));
        QVERIFY2(used.out.contains("21875") || used.out.contains("kv_blocks"), "the pool is not the file's");
        QCOMPARE(test::explorer({"report", "--data", mine, "--preset", "mine"}).code, 0);
        const test::Outcome told = test::explorer({"import", mine});
        QVERIFY2(told.out.contains("fit to measurements, fitted to 3 files"), qPrintable(told.out));
    }

    void whatTellsNothingIsSaid() {
        const test::Outcome none = test::explorer({"fit", path("what.txt")});
        QCOMPARE(none.code, 1);
        QVERIFY2(none.err.contains("what.txt: is no file that can be fitted to"), qPrintable(none.err));
        QCOMPARE(test::explorer({"fit"}).code, 2);
        const test::Outcome over = test::explorer({"fit", path("c2.json"), "-o", path("c2.json")});
        QCOMPARE(over.code, 2);
        const test::Outcome layout = test::explorer({"fit", path("oss.json")});
        QCOMPARE(layout.code, 1);
        QVERIFY2(layout.err.contains("parallel.tp: is in no file"), qPrintable(layout.err));
        const test::Outcome other = test::explorer(
            QStringList{"fit"} + kServer +
            QStringList{"--set", "parallel.tp=2", "--set", "cluster.gpus=2", path("start.log")});
        QCOMPARE(other.code, 1);
        QVERIFY2(other.err.contains("parallel.tp: must be 1 as in the log"), qPrintable(other.err));
    }

    /// nccl-tests of eight GPUs: too few sizes for a fit, points all the same.
    void picturesAreDrawnWithPointsOfFiles() {
        QByteArray text = "# all_reduce_perf\n";
        for (int rank = 0; rank < 8; ++rank)
            text += "#  Rank  " + QByteArray::number(rank) +
                    " Group  0 Pid  1 on node device  0 [0x01] NVIDIA H100 80GB HBM3\n";
        text += "#       size  count  type  redop  root  time  algbw  busbw #wrong\n";
        text += "1048576 262144 float sum -1 40.0 1 1 0 40\n67108864 16777216 float sum -1 400.0 1 1 0 400\n";
        QFile nccl(path("nccl.txt"));
        QVERIFY(nccl.open(QIODevice::WriteOnly));
        nccl.write(text);
        nccl.close();
        QFile runs(path("runs.csv"));
        QVERIFY(runs.open(QIODevice::WriteOnly));
        runs.write("params,tokens,loss_nats,lr,batch_tokens\n6.98e9,1.5e13,2.0,3e-4,4e6\n"
                   "6.98e9,1.5e13,2.01,6e-4,4e6\n7e8,1.5e13,2.4,6e-4,2e6\n");
        runs.close();
        const auto drawn = [&](const QStringList& arguments) {
            const test::Outcome made =
                test::explorer(QStringList{"render"} + arguments +
                               QStringList{"--preset", "llama-3-8b", "--bare", "-o", path("picture.svg")});
            QFile file(path("picture.svg"));
            return made.code == 0 && file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll())
                                                                    : made.err;
        };
        const QString plain = drawn({"surfaces"});
        QVERIFY2(!plain.contains("mine ("), qPrintable(plain.left(400)));
        const QString bus = drawn({"surfaces", "--own", path("nccl.txt"), "--height", "120mm"});
        QVERIFY2(bus.contains("mine (2)"), qPrintable(bus.left(400)));
        QVERIFY(bus.contains("Bus bandwidth (GB/s)"));
        const QString map = drawn({"loss", "--own", path("runs.csv")});
        QVERIFY2(map.contains("mine (2 of 3"), qPrintable(map.left(400)));
        QVERIFY(drawn({"scaling", "--own", path("runs.csv") + "," + path("nccl.txt")}).contains("mine (2)"));
        QVERIFY(drawn({"roofline", "--own", path("nccl.txt")}).contains("mine (0 of 2"));
        QVERIFY(drawn({"architecture", "--own", path("nccl.txt")}).contains("--own: is no question of"));
        QVERIFY(drawn({"loss", "--own", path("what.txt")}).contains("is no file that can be fitted to"));
    }

    void theWindowFitsInOneStep() {
        Window window{shippedCatalog()};
        Session& session = window.session();
        Scenario scenario = session.catalog()->preset("llama-3-8b")->scenario;
        scenario.train.reset();
        scenario.parallel = {};
        scenario.cluster.gpus = 1;
        scenario.serve.emplace();
        scenario.serve->engine = ServeEngine::Vllm;
        session.open(scenario, "open");
        window.widget().show();
        window.openFiles({path("c2.json"), path("c8.json"), path("start.log")});
        QCOMPARE(window.widget().currentViewKey(), QString("mine"));
        auto* view = qobject_cast<ui::MineView*>(window.widget().views().view("mine"));
        QVERIFY(view);
        QCOMPARE(view->files().size(), 3);
        QTRY_VERIFY_WITH_TIMEOUT(view->shown() && view->shown()->fit, 60000);
        QCOMPARE(view->shown()->fit->parts.size(), std::size_t(2));
        QVERIFY2(view->summary().contains("after a fit"), qPrintable(view->summary()));
        auto* list = view->findChild<QTreeWidget*>();
        QCOMPARE(list->topLevelItemCount(), 2);

        const int before = session.undoStack()->index();
        for (QPushButton* button : view->findChildren<QPushButton*>())
            if (button->text() == "Fit") QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(session.undoStack()->index(), before + 1);
        QCOMPARE(*session.scenario().serve->kvBlocks, Count(21875));
        QVERIFY(session.scenario().serve->passScale.has_value());
        session.undoStack()->undo();
        QVERIFY(session.scenario() == scenario);

        // What was measured is of the scenario it was fitted beside, not of what that is edited into.
        const auto measured = [&] {
            return QTest::qWaitFor(
                [&] {
                    for (const ui::ResultCard* card : window.widget().findChildren<ui::ResultCard*>())
                        if (!card->card().mine.isEmpty()) return true;
                    return false;
                },
                1000);
        };
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBehind(), 60000);
        QVERIFY(measured());
        window.widget().showTab("latency");
        Scenario larger = session.scenario();
        larger.model.layers *= 2;
        session.edit(larger, "edit");
        QTRY_VERIFY_WITH_TIMEOUT(session.report()->scenario.model.layers == larger.model.layers, 20000);
        QVERIFY(!measured());
        session.undoStack()->undo();
        QVERIFY(measured());
        Scenario busier = session.scenario();
        busier.serve->concurrency = 8; // another load of the same machine
        session.edit(busier, "edit");
        QVERIFY(measured());
        session.undoStack()->undo();
        window.widget().showTab("mine");

        window.mine().write(path("window.yaml"));
        const Result<std::string> text = readFile(path("window.yaml"));
        QVERIFY(text);
        const Result<MineFile> mine = readMine(*text, "window.yaml");
        QVERIFY(mine && mine->scenario);
        QCOMPARE(*mine->scenario->serve->kvBlocks, Count(21875));
        window.openFiles({path("window.yaml")});
        QCOMPARE(*session.scenario().serve->kvBlocks, Count(21875));

        // A kind that is not ticked leaves the fit.
        QTRY_VERIFY_WITH_TIMEOUT(!view->isBehind() && list->topLevelItemCount() > 0, 60000);
        list->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
        QTRY_VERIFY_WITH_TIMEOUT(view->shown() && view->shown()->fit && view->shown()->fit->parts.size() == 1,
                                 60000);
    }
};

MOE_TEST(MineTest)
#include "mine_test.moc"
