// SPDX-License-Identifier: GPL-3.0-or-later
// Traces read step by step: what comes out does not depend on where the steps end.
#include "models/engine/traffic/trace.h"
#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <string>

using namespace moe;

namespace {

std::string rowOf(int i) {
    return std::to_string(i) + ".5," + std::to_string(100 + i % 900) + "," + std::to_string(1 + i % 300) +
           ",talk-" + std::to_string(i % 7) + "\n";
}

constexpr const char* kHeader = "arrival_s,input_tokens,output_tokens,session\n";

} // namespace

class TraceReaderTest : public QObject {
    Q_OBJECT

private slots:
    void stepsMayEndAnywhere() {
        std::string text = kHeader;
        for (int i = 0; i < 500; ++i) text += rowOf(i);
        const Result<std::vector<TrafficRequest>> whole = readTrace(text, "t.csv");
        QVERIFY(whole);
        QCOMPARE(whole->size(), std::size_t(500));
        for (const std::size_t step : {1, 7, 64, 1000}) {
            TraceReader reader("t.csv");
            for (std::size_t at = 0; at < text.size(); at += step) QVERIFY(reader.add(text.substr(at, step)));
            const Result<std::vector<TrafficRequest>> read = reader.finish();
            QVERIFY(read);
            QVERIFY(std::equal(read->begin(), read->end(), whole->begin(), whole->end(),
                               [](const TrafficRequest& a, const TrafficRequest& b) {
                                   return a.arrival == b.arrival && a.input == b.input &&
                                          a.output == b.output && a.session == b.session;
                               }));
        }
        QCOMPARE(whole->at(0).session, whole->at(7).session);
        QVERIFY(whole->at(0).session != whole->at(1).session);
    }

    void rowsAreNeverHeldAsText() {
        TraceReader reader("t.csv");
        reader.add(kHeader);
        constexpr int kRows = 300000;
        for (int i = 0; i < kRows; i += 1000) {
            std::string step;
            for (int j = i; j < i + 1000; ++j) step += rowOf(j);
            QVERIFY(reader.add(step));
        }
        const Result<std::vector<TrafficRequest>> read = reader.finish();
        QVERIFY(read);
        QCOMPARE(read->size(), std::size_t(kRows));
        QCOMPARE(read->front().arrival, 0.0);
        QCOMPARE(read->back().arrival, double(kRows - 1));
    }

    void faultsAreAtTheirLineWhateverTheStep() {
        std::string text = kHeader;
        for (int i = 0; i < 100; ++i) text += i == 77 ? "-1,10,10,a\n" : rowOf(i);
        TraceReader reader("t.csv");
        for (std::size_t at = 0; at < text.size(); at += 50) reader.add(text.substr(at, 50));
        const Result<std::vector<TrafficRequest>> read = reader.finish();
        QVERIFY(!read);
        QCOMPARE(read.error().size(), std::size_t(1));
        QCOMPARE(read.error().front().line, 79);
        QCOMPARE(read.error().front().key, std::string("arrival_s"));
    }

    void aFileWithoutALineIsTold() {
        for (const char* text : {"", "\n\n", "arrival_s,input_tokens,output_tokens", "a,b\n1,2\n"}) {
            TraceReader reader("t.csv");
            reader.add(text);
            const Result<std::vector<TrafficRequest>> read = reader.finish();
            QVERIFY(!read);
            QCOMPARE(read.error().front().source, std::string("t.csv"));
        }
    }
};

MOE_TEST(TraceReaderTest)
#include "trace_reader_test.moc"
