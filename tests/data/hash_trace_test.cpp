// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/hash_trace.h"

#include "tests/support/registry.h"

#include <QTest>

using namespace moe;

class HashTraceTest : public QObject {
    Q_OBJECT
private slots:
    /// Times of sub-agents count from their own start; ids are local to a conversation, shared with them.
    void conversationsNest() {
        const Result<HashTrace> trace = readHashTrace(
            "{\"id\":\"a\",\"requests\":[{\"type\":\"n\",\"t\":0,\"in\":9,\"out\":1,\"hash_ids\":[1]},"
            "{\"type\":\"subagent\",\"t\":1,\"requests\":[{\"type\":\"s\",\"t\":2,\"in\":9,\"out\":1,"
            "\"hash_ids\":[1,2]}]}]}\n"
            "{\"id\":\"b\",\"requests\":[{\"type\":\"n\",\"t\":0.5,\"in\":9,\"out\":1,\"hash_ids\":[1]}]}\n",
            "f");
        QVERIFY(trace);
        QCOMPARE(trace->requests.size(), std::size_t{3});
        QCOMPARE(trace->requests[1].arrival, 0.5);
        QCOMPARE(trace->requests[2].arrival, 3.0);
        QCOMPARE(trace->distinct, std::uint32_t{3}); // block 1 of a, of b, and 2 of a
        QCOMPARE(trace->blockTokens, 64);
    }

    /// Qwen-Bailian's ids name a block alone: the same block behind another is another prefix.
    void blocksAreChainedWhereTheFileDoesNot() {
        const char* text =
            "{\"chat_id\":1,\"timestamp\":0,\"input_length\":32,\"output_length\":1,\"hash_ids\":[7,9]}\n"
            "{\"chat_id\":2,\"timestamp\":1,\"input_length\":32,\"output_length\":1,\"hash_ids\":[8,9]}\n"
            "{\"chat_id\":3,\"timestamp\":2,\"input_length\":32,\"output_length\":1,\"hash_ids\":[7,9]}\n";
        const Result<HashTrace> trace = readHashTrace(text, "f");
        QVERIFY(trace);
        QCOMPARE(trace->distinct, std::uint32_t{4});
        QCOMPARE(trace->requests[1].arrival, 1.0);
        QCOMPARE(trace->blocks[0], trace->blocks[4]);
        QCOMPARE(trace->blocks[1], trace->blocks[5]);
        QVERIFY(trace->blocks[1] != trace->blocks[3]);
    }

    void badLinesAreLocated_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        const QByteArray good("{\"timestamp\":0,\"input_length\":5,\"output_length\":1,\"hash_ids\":[0]}\n");
        QTest::newRow("no ids") << good + "{\"timestamp\":0,\"input_length\":5,\"output_length\":1}\n" << 2;
        QTest::newRow("negative")
            << good + "{\"timestamp\":0,\"input_length\":-5,\"output_length\":1,\"hash_ids\":[0]}\n"
            << 2;
        QTest::newRow("half a token")
            << good + "{\"timestamp\":0,\"input_length\":5.5,\"output_length\":1,\"hash_ids\":[0]}\n"
            << 2;
        QTest::newRow("half an id")
            << good + "{\"timestamp\":0,\"input_length\":5,\"output_length\":1,\"hash_ids\":[0.5]}\n"
            << 2;
        QTest::newRow("two kinds") << good + "{\"id\":\"a\",\"requests\":[]}\n" << 2;
        QTest::newRow("cut") << good + "{\"timestamp\":0,\"input" << 2;
        QTest::newRow("words") << QByteArray("hello\n") << 1;
    }
    void badLinesAreLocated() {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        const Result<HashTrace> trace = readHashTrace(text.toStdString(), "f");
        QVERIFY(!trace);
        QCOMPARE(trace.error().front().line, line);
        QVERIFY(!readHashTrace("", "f"));
    }
    void everyBadLineNamesItsMember() {
        const std::string
            line = "{\"timestamp\":0,\"input_length\":\"x5\",\"output_length\":1,\"hash_ids\":[0]}\n",
            ids = "{\"timestamp\":0,\"input_length\":5,\"output_length\":1,\"hash_ids\":[0,0.5]}\n",
            many = "{\"timestamp\":0,\"input_length\":5,\"output_length\":2e9,\"hash_ids\":[0]}\n";
        const Result<HashTrace> trace = readHashTrace(line + ids + many, "f");
        QVERIFY(!trace);
        const std::string said = toString(trace.error());
        QVERIFY2(
            said ==
                std::string(
                    "f:1: input_length: must be a number, got \"x5\"\n"
                    "f:2: hash_ids: must be whole numbers, got \"0.5\"\n"
                    "f:3: output_length: must be a whole number from 0 to 1000000000, got \"2000000000\"\n"),
            said.c_str());
    }
};

MOE_TEST(HashTraceTest)
#include "hash_trace_test.moc"
