// SPDX-License-Identifier: GPL-3.0-or-later
// Operator profiles: what is read, what is refused and where.

#include "data/import.h"
#include "data/profile_table.h"

#include "tests/support/registry.h"

#include <QTest>

#include <cmath>

using namespace moe;

namespace {

const std::string kMlp = "time_stats.mlp_up_proj.min,time_stats.mlp_up_proj.max,time_stats.mlp_up_proj.mean,"
                         "time_stats.mlp_up_proj.median,time_stats.mlp_up_proj.std,n_head,n_kv_head,n_embd,"
                         "n_expanded_embd,vocab_size,use_gated_mlp,num_tokens,num_tensor_parallel_workers\n";
const std::string kMlpRow = "5.2,5.9,5.6,5.7,0.2,64,8,8192,28672,32768,True,4096,1\n";
const std::string kAttentionKeys =
    "n_embd,n_q_head,n_kv_head,block_size,num_tensor_parallel_workers,"
    "batch_size,prefill_chunk_size,kv_cache_size,is_prefill,attention_backend\n";
const std::string kAttention =
    "time_stats.attn_prefill.median,time_stats.attn_decode.median," + kAttentionKeys;
const std::string kAllReduce = ",time_stats.all_reduce.median,rank,num_workers,size,collective,"
                               "devices_per_node,max_devices_per_node\n";

} // namespace

class ProfileTableTest : public QObject {
    Q_OBJECT
private slots:
    void readsOperatorsAndKeys() {
        const Result<ProfileTable> table =
            readProfile(kMlp + kMlpRow, "x/compute/h100/meta-llama/Llama-2-70b-hf/mlp.csv");
        QVERIFY(table.has_value());
        QVERIFY(table->kind == ProfileKind::Mlp);
        QCOMPARE(table->place.device, std::string("h100"));
        QCOMPARE(table->place.model, std::string("meta-llama/Llama-2-70b-hf"));
        QCOMPARE(table->operators.size(), std::size_t{1});
        const ProfileOperator* op = table->find("mlp_up_proj");
        QVERIFY(op != nullptr && op->std != nullptr);
        QCOMPARE(op->min->numbers[0], 5.2);
        QCOMPARE(op->max->numbers[0], 5.9);
        QCOMPARE(op->mean->numbers[0], 5.6);
        QCOMPARE(op->median->numbers[0], 5.7);
        QCOMPARE(op->std->numbers[0], 0.2);
        QCOMPARE(kProfileUnit / second, 1e-3); // milliseconds, whatever the documentation says
        QVERIFY(table->problems.empty());
    }
    void emptyCellsBelongToThePhaseThatWasNotRun() {
        const std::string rows = ",0.02,8192,64,8,16,2,1,0,32,False,AttentionBackend.FLASH_ATTENTION\n"
                                 "0.5,,8192,64,8,16,2,1,512,0,True,AttentionBackend.FLASH_ATTENTION\n";
        const Result<ProfileTable> table = readProfile(kAttention + rows, "attention.csv");
        QVERIFY(table.has_value() && table->problems.empty());
        QVERIFY(!table->isPrefill(0) && table->isPrefill(1));
        QVERIFY(std::isnan(table->find("attn_prefill")->median->numbers[0]));
        QCOMPARE(table->cell("attention_backend", 1), std::string("AttentionBackend.FLASH_ATTENTION"));
    }
    void indexColumnWithoutANameIsFine() {
        const Result<ProfileTable> table =
            readProfile(kAllReduce + "0,0.031,0,8,2048,all_reduce,8,8\n", "network/h100_dgx/allreduce.csv");
        QVERIFY(table.has_value());
        QVERIFY(table->kind == ProfileKind::AllReduce);
        QCOMPARE(table->place.network, std::string("h100_dgx"));
    }
    void repeatedRowsAreKept() {
        const Result<ProfileTable> table = readProfile(kMlp + kMlpRow + kMlpRow, "mlp.csv");
        QCOMPARE(table->table->rows(), std::size_t{2});
    }

    void locatesProblems_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("rows"); // kept; -1 = refused
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* name, const std::string& text, int rows, const char* problem) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << rows << problem;
        };
        row("cut off", kMlp + kMlpRow + "5.2,5.9", 1,
            "f:3:5: the last line is cut off: expected 13 cells, found 2");
        row("bad time", kMlp + kMlpRow + "5.2,5.9,5.6,abc,0.2,64,8,8192,28672,32768,True,4096,1\n", 1,
            "f:3:13: time_stats.mlp_up_proj.median: expected a number, got \"abc\"");
        row("zero tokens", kMlp + kMlpRow + "5.2,5.9,5.6,5.7,0.2,64,8,8192,28672,32768,True,0,1\n", 1,
            "f:3:48: num_tokens: expected a number > 0, got \"0\"");
        row("missing key", "time_stats.all_reduce.median,num_workers,size\n0.1,2,2048\n", -1,
            "f:1:1: devices_per_node: this column is required and missing");
        row("web page", "<!DOCTYPE html>\n<html><body>Not Found</body></html>\n", -1,
            "f:1:1: is a web page, not a table: download the raw file");
        row("large-file pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n", -1,
            "f:1:1: is a pointer to a large file");
        row("both phases missing",
            "time_stats.attn_input_reshape.median," + kAttentionKeys + "0.1,8192,64,8,16,2,1,0,32,False,X\n",
            -1, "f:1:1: time_stats.*: expected the times of an operator: time_stats.attn_prefill.median");
        row("one phase missing",
            "time_stats.attn_decode.median," + kAttentionKeys + "0.02,8192,64,8,16,2,1,0,32,False,X\n" +
                ",8192,64,8,16,2,1,512,0,True,X\n",
            1, "f:3: time_stats.attn_prefill.median: the row is a prefill, and the file has no such column");
        row("phase not measured",
            kAttention + ",0.02,8192,64,8,16,2,1,0,32,False,X\n" + ",0.1,8192,64,8,16,2,1,512,0,True,X\n", 1,
            "f:3: time_stats.attn_prefill.median: the cell of the phase that was run is empty");
        row("no phase", kAttention + ",0.02,8192,64,8,16,2,1,0,32,False,X\n,0.1,8192,64,8,16,2,1,0,32,?,X\n",
            1, "f:3: is_prefill: expected True or False, got \"?\"");
        row("seconds", kMlp + "0.0052,0.0059,0.0056,0.0057,0.0002,64,8,8192,28672,32768,True,4096,1\n", 1,
            "multiply the time columns by 1000");
        row("seconds of a collective", kAllReduce + "0,0.0003,0,8,67108864,all_reduce,8,8\n", 1,
            "f:2: time_stats.all_reduce.median: the times look like seconds");
        row("no row", kMlp, -1, "f:1:1: no row could be used");
    }
    void locatesProblems() {
        QFETCH(QByteArray, text);
        QFETCH(int, rows);
        QFETCH(QString, problem);
        const ImportSummary summary = summarise(text.toStdString(), "f");
        QCOMPARE(summary.rejected, rows < 0);
        if (rows >= 0) QCOMPARE(static_cast<int>(summary.rows), rows);
        QCOMPARE(summary.problems.size(), std::size_t{1});
        QVERIFY2(QString::fromStdString(toString(summary.problems)).contains(problem),
                 toString(summary.problems).c_str());
    }

    void placesComeFromThePath_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("place");
        QTest::newRow("one-part model") << "compute/a40/phi-2/mlp.csv"
                                        << "a40|phi-2|";
        QTest::newRow("Windows") << "C:\\p\\compute\\a40\\x\\y\\mlp.csv"
                                 << "a40|x/y|";
        QTest::newRow("network") << "/d/network/a100_dgx/send_recv.csv"
                                 << "||a100_dgx";
        QTest::newRow("elsewhere") << "/d/mlp.csv"
                                   << "||";
        QTest::newRow("compute above network") << "/compute/p/network/x/all_reduce.csv"
                                               << "||x";
        QTest::newRow("no model") << "compute/a40/mlp.csv"
                                  << "||";
    }
    void placesComeFromThePath() {
        QFETCH(QString, path);
        const ProfilePlace place = profilePlace(path.toStdString());
        QTEST(QString::fromStdString(place.device + "|" + place.model + "|" + place.network), "place");
    }

    void publishedTables_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("operators");
        QTest::newRow("mlp") << "compute/a100/meta-llama/Meta-Llama-3-8B/mlp.csv" << 1824 << 10;
        QTest::newRow("mlp, parallel block") << "compute/h100/microsoft/phi-2/mlp.csv" << 261 << 9;
        QTest::newRow("attention") << "compute/a100/meta-llama/Llama-2-70b-hf/attention.csv" << 14658 << 4;
        QTest::newRow("all-reduce") << "network/a100_dgx/all_reduce.csv" << 6958 << 1;
        QTest::newRow("send/receive") << "network/h100_dgx/send_recv.csv" << 1988 << 1;
    }
    void publishedTables() {
        QFETCH(QString, file);
        const std::string text = test::sharedText("data/vidur/profiling/" + file.toStdString());
        MOE_NEED_SHARED(text, "of operator profiles");
        const Result<ProfileTable> table = readProfile(text, file.toStdString());
        QVERIFY(table.has_value());
        QCOMPARE(toString(table->problems), std::string());
        QTEST(static_cast<int>(table->table->rows()), "rows");
        QTEST(static_cast<int>(table->operators.size()), "operators");
    }
};

MOE_TEST(ProfileTableTest)
#include "profile_table_test.moc"
