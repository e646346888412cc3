// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of what a prefix cache finds of a trace.

#include "tests/app/program.h"
#include "tests/support/registry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using moe::test::explorer;
using moe::test::Outcome;

class CacheCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_trace;

private slots:
    /// Two conversations by turns, each a block longer every time.
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        m_trace = m_folder.filePath("trace.jsonl");
        QFile file(m_trace);
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (int turn = 0; turn < 8; ++turn)
            for (const int first : {0, 100}) {
                QByteArrayList ids;
                for (int i = 0; i <= turn; ++i) ids << QByteArray::number(first + i);
                file.write("{\"timestamp\": " + QByteArray::number(1000 * (2 * turn + (first > 0))) +
                           ", \"input_length\": " + QByteArray::number(512 * (turn + 1)) +
                           ", \"output_length\": 10, \"hash_ids\": [" + ids.join(", ") + "]}\n");
            }
    }

    /// It is drawn beside what is printed, which stays as it is.
    void drawsTheHitsWithTheTiers() {
        const QStringList asked{"cache", m_trace, "--tiers", "4,inf"};
        const QString svg = m_folder.filePath("hits.svg");
        const Outcome plain = explorer(asked), drawn = explorer(asked + QStringList{"-o", svg});
        QCOMPARE(drawn.code, 0);
        QCOMPARE(drawn.out, plain.out);
        QFile file(svg);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("<path"));
    }

    void saysWhatItCannotDraw() {
        const QString png = m_folder.filePath("hits.png");
        QCOMPARE(explorer({"cache", m_trace, "-o", m_folder.filePath("hits.txt")}).code, 2);
        const Outcome several =
            explorer({"cache", m_trace, "--tiers", "4,inf", "--instances", "2", "-o", png});
        QCOMPARE(several.code, 1);
        QVERIFY2(several.err.contains("-o: is of one server"), qPrintable(several.err));
        QVERIFY(!QFile::exists(png));
        QCOMPARE(explorer({"cache", m_trace, "-o", png}).code, 0);
        QVERIFY(QFile::exists(png));
    }
};

MOE_TEST(CacheCommandTest)
#include "cache_command_test.moc"
