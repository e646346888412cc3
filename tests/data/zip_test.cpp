// SPDX-License-Identifier: GPL-3.0-or-later
// Archives as unzip reads them.
#include "data/zip.h"

#include "tests/support/registry.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace moe;

class ZipTest : public QObject {
    Q_OBJECT
private slots:
    void anEmptyArchiveIsAnEnd() {
        // APPNOTE 6.3, 4.3.16: end of central directory record, 22 bytes.
        QCOMPARE(zipOf({}), std::string("PK\x05\x06") + std::string(18, '\0'));
    }
    void sameContentSameBytes() {
        const ZipEntries entries{{"a.txt", "one"}, {"b/c.txt", std::string(5000, 'x')}};
        QCOMPARE(zipOf(entries), zipOf(entries));
        QVERIFY(zipOf(entries).size() < 1000); // packed
    }
    void pythonReadsIt() {
        QTemporaryDir folder;
        std::string noise;
        for (int i = 0; i < 3000; ++i) noise += static_cast<char>(i * 7919 % 251);
        QFile file(folder.filePath("t.zip"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(zipOf({{"a.txt", "one"}, {"b/ü.bin", noise}, {"e", ""}})));
        file.close();
        QProcess python;
        python.start(
            "python3",
            {"-c",
             "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n"
             "n = bytes(i * 7919 % 251 for i in range(3000))\n"
             "assert z.read('a.txt') == b'one' and z.read('b/\\u00fc.bin') == n and z.read('e') == b''\n"
             "print(len(z.namelist()))",
             file.fileName()});
        if (!python.waitForStarted()) QSKIP("no python3");
        QVERIFY(python.waitForFinished());
        QVERIFY2(python.exitCode() == 0, python.readAllStandardError().constData());
        QCOMPARE(python.readAllStandardOutput().trimmed(), QByteArray("3"));
    }
};

MOE_TEST(ZipTest)
#include "zip_test.moc"
