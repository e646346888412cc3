// SPDX-License-Identifier: GPL-3.0-or-later
// The program as scripts call it.

#include "tests/app/program.h"
#include "tests/support/registry.h"
#include "tests/support/test_input.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

using moe::test::explorer, moe::test::run, moe::test::Outcome;

QString shared(const char* path) {
    return QString::fromStdString(moe::test::sharedPath(path));
}

} // namespace

class CommandTest : public QObject {
    Q_OBJECT

    QString write(const QString& name, const QByteArray& text) {
        return moe::test::writeInput(m_folder.filePath(name), text);
    }
    QTemporaryDir m_folder;

private slots:
    void everyCommandHelps() {
        QFile page(QStringLiteral(MOE_SOURCE_DIR "/resources/packaging/moe-explorer.1.in"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QByteArray manual = page.readAll();
        static const QRegularExpression row("^  moe-explorer (\\w+) ", QRegularExpression::MultilineOption);
        int commands = 0;
        for (auto each = row.globalMatch(explorer({"--help"}).out); each.hasNext(); ++commands) {
            const QString name = each.next().captured(1);
            const Outcome outcome = explorer({name, "--help"});
            QCOMPARE(outcome.code, 0);
            QVERIFY2(outcome.out.contains("Usage: moe-explorer " + name), qPrintable(outcome.out));
            QVERIFY2(manual.contains(name.toUtf8()), qPrintable(name + " is not in the manual page"));
            QVERIFY(name != "search" || outcome.out.contains("!=")); // one of the relations of --where
        }
        QVERIFY(commands > 10);
    }

    /// EP is 8 in the preset, which 16 GPUs do not allow, and in no point of the grid.
    void aSweepMayReplaceAValueThatBreaksARule() {
        const QStringList base{"sweep", "--preset",        "mixtral-8x7b", "--metric", "train.step_seconds",
                               "--set", "cluster.gpus=16", "--vary"};
        const Outcome swept = explorer(base + QStringList{"parallel.ep=1,2,4"});
        QVERIFY2(swept.code == 0, qPrintable(swept.err));
        QVERIFY(!swept.out.contains("must divide"));
        const Outcome mixed = explorer(base + QStringList{"parallel.ep=4,8"});
        QVERIFY2(mixed.code == 0 && mixed.out.contains("EP × ETP = 8 must divide"), qPrintable(mixed.out));
        // What no point cures is the scenario's own fault, told once.
        const Outcome hopeless = explorer(base + QStringList{"train.micro_batch=1,2"});
        QCOMPARE(hopeless.code, 1);
        QVERIFY2(hopeless.err.contains("EP × ETP = 8 must divide"), qPrintable(hopeless.err));
    }

    /// Another program's file is named as what it is, read, and what it leaves out is said.
    void otherProgramsFiles() {
        const QString script =
            write("model.sh", "MODEL_ARGS=(\n  --num-layers 4\n  --hidden-size 512\n  --swiglu\n"
                              "  --num-attention-heads 8\n  --vocab-size 32000\n  --sparse-warmup 4\n)\n");
        const Outcome imported = explorer({"import", script});
        QCOMPARE(imported.code, 0);
        QVERIFY2(
            imported.out.contains("Megatron-LM arguments, dense, a model alone, left out: sparse_warmup 4"),
            qPrintable(imported.out));
        const Outcome reported = explorer({"report", "--scenario", script, "--format", "json"});
        QVERIFY2(reported.code == 0, qPrintable(reported.err));
        QVERIFY(!reported.err.contains("is no scenario key"));
    }

    void usageErrorsExitWithTwo_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("unknown command") << QStringList{"repotr"};
        QTest::newRow("unknown option") << QStringList{"report", "--prest", "reference"};
        QTest::newRow("unknown format") << QStringList{"report", "--format", "xml"};
        QTest::newRow("no view") << QStringList{"render", "-o", "x.pdf"};
        QTest::newRow("no such view") << QStringList{"render", "sankey", "-o", "x.pdf"};
        QTest::newRow("no output") << QStringList{"render", "loss"};
        QTest::newRow("bad width") << QStringList{"render", "loss", "-o", "x.pdf", "--width", "wide"};
        QTest::newRow("no file") << QStringList{"import"};
    }
    void usageErrorsExitWithTwo() {
        QFETCH(QStringList, arguments);
        const Outcome outcome = explorer(arguments);
        QCOMPARE(outcome.code, 2);
        QVERIFY(!outcome.err.isEmpty() && outcome.out.isEmpty());
    }

    void badInputExitsWithOneAndSaysWhere_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QStringList>("says");
        const QString broken =
            write("broken.yaml", "model:\n  hiden: 4096\n  layers: many\nparallel: {tp: 0}\n");
        QTest::newRow("scenario file")
            << QStringList{"report", "--scenario", broken}
            << QStringList{
                   broken +
                       ":2:10: model.hiden: is no scenario key (did you mean model.hidden?), got \"4096\"",
                   broken + ":3:11: model.layers: must be a whole number", ":4:16: parallel.tp"};
        const QString invalid =
            write("invalid.yaml",
                  "model: {layers: 4, hidden: 512, ffn: 2048, heads: 8, vocab: 1000, sequence: 512}\n"
                  "train: {global_batch: 8}\nparallel:\n  tp: 3\ncluster: {gpus: 8}\n");
        QTest::newRow("rules between keys of a file")
            << QStringList{"report", "--scenario", invalid}
            << QStringList{invalid + ":4:7: parallel.tp: must divide 8 heads (nearest: 2 or 4), got \"3\""};
        QTest::newRow("layout") << QStringList{"report", "--preset", "qwen3-30b-a3b", "--set",
                                               "parallel.ep=6"}
                                << QStringList{
                                       "parallel.ep: must divide 128 experts (nearest: 4 or 8), got \"6\""};
        QTest::newRow("several keys")
            << QStringList{"report", "--set", "model.hidden=x", "--set", "modl.hidden=1", "--set", "tp"}
            << QStringList{"--set: model.hidden: must be a whole number",
                           "--set: modl.hidden: is no scenario key", "--set: must be key=value, got \"tp\""};
        QTest::newRow("preset") << QStringList{"report", "--preset", "gpt-5"}
                                << QStringList{"--preset: must be one of", "got \"gpt-5\""};
        QTest::newRow("no such file")
            << QStringList{"report", "--scenario", "/nowhere.yaml"} << QStringList{"/nowhere.yaml: "};
        const QString table =
            write("bad.csv", "h,ffnh,numh,numl,lr,bs,ti,loss,smooth loss,exp_name,D,N,D/N\n"
                             "960,9368,15,7,abc,736,66342,2.41,2.39,x,100000000000,214663680,465.8\n"
                             "960,9368,15,7,0.001,736,66342,2.41,2.39,x,100000000000,214663680,465.8\n");
        QTest::newRow("bad cell") << QStringList{"report", "--data", table}
                                  << QStringList{table + ":2:15: lr: ", "got \"abc\""};
        const QString titan = write("titan.toml", "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\n"
                                                  "seq_len = 8192\n[parallelism]\n"
                                                  "tensor_parallel_degree = 2\n");
        for (const char* command : {"report", "import"})
            QTest::newRow(command) << (command == QByteArray("report")
                                           ? QStringList{"report", "--scenario", titan}
                                           : QStringList{"import", titan})
                                   << QStringList{titan + ":3:10: model.flavor: is a torchtitan recipe",
                                                  "--set model.sequence=8192 --set parallel.tp=2"};
        const QString column =
            write("column.csv",
                  "h,ffnh,numh,numl,lr,ti,loss,smooth loss,exp_name,D,N,D/N\n1,1,1,1,1,1,1,1,x,1,1,1\n");
        QTest::newRow("missing column") << QStringList{"import", column} << QStringList{column, "bs"};
        // A pipeline of four stages: eight layers, wrong in one thing each.
        const auto pipeline = [this](const QString& name, const QString& schedule, const QString& batch,
                                     const QString& layout, const QString& cluster) {
            const QString text =
                QStringLiteral(
                    "model: {layers: 8, hidden: 512, ffn: 2048, heads: 8, vocab: 1000, sequence: 512}\n"
                    "train:\n  global_batch: %1\n  schedule: %2\nparallel:\n  pp: 4\n  layout: %3\n"
                    "reliability:\n  failures_per_1000_node_days: 4\ngpu: {preset: h100-sxm}\n%4")
                    .arg(batch, schedule, layout, cluster);
            return write(name, text.toUtf8());
        };
        const QString four = "cluster: {gpus: 4}\n";
        const auto bad = [](const char* name, const QString& path, const QString& says) {
            QTest::newRow(name) << QStringList{"report", "--scenario", path} << QStringList{path + says};
        };
        bad("layer doubled", pipeline("doubled.yaml", "1f1b", "8", "Ettt|tt|tt|ttL", four),
            ":7:11: parallel.layout: must sum to the 8 layers, sums to 9, got \"Ettt|tt|tt|ttL\"");
        bad("layer lost", pipeline("lost.yaml", "zb-v", "8", "Et|t|t|t|t|t|t|L", four),
            ":7:11: parallel.layout: must sum to the 8 layers, sums to 7");
        bad("micro-batches of both ends", pipeline("odd.yaml", "dualpipe", "9", "auto", four),
            ":4:13: train.schedule: needs an even number of micro-batches per pipeline, not 9");
        bad("micro-batches that do not fill", pipeline("few.yaml", "zb-v", "4", "auto", four),
            ":4:13: train.schedule: needs at least 7 micro-batches per pipeline, not 4");
        bad("no such schedule", pipeline("spiral.yaml", "spiral", "8", "auto", four),
            ":4:13: train.schedule: must be one of 1f1b, interleaved");
        bad("failures without nodes", pipeline("nodes.yaml", "1f1b", "8", "auto", {}),
            ":9:32: reliability.failures_per_1000_node_days: needs nodes that can fail");
        QTest::newRow("schedule beside")
            << QStringList{"render",   "time",
                           "--preset", "deepseek-v3",
                           "--set",    "train.global_batch=2560",
                           "--choose", "beside=dualpipe",
                           "-o",       "x.png"}
            << QStringList{"train.schedule: needs at least 32 micro-batches per pipeline, not 20"};
        QTest::newRow("unwritable") << QStringList{"render", "memory", "-o", "/nowhere/x.pdf"}
                                    << QStringList{"/nowhere/x.pdf: cannot be written"};
    }
    void badInputExitsWithOneAndSaysWhere() {
        QFETCH(QStringList, arguments);
        QFETCH(QStringList, says);
        const Outcome outcome = explorer(arguments);
        QCOMPARE(outcome.code, 1);
        for (const QString& text : says)
            QVERIFY2(outcome.err.contains(text), qPrintable(text + "\nnot in\n" + outcome.err));
    }

    /// Every preset gives a report that the schema accepts.
    void everyReportIsValidJson() {
        const Outcome list = explorer({"presets", "--format", "json"});
        QCOMPARE(list.code, 0);
        QStringList files;
        for (const QJsonValue& row : QJsonDocument::fromJson(list.out.toUtf8()).array()) {
            if (row["kind"] != "scenario") continue;
            const Outcome outcome =
                explorer({"report", "--preset", row["key"].toString(), "--format", "json"});
            QVERIFY2(outcome.code == 0, qPrintable(row["key"].toString() + outcome.err));
            QVERIFY(QJsonDocument::fromJson(outcome.out.toUtf8()).isObject());
            files << "-i" << write(row["key"].toString() + ".json", outcome.out.toUtf8());
        }
        QVERIFY(files.size() >= 30);
        const QString python = QStringLiteral("/usr/bin/python3");
        if (run(python, {"-c", "import jsonschema"}).code != 0) QSKIP("python3-jsonschema is not installed");
        const Outcome checked = run(
            python, QStringList{"-W", "ignore", "-m", "jsonschema"} + files +
                        QStringList{QStringLiteral(MOE_SOURCE_DIR "/resources/schema/report.schema.json")});
        QVERIFY2(checked.code == 0, qPrintable(checked.err.left(2000)));
    }

    /// Somebody answers for a key that nobody reads: the report says who and which, and so does the scenario.
    void acceptedKeysStandInTheReport() {
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("accepted")));
        const QString config = write("accepted/config.json",
                                     R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2,
            "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 1000, "alpha_7": 12,
            "bos_token_id": 1, "eos_token_id": 2, "transformers_version": "4.51.0"})");
        const QStringList report{"report", "--scenario", config};
        const Outcome refused = explorer(report);
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.err.contains("--accept alpha_7"), qPrintable(refused.err));
        const Outcome text = explorer(report + QStringList{"--accept", "alpha_7"});
        QVERIFY2(text.code == 0 && text.out.contains("do not matter: alpha_7"),
                 qPrintable(text.out + text.err));
        for (const char* format : {"json", "yaml", "markdown"}) {
            const Outcome other = explorer(report + QStringList{"--accept", "alpha_7", "--format", format});
            QVERIFY2(other.out.contains("do not matter: alpha_7"), format);
        }
    }

    void everyFormatIsWritten() {
        for (const char* format : {"text", "yaml", "csv", "markdown"}) {
            const Outcome outcome = explorer({"report", "--preset", "mixtral-8x7b", "--format", format});
            QCOMPARE(outcome.code, 0);
            QVERIFY2(outcome.out.size() > 500, format);
        }
    }

    void numbersAreExplained() {
        const Outcome outcome =
            explorer({"report", "--preset", "mixtral-8x7b", "--explain", "memory.terms.expert_mlp"});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QVERIFY(outcome.out.startsWith("## Expert MLP\n"));
        QVERIFY(outcome.out.contains("    λ·k·T·A_moe·c_e·fe/TP\n    = "));
        QVERIFY(outcome.out.contains("| `k` | experts each token visits | 2 |  | `moe.top_k` |"));
        const Outcome unknown = explorer({"report", "--explain", "memory.terms.expert_mpl"});
        QCOMPARE(unknown.code, 1);
        QVERIFY(unknown.out.isEmpty());
        QVERIFY2(unknown.err.contains("(nearest: memory.terms.expert_mlp, "), qPrintable(unknown.err));
    }

    /// 1911, 708 and 1000 rows; 17 and 16 groups (arXiv 2503.04715, published tables).
    void publishedTablesAreImported() {
        if (!QFileInfo::exists(shared("data/step-law/dense_lr_bs_loss.csv")))
            QSKIP("published tables are not here");
        const Outcome outcome =
            explorer({"import", shared("data/step-law/dense_lr_bs_loss.csv"),
                      shared("data/step-law/moe_lr_bs_loss.csv"),
                      shared("data/step-law/1004_fitted_lr_bs_scaling_model_parameters.csv")});
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const QStringList lines = outcome.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].contains("1911 rows") && lines[0].contains("17 groups"));
        QVERIFY(lines[1].contains("708 rows") && lines[1].contains("16 groups"));
        QVERIFY(lines[2].contains("1000 rows"));
    }

    /// Both files of a model say one thing, whichever is named; every key is accounted for.
    void modelFilesSayWhatBecameOfEachKey() {
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("tiny")));
        const QString config = write("tiny/config.json",
                                     R"({"model_type": "mixtral", "hidden_size": 64, "num_hidden_layers": 2,
            "vocab_size": 100, "num_attention_heads": 8, "intermediate_size": 64, "num_local_experts": 8,
            "num_experts_per_tok": 2, "rope_theta": 10000, "sparkle": "bright"})");
        const QString beside = write(
            "tiny/hf_quant_config.json",
            R"({"quantization": {"quant_algo": "NVFP4", "group_size": 16, "exclude_modules": ["lm_head"]}})");
        for (const QString& path : {config, beside}) {
            const Outcome outcome = explorer({"import", path});
            QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
            for (const char* line :
                 {"model configuration, tiny, MoE", "hidden_size = 64 → model.hidden",
                  "num_key_value_heads = 8 → model.kv_heads: the configuration class has it",
                  "hf_quant_config.quantization.quant_algo = NVFP4 → precision.weights",
                  "rope_theta = 10000: scales or shifts values", "sparkle = bright: is not known"})
                QVERIFY2(outcome.out.contains(line), qPrintable(outcome.out));
        }
        const Outcome report = explorer({"report", "--scenario", config});
        QCOMPARE(report.code, 0);
        QVERIFY(report.out.contains("sparkle"));
        QVERIFY2(report.err.contains("add --set serve.requests=8 or --set train.global_batch=256"),
                 qPrintable(report.err));
        for (const char* section : {"serve.requests=8", "train.global_batch=256"})
            QVERIFY2(explorer({"report", "--scenario", config, "--set", section}).code == 0, section);
        const Outcome search = explorer({"search", "--scenario", config, "--gpus", "8"});
        QCOMPARE(search.code, 1);
        QVERIFY2(search.err.contains("add --set train.global_batch=256"), qPrintable(search.err));
    }

    void figuresAreWrittenInEveryFormat() {
        for (const char* view : {"loss", "memory", "placement", "compare", "measured"}) {
            for (const char* ending : {"pdf", "svg", "png"}) {
                const QString path = m_folder.filePath(QString("%1.%2").arg(view, ending));
                const Outcome outcome = explorer({"render", view, "-o", path, "--width", "85mm", "--height",
                                                  "60mm", "--csv", path + ".csv"});
                QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
                QVERIFY(QFileInfo(path).size() > 2000);
                QVERIFY(QFileInfo(path + ".csv").size() > 50);
            }
        }
    }

    void knobsBetweenTwoScenariosAreCharged() {
        const QString from =
            write("wide.yaml", "schema: moe-explorer/scenario/1\nname: Wide\n"
                               "model: {layers: 8, hidden: 1024, ffn: 4096, heads: 8, vocab: "
                               "32000, sequence: 1024, gated: false, linear_bias: false}\n"
                               "train: {tokens: 1e9, global_batch: 32}\ncluster: {gpus: 8}\n");
        const QString to = write("deep.yaml", "schema: moe-explorer/scenario/1\nname: Deep\n"
                                              "model: {layers: 16, hidden: 1024, ffn: 2048, heads: 8, vocab: "
                                              "32000, sequence: 1024, gated: false, linear_bias: false}\n"
                                              "train: {tokens: 1e9, global_batch: 32}\ncluster: {gpus: 8}\n");
        const QStringList compare{"compare", from, to, "--waterfall", "params.total"};
        const Outcome text = explorer(compare);
        QVERIFY2(text.code == 0, qPrintable(text.err));
        QVERIFY2(text.out.contains(QRegularExpression("Layers +8 → 16 +\\+")), qPrintable(text.out));
        QVERIFY2(text.out.contains("interaction"), qPrintable(text.out));
        const Outcome json = explorer(compare + QStringList{"--format", "json", "--order", "model.ffn"});
        const QJsonObject all = QJsonDocument::fromJson(json.out.toUtf8()).object();
        const QJsonArray steps = all["steps"].toArray();
        QCOMPARE(steps.size(), 2);
        QCOMPARE(steps[0]["set"].toObject().keys(), QStringList("model.ffn"));
        QCOMPARE(steps[0]["was"]["model.ffn"].toString(), QString("4096"));
        QCOMPARE(steps[0]["change"].toDouble() + steps[1]["change"].toDouble(), all["change"].toDouble());
        // Wide layers twice as often: 8 × 2 × 1024 × 2048 parameters that neither knob has alone.
        QCOMPARE(all["interaction"].toDouble(), -8.0 * 2 * 1024 * 2048);
        const Outcome csv = explorer(compare + QStringList{"--format", "csv"});
        QVERIFY2(csv.out.contains("step,model.layers,8,16,params.total"), qPrintable(csv.out));
        QCOMPARE(explorer(compare + QStringList{"--format", "markdown"}).code, 2);
        QCOMPARE(explorer(compare + QStringList{from}).code, 2);
        QCOMPARE(explorer({"compare", from, to, "--order", "model.ffn"}).code, 2);
        QCOMPARE(explorer({"compare", from, to, "--waterfall", "no.metric"}).code, 1);
        QCOMPARE(explorer(compare + QStringList{"--order", "no.key"}).code, 1);
        const QString path = m_folder.filePath("waterfall.svg");
        const Outcome figure =
            explorer({"render", "waterfall", "-o", path, "--scenario", to, "--base", from, "--metric",
                      "params.total", "--order", "model.ffn,model.layers", "--choose", "way=order"});
        QVERIFY2(figure.code == 0, qPrintable(figure.err));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray svg = file.readAll();
        QVERIFY(svg.indexOf(">Layers<") > svg.indexOf(">Dense FFN size<"));
    }

    void logsAreComparedAsTextAndAsAFigure() {
        const QString log = shared("data/megatron-logs/dmoe_ep4.log");
        if (!QFileInfo::exists(log)) QSKIP("the training logs are not here");
        const Outcome text = explorer({"compare", "--log", log});
        QVERIFY2(text.code == 0, qPrintable(text.err));
        QVERIFY2(text.out.contains(QRegularExpression("Step time +4\\d\\d ms +\\d+ ms +\\S+ %")),
                 qPrintable(text.out));
        QVERIFY(text.out.contains("Load-balancing loss 1.437 at iteration 20"));
        const QString path = m_folder.filePath("beside.svg");
        const Outcome figure =
            explorer({"render", "compare", "-o", path, "--log", log, "--set", "train.micro_batch=2"});
        QVERIFY2(figure.code == 0, qPrintable(figure.err));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("dmoe_ep4"));
        QCOMPARE(explorer({"render", "compare", "-o", path, "--log", write("no.log", "nothing")}).code, 1);
    }

    void theSameSvgIsWrittenTwice() {
        QByteArray bytes[2];
        for (int i = 0; i < 2; ++i) {
            const QString path = m_folder.filePath("twice.svg");
            QCOMPARE(explorer({"render", "loss", "-o", path}).code, 0);
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            bytes[i] = file.readAll();
        }
        QCOMPARE(bytes[0], bytes[1]);
    }
};

MOE_TEST(CommandTest)
#include "command_test.moc"
