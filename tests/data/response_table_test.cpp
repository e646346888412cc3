// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/response_table.h"

#include "tests/support/registry.h"

#include <QTest>

using namespace moe;

class ResponseTableTest : public QObject {
    Q_OBJECT
private slots:
    void oneLengthALine() {
        const Result<ResponseTable> table = readResponses("100\n2e2\n\n 300 \r\n", "lengths.txt");
        QVERIFY(table);
        QCOMPARE(table->rows.size(), std::size_t{3});
        QCOMPARE(table->rows[1].length, 200);
        QVERIFY(table->groups.empty());
    }

    /// The rows of a prompt stand together, by their place in the group.
    void promptsAreGroups() {
        const Result<ResponseTable> table = readResponses(
            "prompt,group,length,prompt_tokens\nb,1,20,5\na,0,30,6\nb,0,10,5\na,1,40,6\n", "f.csv");
        QVERIFY(table);
        QCOMPARE(table->groups, (std::vector<std::size_t>{2, 2}));
        std::vector<int> lengths;
        for (const ResponseRow& row : table->rows) lengths.push_back(row.length);
        QCOMPARE(lengths, (std::vector<int>{10, 20, 30, 40}));
        QCOMPARE(table->rows[0].promptTokens, 5);
        QVERIFY(isResponseTable("prompt,group,length\n1,0,5\n"));
        QVERIFY(!isResponseTable("arrival_s,input_tokens,output_tokens\n"));
    }

    void badLengthsAreLocated_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        QTest::newRow("word") << QByteArray("5\nfive\n") << 2;
        QTest::newRow("zero") << QByteArray("5\n6\n0\n") << 3;
        QTest::newRow("half") << QByteArray("length\n7\n1.5\n") << 3;
        QTest::newRow("infinite") << QByteArray("1\ninf\n") << 2;
        QTest::newRow("prompt") << QByteArray("length,prompt_tokens\n7,0\n") << 2;
    }
    void badLengthsAreLocated() {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        const Result<ResponseTable> table = readResponses(text.toStdString(), "f");
        QVERIFY(!table);
        QCOMPARE(table.error().front().line, line);
    }

    void nothingIsNoTable() {
        QVERIFY(!readResponses("", "f"));
        QVERIFY(!readResponses("length\n", "f"));
        QVERIFY(!readResponses("tokens\n5\n", "f"));
    }
};

MOE_TEST(ResponseTableTest)
#include "response_table_test.moc"
