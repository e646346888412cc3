// SPDX-License-Identifier: GPL-3.0-or-later
// Measured operators: what a file is, what is refused and where.

#include "data/import.h"
#include "data/operator_table.h"

#include "tests/support/registry.h"

#include <QTest>

#include <cmath>

using namespace moe;

class OperatorTableTest : public QObject {
    Q_OBJECT
private slots:
    void readsShapesAndTimes() {
        const Result<OperatorTable> table =
            readOperators("m,n,k,bf16_us,fp8_us\n1,32,64,2.643,12.36\n16,128,256,3.1,\n",
                          "ops/h100_sxm/gemm-trtllm-1.3.0rc20.csv");
        QVERIFY(table.has_value() && table->problems.empty());
        QCOMPARE(table->kind->name, std::string_view("gemm"));
        QCOMPARE(table->place.gpu, std::string("h100_sxm"));
        QCOMPARE(table->place.backend, std::string("trtllm"));
        QCOMPARE(table->place.version, std::string("1.3.0rc20"));
        QCOMPARE(table->times.size(), std::size_t{2});
        QCOMPARE(table->find("fp8")->us->numbers[0], 12.36);
        QVERIFY(std::isnan(table->find("fp8")->us->numbers[1])); // not measured
        QCOMPARE((*table->numbers("k"))[1], 256.);
    }

    void isToldByColumnsAndName_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("kind");
        QTest::newRow("decode") << "x/attn-generation-vllm-0.24.0.csv"
                                << "b,s,n,g,d,w,bf16/bf16_us"
                                << "attn-generation";
        QTest::newRow("no name") << "f.csv"
                                 << "b,s,n,g,d,w,bf16/bf16_us"
                                 << "attn-context";
        QTest::newRow("module") << "x/mla-generation-module-trtllm-1.0.csv"
                                << "n,b,s,bf16/bf16_us"
                                << "mla-generation-module";
        QTest::newRow("module without its name") << "f.csv"
                                                 << "n,b,s,p,bf16/bf16_us"
                                                 << "mla-context-module";
        QTest::newRow("experts") << "f.csv"
                                 << "dtype,h,f,k,e,tp,ep,t,balanced_us"
                                 << "moe";
        QTest::newRow("one column of times") << "f.csv"
                                             << "op_name,moe_dtype,num_tokens,hidden_size,topk,num_experts,"
                                                "moe_ep_size,distribution,us"
                                             << "alltoall";
        QTest::newRow("no times") << "gemm-trtllm-1.csv"
                                  << "m,n,k"
                                  << "";
        QTest::newRow("another table") << "f.csv"
                                       << "lr,bs,smooth loss,D,N"
                                       << "";
    }
    void isToldByColumnsAndName() {
        QFETCH(QString, path);
        QFETCH(QString, header);
        const OperatorKind* kind = recogniseOperators(csvHeader(header.toStdString()), path.toStdString());
        QTEST(kind ? QString::fromUtf8(kind->name.data(), qsizetype(kind->name.size())) : QString(), "kind");
    }

    void locatesWhatIsWrong_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("refused");
        QTest::addColumn<QString>("problem");
        QTest::newRow("negative") << "f.csv" << QByteArray("m,n,k,bf16_us\n1,32,64,-2\n1,32,64,2\n") << false
                                  << "f.csv:2:9: bf16_us: expected a number > 0, got \"-2\"";
        QTest::newRow("key") << "f.csv" << QByteArray("m,n,k,bf16_us\n0,32,64,2\n1,32,64,2\n") << false
                             << "f.csv:2:1: m: expected a number > 0, got \"0\"";
        // 2·8192³ operations in 1.5 us.
        QTest::newRow("milliseconds")
            << "f.csv" << QByteArray("m,n,k,bf16_us\n1,32,64,0.002\n8192,8192,8192,1.5\n") << true
            << "f.csv:3: bf16_us: times must be microseconds; these would be 733000 TFLOP/s, got \"1.5\"";
        QTest::newRow("one impossible time")
            << "f.csv" << QByteArray("m,n,k,bf16_us\n4096,4096,4096,0.2\n8192,8192,8192,1500\n") << false
            << "f.csv:2: bf16_us: no device reaches 687000 TFLOP/s: the time is left out, got \"0.2\"";
        QTest::newRow("lost key") << "gemm-x-1.csv" << QByteArray("m,k,bf16_us\n1,32,2\n") << true
                                  << "gemm-x-1.csv:1:1: n: this column is required and missing";
        QTest::newRow("lost word") << "nccl-nccl-2.csv" << QByteArray("gpus,elements,fp16_us\n2,32,2\n")
                                   << true << "nccl-nccl-2.csv:1:1: op: this column is required and missing";
        QTest::newRow("no rows") << "f.csv" << QByteArray("m,n,k,bf16_us\n") << true
                                 << "no row could be used";
        QTest::newRow("invalid table")
            << "a100_sxm/attn-generation-trtllm-1.0.0.csv"
            << QByteArray("b,s,n,g,d,w,bf16/bf16_us\n1,2,1,1,64,0,7.6\n") << false
            << "bf16/bf16_us: almost half of the large rows exceed the memory bandwidth";
    }
    void locatesWhatIsWrong() {
        QFETCH(QString, path);
        QFETCH(QByteArray, text);
        QFETCH(bool, refused);
        QFETCH(QString, problem);
        const Result<OperatorTable> table = readOperators(text.toStdString(), path.toStdString());
        QCOMPARE(!table.has_value(), refused);
        const QString said = QString::fromStdString(toString(table ? table->problems : table.error()));
        QVERIFY2(said.contains(problem), qPrintable(said));
    }

    void marksWhatIsNoKernelTime() {
        const std::string text = "m,n,k,bf16_us,fp8_block_us\n1,32,64,2.6,55\n";
        const Result<OperatorTable> table = readOperators(text, "h100_sxm/gemm-vllm-0.24.0.csv");
        QVERIFY(table->find("bf16")->unusable.empty());
        QVERIFY(!table->find("fp8_block")->unusable.empty());
        QVERIFY(readOperators(text, "h100_sxm/gemm-trtllm-0.24.0.csv")->problems.empty());
    }

    void readsThePublishedTables_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("rows");
        // Rows as ORIGIN.md of the tables counts them.
        for (const auto& [file, rows] : {std::pair{"h100_sxm/gemm-trtllm-1.3.0rc20", 28609},
                                         {"a100_sxm/attn-generation-vllm-0.14.0", 4388},
                                         {"h100_sxm/moe-trtllm-1.3.0rc20", 33582},
                                         {"gb200/alltoall-trtllm-1.3.0rc10", 1658},
                                         {"h100_sxm/deepep-normal-sglang-0.5.12", 1986},
                                         {"b60/oneccl-oneccl-2021.17.2", 113},
                                         {"h100_sxm/dsa-generation-module-trtllm-1.3.0rc20", 2330},
                                         {"l40s/kda-sglang-0.5.16", 439},
                                         {"b200_sxm/mla-bmm-trtllm-1.3.0rc20", 345},
                                         {"gb300/mamba2-trtllm-1.3.0rc20", 520}})
            QTest::newRow(file) << QString(file) << rows;
    }
    void readsThePublishedTables() {
        QFETCH(QString, file);
        const std::string path = "data/ops/" + file.toStdString() + ".csv";
        const std::string text = test::sharedText(path);
        MOE_NEED_SHARED(text, "of measured operators");
        const ImportSummary summary = summarise(text, path);
        QVERIFY2(summary.problems.empty(), toString(summary.problems).c_str());
        QCOMPARE(summary.kind, std::string("Measured operators"));
        QTEST(int(summary.rows), "rows");
    }
};

MOE_TEST(OperatorTableTest)
#include "operator_table_test.moc"
