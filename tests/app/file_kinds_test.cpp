// SPDX-License-Identifier: GPL-3.0-or-later
// Every kind of file is told by one table, whichever door it comes through.

#include "app/files/file_kinds.h"
#include "models/engine/files/board_file.h"
#include "models/engine/files/session_file.h"
#include "tests/support/registry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace moe;
using namespace moe::app;

namespace {

constexpr const char* kScenario =
    "schema: moe-explorer/scenario/1\n"
    "name: small\n"
    "model: {layers: 2, hidden: 64, heads: 4, ffn: 256, vocab: 100, sequence: 128}\n"
    "cluster: {gpus: 1}\n";
constexpr const char* kLog =
    " [2026-01-02 03:04:05] iteration 20/ 100 | elapsed time per iteration (ms): 900 | lm loss: 9 |\n";

std::string shippedText(const char* file) {
    return test::resourceText(file);
}

} // namespace

class FileKindsTest : public QObject {
    Q_OBJECT
private slots:
    void everyDoorSaysTheSame_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<std::string>("text");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("door");
        const auto row = [](const char* file, const std::string& text, const char* kind, FileDoor door) {
            QTest::newRow((std::string(file) + ", " + kind).c_str()) << file << text << kind << int(door);
        };
        SessionFile session;
        row("talk.yaml", sessionText(session), "session", FileDoor::Session);
        row("talk.json", sessionText(session), "session", FileDoor::Session); // whatever it is called
        row("page.yaml", boardText({}), "board", FileDoor::Board);
        row("mine.yaml", "schema: moe-explorer/step-constants/1\nvalues: {}\n", "step-time constants",
            FileDoor::Tables);
        row("runs.yaml", "source: x\nrows:\n  - id: a\n", "measured runs", FileDoor::Nowhere);
        row("small.yaml", kScenario, "scenario", FileDoor::Scenario);
        row("small.txt", kScenario, "scenario", FileDoor::Scenario);
        row("bare.yml", "model: {layers: 2}\n", "scenario", FileDoor::Scenario);
        row("gpus.yaml", shippedText("gpus.yaml"), "machines", FileDoor::Tables);
        row("clusters.yaml", shippedText("clusters.yaml"), "machines", FileDoor::Tables);
        row("step.json", R"({"traceEvents": [{"ph": "X", "ts": 1}]})", "profile of a GPU", FileDoor::Profile);
        row("result.json", R"({"output_throughput": 3.1, "completed": 100})", "benchmark result of a server",
            FileDoor::Mine);
        row("azure.csv", "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:17:03.9799600,4808,10\n",
            "trace of requests", FileDoor::Nowhere);
        row("config.json", R"({"model_type": "llama", "hidden_size": 64})", "model configuration",
            FileDoor::Model);
        row("run.log", kLog, "training log", FileDoor::Log);
        row("server.log", "INFO kv_cache_utils.py:1087] GPU KV cache size: 1,620,336 tokens\n",
            "start-up log of a server", FileDoor::Mine);
        row("smi.txt", "| N/A   32C    P0   114W / 700W |   71234MiB /  81559MiB |  97%  Default |\n",
            "memory of nvidia-smi", FileDoor::Mine);
        row("job.out", // what a job prints before it begins
            "| N/A   32C    P0   114W / 700W |   4MiB /  81559MiB |  0%  Default |\n" + std::string(kLog),
            "training log", FileDoor::Log);
        row("nccl.txt", "# all_reduce_perf\n#   size  count  type  time  algbw  busbw\n", "nccl-tests",
            FileDoor::Mine);
        row("mine.yaml", "schema: moe-explorer/lesson/1\ntitle: a\nsteps:\n  - text: b\n", "lesson",
            FileDoor::Lesson);
        row("my.yaml", "schema: moe-explorer/mine/1\nfitted_to: []\n", "fit to measurements",
            FileDoor::Fitted);
        row("slurm.out", kLog, "training log", FileDoor::Log);
        row("run.sh", "torchrun pretrain_gpt.py --num-layers 2 --hidden-size 64 --num-attention-heads 4\n",
            "recipe of another program", FileDoor::Scenario);
        row("runs.csv", "run,params,tokens,loss\na,1e8,1e9,3.1\n", "runs of a recipe", FileDoor::Recipe);
        row("dense.csv", "h,ffnh,numh,numl,lr,bs,ti,loss\n", "table", FileDoor::Tables);
    }
    void everyDoorSaysTheSame() {
        QFETCH(QString, file);
        QFETCH(std::string, text);
        QFETCH(QString, kind);
        QFETCH(int, door);
        const QTemporaryDir folder;
        QFile written(folder.filePath(file));
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write(text.data(), qint64(text.size()));
        written.close();
        const FileKind* found = fileKindOf(FileHead(folder.filePath(file)));
        QVERIFY(found);
        QCOMPARE(QString(found->name), kind);
        QCOMPARE(int(found->door), door);
        QCOMPARE(found->door == FileDoor::Nowhere, !std::string_view(found->use).empty());
    }

    /// The program's own files, as `import` names them.
    void itsOwnFilesAreRead_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("kind");
        QTest::newRow("GPUs") << "gpus.yaml"
                              << "machines";
        QTest::newRow("clusters") << "clusters.yaml"
                                  << "machines";
        QTest::newRow("preset") << "presets/reference.yaml"
                                << "scenario";
        QTest::newRow("runs") << "runs/llm-foundry.yaml"
                              << "measured runs";
    }
    void itsOwnFilesAreRead() {
        QFETCH(QString, file);
        QFETCH(QString, kind);
        const FileHead head(QStringLiteral(MOE_SOURCE_DIR "/resources/") + file);
        const FileKind* found = fileKindOf(head);
        QVERIFY(found);
        const ImportSummary summary = found->describe(head);
        QVERIFY2(!summary.rejected, toString(summary.problems).c_str());
        QCOMPARE(QString::fromStdString(summary.kind), kind);
        QVERIFY(!summary.facts.empty());
    }

    /// Filters of dialogs come from the same rows.
    void dialogsOfferWhatTheirDoorTakes() {
        const QStringList all = fileEndings().split(' ');
        for (const FileKind& kind : fileKinds())
            for (const QString& ending : QString(kind.endings).split(' '))
                QVERIFY2(all.count(ending) == 1, qPrintable(ending));
        const QStringList tables = fileEndings({FileDoor::Tables}).split(' ');
        QVERIFY(tables.contains("*.csv") && tables.contains("*.yaml") && !tables.contains("*.log"));
    }

    void whatIsNoFileIsOfNoKind() { QVERIFY(!fileKindOf(FileHead("/nowhere/at-all.bin"))); }
};
MOE_TEST(FileKindsTest)
#include "file_kinds_test.moc"
