// SPDX-License-Identifier: GPL-3.0-or-later
// Traces of requests with their publishers' own headers.
#include "data/request_trace.h"
#include "tests/support/registry.h"

#include <QTest>

using namespace moe;

class RequestTraceTest : public QObject {
    Q_OBJECT

private slots:
    void readsWhatPublishersWrite_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("rows");
        QTest::newRow("Azure") << QByteArray("TIMESTAMP,ContextTokens,GeneratedTokens\n"
                                             "2023-11-16 18:15:46.5000000,374,44\n"
                                             "2023-11-16 18:15:50.7500000,396,109\n")
                               << "Azure LLM inference trace"
                               << "0,374,44|4.25,396,109|";
        QTest::newRow("Azure 2024, with a zone")
            << QByteArray("TIMESTAMP,ContextTokens,GeneratedTokens\n"
                          "2024-05-10 23:59:59.500000+00:00,10,2\n2024-05-11 00:00:00.500000+00:00,20,3\n")
            << "Azure LLM inference trace"
            << "0,10,2|1,20,3|";
        QTest::newRow("BurstGPT")
            << QByteArray("Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
                          "5,ChatGPT,472,18,490,Conversation log\n45,GPT-4,1087,0,1087,API log\n"
                          "118,GPT-4,417,276,693,\"Conversation, log\"\n")
            << "BurstGPT"
            << "0,472,18|113,417,276|";
        QTest::newRow("Mooncake, in ms")
            << QByteArray(
                   "{\"timestamp\": 1000, \"input_length\": 6758, \"output_length\": 500, \"hash_ids\": "
                   "[0, 1]}\n{\"timestamp\": 4500, \"input_length\": 10, \"output_length\": 1}\n")
            << "Mooncake trace"
            << "0,6758,500|3.5,10,1|";
        QTest::newRow("Vidur") << QByteArray("arrived_at,num_prefill_tokens,num_decode_tokens\n0.0,374,44\n")
                               << "Vidur trace"
                               << "0,374,44|";
        QTest::newRow("inference-perf, a list")
            << QByteArray("[{\"start_time\": 10.5, \"end_time\": 12, \"request\": \"{}\", \"info\": "
                          "{\"input_tokens\": 7, \"output_tokens\": 3, \"output_token_times\": [1, 2]}},\n"
                          " {\"start_time\": 11.75, \"info\": {\"input_tokens\": 9, \"output_tokens\": 4}}]")
            << "requests of inference-perf"
            << "0,7,3|1.25,9,4|";
        QTest::newRow("AIPerf, quantities with units")
            << QByteArray("{\"metadata\": {\"request_start_ns\": 2000000000}, \"metrics\": "
                          "{\"input_sequence_length\": {\"value\": 100, \"unit\": \"tokens\"}, "
                          "\"output_sequence_length\": {\"value\": 20, \"unit\": \"tokens\"}}}\n")
            << "requests of AIPerf"
            << "0,100,20|";
        QTest::newRow("lengths alone")
            << QByteArray("num_prefill_tokens,num_decode_tokens\n3772,54\n2015,156\n") << "Vidur trace"
            << "0,3772,54|0,2015,156|";
    }
    void readsWhatPublishersWrite() {
        QFETCH(QByteArray, text);
        QFETCH(QString, format);
        QFETCH(QString, rows);
        QVERIFY(isRequestTrace(text.toStdString()));
        const Result<RequestTrace> trace = readRequestTrace(text.toStdString(), "f");
        QVERIFY2(trace, trace ? "" : toString(trace.error()).c_str());
        QCOMPARE(QString::fromStdString(trace->format), format);
        const QString made = QString::fromStdString(trace->text).replace('\n', '|');
        QCOMPARE(made.mid(made.indexOf('|') + 1), rows);
    }

    void whatIsAssumedOrLeftOutIsSaid() {
        const auto notes = [](const char* text) {
            QString all;
            const Result<RequestTrace> trace = readRequestTrace(text, "f");
            if (trace)
                for (const Message& note : trace->notes) all += QString::fromStdString(toString(note)) + ' ';
            return all;
        };
        QVERIFY(notes("input_tokens,output_tokens\n1,2\n").contains("no times of arrival"));

        QVERIFY(notes("timestamp,input_tokens,output_tokens\n1,2,0\n2,2,2\n").contains("1 requests without"));
    }

    void everyFaultIsLocated() {
        const Result<RequestTrace> none = readRequestTrace("a,b\n1,2\n", "f");
        QVERIFY(!none);
        QCOMPARE(none.error().size(), std::size_t(1));
        QVERIFY(toString(none.error()).find("it has: a, b") != std::string::npos);
        std::string text = "timestamp,input_tokens,output_tokens\n";
        for (int i = 0; i < 50; ++i) text += "soon,1.5,-1\n";
        const Result<RequestTrace> wrong = readRequestTrace(text, "f");
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().size(), std::size_t(150)); // three cells of each row
        QCOMPARE(wrong.error().front().line, 2);
        QCOMPARE(wrong.error().back().line, 51);
        QVERIFY(!readRequestTrace("", "f"));
        QVERIFY(!isRequestTrace("{\"model_type\": \"llama\"}"));
        // A row of SGLang's bench_one_batch: lengths that were asked for, with what came of them.
        QVERIFY(!isRequestTrace("{\"batch_size\": 16, \"input_len\": 1024, \"output_len\": 8, "
                                "\"prefill_throughput\": 32768.0}"));
        QVERIFY(isOwnRequestTrace("arrival_s,input_tokens,output_tokens\n"));
    }
};

MOE_TEST(RequestTraceTest)
#include "request_trace_test.moc"
